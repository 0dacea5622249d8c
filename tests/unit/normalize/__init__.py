"""Tests of `duckstream.normalize`."""
