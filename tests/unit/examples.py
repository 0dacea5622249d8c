"""Examples: a title, a SELECT and the trees it leads to, read from a `.txt` file.

    # A filter passes on the changes that it lets through
    SELECT a FROM t WHERE a > 3
    -- view
    Project [a#3 = a#1]
      ...
    -- change
    Project [a#3 = a#1]
      ...

`-- name: value` is a setting of the example, `-- name` the title of an expected text. After a
change of the compiler that is meant, `REWRITE=1 pytest tests/unit` writes what it gives now into
the files; read the difference before you keep it.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

REWRITE = bool(os.environ.get("REWRITE"))


@dataclass(frozen=True)
class Example:
    path: Path
    title: str
    sql: str
    settings: Mapping[str, str] = field(default_factory=dict)
    expected: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.path.stem}: {self.title}"

    def check(self, give: Callable[[str], str]) -> None:
        """Compare each expected text with what `give` gives for its title."""
        given = {name: give(name) for name in self.expected}
        if REWRITE:
            self._rewrite(given)
        else:
            assert given == self.expected

    def _rewrite(self, given: Mapping[str, str]) -> None:
        """Works for one process only: run it without `-n`."""
        examples = [
            Example(
                e.path, e.title, e.sql, e.settings, given if e.title == self.title else e.expected
            )
            for e in read(self.path)
        ]
        self.path.write_text("\n".join(map(render, examples)), encoding="utf-8")


def read_folder(folder: Path) -> list[Example]:
    return [example for path in sorted(folder.glob("*.txt")) for example in read(path)]


def read(path: Path) -> list[Example]:
    blocks = ("\n" + path.read_text(encoding="utf-8")).split("\n# ")[1:]
    return [_parse(path, block) for block in blocks]


def render(example: Example) -> str:
    lines = [f"# {example.title}", example.sql]
    lines += [f"-- {name}: {value}" for name, value in example.settings.items()]
    for name, text in example.expected.items():
        lines += [f"-- {name}", text]
    return "\n".join(lines) + "\n"


def _parse(path: Path, block: str) -> Example:
    title, *lines = block.rstrip().split("\n")
    sql: list[str] = []
    settings: dict[str, str] = {}
    expected: dict[str, list[str]] = {}
    body = sql
    for line in lines:
        name, colon, value = line.removeprefix("-- ").partition(": ")
        if not line.startswith("-- "):
            body.append(line)
        elif colon:
            settings[name] = value
        else:
            body = expected.setdefault(name, [])
    texts = {name: "\n".join(text).rstrip() for name, text in expected.items()}
    return Example(path, title, "\n".join(sql), settings, texts)
