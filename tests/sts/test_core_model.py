"""CORE models: trained, saved, read again, answering."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli
from tests.sts.made_sets import made_pairs, write_set
from typed_sts.errors import BadModel, BadTrainingData
from typed_sts.evaluation.correlation import pearson
from typed_sts.sts.core_model import answers, read_core_model
from typed_sts.sts.sets import read_folder
from typed_sts.training.core_training import BLENDS, core_data, train_core


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with years of made-up sets, English and Spanish."""
    folder = tmp_path_factory.mktemp("sts")
    write_set(folder / "2012-train", "MSRvid", 50)
    write_set(folder / "2012-test", "surprise.OnWN", 50, 7)
    write_set(folder / "2013-test", "OnWN", 20, 40)
    write_set(folder / "2014-spanish", "li65", 20, 3, 4.0)
    write_set(folder / "2014-spanish", "news", 20, 9, 4.0)
    return folder


@pytest.fixture(scope="module")
def trained(sets: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a model without the encoder, trained on two of them."""
    from typed_sts.training.core_training import train_folders

    folder = tmp_path_factory.mktemp("models") / "mine"
    given = [(sets / "2012-train", "en"), (sets / "2012-test", "en")]
    train_folders(given, folder, command="made by a test", meaning=False, seed=0, quiet=True)
    return folder


@pytest.mark.slow
def test_a_model_says_what_was_made_similar(trained: Path) -> None:
    rows = made_pairs(30, 100)
    found = [answer.score for answer in answers(read_core_model(trained), [(a, b) for a, b, _ in rows])]
    assert pearson(np.array(found), np.array([gold for _, _, gold in rows])) > 0.7
    assert 0 <= min(found) <= max(found) <= 5


@pytest.mark.slow
def test_the_same_training_gives_the_same_bytes_and_no_sentence_is_in_it(sets: Path, trained: Path, cli: Cli) -> None:
    again = trained.parent / "again"
    ran = cli("core", "train", sets / "2012-train", sets / "2012-test", "-o", again, "--no-encoder", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert "chosen" in ran.out
    assert (again / "weights.npz").read_bytes() == (trained / "weights.npz").read_bytes()
    about = json.loads((again / "model.json").read_text())
    assert [each["set"] for each in about["trained_on"]] == ["MSRvid", "surprise.OnWN"]
    assert "sailor" not in (again / "model.json").read_text()


def test_a_blend_is_chosen_among_those_there_are(trained: Path) -> None:
    about = json.loads((trained / "model.json").read_text())
    figures = about["r_on_sources_not_seen"]
    assert about["blend"] == max(BLENDS, key=lambda name: figures[name])


@pytest.mark.slow
def test_fewer_sources_are_trusted_less(sets: Path) -> None:
    one = core_data(read_folder(sets / "2012-train"), meaning=False)
    two = core_data([*read_folder(sets / "2012-train"), *read_folder(sets / "2012-test")], meaning=False)
    assert train_core(one).blend.trust < train_core(two).blend.trust


def test_what_cannot_be_learned_from_is_told(sets: Path, tmp_path: Path, cli: Cli) -> None:
    with pytest.raises(BadTrainingData, match="20 pairs"):
        train_core(core_data(read_folder(sets / "2013-test"), meaning=False))
    assert "no sets to train on" in cli("core", "train", "-o", tmp_path / "m").err
    (tmp_path / "other").mkdir()
    (tmp_path / "other/mine.txt").write_text("mine")
    assert "not the folder of a model" in cli("core", "train", sets / "2012-train", "-o", tmp_path / "other").err


@pytest.mark.parametrize("harm", ["gone", "cut", "kind", "shape"])
def test_what_is_not_a_model_is_refused_in_a_line(trained: Path, tmp_path: Path, harm: str, cli: Cli) -> None:
    folder = tmp_path / "model"
    shutil.copytree(trained, folder)
    about = json.loads((folder / "model.json").read_text())
    if harm == "gone":
        (folder / "weights.npz").unlink()
    elif harm == "cut":
        (folder / "weights.npz").write_bytes((trained / "weights.npz").read_bytes()[:-100])
    elif harm == "kind":
        (folder / "model.json").write_text(json.dumps(about | {"kind": "interpret"}))
    else:
        (folder / "model.json").write_text(json.dumps(about | {"features": about["features"][1:]}))
    with pytest.raises(BadModel, match="no CORE model can be read"):
        read_core_model(folder)
    (tmp_path / "pairs.txt").write_text("a\tb\n")
    ran = cli("core", "predict", tmp_path / "pairs.txt", "--model", folder)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)


def test_the_ready_model_answers_out_of_the_box(cli: Cli, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.txt"
    pairs.write_text(
        "A man plays a guitar.\tSomeone is playing the guitar.\n"
        "A man plays a guitar.\tThe parliament rejected the budget.\n"
        "\tnothing beside it\n"
    )
    ran = cli("core", "predict", pairs)
    assert (ran.code, ran.err) == (0, "")
    same, other, nothing = map(float, ran.out.split())
    assert same > 3.5
    assert other < 1.0
    assert 0 <= nothing <= 5


@pytest.mark.slow
def test_the_order_of_sentences_and_of_pairs_does_not_matter() -> None:
    model = read_core_model()
    pairs = [(left, right) for left, right, _ in made_pairs(70)]
    straight = [answer.score for answer in answers(model, pairs)]
    turned = [answer.score for answer in answers(model, [(right, left) for left, right in reversed(pairs)])]
    assert straight == pytest.approx(turned[::-1], abs=1e-4)


def test_spanish_answers_are_on_the_scale_of_spanish_gold(cli: Cli, tmp_path: Path) -> None:
    pairs = tmp_path / "pares.txt"
    pairs.write_text("El perro duerme en la casa.\tEl perro duerme en la casa.\nEl perro duerme.\tSubió el pan.\n")
    same, other = map(float, cli("core", "predict", pairs, "--language", "es").out.split())
    assert 3 < same <= 4
    assert other < 1.5


def test_the_alignment_is_printed_when_asked_for(cli: Cli, tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.txt"
    pairs.write_text("Two dogs sat on the couch\x1b.\tA dog sits on a sofa with Anna.\n")
    ran = cli("core", "predict", pairs, "--explain")
    assert "\x1b" not in ran.out
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["lemma", "0.95", "dogs", "~", "dog"] in lines
    assert ["synonym", "0.85", "couch", "~", "sofa"] in lines
    assert ["only", "right", "Anna"] in lines
    assert "leave out one" in cli("core", "predict", pairs, "--explain", "--model", "baseline").err


@pytest.mark.slow
def test_a_year_is_reproduced_on_earlier_years_alone(sets: Path, cli: Cli) -> None:
    ran = cli("core", "reproduce", 2013, sets, "--no-encoder", "--json", "--quiet")
    assert ran.code == 0, ran.err
    report = json.loads(ran.out)
    assert report["trained_on"] == ["MSRvid (en)", "surprise.OnWN (en)"]
    one, mean = report["lines"]
    assert (one["name"], one["n"], one["published"], mean["published"]) == ("OnWN", 20, 0.8431, None)
    assert one["low"] <= one["r"] <= one["high"]
    assert one["n_new"] < 20, "some pairs stand in the training sets"
    text = cli("core", "reproduce", 2014, sets, "--language", "es", "--no-encoder", "--quiet").out
    assert "li65 (es)" in text
    assert "OnWN (en), li65 (es)" in text
    assert text.splitlines()[-1].startswith("Mean")


def test_a_year_that_cannot_be_run_is_told(sets: Path, tmp_path: Path, cli: Cli) -> None:
    assert "there are 2013, 2014, 2015" in cli("core", "reproduce", 2012, sets).err
    assert "2015-test: no sets here" in cli("core", "reproduce", 2015, sets).err
    write_set(tmp_path / "2013-test", "a", 3)
    assert "no sets of years before 2013" in cli("core", "reproduce", 2013, tmp_path).err
