"""`python -m duckstream` is the command `duckstream`."""

from duckstream.cli import app

if __name__ == "__main__":
    app()
