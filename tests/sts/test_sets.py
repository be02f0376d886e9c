"""Sets of sentence pairs as the CORE tasks publish them."""

from pathlib import Path

import pytest

from tests.sts.made_sets import write_set
from typed_sts.errors import BadScores
from typed_sts.sts.sets import new_pairs, read_folder


def test_a_folder_gives_its_sets_and_pairs_without_gold_are_left_out(tmp_path: Path) -> None:
    write_set(tmp_path, "MSRpar", 3)
    (tmp_path / "STS.gs.MSRpar.txt").write_text("1\n\n3\n")
    (tmp_path / "STS.input.no-gold.txt").write_text("a\tb\n")
    (found,) = read_folder(tmp_path)
    assert (found.name, found.gold.tolist(), len(found.pairs)) == ("MSRpar", [1.0, 3.0], 2)


def test_spanish_gold_ends_at_four_and_is_brought_to_the_same_scale(tmp_path: Path) -> None:
    write_set(tmp_path, "news", 10, highest=4.0)
    (found,) = read_folder(tmp_path, "es")
    assert found.gold.max() == pytest.approx(4.0, abs=0.01)
    assert found.targets.max() == pytest.approx(5.0, abs=0.01)


def test_a_source_is_the_same_over_the_years(tmp_path: Path) -> None:
    for folder, name in (("2012", "surprise.OnWN"), ("2013", "OnWN")):
        write_set(tmp_path / folder, name, 2)
    assert read_folder(tmp_path / "2012")[0].source == read_folder(tmp_path / "2013")[0].source == "en:onwn"


@pytest.mark.parametrize(
    ("gold", "problem"),
    [("1\n", "has 3 lines"), ("\n\n\n", "every line is empty"), ("1\nx\n3\n", 'line 2: "x"')],
)
def test_gold_that_does_not_fit_is_told(tmp_path: Path, gold: str, problem: str) -> None:
    write_set(tmp_path, "a", 3)
    (tmp_path / "STS.gs.a.txt").write_text(gold)
    with pytest.raises(BadScores, match=r"STS\.gs\.a\.txt") as caught:
        read_folder(tmp_path)
    assert problem in str(caught.value)


def test_a_folder_without_sets_says_what_a_set_is(tmp_path: Path) -> None:
    with pytest.raises(BadScores, match=r"STS\.input\.NAME\.txt"):
        read_folder(tmp_path / "nowhere")


def test_a_pair_is_seen_in_either_order_and_whatever_its_signs() -> None:
    seen = [("A dog runs.", "The cat sat")]
    assert new_pairs([("the cat sat.", "a dog runs"), ("a dog", "the cat")], seen).tolist() == [False, True]
