"""One rule per operator: from a relation to the tree that yields the change of its rows."""

from duckstream.differentiate.aggregate import keys_of, restrict
from duckstream.differentiate.rules import RULES, differentiate
from duckstream.differentiate.states import States, at_version

__all__ = ["RULES", "States", "at_version", "differentiate", "keys_of", "restrict"]
