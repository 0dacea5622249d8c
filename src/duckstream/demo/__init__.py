"""The demo behind `duckstream demo`: a small shop, five views, and what changes do to them."""
