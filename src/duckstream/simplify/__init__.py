"""Rewrites that leave the result of a tree as it is and make it cheaper."""

from __future__ import annotations

from collections.abc import Callable, Collection

from duckstream.algebra import Column, Ids, Relation, Source
from duckstream.simplify.bound_scans import bound_scans
from duckstream.simplify.drop_restrictions import drop_restrictions
from duckstream.simplify.drop_unchanged import drop_unchanged
from duckstream.simplify.prune_columns import prune_columns
from duckstream.simplify.push_restrictions import push_restrictions
from duckstream.simplify.restrict_partners import restrict_partners
from duckstream.simplify.scan_once import scan_once
from duckstream.simplify.share import share
from duckstream.simplify.share_parts import Part, Place, find_parts, read_parts


def simplify(
    root: Relation,
    *,
    changed: Collection[Source],
    needed: tuple[Column, ...],
    ids: Ids,
    skips_files: bool,
    share_reads: Callable[[Relation], Relation] = lambda root: root,
) -> Relation:
    """All of them, in the order in which one makes room for the next.

    `skips_files`: does a join by `=` with few rows read less of a table? `share_reads` has what
    other views read as well taken from there.
    """
    root = drop_unchanged(root, changed)
    root = restrict_partners(root, ids)
    root = push_restrictions(root, ids)
    root = share_reads(scan_once(prune_columns(root, needed), ids))
    if not skips_files:
        root = drop_restrictions(bound_scans(root))
    root = prune_columns(root, needed)
    return share(root)


__all__ = [
    "Part",
    "Place",
    "bound_scans",
    "drop_restrictions",
    "drop_unchanged",
    "find_parts",
    "prune_columns",
    "push_restrictions",
    "read_parts",
    "restrict_partners",
    "scan_once",
    "share",
    "simplify",
]
