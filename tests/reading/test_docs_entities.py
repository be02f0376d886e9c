"""The examples in docs/entities.md are run, so that they cannot go stale."""

import doctest
from pathlib import Path

from typed_sts.reading.entities.tables import rows

PAGE = Path(__file__).parent.parent.parent / "docs" / "entities.md"


def test_every_example_gives_what_the_page_says() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert failures == 0


def test_the_page_counts_the_families_right() -> None:
    assert f"form {len(rows('events', 3))} families" in PAGE.read_text(encoding="utf-8")
