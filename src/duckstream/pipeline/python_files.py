"""The `.py` files of a project, read without running them.

A function that returns `spark.sql("...")` or `spark.table("...")` is a view like one that is
written in SQL. Of any other function only the name is known and what it visibly reads; its rows
come from running it. Texts may be put together from constants.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from duckstream.bind.parse import parse_view
from duckstream.errors import SQLError
from duckstream.pipeline.constants import constant_text, fold_assignments
from duckstream.pipeline.definitions import Dataset, Definitions, Flow, Function, Kind
from duckstream.pipeline.places import Passage, ProjectError, SourceFile, relocate, wrong_at
from duckstream.pipeline.reads import tables_of

_PACKAGE = "pyspark.pipelines"
_VIEWS = {
    "materialized_view": Kind.MATERIALIZED_VIEW,
    "temporary_view": Kind.TEMPORARY_VIEW,
}
_DEFINING = {*_VIEWS, "table", "append_flow"}
_CALLS = {"create_streaming_table", "create_sink"}
_LAYOUT = ("partition_cols", "cluster_by", "schema", "format", "spark_conf")


def read_python_file(file: SourceFile, dialect: str) -> Definitions:
    try:
        module = ast.parse(file.text)
    except SyntaxError as error:
        offset = _offset(file, error.lineno or 1, (error.offset or 1) - 1)
        raise wrong_at(file, offset, "SYNTAX", f"not valid Python: {error.msg}") from error
    reader = _Reader(file, dialect, _find_names(module), fold_assignments(module.body))
    found = Definitions()
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += reader.read_function(node, is_outermost=node in module.body)
        elif isinstance(node, ast.Call):
            found += reader.read_call(node)
    return found


def _find_names(module: ast.Module) -> dict[str, str]:
    """What the file calls the package, and what it has imported from it."""
    names: dict[str, str] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            for item in node.names:
                full = f"{node.module}.{item.name}"
                if full == _PACKAGE or node.module == _PACKAGE:
                    names[item.asname or item.name] = full
        elif isinstance(node, ast.Import):
            for item in node.names:
                if item.name == _PACKAGE:
                    names[item.asname or item.name] = _PACKAGE
    return names


@dataclass(frozen=True)
class _Reader:
    file: SourceFile
    dialect: str
    names: Mapping[str, str]
    constants: Mapping[str, str]

    def _api_name(self, node: ast.expr) -> str | None:
        """Which function of the package an expression names, if any."""
        full = ast.unparse(node)
        first, _, rest = full.partition(".")
        for known in (full, first):
            if known in self.names:
                rest = full.removeprefix(known)
                full = self.names[known] + rest
                break
        package, _, name = full.rpartition(".")
        return name if package == _PACKAGE and name in _DEFINING | _CALLS else None

    def read_call(self, call: ast.Call) -> Definitions:
        """`create_streaming_table("t")`; what defines a view has to stand at a function."""
        match self._api_name(call.func):
            case "create_streaming_table":
                name = self._argument(call, "name", first=True)
                if name is None:
                    raise self._wrong(call, "NOT_CONSTANT", "the name of the table is no constant")
                return Definitions((self._dataset(Kind.STREAMING_TABLE, name, call, call),))
            case "create_sink":
                raise self._wrong(
                    call, "NO_SINKS", "sinks outside of the lake are not written to here",
                    "append to a streaming table",
                )  # fmt: skip
        return Definitions()

    def read_function(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef, *, is_outermost: bool
    ) -> Definitions:
        for decorator in function.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else None
            api = self._api_name(call.func if call else decorator)
            if api not in _DEFINING:
                continue
            if not is_outermost:
                raise self._wrong(
                    function,
                    "DYNAMIC_DEFINITION",
                    f"{function.name} is defined inside of something else, and the file is read "
                    "without running it",
                    "define it at the outermost level of the file",
                )
            return self._define(api, function, call)
        return Definitions()

    def _define(
        self, api: str, function: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call | None
    ) -> Definitions:
        name = (self._argument(call, "name") if call else None) or function.name
        constants = {**self.constants, **fold_assignments(function.body)}
        if api in _VIEWS:
            return Definitions((self._view(_VIEWS[api], name, function, call, constants),))
        stream = _find_stream(_returned(function), constants)
        if stream is None:
            raise self._wrong(
                function,
                "NO_STREAM",
                f"{function.name} does not return spark.readStream.table(...) and nothing else",
                "write the flow in SQL, as CREATE FLOW ... AS INSERT INTO ... SELECT ... "
                "FROM STREAM(table)",
            )
        target = name
        if api == "append_flow":
            target = (self._argument(call, "target") if call else None) or ""
            if not target:
                raise self._wrong(function, "NOT_CONSTANT", "the target of the flow is no constant")
        start = self._offset(function)
        query = Passage(self.file, start, f"SELECT * FROM {stream}", verbatim=False)
        place = self.file.place(start)
        flow = Flow(name, tuple(target.split(".")), place, query, (stream,))
        tables = ()
        if api == "table":
            tables = (self._dataset(Kind.STREAMING_TABLE, name, function, call),)
        return Definitions(tables, (flow,))

    def _view(
        self,
        kind: Kind,
        name: str,
        function: ast.FunctionDef | ast.AsyncFunctionDef,
        call: ast.Call | None,
        constants: Mapping[str, str],
    ) -> Dataset:
        dataset = self._dataset(kind, name, function, call)
        returned = _returned(function)
        query = None if returned is None else self._query(returned, constants)
        if query is not None:
            return replace(dataset, query=query)
        reason = "its function returns a DataFrame that is not spark.sql(...) of a constant text"
        reads = tuple(dict.fromkeys(self._visibly_read(function, constants)))
        found = Function(self.file.name, function.name, reads, reason)
        return replace(dataset, function=found)

    def _dataset(
        self, kind: Kind, name: str, node: ast.stmt | ast.expr, call: ast.Call | None
    ) -> Dataset:
        keywords = {k.arg: k.value for k in call.keywords if k.arg} if call else {}
        layout = tuple(f"{key}={ast.unparse(keywords[key])}" for key in _LAYOUT if key in keywords)
        comment = keywords.get("comment")
        return Dataset(
            kind,
            tuple(name.split(".")),
            self.file.place(self._offset(node)),
            comment=None if comment is None else constant_text(comment, self.constants),
            layout=layout,
            properties=self._properties(keywords.get("table_properties")),
        )

    def _properties(self, node: ast.expr | None) -> dict[str, str]:
        if not isinstance(node, ast.Dict):
            return {}
        pairs = zip(node.keys, node.values, strict=True)
        found = {
            constant_text(key, self.constants): constant_text(value, self.constants)
            for key, value in pairs
            if key is not None
        }
        return {key: value for key, value in found.items() if key is not None and value is not None}

    def _argument(self, call: ast.Call, name: str, *, first: bool = False) -> str | None:
        given = [k.value for k in call.keywords if k.arg == name] + (call.args if first else [])
        if not given:
            return None
        text = constant_text(given[0], self.constants)
        if text is None:
            raise self._wrong(given[0], "NOT_CONSTANT", f"{name} is not a constant text")
        return text

    def _query(self, returned: ast.expr, constants: Mapping[str, str]) -> Passage | None:
        """The query that a returned expression stands for, if it is one."""
        if (table := _find_table(returned, constants)) is not None:
            start = self._offset(returned)
            return Passage(self.file, start, f"SELECT * FROM {table}", verbatim=False)
        literal = _find_sql(returned)
        text = None if literal is None else constant_text(literal, constants)
        if literal is None or text is None:
            return None
        query = self._passage(literal, text)
        try:
            parse_view(query.text, self.dialect)
        except SQLError as error:
            raise relocate(error, query) from error
        return query

    def _passage(self, literal: ast.expr, text: str) -> Passage:
        start = self._offset(literal)
        written = ast.get_source_segment(self.file.text, literal) or ""
        opening = re.match(r"[rRuU]?(\"\"\"|'''|\"|')", written)
        if opening and written[opening.end() : -len(opening[1])] == text:
            return Passage(self.file, start + opening.end(), text)
        return Passage(self.file, start, text, verbatim=False)

    def _visibly_read(self, function: ast.AST, constants: Mapping[str, str]) -> Iterator[str]:
        for node in ast.walk(function):
            if not isinstance(node, ast.Call):
                continue
            if (table := _find_table(node, constants)) is not None:
                yield table
            literal = _find_sql(node)
            text = None if literal is None else constant_text(literal, constants)
            if text is not None:
                try:
                    yield from map(".".join, tables_of(parse_view(text, self.dialect)))
                except SQLError:
                    continue  # whatever it is, Spark will say so when the function runs

    def _offset(self, node: ast.stmt | ast.expr) -> int:
        return _offset(self.file, node.lineno, _characters(self.file, node))

    def _wrong(
        self, node: ast.stmt | ast.expr, code: str, reason: str, hint: str | None = None
    ) -> ProjectError:
        return wrong_at(self.file, self._offset(node), code, reason, hint)


def _returned(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.expr | None:
    """What the function returns, if it is the same in every case."""
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    if len(returns) != 1 or returns[0] is not function.body[-1]:
        return None
    value = returns[0].value
    assigned = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(value, ast.Name)
        and any(isinstance(t, ast.Name) and t.id == value.id for t in node.targets)
    ]
    return assigned[0].value if len(assigned) == 1 else value


def _find_sql(node: ast.expr) -> ast.expr | None:
    """The argument of `spark.sql(...)`, if it has no other."""
    match node:
        case ast.Call(func=ast.Attribute(attr="sql"), args=[text], keywords=[]):
            return text
    return None


def _find_table(node: ast.expr, constants: Mapping[str, str]) -> str | None:
    """The name in `spark.table(...)` or `spark.read.table(...)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="table", value=of), args=[name], keywords=[]):
            if not (isinstance(of, ast.Attribute) and of.attr == "readStream"):
                return constant_text(name, constants)
    return None


def _find_stream(node: ast.expr | None, constants: Mapping[str, str]) -> str | None:
    match node:
        case ast.Call(
            func=ast.Attribute(attr="table", value=ast.Attribute(attr="readStream")),
            args=[name],
            keywords=[],
        ):
            return constant_text(name, constants)
    return None


def _characters(file: SourceFile, node: ast.stmt | ast.expr) -> int:
    """Python counts the columns of its nodes in bytes."""
    line = file.text.split("\n")[node.lineno - 1]
    return len(line.encode()[: node.col_offset].decode())


def _offset(file: SourceFile, line: int, column: int) -> int:
    lines = file.text.split("\n")
    return sum(len(text) + 1 for text in lines[: line - 1]) + column
