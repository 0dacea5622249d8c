"""Stages: inner results that are worth storing."""

from duckstream.stage.cut import Cut, Store, cut_out
from duckstream.stage.look_up import LookUp, find_look_ups
from duckstream.stage.reduce import look_up_of_rows

__all__ = ["Cut", "LookUp", "Store", "cut_out", "find_look_ups", "look_up_of_rows"]
