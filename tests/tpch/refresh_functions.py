"""What changes between two refreshes: orders come, orders go, and rows of all tables are updated.

RF1 and RF2 are the standard's, RF3 is ours. Rows are picked by the remainder of their keys, so that
the same statements run on every engine; which remainders, the seed says. Each cycle takes others.
"""

from dataclasses import dataclass
from random import Random

# Primes: the keys of orders are the first 8 of every 32.
ORDERS, LINES, CUSTOMERS, SUPPLIERS, PARTS = 61, 23, 19, 7, 11

# Later than all keys that the generator gives out, at any size that the tests use.
NEW_KEYS = 1_000_000


@dataclass(frozen=True)
class Cycle:
    """The statements of one round, in the words of DuckDB."""

    number: int
    # Remainders for the orders that come, go, and change hands; then per updated table.
    copied: int
    deleted: int
    moved: int
    lines: int
    dates: int
    customers: int
    suppliers: int
    parts: int

    @property
    def statements(self) -> list[str]:
        return [*self.rf1(), *self.rf2(), *self.rf3()]

    def rf1(self) -> list[str]:
        """New orders with their lines: like others, at other prices, of other customers."""
        key = self.number * NEW_KEYS
        return [
            f"""
            INSERT INTO orders
            SELECT o_orderkey + {key}, o_custkey % 1400 + {self.number}, o_orderstatus,
                o_totalprice + {self.number}, o_orderdate + {self.number}, o_orderpriority,
                o_clerk, o_shippriority, o_comment
            FROM orders WHERE o_orderkey % {ORDERS} = {self.copied}
            """,
            f"""
            INSERT INTO lineitem
            SELECT l_orderkey + {key}, l_partkey, l_suppkey, l_linenumber,
                LEAST(l_quantity + 30, 50),
                l_extendedprice + {self.number}, l_discount, l_tax, l_returnflag, l_linestatus,
                l_shipdate + {self.number}, l_commitdate, l_receiptdate + {self.number},
                l_shipinstruct, l_shipmode, l_comment
            FROM lineitem WHERE l_orderkey % {ORDERS} = {self.copied}
            """,
        ]

    def rf2(self) -> list[str]:
        """Orders go with their lines."""
        return [
            f"DELETE FROM {table} WHERE {key} % {ORDERS} = {self.deleted}"
            for table, key in (("orders", "o_orderkey"), ("lineitem", "l_orderkey"))
        ]

    def rf3(self) -> list[str]:
        """Updates that move rows over every filter of the queries, in both directions."""
        return [
            f"""
            UPDATE lineitem SET l_quantity = 51 - l_quantity,
                l_extendedprice = l_extendedprice + 100, l_discount = 0.10 - l_discount
            WHERE l_orderkey % {LINES} = {self.lines}
            """,
            f"""
            UPDATE lineitem SET
                l_shipdate =
                    l_shipdate + CASE WHEN l_shipdate < DATE '1995-09-10' THEN 366 ELSE -366 END,
                l_commitdate = l_receiptdate, l_receiptdate = l_commitdate,
                l_returnflag = CASE WHEN l_returnflag = 'R' THEN 'A' ELSE 'R' END
            WHERE l_orderkey % {LINES} = {self.dates}
            """,
            f"""
            UPDATE orders SET o_custkey = o_custkey % 1490 + {self.number + 1},
                o_orderdate = o_orderdate + 40, o_totalprice = o_totalprice + {self.number}
            WHERE o_orderkey % {ORDERS} = {self.moved}
            """,
            f"""
            UPDATE customer SET c_nationkey = (c_nationkey + 7) % 25, c_acctbal = c_acctbal - 500,
                c_mktsegment = CASE WHEN c_mktsegment = 'BUILDING' THEN 'MACHINERY'
                    ELSE 'BUILDING' END
            WHERE c_custkey % {CUSTOMERS} = {self.customers}
            """,
            f"""
            UPDATE supplier SET s_nationkey = (s_nationkey + 4) % 25, s_acctbal = s_acctbal + 1,
                s_comment = CASE WHEN s_comment LIKE '%Customer%Complaints%' THEN 'none'
                    ELSE 'Customer Complaints' END
            WHERE s_suppkey % {SUPPLIERS} = {self.suppliers}
            """,
            f"""
            UPDATE part SET p_container = CASE WHEN p_partkey % 2 = 0 THEN 'MED BOX'
                    ELSE 'SM PACK' END,
                p_brand = CASE WHEN p_brand = 'Brand#23' THEN 'Brand#12' ELSE 'Brand#23' END,
                p_type = CASE WHEN p_type = 'ECONOMY ANODIZED STEEL' THEN 'PROMO PLATED BRASS'
                    ELSE 'ECONOMY ANODIZED STEEL' END,
                p_name = CASE WHEN p_name LIKE 'forest%' THEN 'green' ELSE 'forest green' END
            WHERE p_partkey % {PARTS} = {self.parts}
            """,
            f"""
            UPDATE partsupp SET ps_availqty = 9999 - ps_availqty,
                ps_supplycost = 1001 - ps_supplycost
            WHERE ps_partkey % {PARTS} = {(self.parts + 1) % PARTS}
            """,
        ]


def make_cycles(seed: int, number: int) -> list[Cycle]:
    chance = Random(seed)

    def remainders(modulus: int) -> list[int]:
        return chance.sample(range(modulus), number)

    orders = chance.sample(range(ORDERS), 3 * number)
    lines = chance.sample(range(LINES), 2 * number)
    others = zip(*map(remainders, (CUSTOMERS, SUPPLIERS, PARTS)), strict=True)
    return [
        Cycle(i + 1, *orders[3 * i : 3 * i + 3], *lines[2 * i : 2 * i + 2], *other)
        for i, other in enumerate(others)
    ]
