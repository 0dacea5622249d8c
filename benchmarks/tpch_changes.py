"""The changes of the benchmark: the standard's two refresh functions, at a given size.

RF1 inserts as many orders as RF2 deletes, each with its lines: a share of all orders. They are
either the last ones, as in a live system, or spread over all keys; the generator uses 8 of every 32
keys, and new orders among the old ones take the next 8, as the standard has it. Every round takes
others.
"""

from __future__ import annotations

from dataclasses import dataclass

# What the generator gives per unit of the scale factor; keys go up to four times as far.
ORDERS_PER_UNIT = 1_500_000
KEYS_PER_ORDER = 4

_LINES = (
    "l_partkey, l_suppkey, l_linenumber, l_quantity, l_extendedprice, l_discount, l_tax, "
    "l_returnflag, l_linestatus, l_shipdate, l_commitdate, l_receiptdate, l_shipinstruct, "
    "l_shipmode, l_comment"
)
_ORDERS = (
    "o_custkey, o_orderstatus, o_totalprice, o_orderdate, o_orderpriority, o_clerk, "
    "o_shippriority, o_comment"
)


@dataclass(frozen=True)
class Size:
    factor: float
    share: float
    keys: str

    @property
    def orders(self) -> int:
        """How many orders come, and how many go, in one round."""
        return max(int(self.factor * ORDERS_PER_UNIT * self.share), 1)

    @property
    def last_key(self) -> int:
        return int(self.factor * ORDERS_PER_UNIT * KEYS_PER_ORDER)


def change(size: Size, turn: int) -> list[str]:
    """The statements of one round, in words that both engines know."""
    if size.keys == "recent":
        span = size.orders * KEYS_PER_ORDER
        high = size.last_key - 2 * turn * span
        going, like = (
            f"{high - span} < {{key}} AND {{key}} <= {high}",
            f"{high - 2 * span} < {{key}} AND {{key}} <= {high - span}",
        )
        # Behind all that is there.
        moved = (3 * turn + 2) * span
    else:
        # Odd, so that all of the keys that are in use are met.
        step = max(round(1 / size.share), 2) | 1
        going, like = f"{{key}} % {step} = {2 * turn}", f"{{key}} % {step} = {2 * turn + 1}"
        # The generator's own keys, and not those of an earlier round.
        like += " AND {key} % 32 < 8"
        moved = 8
    return [
        f"INSERT INTO orders SELECT o_orderkey + {moved}, {_ORDERS} FROM orders "
        f"WHERE {like.format(key='o_orderkey')}",
        f"INSERT INTO lineitem SELECT l_orderkey + {moved}, {_LINES} FROM lineitem "
        f"WHERE {like.format(key='l_orderkey')}",
        f"DELETE FROM orders WHERE {going.format(key='o_orderkey')}",
        f"DELETE FROM lineitem WHERE {going.format(key='l_orderkey')}",
    ]
