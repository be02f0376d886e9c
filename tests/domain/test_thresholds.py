"""The thresholds of the types: those of the docs and no others."""

import re
from pathlib import Path

from typed_sts.domain.types import HIGH_OVERALL, SIMILARITY_TYPES

PAGE = Path(__file__).parents[2] / "docs" / "types.md"


def test_the_docs_have_the_thresholds_that_are_used() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## When a reason is worth showing")[2]
    rows = re.findall(r"^\| (\w+) \| (?:none; at )?(\d\.\d):? \|", table, re.MULTILINE)
    assert {name: float(number) for name, number in rows} == {row.name: row.threshold for row in SIMILARITY_TYPES}
    assert f"{HIGH_OVERALL:.1f} or more" in table
