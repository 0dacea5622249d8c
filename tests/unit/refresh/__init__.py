"""How a view is stored, shown and merged."""
