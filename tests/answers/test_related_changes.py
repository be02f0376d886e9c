"""The nightly run after a collection has changed: what changed and what it touches is related again, nothing else."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from typed_sts.answers.related_batch import Done, part_file, relate_all
from typed_sts.answers.related_changes import Again, Changes, reached_by, touched
from typed_sts.answers.related_lines import RelatedSettings
from typed_sts.answers.related_part import beside
from typed_sts.preparing.build_collection import build_collection
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

pytestmark = pytest.mark.slow
MAKERS = ["Smith, Ann (1820-1890)", "Jones, Owen (1801-1870)", "Rossi, Carla (1850-1912)", "Berg, Nils (1799-1860)"]
KINDS = ["Fishing boat", "Regatta", "Storm", "Lighthouse", "Launch of a ship"]
PLACES = ["Leith", "Genoa", "Bergen", "Cork"]


def record(number: int, kind: str, **changed: tuple[str, ...]) -> Item:
    """Return a record whose maker and place nobody else of another number has."""
    place = PLACES[number]
    fields: dict[str, tuple[str, ...]] = {
        "dcTitle": (f"{kind} at {place}",),
        "dcCreator": (MAKERS[number],),
        "dcDate": (str(1830 + 10 * number),),
        "dcDescription": (f"A {kind.lower()} in the harbour of {place}, with boats before the quay.",),
    }
    return Item(id=f"/made/{place.lower()}-{kind.split()[0].lower()}", **(fields | changed))  # type: ignore[arg-type]


ITEMS = [record(number, kind) for number in range(len(PLACES)) for kind in KINDS]


@pytest.fixture
def where(tmp_path: Path) -> str:
    """Return a collection of its own."""
    folder = str(tmp_path / "collection")
    build_collection(ITEMS, folder)
    return folder


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Return where lines go: a folder with nothing else in it."""
    (tmp_path / "out").mkdir()
    return tmp_path / "out" / "related.jsonl"


def run(where: str, output: Path) -> Done:
    return relate_all(RelatedSettings(where, k=3), output, quiet=True)


def lines(path: Path) -> dict[str, bytes]:
    return {json.loads(line)["id"]: line for line in path.read_bytes().splitlines()}


def named(line: bytes) -> set[str]:
    entries = json.loads(line)["related"]
    return {entry["id"] for entry in entries} | {i for entry in entries for i in entry.get("more", {}).get("ids", [])}


def names(folder: Iterable[Path]) -> list[str]:
    return sorted(path.name for path in folder)


def test_nothing_is_done_again_where_nothing_has_changed(where: str, output: Path) -> None:
    assert run(where, output) == Done(len(ITEMS), len(ITEMS))
    before = output.read_bytes()
    assert run(where, output) == Done(len(ITEMS), 0, 0)
    assert output.read_bytes() == before
    assert names(output.parent.iterdir()) == ["related.jsonl", "related.jsonl.items"]


def test_a_deleted_item_is_in_no_list_and_in_the_difference(where: str, output: Path) -> None:
    run(where, output)
    before = lines(output)
    gone = ITEMS[0].id
    touched = {item_id for item_id, line in before.items() if gone in named(line)}
    assert 0 < len(touched) < len(ITEMS) / 2
    open_collection(where).delete([gone])
    done = run(where, output)
    after = lines(output)
    assert (done.lines, done.made, done.gone) == (len(ITEMS) - 1, len(touched), 1)
    assert set(after) == set(before) - {gone}
    assert not any(gone in named(line) for line in after.values())
    assert {item_id for item_id in after if after[item_id] != before[item_id]} == touched
    told = lines(beside(output, "changes"))
    assert json.loads(told.pop(gone)) == {"id": gone, "deleted": True}
    assert told == {item_id: after[item_id] for item_id in touched}
    assert list(after) == sorted(after)


def test_an_added_item_has_a_list_and_stands_in_those_of_others(where: str, output: Path) -> None:
    run(where, output)
    before = lines(output)
    build_collection([new := record(2, "Wreck")], where)
    done = run(where, output)
    after, told = lines(output), lines(beside(output, "changes"))
    assert done.lines == len(ITEMS) + 1
    assert done.changed == len(told) < len(ITEMS) / 2
    assert named(after[new.id])
    assert any(new.id in named(line) for line in after.values())
    assert {item_id for item_id in after if after[item_id] != before.get(item_id)} == set(told)


def test_a_changed_item_leaves_the_lists_it_no_longer_belongs_to(where: str, output: Path) -> None:
    run(where, output)
    changed = record(0, KINDS[0])
    assert any(changed.id in named(line) for line in lines(output).values())
    build_collection(
        [Item(id=changed.id, dcTitle=("Teapot",), dcDescription=("Silver, with a wooden handle.",))], where
    )
    done = run(where, output)
    assert done.changed
    assert not any(changed.id in named(line) for line in lines(output).values())


def test_a_run_that_is_stopped_goes_on_after_the_collection_has_changed(where: str, output: Path) -> None:
    run(where, output)
    half = output.read_bytes().splitlines(keepends=True)[: len(ITEMS) // 2]
    part = part_file(RelatedSettings(where, k=3), output)
    part.write_bytes(b"".join(half))
    os.replace(beside(output, "items"), beside(part, "items"))  # as a run that is stopped leaves them
    output.unlink()
    gone = json.loads(half[0])["id"]
    open_collection(where).delete([gone])
    done = run(where, output)
    assert done.lines == len(ITEMS) - 1
    kept = [line for line in half if line.rstrip(b"\n") in lines(output).values()]
    assert len(half) / 4 < len(kept) < len(half)
    assert not any(gone in named(line) for line in lines(output).values())
    assert list(lines(output)) == sorted(lines(output))


def test_a_run_that_is_stopped_before_its_last_step_is_whole(where: str, output: Path) -> None:
    run(where, output)
    part = part_file(RelatedSettings(where, k=3), output)
    os.replace(beside(output, "items"), beside(part, "items"))
    assert run(where, output) == Done(len(ITEMS), 0, 0)
    assert names(output.parent.iterdir()) == ["related.jsonl", "related.jsonl.items"]


def test_a_file_that_somebody_has_written_to_is_made_anew(where: str, output: Path) -> None:
    run(where, output)
    before = output.read_bytes()
    output.write_bytes(before + b'{"id":"/other","related":[]}\n')
    assert run(where, output).made == len(ITEMS)
    assert output.read_bytes() == before


def test_a_file_of_somebody_else_beside_it_is_left_alone(where: str, output: Path) -> None:
    beside(output, "items").write_text("my own notes\n")
    with pytest.raises(BadInput, match=r"related\.jsonl\.items is not what was written there"):
        run(where, output)
    assert beside(output, "items").read_text() == "my own notes\n"


def listing(item_id: str, *others: str, more: tuple[str, ...] = (), count: int = 0) -> bytes:
    """Return a line that names others, and some behind the first of them."""
    entries: list[dict[str, object]] = [{"id": other} for other in others]
    if more:
        entries[0]["more"] = {"count": count or len(more), "ids": list(more), "text": ""}
    return json.dumps({"id": item_id, "related": entries}).encode() + b"\n"


CHANGED = Changes(fresh=frozenset({"new", "other"}), gone=frozenset({"gone"}))


@pytest.mark.parametrize(
    ("line", "made_of"),
    [
        (listing("a", "b", "c"), {}),
        (listing("new", "b", "gone"), {}),
        (listing("a", "b", "gone"), {"a": Again(line=b'{"id":"a","related":[{"id":"b"}]}\n')}),
        (listing("a", "b", "other"), {"a": Again(["b", "other"])}),
        (listing("a", "b", "c", "other"), {"a": Again(["b", "c", "other"], fill=True)}),
        (listing("a", "b", "c", "gone"), {"a": Again()}),
        (listing("a", "b", more=("gone", "d")), {"a": Again(["b", "d"])}),
        (listing("a", "gone", more=("c", "d")), {"a": Again(["c", "d"])}),
        (listing("a", "b", more=("gone", "d"), count=30), {"a": Again()}),
        (listing("near", "b", "c"), {"near": Again(["b", "c", "new"])}),
        (listing("near", "b", "gone"), {"near": Again(["b", "new"])}),
        (listing("near", "b", "c", "d"), {"near": Again(["b", "c", "d", "new"])}),
        (b'{"id": "torn', {}),
    ],
)
def test_a_touched_list_is_made_of_what_it_named_and_what_names_it_where_that_is_enough(
    line: bytes, made_of: dict[str, Again]
) -> None:
    reached = reached_by([listing("new", "near")])
    assert dict(touched([line], CHANGED, reached, 3)) == made_of
