"""What the compiler says about an example: how it is maintained, or why it is not."""

from dataclasses import dataclass

from duckstream.bind import SchemaCatalog
from duckstream.compiler import LAKES, compile_view
from duckstream.engines.protocol import ViewPlace
from duckstream.errors import SQLError
from duckstream.plan import Naming
from duckstream.refresh.manner import Manner, find_manners
from tests.support.construct import Construct, schema_in


@dataclass(frozen=True)
class Answer:
    """One of the two is there."""

    manners: tuple[Manner, ...] = ()
    error: SQLError | None = None


def ask(construct: Construct, dialect: str) -> Answer | None:
    """The answer for the example in a dialect; None where the dialect has no such thing."""
    sql = construct.sql_in(dialect)
    if sql is None:
        return None
    catalog, schema = LAKES[dialect].usual_place
    tables = SchemaCatalog(catalog, schema, schema=schema_in(dialect), dialect=dialect)
    try:
        place = ViewPlace(catalog, schema, Naming())
        view = compile_view(sql, catalog=tables, place=place, dialect=dialect)
        return Answer(manners=tuple(find_manners(view)))
    except SQLError as error:
        return Answer(error=error)
