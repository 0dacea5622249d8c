"""What a compilation gives back, and the names it uses."""

from __future__ import annotations

from dataclasses import dataclass, field

# What duckstream keeps in a lake, tables and columns alike, has names that begin with this.
PREFIX = "_ivm_"


class Naming:
    """The names of what duckstream keeps in the lake. Subclass it to use other ones."""

    def mv_table(self) -> str:
        """The table that stores the view."""
        return "mv"

    def cursors_table(self) -> str:
        """The table that holds, per view and source, up to which version it has been read."""
        return f"{PREFIX}cursors"

    def aux_column(self, purpose: str) -> str:
        """A helper column: `count` for the number of copies, `weight`, `sum_1`, ..."""
        return f"{PREFIX}{purpose}"

    def temp_table(self, purpose: str) -> str:
        """A temporary table that lives during one refresh."""
        return f"__ivm_{self.mv_table()}_{purpose}"

    def shared_table(self, purpose: str) -> str:
        """A temporary table that the views of a run share."""
        return f"__ivm_{purpose}"


@dataclass(frozen=True)
class ViewNaming(Naming):
    """The names of a view of the runtime: the view has the user's name, its table one of ours."""

    view: str
    table: str
    # Of who refreshes it, where others could see the same temporary tables.
    door: str = ""

    def mv_table(self) -> str:
        return self.table

    def temp_table(self, purpose: str) -> str:
        return f"__ivm_{self.door}{self.view}_{purpose}"

    def shared_table(self, purpose: str) -> str:
        return f"__ivm_{self.door}{purpose}"


@dataclass(frozen=True)
class IVMPlan:
    """The statements that store a view and keep it right, for any client of the engine."""

    view_sql: str
    create_cursors_table: str
    create_mv: str
    initialize_cursors: list[str]
    maintain: list[str]
    query_mv: str
    base_tables: dict[str, str]
    features: set[str] = field(default_factory=set)
    strategy: str = "incremental"
    # What is to be filled in for `${name}` in the statements, and what it means.
    parameters: dict[str, str] = field(default_factory=dict)
    # Do the statements of a refresh go into one transaction?
    transactional: bool = True

    def script(self) -> str:
        """Everything in order, with a comment before each part."""
        title, refresh = "every refresh", self.maintain
        if self.transactional:
            title, refresh = f"{title}, in one transaction", ["BEGIN", *refresh, "COMMIT"]
        parts = [
            ("once: the table of cursors", [self.create_cursors_table]),
            ("once: the stored view and its cursors", [self.create_mv, *self.initialize_cursors]),
            (
                "every refresh, in one transaction" if self.transactional else "every refresh",
                refresh,
            ),
            ("to read the view", [self.query_mv]),
        ]
        lines = []
        if self.parameters:
            lines.append("-- fill in, or SET each of these to a number before:")
            lines.extend(f"--   ${{{name}}}: {text}" for name, text in self.parameters.items())
            lines.append("")
        for title, statements in parts:
            if not any(statements):
                continue
            lines.append(f"-- {title}")
            lines.extend(f"{statement};" for statement in statements)
            lines.append("")
        return "\n".join(lines)
