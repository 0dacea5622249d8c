"""The commands as they tell of themselves: what `--help` says, as Markdown."""

from __future__ import annotations

from typing import Any

import typer.main

from duckstream.cli import app
from tests.docs.tables import code, table


def describe_commands() -> str:
    group: Any = typer.main.get_command(app)
    return "\n".join(_command(name, command) for name, command in group.commands.items())


def _command(name: str, command: Any) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    usage = " ".join(["duckstream", name, *map(_place, arguments)])
    parts = [f"### `{usage}`", _paragraphs(command.help)]
    rows = [[code(_place(p)), "", p.help or ""] for p in arguments]
    rows += [[", ".join(map(code, _spellings(p))), _default(p), p.help or ""] for p in options]
    if rows:
        parts.append(table(["", "default", ""], rows))
    return "\n\n".join(parts) + "\n"


def _paragraphs(text: str | None) -> str:
    return "\n\n".join(" ".join(part.split()) for part in (text or "").split("\n\n"))


def _place(argument: Any) -> str:
    return argument.metavar or argument.name.upper()


def _spellings(option: Any) -> list[str]:
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return [f"{spelling}{value}" for spelling in (*option.opts, *option.secondary_opts)]


def _default(option: Any) -> str:
    if option.is_flag or option.default is None:
        return ""
    return code(str(option.default))
