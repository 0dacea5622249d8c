"""Views that are Python functions: run on Spark, and stored as they come.

What a function reads is not known, so it is computed in full in every run. Its table is only
written to if the rows are others than those that it has.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from duckstream.engines.protocol import Engine
from duckstream.errors import LakeError
from duckstream.pipeline.graph import Node
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.project import Project


class Functions:
    """The functions of a project; a file is run when one of its functions is first needed."""

    def __init__(self, project: Project, engine: Engine) -> None:
        self._folder = project.spec.folder
        self._engine = engine
        self._loaded: dict[str, dict[str, Callable[[], Any]]] = {}

    def store(self, node: Node) -> int:
        """Compute the rows of a function and store them; how many were written."""
        function = node.dataset.function
        assert function is not None
        if not self._engine.takes_frames:
            raise ProjectError(
                "NEEDS_SPARK",
                f"{node.name} is a Python function, which runs on Spark: {function.reason}",
                "use --engine spark, or return spark.sql(...) from it",
                place=node.dataset.place,
            )
        if function.file not in self._loaded:
            self._loaded[function.file] = _load(self._folder, function.file)
        query = self._loaded[function.file].get(function.name)
        if query is None:
            raise ProjectError(
                "NO_FUNCTION",
                f"running {function.file} defines no {function.name}",
                place=node.dataset.place,
            )
        with _inside(self._folder):
            try:
                frame = query()
            except Exception as error:
                raise _failed(f"{function.file}: {function.name}", error) from error
        if not hasattr(frame, "createOrReplaceTempView"):
            raise ProjectError(
                "NOT_A_DATAFRAME",
                f"{function.name} returns {type(frame).__name__}, not a DataFrame",
                place=node.dataset.place,
            )
        return self._engine.store_frame(node.name, frame)


def _load(folder: Path, file: str) -> dict[str, Callable[[], Any]]:
    """Run a file of definitions, as `spark-pipelines` does, and take what it registers."""
    # Part of the package for Spark, like the file that is about to run.
    from pyspark.pipelines.graph_element_registry import (
        GraphElementRegistry,
        graph_element_registration_context,
    )

    found: dict[str, Callable[[], Any]] = {}

    class Registry(GraphElementRegistry):
        def register_output(self, output: Any) -> None:
            """What is defined was read from the text of the file."""

        def register_flow(self, flow: Any) -> None:
            found[flow.func.__name__] = flow.func

        def register_sql(self, sql_text: str, file_path: Path) -> None:
            """A file in Python has none."""

    path = folder / file
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with _inside(folder), graph_element_registration_context(Registry()):
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            raise _failed(file, error) from error
    return found


def _failed(what: str, error: Exception) -> LakeError:
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    return LakeError("PYTHON", f"{what}: {type(error).__name__}: {first}")


@contextmanager
def _inside(folder: Path) -> Generator[None]:
    """In the folder of the project, as the files may expect."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
