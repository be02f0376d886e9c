"""What an editor says is no place, person or event is none in the document, and only where the editor says so."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.overriding import decide, table
from tests.processes import ran
from typed_sts.reading.document import Document
from typed_sts.reading.overrides import in_use, path_in_use, use, use_content
from typed_sts.reading.overrides_file import BadOverrides
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item

VENICE = Item(
    id="/x/1",
    provider="A Museum",
    dcTitle=("View of Venice, with the Battle of Lepanto",),
    dcCreator=("Turner, Joseph Mallord William (1775-1851)",),
    dcDescription=("Queen Victoria bought it in Venice.",),
    dcDate=("1840",),
)
OTHER = Item(id="/x/2", aliases=("/old/2",), provider="A Library", dcTitle=("A canal in Venice",))


def named(document: Document, label: str) -> set[str]:
    return {entity.mention.text for entity in document.entities if entity.label == label}


def test_what_is_no_place_is_none_and_all_else_stays(editor: Path) -> None:
    before = Reader().read(VENICE)
    assert "Venice" in named(before, "PLACE")
    decide(editor, "not|place|||||VENICE")
    after = Reader().read(VENICE)
    assert "Venice" not in named(after, "PLACE")
    assert after.tokens("places") != before.tokens("places")
    assert [e for e in before.entities if e.mention.text != "Venice"] == list(after.entities)
    assert after.words == before.words


def test_persons_makers_events_and_dates_can_be_none_too(editor: Path) -> None:
    decide(
        editor,
        "not|person|||||Victoria, Queen",
        "not|maker|||||Joseph Mallord William Turner",
        "not|event|||||Battle of Lepanto",
        "not|date|||||1840",
    )
    found = Reader().read(VENICE)
    assert not named(found, "PERSON") & {"Queen Victoria"}
    assert named(found, "MAKER") == set()
    assert not named(found, "EVENT") & {"Battle of Lepanto"}
    assert found.span_of_years() is None


@pytest.mark.parametrize(
    ("row", "corrected"),
    [
        ("not|place|/x/1||||Venice", {"/x/1"}),
        ("not|place|/old/2||||Venice", {"/x/2"}),
        ("not|place|||A LIBRARY||Venice", {"/x/2"}),
        ("not|place|/x/1||A Library||Venice", set()),
        ("not|place|||||View of Venice", set()),
        ("not|person|||||Venice", set()),
    ],
)
def test_a_correction_holds_where_the_editor_says(editor: Path, row: str, corrected: set[str]) -> None:
    decide(editor, row)
    found = Reader().read_all([VENICE, OTHER])
    assert {document.id for document in found if "Venice" not in named(document, "PLACE")} == corrected


def test_kept_documents_are_read_again_where_a_correction_holds_and_nowhere_else(editor: Path, tmp_path: Path) -> None:
    reader = Reader()
    store = reader.store(tmp_path / "documents.sqlite")
    list(reader.read_all([VENICE, OTHER], store=store))
    assert set(store.get([VENICE, OTHER])) == {"/x/1", "/x/2"}
    decide(editor, "not|place|/x/1||||Venice", "hide|concept|Venice")
    assert set(store.get([VENICE, OTHER])) == {"/x/2"}
    read = list(reader.read_all([VENICE, OTHER], store=store))
    assert ["Venice" in named(document, "PLACE") for document in read] == [False, True]
    assert "Venice" not in named(store.get([VENICE])["/x/1"], "PLACE")
    use()
    assert set(store.get([VENICE, OTHER])) == {"/x/2"}


def test_a_wrong_file_changes_nothing(editor: Path) -> None:
    decide(editor, "not|place|||||Venice")
    known = in_use()
    bad = editor.with_name("bad.tsv")
    bad.write_bytes(table("not|place"))
    with pytest.raises(BadOverrides, match=r"bad\.tsv, line 2: not place needs something in the column value"):
        use(bad)
    with pytest.raises(BadOverrides):
        use_content("bad.tsv", bad.read_bytes())
    assert in_use() is known
    assert path_in_use() == str(editor)


def test_processes_started_later_use_it_too_and_refuse_one_that_has_changed_since(editor: Path) -> None:
    asks = "from typed_sts.reading.overrides import in_use; in_use().corrections and print(in_use().digest)"

    def asked() -> subprocess.CompletedProcess[str]:
        return ran([sys.executable, "-c", asks])

    decide(editor, "not|place|||||Venice")
    assert asked().stdout.strip() == in_use().digest
    editor.write_bytes(table())
    assert "has changed since this was begun; run it again" in asked().stderr
    use()
    assert asked().stdout == asked().stderr == ""
