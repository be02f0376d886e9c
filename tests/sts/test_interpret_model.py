"""The model of interpretable STS: the one that ships, one that is trained, and ones that are broken."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.sts.interpret_data import aligned_pairs
from typed_sts.errors import BadModel, BadScores, BadTrainingData
from typed_sts.sts.chunk_files import Sentence, chunked_sentence, gold_sentences, read_sentence_pair_files
from typed_sts.sts.chunk_scores import evaluate_chunks
from typed_sts.sts.interpret_model import (
    READY,
    InterpretModel,
    interpret_all,
    read_interpret_model,
    save_interpret_model,
)
from typed_sts.sts.wa_file import AlignedPair, oddities, read_pairs, wa_text
from typed_sts.training.interpret_training import read_examples, sentence_groups, train

LEFT, RIGHT = "A young woman is playing the guitar .", "A girl plays a guitar in the garden ."


@pytest.fixture(scope="module")
def ready() -> InterpretModel:
    return read_interpret_model()


def interpreted(model: InterpretModel, left: str, right: str) -> AlignedPair:
    return model.interpret(Sentence(tuple(left.split())), Sentence(tuple(right.split())), "1")


def said(pair: AlignedPair) -> set[tuple[str, str, str]]:
    return {
        (" ".join(pair.left[n - 1] for n in link.left), " ".join(pair.right[n - 1] for n in link.right), link.label)
        for link in pair.links
    }


def test_a_sentence_says_what_it_says(ready: InterpretModel) -> None:
    pair = interpreted(ready, LEFT, LEFT)
    assert {(link.left == link.right, link.label, link.score) for link in pair.links if link.is_pair} == {
        (True, "EQUI", 5.0)
    }
    assert {link.left for link in pair.links if not link.is_pair} <= {(8,), ()}  # full stops are not linked in gold


def test_every_token_is_in_one_link_and_links_have_labels_and_scores(ready: InterpretModel) -> None:
    pair = interpreted(ready, LEFT, RIGHT)
    assert list(oddities(pair)) == []
    assert all(1 <= (link.score or 0) <= 5 for link in pair.links if link.is_pair)
    assert ("in the garden", "", "NOALI") in {(other, one, label) for one, other, label in said(pair)}


def test_the_order_of_the_sentences_does_not_matter(ready: InterpretModel) -> None:
    there, back = interpreted(ready, LEFT, RIGHT), interpreted(ready, RIGHT, LEFT)
    turned = {"SPE1": "SPE2", "SPE2": "SPE1"}
    assert {(other, one, turned.get(label, label)) for one, other, label in said(back)} == said(there)


def test_chunks_that_are_given_are_kept(ready: InterpretModel) -> None:
    left, right = chunked_sentence("[ A ] [ young woman ] [ sings ]"), chunked_sentence("[ A woman sings ]")
    pair = ready.interpret(left, right, "7")
    assert {link.left for link in pair.links if link.left} == set(left.chunks or ())
    assert pair.id == "7"


def test_an_empty_sentence_leaves_the_other_alone(ready: InterpretModel) -> None:
    assert {link.label for link in interpreted(ready, "It rains", "").links} == {"NOALI"}
    assert interpreted(ready, "", "").links == ()


def test_a_sentence_without_end_is_refused(ready: InterpretModel) -> None:
    with pytest.raises(BadScores, match="pair 1: a sentence of 401 tokens; at most 400"):
        interpreted(ready, "x " * 401, "x")


def test_strange_tokens_do_no_harm(ready: InterpretModel) -> None:
    pair = interpreted(ready, "\ufffd <b> // <==> 0", "\u202e ’’ 5 %s //")
    assert list(oddities(pair)) == []


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("gold") / "gold.wa"
    path.write_text(wa_text(aligned_pairs()), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_model_learns_its_pairs_and_is_the_same_every_time(gold: Path, tmp_path: Path) -> None:
    validated = train([gold], tmp_path / "one", command="x", n_folds=2)
    assert [each.file for each in validated] == ["gold.wa"]
    train([gold], tmp_path / "two", command="x", n_folds=0)
    assert (tmp_path / "one" / "weights.npz").read_bytes() == (tmp_path / "two" / "weights.npz").read_bytes()
    model = read_interpret_model(tmp_path / "one")
    pairs = aligned_pairs()
    answers = list(interpret_all(model, [gold_sentences(pair) for pair in pairs]))
    figures = evaluate_chunks(pairs, answers)
    assert min(figures.values()) > 0.9


def test_too_few_pairs_are_told(gold: Path, tmp_path: Path) -> None:
    path = tmp_path / "few.wa"
    path.write_text(wa_text(aligned_pairs()[:5]), encoding="utf-8")
    with pytest.raises(BadTrainingData, match=r"few\.wa: 5 pairs are too few"):
        read_examples([path])


def test_pairs_that_share_a_sentence_are_one_group() -> None:
    def pair(left: str, right: str) -> AlignedPair:
        return AlignedPair("1", tuple(left.split()), tuple(right.split()), ())

    groups = sentence_groups([pair("a", "b"), pair("c", "d"), pair("e", "B ."), pair("D", "f"), pair("g", "h")])
    assert (groups[0] == groups[2], groups[1] == groups[3]) == (True, True)
    assert len(set(groups.tolist())) == 3


def damaged(change: Callable[[Path], None]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        for name in ("model.json", "weights.npz"):
            (folder / name).write_bytes((READY / name).read_bytes())
        change(folder)
        return folder

    return make


def _described(**changes: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        about = json.loads((folder / "model.json").read_text())
        (folder / "model.json").write_text(json.dumps(about | changes))

    return change


def _cut(folder: Path) -> None:
    (folder / "weights.npz").write_bytes((folder / "weights.npz").read_bytes()[:-100])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_described(kind="core"), "not of kind interpret"),
        (_described(format_version=99), "format 1"),
        (_described(features=["x"]), "other features"),
        (_cut, "not the file that model.json speaks of"),
        (lambda folder: (folder / "model.json").unlink(), "No such file"),
        (lambda folder: (folder / "model.json").write_text("[]"), "no model of interpretable STS can be read"),
    ],
)
def test_a_damaged_model_is_refused_in_one_line(change: Callable[[Path], None], problem: str, tmp_path: Path) -> None:
    with pytest.raises(BadModel, match=problem):
        read_interpret_model(damaged(change)(tmp_path))


def test_weights_that_are_none_are_refused(ready: InterpretModel, tmp_path: Path) -> None:
    broken = replace(ready.chunker, states=np.full_like(ready.chunker.states, np.nan))
    save_interpret_model(tmp_path, replace(ready, chunker=broken), {})
    with pytest.raises(BadModel, match="weights that are no numbers"):
        read_interpret_model(tmp_path)


@pytest.mark.slow
@pytest.mark.shared
def test_the_one_that_ships_does_on_images_as_its_page_says(ready: InterpretModel, shared_data: Path) -> None:
    folder = shared_data / "core" / "interpretable-2015" / "test"
    files = [folder / "derived" / f"STSint.input.images.sent{side}.chunk.txt" for side in (1, 2)]
    answers = interpret_all(ready, read_sentence_pair_files(*files))
    figures = evaluate_chunks(read_pairs(folder / "STSint.gs.images.wa"), answers)
    assert figures.values() == pytest.approx((0.933, 0.740, 0.887, 0.721), abs=0.003)
