"""What an engine does its own way."""
