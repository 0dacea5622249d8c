"""The tables of TPC-H, with the types that DuckDB's `dbgen` gives them."""

from collections.abc import Mapping

TABLES: Mapping[str, Mapping[str, str]] = {
    "customer": {
        "c_custkey": "BIGINT",
        "c_name": "VARCHAR",
        "c_address": "VARCHAR",
        "c_nationkey": "INTEGER",
        "c_phone": "VARCHAR",
        "c_acctbal": "DECIMAL(15, 2)",
        "c_mktsegment": "VARCHAR",
        "c_comment": "VARCHAR",
    },
    "lineitem": {
        "l_orderkey": "BIGINT",
        "l_partkey": "BIGINT",
        "l_suppkey": "BIGINT",
        "l_linenumber": "BIGINT",
        "l_quantity": "DECIMAL(15, 2)",
        "l_extendedprice": "DECIMAL(15, 2)",
        "l_discount": "DECIMAL(15, 2)",
        "l_tax": "DECIMAL(15, 2)",
        "l_returnflag": "VARCHAR",
        "l_linestatus": "VARCHAR",
        "l_shipdate": "DATE",
        "l_commitdate": "DATE",
        "l_receiptdate": "DATE",
        "l_shipinstruct": "VARCHAR",
        "l_shipmode": "VARCHAR",
        "l_comment": "VARCHAR",
    },
    "nation": {
        "n_nationkey": "INTEGER",
        "n_name": "VARCHAR",
        "n_regionkey": "INTEGER",
        "n_comment": "VARCHAR",
    },
    "orders": {
        "o_orderkey": "BIGINT",
        "o_custkey": "BIGINT",
        "o_orderstatus": "VARCHAR",
        "o_totalprice": "DECIMAL(15, 2)",
        "o_orderdate": "DATE",
        "o_orderpriority": "VARCHAR",
        "o_clerk": "VARCHAR",
        "o_shippriority": "INTEGER",
        "o_comment": "VARCHAR",
    },
    "part": {
        "p_partkey": "BIGINT",
        "p_name": "VARCHAR",
        "p_mfgr": "VARCHAR",
        "p_brand": "VARCHAR",
        "p_type": "VARCHAR",
        "p_size": "INTEGER",
        "p_container": "VARCHAR",
        "p_retailprice": "DECIMAL(15, 2)",
        "p_comment": "VARCHAR",
    },
    "partsupp": {
        "ps_partkey": "BIGINT",
        "ps_suppkey": "BIGINT",
        "ps_availqty": "BIGINT",
        "ps_supplycost": "DECIMAL(15, 2)",
        "ps_comment": "VARCHAR",
    },
    "region": {
        "r_regionkey": "INTEGER",
        "r_name": "VARCHAR",
        "r_comment": "VARCHAR",
    },
    "supplier": {
        "s_suppkey": "BIGINT",
        "s_name": "VARCHAR",
        "s_address": "VARCHAR",
        "s_nationkey": "INTEGER",
        "s_phone": "VARCHAR",
        "s_acctbal": "DECIMAL(15, 2)",
        "s_comment": "VARCHAR",
    },
}


def schema_in(dialect: str) -> dict[str, dict[str, str]]:
    words = {"VARCHAR": "STRING"} if dialect == "spark" else {}
    return {
        table: {column: words.get(kind, kind) for column, kind in columns.items()}
        for table, columns in TABLES.items()
    }
