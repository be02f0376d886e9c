"""What a guide would say, counted against what is said: `python -m benchmarks.worth_saying`."""

from pathlib import Path

import pytest

from benchmarks.worth_saying import Count, counted, read_common
from typed_sts.errors import BadScores


def test_what_every_rater_names_is_right_and_what_none_names_is_wrong() -> None:
    named = {
        1: [frozenset({"author", "time"}), frozenset({"author"})],  # only one of two names the time: left out
        2: [frozenset({"event"})],
        3: [frozenset[str]()],
    }
    said = [{"author", "time", "people"}, set[str](), {"event", "general"}]
    assert counted(said, named, ["author"]) == Count(1, 0, 0)
    assert counted(said, named, ["time"]) == Count(0, 0, 0)
    assert counted(said, named, ["event"]) == Count(0, 1, 1)
    every = counted(said, named, ["author", "people", "time", "location", "event", "subject"])
    assert every == Count(1, 2, 1)
    assert (every.precision, every.recall) == pytest.approx((1 / 3, 1 / 2))
    assert every.f1 == pytest.approx(2 * (1 / 3) * (1 / 2) / (1 / 3 + 1 / 2))
    assert Count(0, 2, 3).f1 == 0.0


def test_what_raters_name_is_read_by_pair(tmp_path: Path) -> None:
    table = tmp_path / "common.tsv"
    table.write_text(
        "pair\tannotator\tcommon\n1\t1\tevent=a war ; location=Leith\n1\t2\t-\n2\t1\ttime=1900\n", encoding="utf-8"
    )
    assert read_common(table) == {1: [{"event", "location"}, set()], 2: [{"time"}]}


@pytest.mark.parametrize("line", ["1\t1\tplace=Leith", "one\t1\t-", "1\t-"])
def test_a_line_that_is_none_is_told_of_with_its_number(tmp_path: Path, line: str) -> None:
    table = tmp_path / "common.tsv"
    table.write_text(f"pair\tannotator\tcommon\n1\t1\t-\n{line}\n", encoding="utf-8")
    with pytest.raises(BadScores, match="line 3"):
        read_common(table)
