"""Random scenarios: tables, views over them, and changes."""
