"""Names, types and refusals."""
