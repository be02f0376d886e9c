"""typed-sts interpret: predict, train, check, evaluate."""

import json
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.sts.interpret_data import aligned_pairs
from typed_sts.sts.wa_file import read_pairs, wa_text

LEFT = "A young woman is playing the guitar .\nTwo dogs run on the beach .\n"
RIGHT = "A woman plays a guitar .\nA cat is asleep .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sent1.txt").write_text(LEFT, encoding="utf-8")
    (tmp_path / "sent2.txt").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "gold.wa").write_text(wa_text(aligned_pairs()), encoding="utf-8")
    return tmp_path


def test_what_is_predicted_is_well_formed_and_agrees_with_itself(cli: Cli, folder: Path) -> None:
    ran = cli("interpret", "predict", "sent1.txt", "sent2.txt", "-o", "answers.wa", cwd=folder)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    ran = cli("interpret", "check", "answers.wa", cwd=folder)
    assert (ran.code, ran.out, ran.err) == (0, "answers.wa is well-formed: 2 pairs\n", "")
    ran = cli("interpret", "evaluate", "answers.wa", "answers.wa", "--seen", "gold.wa", cwd=folder)
    assert ran.out.splitlines() == [
        "                              ALI   TYPE  SCORE    T+S",
        "all pairs (2)              1.0000 1.0000 1.0000 1.0000",
        "without sentences seen (2) 1.0000 1.0000 1.0000 1.0000",
    ]
    figures = json.loads(cli("interpret", "evaluate", "answers.wa", "answers.wa", "--json", cwd=folder).out)
    assert figures == {"all": {"pairs": 2, "ali": 1.0, "type": 1.0, "score": 1.0, "type_score": 1.0}}


def test_standard_output_gets_the_same(cli: Cli, folder: Path) -> None:
    cli("interpret", "predict", "sent1.txt", "sent2.txt", "-o", "answers.wa", cwd=folder)
    ran = cli("interpret", "predict", "sent1.txt", "sent2.txt", cwd=folder)
    assert ran.out == (folder / "answers.wa").read_text(encoding="utf-8")


def test_chunks_that_are_given_are_kept(cli: Cli, folder: Path) -> None:
    (folder / "a.chunk.txt").write_text("[ It ] [ rains ]\n")
    (folder / "b.chunk.txt").write_text("[ It rains ] [ today ]\n")
    ran = cli("interpret", "predict", "a.chunk.txt", "b.chunk.txt", "-o", "x.wa", cwd=folder)
    assert ran.code == 0, ran.err
    pair = read_pairs(folder / "x.wa")[0]
    assert {link.left for link in pair.links if link.left} == {(1,), (2,)}
    assert {link.right for link in pair.links if link.right} == {(1, 2), (3,)}


def test_files_that_do_not_belong_together_are_told_and_nothing_is_written(cli: Cli, folder: Path) -> None:
    (folder / "one.txt").write_text("It rains\n")
    ran = cli("interpret", "predict", "sent1.txt", "one.txt", "-o", "answers.wa", cwd=folder)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "typed-sts: one.txt has 1 line, sent1.txt has 2: one line a pair is needed\n"
    assert not (folder / "answers.wa").exists()


def test_a_malformed_file_fails_the_check_and_is_not_scored(cli: Cli, folder: Path) -> None:
    text = (folder / "gold.wa").read_text(encoding="utf-8").replace("SPE1 // 4", "SPEC // 4")
    (folder / "bad.wa").write_text(text, encoding="utf-8")
    ran = cli("interpret", "check", "bad.wa", cwd=folder)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[0].startswith('bad.wa, line 22: "SPEC" is no type; they are EQUI, OPPO, SPE1')
    ran = cli("interpret", "evaluate", "gold.wa", "bad.wa", cwd=folder)
    assert ran.code == 1
    assert "and 7 more like it" in ran.err


def test_what_the_checker_lets_pass_is_a_warning(cli: Cli, folder: Path) -> None:
    (folder / "odd.wa").write_text('<sentence id="1" status="">\n// a b\n// c\n1 <==> 1 // EQUI // 5 // x\n')
    ran = cli("interpret", "check", "odd.wa", cwd=folder)
    assert (ran.code, ran.out) == (0, "odd.wa is well-formed: 1 pair\n")
    assert ran.err == 'warning: odd.wa, sentence "1": token 2 of the first sentence is in no chunk\n'


@pytest.mark.slow
def test_a_model_is_trained_and_used(cli: Cli, folder: Path) -> None:
    ran = cli("interpret", "train", "gold.wa", "-o", "model", "--no-figures", cwd=folder)
    assert (ran.code, ran.out, ran.err) == (0, "", "model in model\n")
    about = json.loads((folder / "model" / "model.json").read_text())
    assert about["trained_on"]["pairs"] == 24
    ran = cli("interpret", "predict", "sent1.txt", "sent2.txt", "--model", "model", "-o", "answers.wa", cwd=folder)
    assert ran.code == 0, ran.err
    assert len(read_pairs(folder / "answers.wa")) == 2


def test_a_folder_of_something_else_is_no_place_for_a_model(cli: Cli, folder: Path) -> None:
    (folder / "full").mkdir()
    (folder / "full" / "notes.txt").write_text("mine\n")
    ran = cli("interpret", "train", "gold.wa", "-o", "full", cwd=folder)
    assert ran.code == 1
    assert "full is there already and is not the folder of a model" in ran.err
    assert [path.name for path in (folder / "full").iterdir()] == ["notes.txt"]


def test_a_model_of_another_kind_is_refused(cli: Cli, folder: Path) -> None:
    ran = cli("interpret", "predict", "sent1.txt", "sent2.txt", "--model", "nowhere", cwd=folder)
    assert ran.code == 1
    assert ran.err.startswith("typed-sts: no model of interpretable STS can be read at nowhere")
