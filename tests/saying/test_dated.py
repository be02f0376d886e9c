"""What is said of when two items were made: nothing of an open date, nor where a record gives two dates far apart."""

import numpy as np
import pytest

from typed_sts.explaining.date_evidence import dated
from typed_sts.explaining.explain import sides_of
from typed_sts.explaining.finding import Side
from typed_sts.features.profiles import profile_documents
from typed_sts.messages.wording import say
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.saying.dated import times
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats


def sides(*dates: tuple[str, ...]) -> tuple[Side, Side]:
    """Return two records with these dates and nothing else."""
    items = [Item(id=f"/x/{number}", dcTitle=("Bowl",), dcDate=each) for number, each in enumerate(dates)]
    documents = list(Reader("crf").read_all(items))
    vectors = np.zeros((2, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    left, right = sides_of((documents[0], documents[1]), profile_documents(documents, background_stats(), vectors))
    return left, right


def said(*dates: tuple[str, ...]) -> list[str]:
    """Return the statements about when two items with these dates were made."""
    return [say(candidate.text) for candidate in times(*sides(*dates))]


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("1885", "1885", "Both dated 1885"),
        ("1885", "1887", "Made at about the same time (1885; 1887)"),
        ("1920-е", "1920s", "Both dated 1920–29"),
        ("1880", "1880-1900", "Made at about the same time (1880; 1880–1900)"),
        ("1891", "1896", "Made within ten years (1891; 1896)"),
        ("конец XIX века", "1801-1900", "Both of the 19th century"),
    ],
)
def test_close_dates_are_said(one: str, other: str, text: str) -> None:
    assert said((one,), (other,))[:1] == [text]


@pytest.mark.parametrize("date", ["vor 1924", "before 1900", "until 1900", "after 1850", "1860 or later", "do 1900"])
def test_nothing_is_said_of_a_date_with_one_end(date: str) -> None:
    assert said((date,), ("1890",)) == said((date,), (date,)) == []


@pytest.mark.parametrize(
    "dates", [("1885 [1992]",), ("1885", "1992"), ("1885", "2009"), ("1885, reprinted 1992",), ("1885 (printed 1958)",)]
)
def test_nothing_is_said_where_a_record_gives_two_dates_far_apart(dates: tuple[str, ...]) -> None:
    assert said(dates, ("1885",)) == []


@pytest.mark.parametrize("dates", [("1885 [1887]",), ("1885", "19th century"), ("1885", "1885-03-01")])
def test_dates_near_each_other_are_one(dates: tuple[str, ...]) -> None:
    assert len(said(dates, ("1885",))) == 1


@pytest.mark.parametrize(
    ("one", "other", "relation", "text", "values"),
    [
        ("vor 1924", "1890", "perhaps", "dated “vor 1924” and 1890", ("../1924", "1890")),
        ("before 1900", "before 1900", "perhaps", "both dated “before 1900”", ("../1900",)),
        ("after 1850", "1600", "differs", "dated 1600 and “after 1850”", ("1600", "1850/..")),
        ("before 1900", "1910", "near", "dated “before 1900” and 1910", ("../1900", "1910")),
    ],
)
def test_an_open_date_is_shown_in_the_words_of_its_record(
    one: str, other: str, relation: str, text: str, values: tuple[str, ...]
) -> None:
    for pair in ((one, other), (other, one)):
        finding = dated(*sides(*((date,) for date in pair)))
        assert (finding.relation, say(finding.text)) == (relation, text)
        assert finding.values == values


def test_one_open_date_alone_is_quoted_too() -> None:
    finding = dated(*sides(("vor 1924",), ()))
    assert say(finding.text) == "only one record has a date: “vor 1924”"
    assert finding.values == ("../1924",)
