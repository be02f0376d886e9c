"""The first to ask is answered as the last: nothing is left to be read when a collection was made."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson
import pytest

from tests.conftest import Cli
from tests.engines import ENGINES
from typed_sts.answers.collection import open_answers
from typed_sts.domain.explanation import RelatedItems
from typed_sts.preparing.build_collection import build_collection, documents_file
from typed_sts.reading.batches import read_chunks
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.version import vectors_version
from typed_sts.related.find import find_candidates
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import Entry
from typed_sts_index.opening import open_collection

SAMPLE = list(read_items(SAMPLE_ITEMS))[:60]
ASKED = SAMPLE[:60:20]


def listed(found: RelatedItems) -> list[tuple[str, float, str]]:
    return [(entry.item.id, entry.score, entry.reason) for entry in found]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_cold_answer_is_the_warm_one_and_nothing_is_read_for_it(
    engine: str,
    tmp_path: Path,
    elastic_name: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where = str(tmp_path / "collection") if engine == "embedded" else elastic_name()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of-who-made-it"))
    build_collection(SAMPLE, where)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of-who-asks"))
    answers = open_answers(where, unread=0)
    cold = [answers.related(item) for item in ASKED]
    assert all(found.complete for found in cold)
    assert any(cold)
    warm = [answers.related(item) for item in reversed(ASKED)][::-1]
    everything = [open_answers(where, unread=None).related(item) for item in ASKED]
    assert [listed(found) for found in cold] == [listed(found) for found in warm]
    assert [listed(found) for found in cold] == [listed(found) for found in everything]


@pytest.mark.slow
def test_what_was_not_read_is_said_until_the_collection_is_read(tmp_path: Path, cli: Cli) -> None:
    where = tmp_path / "collection"
    build_collection(SAMPLE, where)
    documents_file(str(where)).unlink()  # as after a change of version: nothing that was kept counts
    partly = open_answers(str(where), unread=2).related(ASKED[0], at_least=0)
    assert not partly.complete
    assert open_answers(str(where), unread=None).related(ASKED[0]).complete
    assert open_answers(str(where), unread=0).related(ASKED[0]).complete
    said = cli("related", ASKED[0].id, "--index", where, "--json")
    assert orjson.loads(said.out)["complete"] is True


@pytest.mark.slow
def test_a_collection_of_the_format_before_is_found_by_words_and_says_that_it_is_not_complete(tmp_path: Path) -> None:
    build_collection(SAMPLE, tmp_path)
    header = orjson.loads((tmp_path / "collection.json").read_bytes())
    older = {key: value for key, value in header.items() if key != "vectors"} | {"format_version": 2}
    (tmp_path / "collection.json").write_bytes(orjson.dumps(older))
    for path in tmp_path.glob("gen-*/vectors.*"):
        path.unlink()
    answers = open_answers(str(tmp_path))
    found = answers.related(ASKED[0])
    assert found
    assert not found.complete
    assert build_collection(SAMPLE[:2], tmp_path) == 2  # it can be added to as before
    assert open_collection(tmp_path).vectors == ""


def test_what_words_do_not_find_is_found_by_meaning(tmp_path: Path) -> None:
    items = [Item(id=f"/{n}", dcTitle=(f"unlike{n}",)) for n in range(8)]
    vectors = np.eye(8, 16, dtype=np.float32)
    vectors[5] = vectors[0] + 0.1 * vectors[5]
    collection = open_collection(tmp_path)
    entries = [Entry(item, vector=vector) for item, vector in zip(items, vectors, strict=True)]
    collection.rebuild(entries, vectors=vectors_version())
    asked = Entry(items[0], vector=vectors[0])
    found = find_candidates(collection, items[0], {"general": 1.0}, 3, known=True, years=None, entry=asked)
    assert found[0] == items[5]
    assert items[0] not in found
    collection.rebuild(entries, vectors="of another encoder")
    assert find_candidates(collection, items[0], {"general": 1.0}, 3, known=True, years=None, entry=asked) == []


def test_what_a_server_keeps_is_used_while_it_is_of_the_same_text_and_version(tmp_path: Path) -> None:
    reader = Reader()
    (readings,) = read_chunks(SAMPLE[:2])
    vectors = readings.vectors.astype(np.float16)
    filled = reader.store(tmp_path / "unused.sqlite")
    server = {
        document.id: filled.packed(document, row) for document, row in zip(readings.documents, vectors, strict=True)
    }
    asked: list[str] = []

    def behind(ids: Iterable[str]) -> dict[str, bytes]:
        ids = list(ids)
        asked.extend(ids)
        return {item_id: server[item_id] for item_id in ids if item_id in server}

    store = reader.store(tmp_path / "documents.sqlite").before(behind)
    assert store.read_before(SAMPLE[:3], encoded=True) == set(server)
    assert store.get(SAMPLE[:2]) == {document.id: document for document in readings.documents}
    found = store.get_vectors(SAMPLE[:2], vectors.shape[1:])
    assert all((found[item.id] == row).all() for item, row in zip(SAMPLE[:2], vectors, strict=True))
    assert asked == [item.id for item in SAMPLE[:3]]  # once: then it is kept here
    changed = replace(SAMPLE[0], dcTitle=("Something else",))
    assert store.get([changed]) == {}
    other = DocumentStore(tmp_path / "other.sqlite", "other-0123").before(behind)
    assert other.get(SAMPLE[:2]) == {}
    server[SAMPLE[1].id] = server[SAMPLE[1].id][:-3]
    assert set(reader.store(tmp_path / "new.sqlite").before(behind).get(SAMPLE[:2])) == {SAMPLE[0].id}


def test_a_service_gives_itself_an_answer_before_it_is_ready_and_starts_without_a_collection(tmp_path: Path) -> None:
    where = str(tmp_path / "collection")
    waiting = open_answers(where, wait=True)
    FreshAnswers(waiting, waiting.collection, 1.0).warm_up()  # whoever asks first is told that there is none
    build_collection(SAMPLE[:5], where)
    answers = open_answers(where)
    assert len(answers._prepared) == 0
    FreshAnswers(answers, answers.collection, 1.0).warm_up()
    assert len(answers._prepared) > 1
