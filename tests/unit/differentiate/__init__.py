"""The rules, one file of examples per operator."""
