"""Stages: inner results that are worth storing."""

from duckstream.stage.cut import Cut, find_cuts, replace_cuts

__all__ = ["Cut", "find_cuts", "replace_cuts"]
