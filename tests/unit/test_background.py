"""The shipped statistics: how they are counted, how they are read, and that the file is what the command makes."""

import gzip
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from typed_sts.training.background import SHIPPED, build, maker_of
from typed_sts_fetch.item import Item
from typed_sts_fetch.reading import read_items
from typed_sts_index.background import background_stats, from_bytes
from typed_sts_index.contract import CorpusStats, idf
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


def test_words_of_one_record_only_are_unknown() -> None:
    stats = from_bytes(build(lambda: photographs(3)))
    assert stats.doc_freq("text", ["word1", "parade"]) == [0, 3]


def test_statistics_of_another_analyser_are_refused() -> None:
    content = orjson.loads(gzip.decompress(build(lambda: OTHERS)))
    with pytest.raises(WrongFormat, match="build them again"):
        from_bytes(gzip.compress(orjson.dumps(content | {"analyser_version": 99})))


def test_the_shipped_statistics_answer_like_a_collection() -> None:
    stats: CorpusStats = background_stats()
    assert stats.views == ("text", "title", "creator", "subject", "description")
    assert 100_000 < stats.n_docs < 220_345
    paper, turner, coal, unknown = stats.doc_freq("text", ["paper", "turner", "coal", "qqqqqq"])
    assert paper > turner > coal > 100 > unknown == 0
    assert turner < 2_000, "a sixth of the records are Turner's: his share is not capped"
    weights = [idf(stats.n_docs, df) for df in (paper, turner, coal, unknown)]
    assert weights == sorted(weights)
    with pytest.raises(BadQuery, match='no view "people"'):
        stats.doc_freq("people", ["turner"])


def test_the_shipped_file_is_small_and_quickly_read() -> None:
    assert SHIPPED.stat().st_size < 3_000_000
    timed = (
        "import time; from typed_sts_index.background import background_stats as b;"
        "start = time.perf_counter(); b(); print(time.perf_counter() - start)"
    )
    took = subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True).stdout
    assert float(took) < 0.5


@pytest.mark.shared
def test_the_shipped_file_is_what_the_command_makes(shared_data: Path) -> None:
    made = build(lambda: read_items(shared_data / "heritage/items.jsonl.gz"))
    assert gzip.decompress(made) == gzip.decompress(SHIPPED.read_bytes())
