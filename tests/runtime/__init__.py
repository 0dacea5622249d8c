"""The runtime on both engines: cases 36 to 42, by number."""
