"""Write `docs/sql-support.md`: `python -m tests.support.write`, which is what `make docs` runs."""

from pathlib import Path

from tests.support.page import page

PAGE = Path(__file__).parents[2] / "docs" / "sql-support.md"


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
