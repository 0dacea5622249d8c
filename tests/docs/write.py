"""Write `docs/reference.md`: `python -m tests.docs.write`, which `make docs` runs."""

from tests.docs import DOCS
from tests.docs.reference import page

PAGE = DOCS / "reference.md"


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
