"""The text of `docs/reference.md`."""

from __future__ import annotations

import duckstream as ds
from duckstream import errors
from duckstream.lake import Lake, View
from duckstream.opening import open_lake
from duckstream.pipeline.places import ProjectError
from duckstream.pipeline.settings import PROJECT_SETTINGS, VIEW_SETTINGS
from duckstream.refresh import events
from duckstream.refresh.record import RefreshRecord
from duckstream.refresh.report import RefreshReport, Verification, ViewReport
from duckstream.refresh.status import ViewStatus
from duckstream.report import write_report
from tests.docs.describe_api import describe_class, describe_function
from tests.docs.describe_commands import describe_commands
from tests.docs.find_codes import find_codes
from tests.docs.tables import code, table

INTRODUCTION = """\
# Reference

This page is written by `make docs` from the code: signatures, docstrings, the help of the commands,
the codes of errors where they are raised. A test fails when it is stale.

[Commands](#commands) · [Settings](#settings-of-a-project) · [Python](#python) · [Errors](#errors)
"""

COMMANDS = """\
## Commands

Results are on stdout, progress and messages on stderr. Exit codes: 0 done, 1 a view failed, 2 the
project, the call or the SQL is wrong. `duckstream COMMAND --help` says the same as this.
"""

SETTINGS = """\
## Settings of a project

Keys `duckstream.<name>` under `configuration` in `spark-pipeline.yml`; those for a view also in its
TBLPROPERTIES, or in a SET before it. The nearest counts.
"""

PYTHON = """\
## Python

`import duckstream as ds` gives `open`, `compile_ivm` and the errors; the other classes are what
these give.
"""

EVENTS = """\
### Events

What a `listener` is called with. `kind` tells them apart, `as_dict()` has all of it in values that
JSON has.
"""

ERRORS = """\
## Errors

All are `DuckstreamError`s: `code` to switch on, `reason`, `hint`; those about the text of a view
have `construct`, `line` and `column` as well. `…` stands for what is filled in.
"""

RESULTS = (RefreshReport, ViewReport, Verification, RefreshRecord, ViewStatus)


def page() -> str:
    parts = [INTRODUCTION, COMMANDS, describe_commands(), SETTINGS, _settings(), PYTHON]
    parts += [describe_function(open_lake, "ds.open"), describe_class(Lake, "lake")]
    parts += [describe_class(View, "view"), *map(describe_class, RESULTS)]
    parts += [describe_function(write_report, "duckstream.report.write_report"), EVENTS, _events()]
    parts += ["### Compiling without a lake\n", describe_function(ds.compile_ivm, "ds.compile_ivm")]
    parts += [describe_class(ds.IVMPlan), describe_class(ds.Naming)]
    parts += [ERRORS, _error_classes(), _codes()]
    return "\n".join(parts)


def _settings() -> str:
    rows = [
        [code(f"duckstream.{name}"), ", ".join(map(code, choices or ())) or "any text",
         "project, view" if name in VIEW_SETTINGS else "project"]
        for name, choices in PROJECT_SETTINGS.items()
    ]  # fmt: skip
    return table(["setting", "values", "of"], rows) + "\n"


def _events() -> str:
    found = [cls for cls in vars(events).values() if isinstance(cls, type)]
    kinds = [cls for cls in found if issubclass(cls, events.Event) and cls is not events.Event]
    rows = (
        [code(cls.kind), code(cls.__name__), ", ".join(map(code, cls.__dataclass_fields__))]
        for cls in kinds
    )
    return table(["kind", "class", "fields"], rows) + "\n"


def _error_classes() -> str:
    found = [cls for cls in vars(errors).values() if isinstance(cls, type)]
    classes = [cls for cls in found if issubclass(cls, errors.DuckstreamError)]
    rows = (
        [code(cls.__name__), code(cls.__bases__[0].__name__), cls.__doc__ or ""]
        for cls in (*classes, ProjectError)
    )
    return table(["class", "is a", "meaning"], rows) + "\n"


def _codes() -> str:
    rows = ([code(c.code), code(c.error), c.reason] for c in find_codes())
    return table(["code", "class", "for example"], rows) + "\n"
