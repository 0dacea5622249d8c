"""The blocks of code in a page.

A comment in the line before a block says what is special about it: `<!-- file: name -->` that it is
the content of a file, `<!-- not run: reason -->` that it is only looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMENT = re.compile(r"<!-- (file|not run): (.+) -->")


@dataclass(frozen=True)
class Block:
    """`line` is that of its first line of content."""

    language: str
    text: str
    line: int
    file: str | None = None
    not_run: str | None = None


def find_blocks(page: str) -> Iterator[Block]:
    """
    >>> list(find_blocks("<!-- file: a.sql -->\\n```sql\\nSELECT 1\\n```"))
    [Block(language='sql', text='SELECT 1\\n', line=3, file='a.sql', not_run=None)]
    """
    comment: dict[str, str] = {}
    inside: list[str] | None = None
    language, start = "", 0
    for number, line in enumerate(page.splitlines(), start=1):
        if inside is not None:
            if line == "```":
                text = "".join(f"{kept}\n" for kept in inside)
                yield Block(language, text, start, comment.get("file"), comment.get("not run"))
                inside, comment = None, {}
            else:
                inside.append(line)
        elif line.startswith("```"):
            inside, language, start = [], line.removeprefix("```"), number + 1
        else:
            found = _COMMENT.fullmatch(line)
            comment = {found[1]: found[2]} if found else {}
