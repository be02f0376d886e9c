"""`--tagger` of every command that reads: with a package in stanza's place that knows two words, or the real one."""

import json
import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.processes import typed_sts
from typed_sts.preparing.build_collection import documents_file, read_by
from typed_sts.reading.tagging.engines import Engine
from typed_sts.reading.tagging.stanza import MODEL_FILES
from typed_sts.scoring.model_files import read_model
from typed_sts.scoring.open_scorer import SHIPPED
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

STANZA = """
class _Word:
    def __init__(self, text):
        self.text = text
        self.upos = "VERB" if text == "grommets" else "NOUN"
        self.lemma = "grommet" if text == "grommets" else text
        self.ner = "S-PERSON" if text == "Quux" else "O"

class _Sentence:
    def __init__(self, words):
        self.words = self.tokens = [_Word(word) for word in words]

class _Document:
    def __init__(self, sentences):
        self.sentences = [_Sentence(words) for words in sentences]

class Pipeline:
    def __init__(self, language, **options):
        pass

    def __call__(self, sentences):
        return _Document(sentences)
"""
"""A package that reads the word Quux as a person and nothing else."""

ITEMS = [
    Item(id="/a/1", dcTitle=("Quux grommets",), dcCreator=("Berit Holm",), dcDate=("1871",)),
    Item(id="/a/2", dcTitle=("A boat and Quux",), dcCreator=("Berit Holm",), dcDate=("1872",)),
]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Give a folder with two records, a pair of them, and a third record."""
    write_items(tmp_path / "items.jsonl", ITEMS)
    write_items(tmp_path / "more.jsonl", [Item(id="/a/3", dcTitle=("Quux",))])
    (tmp_path / "pairs.tsv").write_text("/a/1\t/a/2\n")
    return tmp_path


@pytest.fixture
def run(files: Path, tmp_path: Path) -> Run:
    """Give `typed-sts` in the folder of `files`, where stanza and its models seem to be."""
    (tmp_path / "packages/stanza").mkdir(parents=True)
    (tmp_path / "packages/stanza/__init__.py").write_text(STANZA)
    models = tmp_path / "home/.local/share/typed-sts/stanza"
    models.mkdir(parents=True)
    for name in MODEL_FILES:
        (models / name).touch()
    path = os.pathsep.join([str(tmp_path / "packages"), os.environ.get("PYTHONPATH", "")])
    env = {"HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    return lambda *arguments: typed_sts(*arguments, cwd=tmp_path, env=env)


def versions(documents: Path) -> set[str]:
    """Return the names of the taggers of which documents are kept."""
    with closing(sqlite3.connect(documents)) as database:
        return {row[0].rpartition("-")[0] for row in database.execute("SELECT DISTINCT version FROM documents")}


@pytest.mark.slow
def test_pairs_are_predicted_from_what_the_tagger_asked_for_reads(run: Run, tmp_path: Path) -> None:
    told = {}
    for tagger in ("crf", "stanza"):
        given = ("--items", "items.jsonl", "--tagger", tagger, "--format", "jsonl", "--cache", "kept.sqlite")
        told[tagger] = run("predict", "pairs.tsv", *given)
        assert told[tagger].returncode == 0, told[tagger].stderr
    stated = {
        name: {entry["type"]: entry["stated"] for entry in json.loads(done.stdout)["types"]}
        for name, done in told.items()
    }
    assert (stated["crf"]["people"], stated["stanza"]["people"]) == ("none", "both")
    trained_with = read_model(SHIPPED / "evidence").about["tagger"]
    for tagger, done in told.items():
        notice = f"model evidence was trained on records read by {trained_with}, and these are read by {tagger}"
        assert (notice in done.stderr) == (tagger != trained_with)
    assert versions(tmp_path / "kept.sqlite") == {"crf", "stanza"}


@pytest.mark.slow
def test_a_collection_remembers_what_read_it(run: Run, tmp_path: Path) -> None:
    made = run("index", "items.jsonl", "--to", "c", "--tagger", "stanza", "--quiet")
    assert made.returncode == 0, made.stderr
    collection = open_collection(tmp_path / "c")
    assert read_by(collection) == collection.made_by == "stanza"
    assert (collection.doc_freq("people", ["quux"]), collection.doc_freq("verbs", ["grommet"])) == ([2], [1])
    assert run("index", "more.jsonl", "--to", "c", "--quiet").returncode == 0
    collection.refresh()
    assert collection.doc_freq("people", ["quux"]) == [3]
    done = run("related", "/a/1", "--index", "c", "--model", "baseline")
    assert done.returncode == 0, done.stderr
    assert versions(documents_file(str(tmp_path / "c"))) == {"stanza"}


def test_what_two_taggers_read_is_never_mixed_in_one_collection(cli: Cli, files: Path) -> None:
    assert cli("index", "items.jsonl", "--to", "c", "--quiet", "--tagger", "crf", cwd=files).code == 0
    for line in (
        ("index", "more.jsonl", "--to", "c"),
        ("related", "/a/1", "--index", "c"),
        ("why", "/a/1", "/a/2", "--index", "c"),
        ("predict", "pairs.tsv", "--index", "c"),
        ("serve", "--index", "c", "--port", "0"),
    ):
        told = cli(*line, "--tagger", "stanza", cwd=files)
        assert told.code == 1, line
        assert "c was read by crf; leave out --tagger stanza, or make it anew" in told.err
        assert len(told.err.splitlines()) == 1


def test_a_collection_of_words_alone_is_compared_by_any_tagger(cli: Cli, files: Path) -> None:
    assert cli("index", "items.jsonl", "--to", "c", "--quiet", "--no-read", cwd=files).code == 0
    done = cli("related", "/a/1", "--index", "c", "--model", "baseline", "--tagger", "crf", cwd=files)
    assert done.code == 0, done.err
    told = cli("index", "items.jsonl", "--to", "c", "--no-read", "--tagger", "crf", cwd=files)
    assert (told.code, "leave out --no-read" in told.err) == (1, True)


def test_a_collection_that_does_not_say_what_read_it_was_read_by_the_first_tagger(cli: Cli, files: Path) -> None:
    assert cli("index", "items.jsonl", "--to", "c", "--quiet", "--tagger", "crf", cwd=files).code == 0
    header = json.loads((files / "c/collection.json").read_text())
    del header["made_by"]
    (files / "c/collection.json").write_text(json.dumps(header))
    assert read_by(open_collection(files / "c")) == Engine.CRF
    assert "was read by crf" in cli("index", "more.jsonl", "--to", "c", "--tagger", "stanza", cwd=files).err


def test_a_collection_that_was_never_read_names_no_tagger(tmp_path: Path) -> None:
    collection = open_collection(tmp_path / "c")
    collection.add(map(entry_of, ITEMS))
    assert (read_by(collection), collection.made_by) == ("", "")


@pytest.mark.slow
def test_a_tagger_whose_models_are_not_there_is_told_in_a_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home/.local/share/typed-sts/stanza/ner.pt").unlink()
    told = run("index", "items.jsonl", "--to", "new", "--quiet", "--tagger", "stanza")
    assert told.returncode == 1
    assert "no stanza models at" in told.stderr.splitlines()[-1]
    assert not open_collection(tmp_path / "new").exists()
