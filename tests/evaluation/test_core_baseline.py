"""`typed-sts core predict --model baseline`: shared tokens, one number a line."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Cli
from typed_sts.evaluation.core_tasks import token_overlap


@pytest.mark.parametrize(
    ("left", "right", "score"),
    [
        ("a dog runs", "a dog runs", 5.0),
        ("a dog runs", "runs a dog dog", 5.0),
        ("a dog runs .", "the dog runs .", 5 * 3 / 4),
        ("The dog", "the dog.", 0.0),
        ("one", "one two", 5 / math.sqrt(2)),
        ("", "a dog", 0.0),
        ("", "", 0.0),
    ],
)
def test_the_score_is_the_cosine_of_binary_vectors(left: str, right: str, score: float) -> None:
    assert token_overlap(left, right) == pytest.approx(score)


@pytest.mark.slow
@given(st.text("ab \u3000.", max_size=12), st.text("ab \u3000.", max_size=12))
def test_order_does_not_matter_and_scores_stay_on_the_scale(left: str, right: str) -> None:
    assert token_overlap(left, right) == token_overlap(right, left)
    assert 0 <= token_overlap(left, right) <= 5 + 1e-12
    assert token_overlap(left, left) == (pytest.approx(5) if left.split() else 0)


@pytest.fixture
def sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file of sentence pairs in the folder the command is run in."""
    monkeypatch.chdir(tmp_path)
    Path("input.txt").write_text("a dog runs\ta dog runs\na cat\tthe dog\n\tnothing beside it\n", encoding="utf-8")
    return Path("input.txt")


@pytest.mark.parametrize("options", [(), ("-o", "-")])
def test_answers_go_to_standard_output_unless_told_otherwise(
    cli: Cli, sentences: Path, options: tuple[str, ...]
) -> None:
    ran = cli("core", "predict", "--model", "baseline", sentences, *options)
    assert (ran.code, ran.out, ran.err) == (0, "5.000000\n0.000000\n0.000000\n", "")
    assert [path.name for path in Path().iterdir()] == ["input.txt"]


def test_answers_go_to_a_file_that_core_evaluate_reads(cli: Cli, sentences: Path) -> None:
    ran = cli("core", "predict", "--model", "baseline", sentences, "-o", "new/answers.txt")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    Path("gold.txt").write_text("4.8\n\n0.2\n")
    assert "1.00000" in cli("core", "evaluate", "gold.txt", "new/answers.txt").out


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"a dog\ta cat\nno tab here\n", "input.txt, line 2: no TAB; expected two sentences with one TAB"),
        (b"a\tb\tc\n", "input.txt, line 1: 2 TABs; expected two sentences with one TAB"),
        (b"a\tb\n\nc\td\n", "input.txt, line 2: no TAB"),
        (b"x\n" * 3, "input.txt, line 1: no TAB; expected two sentences with one TAB between them (and 2 more"),
        (b"", "input.txt: empty; expected two sentences a line"),
        (b"a\t\xff\n", "input.txt, line 1: not UTF-8 text"),
    ],
)
def test_a_file_that_is_not_sentence_pairs_is_refused_by_line_and_nothing_is_written(
    cli: Cli, sentences: Path, content: bytes, problem: str
) -> None:
    sentences.write_bytes(content)
    Path("answers.txt").write_text("as it was\n")
    ran = cli("core", "predict", "--model", "baseline", sentences, "-o", "answers.txt")
    assert (ran.code, ran.out) == (1, "")
    assert problem in ran.err
    assert len(ran.err.splitlines()) == 1
    assert Path("answers.txt").read_text() == "as it was\n"


def test_a_missing_file_and_a_place_that_cannot_be_written_are_one_line(cli: Cli, sentences: Path) -> None:
    assert "gone.txt: cannot be read" in cli("core", "predict", "--model", "baseline", "gone.txt").err
    ran = cli("core", "predict", "--model", "baseline", sentences, "-o", "input.txt/answers.txt")
    assert (ran.code, len(ran.err.splitlines())) == (1, 1)
    assert "cannot write" in ran.err
