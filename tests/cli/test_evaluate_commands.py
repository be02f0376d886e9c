"""The commands check, evaluate and core evaluate, as a user meets them."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Cli
from tests.task_files.test_scores import line
from typed_sts.task_files.ratings import HEADER
from typed_sts.task_files.task_format import write_official_scores, write_pairs


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with gold, two runs, pairs and training pairs of 40 made-up pairs."""
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    gold = random.uniform(0, 5, (40, 8))
    write_official_scores(Path("gold.txt"), gold)
    write_official_scores(Path("old.tsv"), np.clip(gold + random.normal(0, 3, gold.shape), 0, 5))
    write_official_scores(Path("new.tsv"), np.clip(gold + random.normal(0, 1, gold.shape), 0, 5))
    write_pairs(Path("pairs.tsv"), [(f"/a/{k}", f"/b/{k}") for k in range(40)])
    write_pairs(Path("train.tsv"), [("/b/0", "/a/0"), ("/a/1", "/c/1")])
    return tmp_path


def test_a_good_file_passes_the_check(cli: Cli) -> None:
    ran = cli("check", "pairs.tsv", "new.tsv")
    assert (ran.code, ran.out, ran.err) == (0, "new.tsv is fine\n", "")


def test_a_bad_file_fails_the_check_with_every_problem_on_its_line(cli: Cli) -> None:
    Path("bad.tsv").write_text("1\t2\t3\t4\tNaN\t0\t1\t2\n\n")
    ran = cli("check", "pairs.tsv", "bad.tsv")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        "bad.tsv has 2 lines, pairs.tsv has 40: one line a pair is needed",
        'bad.tsv, line 1, column 5: "NaN" is not a number from 0 to 5',
        "bad.tsv, line 2: empty line; expected 8 TAB-separated columns",
    ]


def test_evaluate_prints_a_table_and_nothing_else(cli: Cli) -> None:
    ran = cli("evaluate", "gold.txt", "new.tsv")
    assert (ran.code, ran.err) == (0, "")
    rows = [row.split() for row in ran.out.splitlines()]
    r = np.corrcoef(np.loadtxt("gold.txt")[:, 1], np.loadtxt("new.tsv")[:, 1])[0, 1]
    assert ["Author", "40", f"{r:.5f}"] in [row[:3] for row in rows]


def test_a_constant_column_prints_zero_and_warns_on_stderr(cli: Cli) -> None:
    scores = np.loadtxt("new.tsv")
    scores[:, 1] = 2.5
    write_official_scores(Path("flat.tsv"), scores)
    ran = cli("evaluate", "gold.txt", "flat.tsv")
    assert ran.code == 0
    assert ["Author", "40", "0.00000", "-"] in [row.split()[:4] for row in ran.out.splitlines()]
    assert "warning: all pairs: author is 2.5 throughout flat.tsv" in ran.err
    assert "nan" not in ran.out.lower()


def test_json_is_one_object_on_stdout_and_the_same_every_time(cli: Cli) -> None:
    first, again = (cli("evaluate", "gold.txt", "old.tsv", "new.tsv", "--json") for _ in range(2))
    assert first.out == again.out
    report = json.loads(first.out)
    assert [system["name"] for system in report["parts"][0]["systems"]] == ["old.tsv", "new.tsv"]
    assert report["parts"][0]["differences"][-1]["type"] == "mean"
    other = json.loads(cli("evaluate", "gold.txt", "new.tsv", "--json", "--seed", 1, "--resamples", 99).out)
    assert (other["seed"], other["resamples"]) == (1, 99)


def test_seen_reports_three_parts_with_their_numbers(cli: Cli) -> None:
    ran = cli("evaluate", "gold.txt", "new.tsv", "--pairs", "pairs.tsv", "--seen", "train.tsv")
    headings = [text for text in ran.out.splitlines() if text.startswith(("All pairs", "Pairs "))]
    assert headings == ["All pairs: 40", "Pairs not in train.tsv: 39", "Pairs with no item in train.tsv: 38"]


def test_ratings_take_the_place_of_gold(cli: Cli) -> None:
    gold = np.loadtxt("gold.txt")
    rows = ["\t".join(HEADER)]
    rows += [
        "\t".join([str(k + 1), "x", *(["NA"] if k < 4 else [f"{row[0]}"]), *map(str, row[1:])])
        for k, row in enumerate(gold)
    ]
    Path("ratings.tsv").write_text("\n".join(rows) + "\n")
    records = [line(a=f"/a/{k}", b=f"/b/{k}") for k in range(40)]
    for k, record in enumerate(records):
        for column, entry in enumerate(record["types"]):
            entry["estimate"] = round(gold[k, column] * 0.9, 4)
        record["types"][0]["stated"] = "none" if k < 4 else "both"
    Path("new.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    ran = cli("evaluate", "--ratings", "ratings.tsv", "new.jsonl", "--pairs", "pairs.tsv", "--json")
    general, author = json.loads(ran.out)["parts"][0]["systems"][0]["types"][:2]
    assert (general["n"], general["auc"]) == (36, 1.0)
    assert (author["n"], author["auc"]) == (40, None)
    assert general["r"] == pytest.approx(1, abs=1e-6)


def test_the_page_is_written_whole(cli: Cli, folder: Path) -> None:
    ran = cli("evaluate", "gold.txt", "new.tsv", "--pairs", "pairs.tsv", "--plot", "report.html")
    assert ran.err == "wrote report.html\n"
    assert Path("report.html").read_text().endswith("</html>\n")
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gold.txt"], "expected a gold file and one or two score files, not 1 files"),
        (["gold.txt", "old.tsv", "new.tsv", "new.tsv"], "not 4 files"),
        (["gold.txt", "new.tsv", "--seen", "train.tsv"], "--seen needs --pairs"),
        (["gold.txt", "gone.tsv"], "gone.tsv: cannot be read"),
        (["gold.txt", "new.tsv", "--pairs", "train.tsv"], "train.tsv has 2 lines, gold.txt has 40"),
        (["gold.txt", "new.tsv", "--plot", "gold.txt/report.html"], "cannot write"),
        (["--ratings", "gold.txt", "new.tsv"], "gold.txt, line 1: expected the header"),
    ],
)
def test_what_does_not_fit_is_one_line_and_exit_code_1(cli: Cli, arguments: list[str], message: str) -> None:
    ran = cli("evaluate", *arguments)
    assert (ran.code, ran.out) == (1, "")
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_json_scores_for_other_pairs_are_refused(cli: Cli) -> None:
    Path("new.jsonl").write_text("".join(json.dumps(line()) + "\n" for _ in range(40)))
    ran = cli("evaluate", "gold.txt", "new.jsonl", "--pairs", "pairs.tsv")
    assert ran.code == 1
    assert "new.jsonl, line 1: scores for" in ran.err


def test_core_prints_each_set_and_all_together(cli: Cli) -> None:
    Path("g1").write_text("1\n2\n\n4\n")
    Path("s1").write_text("0.1\t10\n0.2\t20\n0.9\t30\n0.3\t40\n")
    Path("g2").write_text("5\n0\n")
    Path("s2").write_text("0.9\n0.1\n")
    ran = cli("core", "evaluate", "g1", "s1", "g2", "s2")
    assert (ran.code, ran.err) == (0, "")
    rows = [row.split() for row in ran.out.splitlines()]
    assert [row[0] for row in rows] == ["data", "g1", "g2", "ALL", "ALLnorm", "Mean"]
    assert rows[1][:3] == ["g1", "3", "0.98198"]
    assert rows[2] == ["g2", "2", "1.00000", "-"]
    assert json.loads(cli("core", "evaluate", "g1", "s1", "--json").out)["mean"] == pytest.approx(0.98198, abs=1e-5)


def test_core_needs_a_score_file_for_each_gold_file(cli: Cli) -> None:
    ran = cli("core", "evaluate", "gold.txt")
    assert ran.code == 1
    assert "gold.txt stands alone" in ran.err


@pytest.mark.parametrize("command", [("check",), ("evaluate",), ("core", "evaluate"), ("core", "predict")])
def test_help_teaches_by_example(cli: Cli, command: tuple[str, ...]) -> None:
    assert f"Example: typed-sts {' '.join(command)}" in cli(*command, "--help").out
