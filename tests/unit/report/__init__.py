"""The page about a lake, without a lake."""
