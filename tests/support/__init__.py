"""The support matrix, `docs/sql-support.md`: what SQL is maintained, how, and shown by which test.

`constructs/` lists the SQL, one example each; `write.py` compiles the examples and writes the page.
"""
