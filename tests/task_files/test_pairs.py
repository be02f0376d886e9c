"""Pairs files as streams, the names in them, and the items these mean."""

import gzip
import os
import threading
from pathlib import Path

import pytest

from tests.processes import PATIENCE
from typed_sts.errors import BadScores
from typed_sts.preparing.named_items import UnknownItems, find_wanted
from typed_sts.task_files.pairs import PairsFile, among, names_in, names_of, opened_pairs, pair_digest, plain_name
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

URL = "http://www.europeana.eu/portal/record/09405b/ABC.html"


def pairs_file(folder: Path, content: bytes) -> PairsFile:
    path = folder / "pairs.tsv"
    path.write_bytes(content)
    return PairsFile("pairs.tsv", path)


def test_pairs_are_read_as_they_are_written_as_often_as_wanted(tmp_path: Path) -> None:
    pairs = pairs_file(tmp_path, f"\ufeff{URL}\t/b/2\r\nx\ty".encode())
    assert list(pairs) == [(URL, "/b/2"), ("x", "y")] == list(pairs)


def test_gzipped_pairs_are_read_too(tmp_path: Path) -> None:
    assert list(pairs_file(tmp_path, gzip.compress(b"a\tb\n"))) == [("a", "b")]


def test_each_name_is_kept_with_its_first_line(tmp_path: Path) -> None:
    named = names_in(pairs_file(tmp_path, b"a\tb\nb\tc\na\ta\n"))
    assert (named.lines, named.n_pairs) == ({"a": 1, "b": 1, "c": 2}, 3)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "pairs.tsv: empty; expected two TAB-separated ids a line"),
        (b"a\tb\n\nc\td\n", "pairs.tsv, line 2: empty line; expected 2 TAB-separated columns"),
        (b"a\tb\na b\n", "pairs.tsv, line 2: 1 column, not 2"),
        (b"a\tb\tc\n", "pairs.tsv, line 1: 3 columns, not 2"),
        (b"a\tb\na\t \n", "pairs.tsv, line 2, column 2: no id"),
        (b"a\tb\n\xff\tb\n", "pairs.tsv, line 2: byte 1 (0xff) is not UTF-8"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(BadScores) as raised:
        names_in(pairs_file(tmp_path, content))
    assert message in str(raised.value)


def test_pairs_from_a_pipe_can_be_read_twice(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"a\tb\n",), daemon=True)
    writer.start()
    with opened_pairs(pipe) as pairs:
        assert list(pairs) == list(pairs) == [("a", "b")]
        kept = pairs.path
    writer.join(PATIENCE)
    assert not kept.exists()


def test_an_address_of_europeana_means_its_id_and_other_names_themselves() -> None:
    assert plain_name(URL) == "/09405b/ABC"
    assert plain_name("https://museum.example/1") == "https://museum.example/1"
    assert plain_name("https://www.europeana.eu/about") == "https://www.europeana.eu/about"
    assert names_of(Item(id=URL, aliases=("/old/1",))) == ["/09405b/ABC", "/old/1"]


def test_items_are_found_by_id_alias_and_address_each_once() -> None:
    records = [Item(id="/09405b/ABC", aliases=("/old/1",)), Item(id="/b/2"), Item(id="/c/3")]
    wanted = find_wanted(["/old/1", "/b/2", URL, "/gone/1"], records)
    assert wanted.items == (records[0], records[1])
    assert wanted.rows == {"/old/1": 0, "/b/2": 1, URL: 0}


def test_an_id_counts_before_an_older_id_of_another_item() -> None:
    moved, own = Item(id="/new/1", aliases=("/old/1",)), Item(id="/old/1")
    for records in ([moved, own], [own, moved]):
        assert find_wanted(["/old/1"], records).items == (own,)


def test_the_last_record_of_an_id_counts_as_in_a_collection() -> None:
    first, last = Item(id="1", dcTitle=("first",)), Item(id="1", dcTitle=("last",))
    assert find_wanted(["1"], [first, last]).items == (last,)


def test_records_count_before_a_collection_which_knows_older_ids_too(tmp_path: Path) -> None:
    collection = open_collection(tmp_path / "collection")
    kept = [Item(id="/a/1", dcTitle=("kept",)), Item(id=URL), Item(id="/a/3", aliases=("/old/3",))]
    collection.add(map(entry_of, kept))
    own = Item(id="/a/1", dcTitle=("own",))
    wanted = find_wanted(["/a/1", URL, "/old/3", "/gone/4"], [own], collection)
    assert wanted.items == (own, kept[1], kept[2])
    assert "/gone/4" not in wanted.rows


def test_unknown_items_are_counted_and_the_first_shown_harmlessly() -> None:
    error = UnknownItems({f"/x/{n}\x1b[2J": n for n in range(1, 8)}, "pairs.tsv")
    assert 'pairs.tsv names 7 items there are no record of: "/x/1\\u001b[2J" (line 1), ' in str(error)
    assert "(line 5), ...; give their records" in str(error)
    assert "\x1b" not in str(error)
    assert "names 1 item there is no record of" in str(UnknownItems({"/x/1": 1}, "p"))


def test_the_digest_of_a_pair_is_the_same_in_either_order_and_for_every_address_of_a_record() -> None:
    digest = pair_digest((URL, "/b/2"))
    assert pair_digest(("/b/2", "/09405b/ABC")) == digest
    assert pair_digest(("/b/2", "https://www.europeana.eu/en/item/09405b/ABC")) == digest
    assert pair_digest(("/b/3", "/09405b/ABC")) != digest
    assert among([("/b/2", URL), ("/b/3", URL), ("/b/2", "/b/2")], frozenset([digest])).tolist() == [True, False, False]


def test_any_name_has_a_digest_also_one_that_is_no_text() -> None:
    names = ["", "\ud800", "a" * 10_000, "ü", "a\tb"]
    assert len({pair_digest((name, "/b/2")) for name in names}) == len(names)
