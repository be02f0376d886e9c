"""Figures others have published or printed, recomputed from the real files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Cli
from typed_sts.evaluation.report import Request, run
from typed_sts.task_files.pairs import new_pairs
from typed_sts.task_files.ratings import gold_of, read_ratings
from typed_sts.task_files.task_format import read_pairs, write_official_scores

pytestmark = pytest.mark.shared

TRIAL = {
    "General": "-0.17476",
    "Author": "0.42117",
    "People involved": "-0.89737",
    "Time": "-0.69707",
    "Location": "0.72183",
    "Event": "-0.12310",
    "Subject": "-0.46833",
    "Description": "-0.58569",
    "Mean": "-0.22542",
}
"""What the task's own script prints for the trial data, as its README shows."""


def core_figures(cli: Cli, folder: Path, names: tuple[str, ...], scratch: Path) -> dict[str, Any]:
    """Return what `core evaluate` says of the answers of `core predict --model baseline`."""
    files: list[Path] = []
    for name in names:
        answers = scratch / f"{name}.txt"
        assert cli("core", "predict", folder / f"STS.input.{name}.txt", "--model", "baseline", "-o", answers).code == 0
        files += [folder / f"STS.gs.{name}.txt", answers]
    report: dict[str, Any] = json.loads(cli("core", "evaluate", *files, "--json").out)
    return report


def test_the_trial_gives_what_the_tasks_script_prints(shared_data: Path, cli: Cli) -> None:
    trial = shared_data / "typed" / "trial"
    ran = cli("evaluate", trial / "STS.gs.europeana.txt", trial / "STS.output.europeana.txt")
    assert ran.code == 0
    for name, r in TRIAL.items():
        (row,) = [row for row in ran.out.splitlines() if row.startswith(f"{name} ")]
        assert r in row.split()
    assert "only 5" in ran.err


def test_the_trial_output_passes_the_check(shared_data: Path, cli: Cli) -> None:
    trial = shared_data / "typed" / "trial"
    assert cli("check", trial / "STS.input.europeana.txt", trial / "STS.output.europeana.txt").code == 0
    train = shared_data / "typed" / "train"
    assert cli("check", train / "STS.input.europeana.txt", train / "STS.gs.europeana.txt").code == 0


def test_42_test_pairs_are_training_pairs(shared_data: Path) -> None:
    train, test = (read_pairs(shared_data / "typed" / part / "STS.input.europeana.txt") for part in ("train", "test"))
    assert len(test) == 750
    assert (~new_pairs(test, train)).sum() == 42


def test_general_used_for_every_type_tells_nothing_given_general(shared_data: Path, tmp_path: Path) -> None:
    train = shared_data / "typed" / "train"
    gold = np.loadtxt(train / "STS.gs.europeana.txt")
    noisy = np.clip(gold[:, :1] + np.random.default_rng(0).normal(size=gold.shape), 0, 5)
    write_official_scores(tmp_path / "halo.tsv", noisy)
    (system,) = (
        run(Request((train / "STS.gs.europeana.txt", tmp_path / "halo.tsv"), resamples=200)).report.parts[0].systems
    )
    assert system.mean is not None
    assert system.mean > 0.4, "the crowd's types follow general"
    for result in system.types[1:]:
        assert result.partial == pytest.approx(0, abs=0.12)


def test_the_annotated_ratings_are_read_whole(shared_data: Path) -> None:
    ratings = read_ratings(shared_data / "annotated" / "dev" / "ratings.tsv")
    gold = gold_of("ratings", ratings, n_pairs=500)
    assert len(ratings) == 1000
    assert gold.not_stated is not None
    assert np.array_equal(gold.not_stated, np.isnan(gold.values)), "every pair has raters"
    raters = [[np.nan if value is None else value for value in r.values] for r in ratings if r.pair == 2]
    rated = np.array(raters)
    here = ~np.isnan(rated).all(axis=0)
    np.testing.assert_allclose(gold.values[1, here], np.nanmean(rated[:, here], axis=0))
    assert np.isnan(gold.values[1, ~here]).all()


def test_one_annotator_as_a_system_is_scored_where_rated(shared_data: Path, tmp_path: Path, cli: Cli) -> None:
    path = shared_data / "annotated" / "dev" / "ratings.tsv"
    rows = [r for r in read_ratings(path) if r.annotator == "1"]
    write_official_scores(
        tmp_path / "one.tsv", [[value or 0.0 for value in r.values] for r in sorted(rows, key=lambda r: r.pair)]
    )
    ran = cli("evaluate", "--ratings", path, tmp_path / "one.tsv", "--json", "--resamples", 100)
    (system,) = json.loads(ran.out)["parts"][0]["systems"]
    counts = [result["n"] for result in system["types"]]
    assert counts[0] == 500
    assert min(counts) < 500
    assert system["types"][0]["r"] > 0.95


def test_token_overlap_scores_what_was_published_in_2013(shared_data: Path, tmp_path: Path, cli: Cli) -> None:
    names = ("headlines", "OnWN", "FNWN")
    report = core_figures(cli, shared_data / "core" / "2013-test", names, tmp_path)
    assert [round(result["pearson"], 4) for result in report["sets"]] == [0.5399, 0.2828, 0.2146]
    assert [result["n"] for result in report["sets"]] == [750, 561, 189]


def test_token_overlap_scores_what_was_published_in_2015(shared_data: Path, tmp_path: Path, cli: Cli) -> None:
    names = ("answers-forums", "answers-students", "belief", "headlines", "images")
    report = core_figures(cli, shared_data / "core" / "2015-test", names, tmp_path)
    assert [round(result["pearson"], 4) for result in report["sets"]] == [0.4453, 0.6647, 0.6517, 0.5312, 0.6039]
    assert [result["n"] for result in report["sets"]] == [375, 750, 375, 750, 750]
    assert round(report["mean"], 4) == 0.5871


def test_token_overlap_scores_what_was_published_for_spanish_in_2015(
    shared_data: Path, tmp_path: Path, cli: Cli
) -> None:
    report = core_figures(cli, shared_data / "core" / "2015-spanish", ("wikipedia", "newswire"), tmp_path)
    assert [result["pearson"] for result in report["sets"]] == pytest.approx([0.529, 0.495], abs=5.1e-4)
    assert round(report["mean"], 3) == 0.506
