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
        (["gold.txt"], "expected a gold file and one or two score files, not 1 file"),
        (["pairs.tsv", "new.tsv"], "pairs.tsv, line 1: 2 columns, not 8; is this a file of pairs?"),
        (["gold.txt", "new.tsv", "--pairs", "old.tsv"], "8 columns, not 2; is this a file of scores or gold"),
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
    weighted = float(rows[1][3])
    assert float(rows[-1][3]) == pytest.approx((3 * weighted + 2 * 1.0) / 5, abs=1e-5), "as 2013 was ranked"
    assert json.loads(cli("core", "evaluate", "g1", "s1", "--json").out)["mean"] == pytest.approx(0.98198, abs=1e-5)


def test_core_needs_a_score_file_for_each_gold_file(cli: Cli) -> None:
    ran = cli("core", "evaluate", "gold.txt")
    assert ran.code == 1
    assert "gold.txt stands alone" in ran.err


@pytest.mark.parametrize("command", [("check",), ("evaluate",), ("core", "evaluate"), ("core", "predict")])
def test_help_teaches_by_example(cli: Cli, command: tuple[str, ...]) -> None:
    assert f"Example: typed-sts {' '.join(command)}" in cli(*command, "--help").out


def with_na() -> None:
    """Write gold of which the author of every other pair is NA, and one pair is rated by nobody."""
    rows = [line.split("\t") for line in Path("gold.txt").read_text().splitlines()]
    for number, row in enumerate(rows):
        row[1] = "NA" if number % 2 else row[1]
    rows[7] = ["NA"] * 8
    Path("na.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


def test_a_type_that_is_na_in_gold_is_left_out_for_that_pair(cli: Cli) -> None:
    with_na()
    ran = cli("evaluate", "na.tsv", "new.tsv")
    assert ran.code == 0
    assert ran.err == "warning: all pairs: 1 of 40 have no rating in na.tsv and are left out\n"
    rows = [row.split()[:3] for row in ran.out.splitlines()]
    gold, new = np.loadtxt("gold.txt"), np.loadtxt("new.tsv")
    rest = np.arange(40) != 7
    assert ["Author", "20", f"{np.corrcoef(gold[::2, 1], new[::2, 1])[0, 1]:.5f}"] in rows
    assert ["Time", "39", f"{np.corrcoef(gold[rest, 3], new[rest, 3])[0, 1]:.5f}"] in rows


def test_na_in_gold_is_what_not_stated_is_held_against(cli: Cli) -> None:
    with_na()
    lines = [line(a=f"/a/{k}", b=f"/b/{k}") for k in range(40)]
    for k, record in enumerate(lines):
        record["types"][1] |= {"not_stated": 0.9 if k % 2 else 0.1}
    Path("new.jsonl").write_text("".join(json.dumps(record) + "\n" for record in lines))
    report = json.loads(cli("evaluate", "na.tsv", "new.jsonl", "--json").out)
    author = report["parts"][0]["systems"][0]["types"][1]
    assert (author["n"], author["auc"]) == (20, 1.0)


def test_gold_with_na_passes_the_check_and_does_not_pass_for_scores(cli: Cli) -> None:
    with_na()
    ran = cli("check", "pairs.tsv", "na.tsv")
    assert ran.code == 0
    assert ran.out.startswith("na.tsv is fine as gold: 27 of 320 values are NA (general 1, author 20, people 1")
    swapped = cli("evaluate", "new.tsv", "na.tsv")
    assert swapped.code == 1
    assert "only gold and ratings may hold NA" in swapped.err


def test_ratings_given_as_gold_or_as_scores_are_answered_with_the_option_for_them(cli: Cli) -> None:
    Path("ratings.tsv").write_text("\t".join(HEADER) + "\n" + "\t".join(["1", "x", *["3"] * 8]) + "\n")
    for arguments in (
        ("evaluate", "ratings.tsv", "new.tsv"),
        ("evaluate", "gold.txt", "ratings.tsv"),
        ("check", "pairs.tsv", "ratings.tsv"),
        ("train", "pairs.tsv", "ratings.tsv", "--items", "pairs.tsv", "-o", "model"),
    ):
        ran = cli(*arguments)
        assert (ran.code, ran.out) == (1, ""), arguments
        assert "ratings.tsv holds ratings by annotator" in ran.err
        assert "--ratings ratings.tsv" in ran.err
    assert cli("check", "pairs.tsv", "--ratings", "ratings.tsv").code == 0
    assert "or their ratings with --ratings" in cli("check", "pairs.tsv").err
    assert "or their ratings with --ratings" in cli("check", "pairs.tsv", "new.tsv", "--ratings", "ratings.tsv").err
