"""Doing what a page says, in a folder of its own.

Python is executed; a line that ends in `# -> text` has that value. In a console block what stands
behind `$` is run, and gives the lines below it. `...` stands for anything, and so do times.
"""

from __future__ import annotations

import ast
import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.docs.blocks import Block

_EXPECTED = re.compile(r"# -> (.+)$")
_CHANGING = (r"\d+\.\d+(?= )", r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


@dataclass
class Player:
    """Plays the blocks of one page in turn."""

    folder: Path
    programs: Path
    names: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, module in (("duckstream", "-m duckstream "), ("python", "")):
            program = self.programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module}"$@"\n')
            program.chmod(0o755)

    def play(self, block: Block) -> None:
        if block.file is not None:
            file = self.folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            self._run_python(block)
        elif block.language == "console":
            self._run_commands(block)
        elif block.language != "text":
            raise AssertionError(f"line {block.line}: nobody runs a block of {block.language!r}")

    def _run_python(self, block: Block) -> None:
        # The tree is compiled with the lines of the page, so that errors point into it.
        tree = ast.increment_lineno(ast.parse(block.text), block.line - 1)
        lines = block.text.splitlines()
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            for statement in tree.body:
                line = lines[(statement.end_lineno or 0) - block.line]
                expected = _EXPECTED.search(line)
                if expected is None:
                    module = ast.Module([statement], [])
                    exec(compile(module, "page", "exec"), self.names)
                    continue
                assert isinstance(statement, ast.Expr), f"line {statement.lineno}: no value"
                value = eval(compile(ast.Expression(statement.value), "page", "eval"), self.names)
                compare(f"{expected[1]}\n", f"{value!r}\n", statement.lineno)
        finally:
            os.chdir(before)

    def _run_commands(self, block: Block) -> None:
        for line, command, expected in _commands(block):
            if command.startswith("cd "):
                self.folder = self.folder / command.removeprefix("cd ")
                continue
            done = subprocess.run(
                command,
                shell=True,
                cwd=self.folder,
                env=os.environ | {"PATH": f"{self.programs}{os.pathsep}{os.environ['PATH']}"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"line {line}: {command}\n{done.stdout}"
            if expected:
                compare(expected, done.stdout, line)


def _commands(block: Block) -> Iterator[tuple[int, str, str]]:
    """Each with its line and the output that the page shows."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    line = block.line
    assert not parts[0].strip(), f"line {line}: output before the first command"
    for part in parts[1:]:
        command, _, expected = part.partition("\n")
        yield line, command, expected
        line += part.count("\n")


def compare(expected: str, found: str, line: int) -> None:
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    said = f"line {line}: the page says\n{expected}\nand it is\n{found}"
    assert checker.check_output(_masked(expected), _masked(found), flags), said


def _masked(text: str) -> str:
    for pattern in _CHANGING:
        text = re.sub(pattern, "*", text)
    # Rules of tables are as wide as their columns.
    return re.sub("─+", "─", text)
