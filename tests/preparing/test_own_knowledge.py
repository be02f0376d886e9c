"""Records read with knowledge of the user's own: found, linked and compared by it, and never mistaken for others."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Cli
from typed_sts.errors import BadOptions
from typed_sts.knowledge.own_file import COLUMNS, BadKnowledge
from typed_sts.knowledge.pack import VARIABLE, concept, in_use, use
from typed_sts.preparing.build_collection import build_collection, read_by, tagger_for
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

ROWS = (
    "local:anna\tartist\tde\tAnna Beispiel\t1871\t1932",
    "local:anna\t\tpl\tAnna Przykład",
    "local:sail\tevent\tde\tGroßes Seglertreffen\t1903\t1903",
)
SAIL = Item(id="/a/1", dcTitle=("Großes Seglertreffen",), dcCreator=("Beispiel, Anna",), language="de")
CLOCK = Item(id="/a/2", dcTitle=("Zegar",), dcCreator=("Anna Przykład",), language="pl")


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    """Give a file of knowledge; whatever is in use afterwards, is not any more."""
    before = os.environ.get(VARIABLE, "")
    path = tmp_path / "mine.tsv"
    path.write_text("\n".join(("\t".join(COLUMNS), *ROWS)) + "\n", encoding="utf-8")
    yield path
    use(before)


def concepts(document: Document) -> set[str]:
    return {entity.concept for entity in document.entities if entity.concept}


def test_a_reader_finds_and_links_what_the_users_file_names(mine: Path) -> None:
    assert concepts(Reader().read(SAIL)) == set()
    use(mine)
    assert concepts(Reader().read(SAIL)) == {"local:anna", "local:sail"}
    assert concepts(Reader().read(CLOCK)) == {"local:anna"}
    assert concept("local:sail") is not None
    use()
    assert concepts(Reader().read(SAIL)) == set()
    assert concept("local:sail") is None


@pytest.mark.slow
def test_worker_processes_read_with_it_too(mine: Path) -> None:
    use(mine)
    found = list(Reader().read_all([SAIL, CLOCK], workers=2))
    assert [concepts(document) for document in found] == [{"local:anna", "local:sail"}, {"local:anna"}]
    assert {document.version for document in found} == {Reader().version}


def test_the_version_of_the_reader_tells_what_the_file_says(mine: Path) -> None:
    plain = Reader().version
    use(mine)
    own = Reader().version
    other = mine.with_name("same.tsv")
    other.write_bytes(mine.read_bytes())
    use(other)
    assert plain != own == Reader().version
    other.with_name("more.tsv").write_bytes(mine.read_bytes() + b"local:x\tevent\t\tKleines Seglertreffen\n")
    use(other.with_name("more.tsv"))
    assert Reader().version not in (plain, own)
    assert own.startswith(f"{DEFAULT_TAGGER}-")


def test_a_bad_file_changes_nothing(mine: Path) -> None:
    use(mine)
    known = in_use()
    bad = mine.with_name("bad.tsv")
    bad.write_text("id\tname\n")
    with pytest.raises(BadKnowledge, match=r"bad\.tsv, line 1"):
        use(bad)
    assert in_use() is known


def test_a_collection_remembers_what_it_was_read_with(mine: Path, tmp_path: Path) -> None:
    use(mine)
    build_collection([SAIL], tmp_path / "own")
    own = open_collection(tmp_path / "own")
    assert read_by(own) == tagger_for(own, None) == DEFAULT_TAGGER
    use()
    with pytest.raises(BadOptions, match="was read with knowledge of your own: name the same file with --knowledge"):
        tagger_for(own, None)
    with pytest.raises(BadOptions, match="knowledge of your own"):
        build_collection([CLOCK], tmp_path / "own")
    build_collection([SAIL], tmp_path / "plain")
    use(mine)
    with pytest.raises(BadOptions, match="was read with the shipped knowledge: leave out --knowledge"):
        tagger_for(open_collection(tmp_path / "plain"), None)
    assert build_collection([CLOCK], tmp_path / "own") == 1


def test_the_commands_take_a_file_of_knowledge(mine: Path, cli: Cli) -> None:
    """`mine` stands first, and ends last: `cli` puts back the environment of its earlier runs."""
    folder = mine.parent
    lines = [json.dumps({"id": item.id, **item.to_dict()}) for item in (SAIL, CLOCK)]
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n")
    ran = cli("tag", "items.jsonl", "--knowledge", "mine.tsv", cwd=folder)
    assert ran.code == 0, ran.err
    tagged = [span.get("concept") for line in ran.out.splitlines() for span in json.loads(line)["spans"]]
    assert {"local:anna", "local:sail"} <= set(tagged)
    ran = cli("index", "items.jsonl", "--to", "own", "--knowledge", "mine.tsv", cwd=folder)
    assert ran.code == 0, ran.err
    ran = cli("why", "/a/1", "/a/2", "--index", "own", "--knowledge", "mine.tsv", "--json", cwd=folder)
    assert ran.code == 0, ran.err
    (maker,) = (reason for reason in json.loads(ran.out)["types"][1]["reasons"] if reason["group"] == "creator")
    assert maker["relation"] == "same"
    assert {side["concept"] for side in maker["evidence"][0].values()} == {"local:anna"}
    ran = cli("tag", "items.jsonl", "--knowledge", "nothing.tsv", cwd=folder)
    assert ran.code != 0
    assert "nothing.tsv" in ran.err
