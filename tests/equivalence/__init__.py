"""Every view equals its recomputed query, on every engine, after every change."""
