"""TPC-H: the standard's queries as views.

`queries/` are the 22 queries with the parameters of the standard's validation, as DuckDB's
extension `tpch` writes them: dates are calculated, and Q15 has WITH in the place of a view.
"""
