"""Who reads whom: every dataset of a project with the datasets and tables that it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from duckstream.bind.context import suggest
from duckstream.bind.parse import parse_view
from duckstream.pipeline.definitions import Dataset, Definitions, Flow, Kind
from duckstream.pipeline.places import Place, ProjectError
from duckstream.pipeline.reads import tables_of

# The schemas that a name without one is in, if the spec does not say.
_USUAL_SCHEMAS = ("default", "main")


@dataclass(frozen=True)
class Node:
    """A dataset, what it reads of the project, and what else."""

    name: str
    dataset: Dataset
    flows: tuple[Flow, ...]
    reads: tuple[str, ...]
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Graph:
    """The datasets by name. In `order` every one comes after those that it reads."""

    nodes: Mapping[str, Node]
    order: tuple[str, ...]

    def upstream(self, names: Iterable[str]) -> set[str]:
        """These and all that they read, directly or not."""
        return self._reach(names, lambda name: self.nodes[name].reads)

    def downstream(self, names: Iterable[str]) -> set[str]:
        """These and all that read them, directly or not."""
        readers: dict[str, list[str]] = {name: [] for name in self.nodes}
        for node in self.nodes.values():
            for name in node.reads:
                readers[name].append(node.name)
        return self._reach(names, lambda name: readers[name])

    def _reach(self, names: Iterable[str], step: Callable[[str], Iterable[str]]) -> set[str]:
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting.extend(step(name))
        return found

    def find(self, name: str) -> str:
        """The name as the project writes it."""
        wanted = name.split(".")[-1].strip('`"').casefold()
        for known in self.nodes:
            if known.casefold() == wanted:
                return known
        raise ProjectError(
            "UNKNOWN_VIEW", f"there is no view {name} in the project", suggest(name, self.nodes)
        )

    def select(self, patterns: Sequence[str]) -> set[str]:
        """Names; a + before one takes what it reads too, a + behind it what reads it."""
        found: set[str] = set()
        for pattern in patterns:
            name = self.find(pattern.strip("+"))
            found.add(name)
            if pattern.startswith("+"):
                found |= self.upstream([name])
            if pattern.endswith("+"):
                found |= self.downstream([name])
        return found


def build_graph(
    found: Definitions, catalog: str | None, database: str | None, dialect: str
) -> Graph:
    """Resolve who reads whom; two of one name, circles and what cannot be read are errors."""
    builder = _Builder(found, catalog, database, dialect)
    nodes = {node.name: node for node in map(builder.node, builder.by_key.values())}
    for node in nodes.values():
        _check_reads(node, nodes)
    return Graph(nodes, _order(nodes))


class _Builder:
    def __init__(
        self, found: Definitions, catalog: str | None, database: str | None, dialect: str
    ) -> None:
        self._home = (catalog, database)
        self._dialect = dialect
        self.by_key: dict[str, Dataset] = {}
        for dataset in found.datasets:
            key = self._own_key(dataset.name)
            if key is None:
                raise ProjectError(
                    "OTHER_SCHEMA",
                    f"{'.'.join(dataset.name)} is in another schema than the project",
                    "all views of a project are in the schema that `database` in the spec names",
                    place=dataset.place,
                )
            if key in self.by_key:
                _refuse_second(dataset.name[-1], self.by_key[key].place, dataset.place)
            self.by_key[key] = dataset
        self._flows = self._flows_by_target(found.flows)

    def _flows_by_target(self, flows: Sequence[Flow]) -> dict[str, list[Flow]]:
        targets: dict[str, list[Flow]] = {}
        names: dict[str, Flow] = {}
        for flow in flows:
            if flow.name.casefold() in names:
                _refuse_second(flow.name, names[flow.name.casefold()].place, flow.place)
            names[flow.name.casefold()] = flow
            key = self._own_key(flow.target)
            target = self.by_key.get(key) if key else None
            if key is None or target is None or target.kind is not Kind.STREAMING_TABLE:
                raise ProjectError(
                    "NO_TARGET",
                    f"{flow.name} appends to {'.'.join(flow.target)}, "
                    "which is no streaming table of the project",
                    f"add CREATE STREAMING TABLE {flow.target[-1]}",
                    place=flow.place,
                )
            targets.setdefault(key, []).append(flow)
        return targets

    def _own_key(self, parts: Sequence[str]) -> str | None:
        """The key of a name that is in the schema of the project; None for one elsewhere."""
        catalog, database = self._home
        *place, name = (part.casefold() for part in parts)
        schemas = _USUAL_SCHEMAS if database is None else (database.casefold(),)
        if len(place) > 2 or (place and place[-1] not in schemas):
            return None
        if len(place) == 2 and catalog is not None and place[0] != catalog.casefold():
            return None
        return name

    def node(self, dataset: Dataset) -> Node:
        name = dataset.name[-1]
        flows = tuple(self._flows.get(name.casefold(), ()))
        if dataset.kind is Kind.STREAMING_TABLE and not flows:
            raise ProjectError(
                "NO_FLOW",
                f"nothing is appended to the streaming table {name}",
                "write it with AS SELECT ... FROM STREAM(table), or add a CREATE FLOW",
                place=dataset.place,
            )
        reads: dict[str, None] = {}
        tables: dict[str, None] = {}
        for parts in self._named_tables(dataset, flows):
            key = self._own_key(parts)
            if key is not None and key in self.by_key:
                reads[self.by_key[key].name[-1]] = None
            else:
                tables[".".join(parts)] = None
        self._check_streams(flows)
        return Node(name, dataset, flows, tuple(reads), tuple(tables))

    def _named_tables(self, dataset: Dataset, flows: Sequence[Flow]) -> Iterable[tuple[str, ...]]:
        if dataset.function is not None:
            return [tuple(name.split(".")) for name in dataset.function.reads]
        queries = [flow.query for flow in flows]
        if dataset.query is not None:
            queries.append(dataset.query)
        return [
            parts for query in queries for parts in tables_of(parse_view(query.text, self._dialect))
        ]

    def _check_streams(self, flows: Sequence[Flow]) -> None:
        for flow in flows:
            for name in flow.streams:
                key = self._own_key(name.split("."))
                read = self.by_key.get(key) if key else None
                if read is not None and read.kind is not Kind.STREAMING_TABLE:
                    raise ProjectError(
                        "NOT_A_STREAM",
                        f"{flow.name} streams the {read.kind.value} {name}, "
                        "whose rows do not only come but change",
                        "stream a table or a streaming table",
                        place=flow.place,
                    )


def _refuse_second(name: str, first: Place, second: Place) -> None:
    raise ProjectError(
        "DUPLICATE_NAME",
        f"{name} is defined twice, here and at {first}",
        "give one of them another name",
        place=second,
    )


def _check_reads(node: Node, nodes: Mapping[str, Node]) -> None:
    for name in node.reads:
        read = nodes[name].dataset
        if read.kind is not Kind.TEMPORARY_VIEW:
            continue
        if node.dataset.kind is Kind.VIEW:
            raise ProjectError(
                "READS_TEMPORARY_VIEW",
                f"the view {node.name} stays, and reads {name}, which is temporary",
                f"create {name} without TEMPORARY",
                place=node.dataset.place,
            )
        if read.function is not None:
            raise ProjectError(
                "TEMPORARY_FRAME",
                f"{node.name} reads the temporary view {name}, whose changes are not known: "
                f"{read.function.reason}",
                f"make {name} a materialized view, or return spark.sql(...) from it",
                place=read.place,
            )


def _order(nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """Depth first, in the order of the files."""
    ordered: dict[str, None] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        if name in path:
            _refuse_cycle([*path[path.index(name) :], name], nodes)
        if name in ordered:
            return
        path.append(name)
        for read in nodes[name].reads:
            visit(read)
        path.pop()
        ordered[name] = None

    for name in nodes:
        visit(name)
    return tuple(ordered)


def _refuse_cycle(path: Sequence[str], nodes: Mapping[str, Node]) -> None:
    steps = ", ".join(f"{reader} reads {read}" for reader, read in pairwise(path))
    places = ", ".join(f"{name} at {nodes[name].dataset.place}" for name in path[1:])
    raise ProjectError(
        "CYCLE",
        f"views read one another in a circle: {steps} ({places})",
        "define one of them without the others",
        place=nodes[path[0]].dataset.place,
    )
