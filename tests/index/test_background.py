"""The shipped statistics: how they are counted, how they are read, and that the file is what the command makes."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from tests.steps import steps
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.reading.reader import Reader
from typed_sts.training.shipped.background import (
    COUNTED,
    MIN_DOC_FREQ,
    SHIPPED,
    build,
    count,
    drawn,
    maker_of,
    views_of,
)
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats, from_bytes
from typed_sts_index.contract import CorpusStats, idf
from typed_sts_index.entry import TEXT_VIEWS
from typed_sts_index.errors import BadQuery, WrongFormat


def photographs(count: int) -> list[Item]:
    return [
        Item(id=f"/p/{n}", dcTitle=("Street parade",), dcCreator=("Miles, Ada (1901–1980)",), dcSubject=(f"word{n}",))
        for n in range(count)
    ]


OTHERS = [
    Item(id="/o/1", dcTitle=("A bridge",), dcCreator=("Ben Ode",)),
    Item(id="/o/2", dcTitle=("A bridge at night", "Bridges"), dcDescription=("Street lamps",)),
]


def test_the_share_of_each_maker_is_capped() -> None:
    stats = from_bytes(build(lambda: [*photographs(50), *OTHERS], cap=10))
    assert stats.n_docs == 12
    assert stats.doc_freq("text", ["parade", "street", "bridge"]) == [10, 11, 2]
    assert stats.doc_freq("title", ["parade", "street", "bridge"]) == [10, 10, 2]
    assert stats.doc_freq("creator", ["mile", "parade"]) == [10, 0]


def test_records_without_a_maker_are_all_counted() -> None:
    anonymous = [Item(id=f"/a/{n}", dcTitle=("Vase",)) for n in range(30)]
    assert from_bytes(build(lambda: anonymous, cap=5)).doc_freq("text", ["vase"]) == [30]


def test_a_record_given_twice_is_counted_once() -> None:
    stats = from_bytes(build(lambda: [*OTHERS, *OTHERS, *OTHERS]))
    assert stats.n_docs == 2
    assert stats.doc_freq("text", ["bridge"]) == [2]


def test_which_records_are_drawn_does_not_depend_on_their_order() -> None:
    items = [*photographs(50), *OTHERS]
    assert build(lambda: items, cap=10) == build(lambda: items[::-1], cap=10)


def test_spellings_of_a_maker_share_one_cap() -> None:
    names = [
        "Turner, Joseph Mallord William (1775–1851)",
        "Joseph Mallord William Turner",
        "TURNER, J́oseph Mallord William",
    ]
    assert len({maker_of(Item(id="/x", dcCreator=(name,))) for name in names}) == 1
    assert maker_of(Item(id="/x", dcCreator=("Turner, Daniel",))) != maker_of(Item(id="/x", dcCreator=(names[0],)))


def test_what_reading_finds_is_counted_in_views_of_its_own() -> None:
    painted = [Item(id=f"/w/{n}", dcTitle=("Men riding in Paris",), dcCreator=("Holm, Anna",)) for n in range(2)]
    shown = [Item(id=f"/s/{n}", dcTitle=("Portrait of Anna Holm",), dcDate=("1905",)) for n in range(2)]
    stats = from_bytes(build(lambda: [*painted, *shown]))
    assert stats.views == (*TEXT_VIEWS, *READ_VIEWS)
    assert stats.doc_freq("people", ["holm, anna", "holm,␣anna", "anna"]) == [4, 4, 0]
    assert stats.doc_freq("makers", ["holm, anna"]) == [2]
    assert stats.doc_freq("verbs", ["ride"]) == [2]
    assert stats.doc_freq("dates", ["1905"]) == [2]
    assert stats.doc_freq("places", [*Reader().read(painted[0]).tokens("places")]) == [2]
    assert stats.doc_freq("groups", ["x", ""]) == [0, 0]
    assert stats.doc_freq("text", ["holm,␣anna", "ride"]) == [0, 0], "words are counted in the views of words"


@pytest.mark.slow
def test_worker_processes_count_the_same() -> None:
    items = [*photographs(20), *OTHERS]
    assert build(lambda: items, cap=10, workers=2) == build(lambda: items, cap=10)


def test_words_of_one_record_only_are_unknown() -> None:
    stats = from_bytes(build(lambda: photographs(3)))
    assert stats.doc_freq("text", ["word1", "parade"]) == [0, 3]


def test_statistics_of_another_analyser_are_refused() -> None:
    content = orjson.loads(gzip.decompress(build(lambda: OTHERS)))
    with pytest.raises(WrongFormat, match="build them again"):
        from_bytes(gzip.compress(orjson.dumps(content | {"analyser_version": 99})))


def test_the_shipped_statistics_answer_like_a_collection() -> None:
    stats: CorpusStats = background_stats()
    assert stats.views == (*TEXT_VIEWS, *READ_VIEWS)
    assert 50_000 < stats.n_docs < 220_345
    paper, turner, coal, unknown = stats.doc_freq("text", ["paper", "turner", "coal", "qqqqqq"])
    assert paper > turner > coal > 20 > unknown == 0
    assert turner < 2_000, "a sixth of the records are Turner's: his share is not capped"
    weights = [idf(stats.n_docs, df) for df in (paper, turner, coal, unknown)]
    assert weights == sorted(weights)
    maker = Reader().read(Item(id="/x", dcCreator=("Turner, Joseph Mallord William",))).tokens("makers")
    people, makers = (stats.doc_freq(view, [*maker])[0] for view in ("people", "makers"))
    assert people >= makers > 500
    with pytest.raises(BadQuery, match='no view "colour"'):
        stats.doc_freq("colour", ["red"])


def test_the_shipped_file_is_small_and_quickly_read() -> None:
    assert SHIPPED.stat().st_size < 1_500_000
    assert steps(lambda: from_bytes(SHIPPED.read_bytes())) < 1_000, "nothing is done for each of its terms"


def _counted(shared_data: Path) -> Iterator[Item]:
    for name in COUNTED:
        yield from read_items(shared_data / name)


@pytest.mark.shared
def test_what_a_sample_of_the_records_is_read_to_say_is_in_the_shipped_file(shared_data: Path) -> None:
    """Reading all of them takes minutes; a hundredth must say little that the file does not know as often."""
    items = list(drawn(lambda: _counted(shared_data)))
    stats = background_stats()
    assert len(items) == stats.n_docs
    _, counted = count(map(views_of, Reader("crf").read_all(items[::100])), (*TEXT_VIEWS, *READ_VIEWS))
    for view in (*TEXT_VIEWS, *READ_VIEWS):
        often = {term: number for term, number in counted[view].items() if number >= MIN_DOC_FREQ}
        known = dict(zip(often, stats.doc_freq(view, list(often)), strict=True))
        assert len(often) > 10, view
        assert sum(known[term] < often[term] for term in often) <= 0.1 * len(often), view
