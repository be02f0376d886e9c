"""Phrase pairs of records, drawn to be read: `python -m benchmarks.phrases`."""

from pathlib import Path

import pytest

from benchmarks.phrases import (
    EQUI,
    HEAD,
    SPE,
    Phrases,
    Precision,
    Tokens,
    draw,
    figures,
    read_verdicts,
    reworded,
    sentence_pairs,
    shown,
    sure_pair,
    tokens_of_text,
)
from typed_sts.errors import BadScores
from typed_sts.sts.chunk_files import Sentence
from typed_sts.sts.interpret_model import read_interpret_model
from typed_sts.sts.wa_file import AlignedPair, Link
from typed_sts_fetch.item import Item

BRIDGE = Item(id="/a", dcTitle=("The old bridge",), dcDescription=("The stone bridge was built by monks. It is wet.",))
CROSSING = Item(
    id="/b", dcTitle=("A quiet harbour",), dcDescription=("The old bridge has five arches. The sea is calm.",)
)
GERMAN = Item(id="/c", dcTitle=("Die alte Brücke und der Fluss",), dcDescription=("Die Brücke ist aus Stein und alt.",))


def phrases(label: str, left: str, right: str, field: str = "dcDescription") -> Phrases:
    return Phrases(field, label, 5.0 if label == EQUI else 4.0, left, right, f"{left} .", f"{right} .")


def both_kinds(left: Tokens, right: Tokens) -> AlignedPair:
    """Stand in for the model: the first words say the same; the first two are more specific than the second."""
    links = (Link((1,), (1,), (EQUI,), 5.0), Link((1, 2), (2,), ("SPE1",), 4.0))
    return AlignedPair("1", left, right, links)


def few_specific(left: Tokens, right: Tokens) -> AlignedPair:
    """Stand in for the model: the first words say the same; the same "is" and "was" are the only SPE."""
    links = (Link((1,), (1,), (EQUI,), 5.0), Link((2,), (2,), ("SPE1",), 4.0))
    return AlignedPair("1", left, right, links)


def numbered_pairs(count: int) -> list[tuple[Item, Item]]:
    words = [f"word{letter}" for letter in "abcdefghijklmnop"][:count]
    return [
        (
            Item(id=f"/l{word}", dcDescription=(f"left{word} is in the bridge of the {word}.",)),
            Item(id=f"/r{word}", dcDescription=(f"right{word} was on the bridge with a {word}.",)),
        )
        for word in words
    ]


def test_sentences_are_cut_and_words_with_hyphens_are_one() -> None:
    assert tokens_of_text("A half-length  portrait. St. John - in 1,500 years") == [
        ("A", "half-length", "portrait", "."),
        ("St.", "John", "-", "in", "1,500", "years"),
    ]


def test_titles_are_paired_and_sentences_that_share_a_content_word() -> None:
    found = sentence_pairs(BRIDGE, CROSSING)
    assert [(field, " ".join(left), " ".join(right)) for field, left, right in found] == [
        ("dcTitle", "The old bridge", "A quiet harbour"),
        ("dcDescription", "The stone bridge was built by monks .", "The old bridge has five arches ."),
    ]


def test_only_english_is_paired() -> None:
    assert sentence_pairs(BRIDGE, GERMAN) == []


def test_equal_phrases_low_scores_and_other_labels_are_not_shown() -> None:
    links = (
        Link((1, 2), (1, 2), (EQUI,), 5.0),  # word for word the same but for a capital and a comma
        Link((3,), (3,), (EQUI,), 5.0),
        Link((4,), (4,), ("SPE2",), 3.0),
        Link((5,), (5,), ("SIMI",), 4.0),
        Link((6,), (), ("NOALI",), None),
    )
    left, right = ("A", "dog", "runs", "far", "today", "."), ("a", "dog,", "ran", "away", "now")
    assert [(each.label, each.left, each.right) for each in shown("dcTitle", AlignedPair("1", left, right, links))] == [
        (EQUI, "runs", "ran")
    ]


def test_half_of_what_is_drawn_says_the_same_and_the_seed_decides_which() -> None:
    pairs = numbered_pairs(12)
    drawn = draw(pairs, both_kinds, seed=1, wanted=4)
    assert [each.kind for each in drawn] == [EQUI, EQUI, SPE, SPE]
    assert drawn == draw(pairs, both_kinds, seed=1, wanted=4)
    assert drawn != draw(pairs, both_kinds, seed=2, wanted=4)


def test_where_one_kind_runs_out_the_other_fills_up_and_nothing_is_drawn_twice() -> None:
    drawn = draw(numbered_pairs(12), few_specific, seed=1, wanted=8)
    assert [each.kind for each in drawn] == [EQUI] * 7 + [SPE]
    assert len({(each.left, each.right) for each in drawn}) == 8


def test_the_surer_the_model_has_to_be_the_less_is_left() -> None:
    model = read_interpret_model()
    left, right = tuple("Two girls wait in the old harbour".split()), tuple("A girl waits in the harbour".split())
    labels = (EQUI, "SPE1", "SPE2")
    every = [link for link in model.interpret(Sentence(left), Sentence(right), "1").links if link.label in labels]
    left_over = [sure_pair(model, left, right, dict.fromkeys(labels, least)).links for least in (0.0, 0.4, 1.1)]
    assert list(left_over[0]) == every != []
    assert set(left_over[1]) <= set(every)
    assert left_over[2] == ()


def test_verdicts_are_read_back_and_counted_by_kind(tmp_path: Path) -> None:
    table = tmp_path / "verdicts.tsv"
    read = [
        ("yes", phrases(EQUI, "the boat", "of boats")),
        ("no", phrases(EQUI, "the boat", "the net", "dcTitle")),
        ("yes", phrases("SPE1", "the red boat", "a boat")),
    ]
    table.write_text("\n".join(["\t".join(HEAD), *(verdict + each.row() for verdict, each in read)]), encoding="utf-8")
    verdicts = read_verdicts(table)
    assert verdicts == [(each, verdict == "yes") for verdict, each in read]
    rows = {line[:22].strip(): line[22:].split()[:3] for line in figures(verdicts).splitlines()[1:]}
    assert rows["EQUI"] == ["2", "1", "0.500"]
    assert rows["EQUI, titles"] == ["1", "0", "0.000"]
    assert rows["EQUI, other words"] == ["1", "0", "0.000"]
    assert rows["SPE"] == ["1", "1", "1.000"]


def test_a_row_without_a_verdict_is_told_of_with_its_line(tmp_path: Path) -> None:
    table = tmp_path / "verdicts.tsv"
    table.write_text("\t".join(HEAD) + "\n" + phrases(EQUI, "a", "b").row(), encoding="utf-8")
    with pytest.raises(BadScores, match="line 2"):
        read_verdicts(table)


def test_little_words_and_endings_are_no_other_words() -> None:
    assert not reworded(phrases(EQUI, "of the boat", "boats ,"))
    assert reworded(phrases(EQUI, "of the boat", "the ship"))


def test_the_interval_is_wilsons() -> None:
    assert Precision(8, 10).interval() == pytest.approx((0.4902, 0.9433), abs=5e-4)  # worked by hand
    assert Precision(0, 0).interval() == (0.0, 1.0)
