"""What holds for any text: the reader never fails, is quick on long texts, and its answers are well formed."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.reading.dates.interval import FLAGS
from typed_sts.reading.dates.read import life_dates, overall, read_dates, read_uncached

PARTS = ["c.", "ca", "1731", "45", "5", "173-", "17??", "-", "–", "/", "th", "century", "Jh.", "XVIe", "siècle", "BC"]
PARTS += [
    "AD",
    "early",
    "mid",
    "late",
    "first half",
    "2.",
    "Hälfte",
    "(",
    ")",
    "[",
    "?",
    ",",
    ";",
    "or",
    "and",
    "later",
]
PARTS += ["before", "after", "printed", "designed", "Edo", "period", "Dynasty", "18", "June", "'s", "s", "20,000", "AH"]
PARTS += ["born", "John", "SMITH", "start=", "end=", ".", "~", "XX", "to", "of the", "siglo", "anni", "by", "\u0301"]
PATHOLOGICAL = [
    "1",
    "1,",
    "1,000",
    "1.",
    "1-",
    "1/",
    ".",
    "-",
    "a",
    "é\u0301",
    "c. ",
    "(",
    "?",
    "early ",
    "1731 or ",
    "M",
]
PATHOLOGICAL += [
    "184-  ",
    "184-)",
    "XVI-",
    "b. ",
    "A. ",
    "Jan ",
    "June 5 ",
    "1st ",
    "late to ",
    "Edo ",
    "John (17",
    "' ",
]
PATHOLOGICAL += ["1731-45, cast ", "1904-05 ", "18th century, after 1713; "]
date_like = st.lists(st.sampled_from(PARTS), max_size=14).flatmap(
    lambda parts: st.sampled_from(["", " "]).map(lambda gap: gap.join(parts))
)


def assert_well_formed(text: str) -> None:
    found = read_uncached(text)
    for interval in (*found, *life_dates(text)):
        assert interval.start <= interval.end
        assert 0 <= interval.span[0] < interval.span[1] <= len(text)
        assert list(interval.flags) == [flag for flag in FLAGS if flag in interval.flags]
    whole = overall(text)
    own = [interval for interval in found if "later" not in interval.flags]
    assert (whole is None) == (not own)
    if whole:
        assert whole.start == min(interval.start for interval in own)
        assert whole.end == max(interval.end for interval in own)


@given(st.text())
def test_any_text_is_read_without_failing(text: str) -> None:
    assert_well_formed(text)


@given(date_like)
def test_any_mixture_of_date_words_is_read_without_failing(text: str) -> None:
    assert_well_formed(text)


@given(date_like)
def test_the_same_text_is_read_the_same_with_and_without_the_cache(text: str) -> None:
    assert read_dates(text) == read_uncached(text) == read_uncached(text)


@given(st.integers(1000, 2026))
def test_a_year_is_itself_in_every_dress(year: int) -> None:
    for dress in ("{}", "c. {}", "[{}]", "{}?", "um {}", "vers {}", "March {}", "12.3.{}", "exhibited {}", "{} AD"):
        found = overall(dress.format(year))
        assert found
        assert (found.start, found.end) == (year, year), dress


@given(st.integers(1000, 2000), st.integers(1, 60))
def test_a_range_read_and_written_again_is_the_same(start: int, length: int) -> None:
    found = overall(f"{start}-{start + length}")
    assert found
    assert (found.start, found.end) == (start, start + length)
    again = overall(f"{found.start}–{found.end}")
    assert again
    assert (again.start, again.end) == (found.start, found.end)


@pytest.mark.slow
@pytest.mark.parametrize("piece", PATHOLOGICAL)
def test_a_megabyte_is_read_in_one_go(piece: str) -> None:
    text = (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
    read_dates(text)
    life_dates(text)


@pytest.mark.shared
def test_the_annotated_strings_are_read_as_annotated(shared_data: Path) -> None:
    lines = (shared_data / "dates" / "dev.tsv").read_text(encoding="utf-8").splitlines()
    exact = 0
    for line in lines:
        string, start, end = line.split("\t")
        found = overall(string)
        exact += (start, end) == ((str(found.start), str(found.end)) if found else ("NA", "NA"))
    assert exact / len(lines) >= 0.97


@pytest.mark.shared
def test_every_date_of_the_heritage_records_is_read_without_failing(shared_data: Path) -> None:
    with gzip.open(shared_data / "heritage" / "items.jsonl.gz", "rt", encoding="utf-8") as lines:
        strings = {string for line in lines for string in json.loads(line).get("dcDate", ())}
    assert len(strings) > 10_000
    for string in strings:
        assert_well_formed(string)
