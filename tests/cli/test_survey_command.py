"""`typed-sts survey` as an organiser types it, from pairs to a model trained on what people said."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.survey.world import newcomer, take_all, wrong
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS, SURVEY_GOLD
from typed_sts.survey.questions import Values, parse_known
from typed_sts.survey.survey_file import Survey
from typed_sts.survey.turns import Turn
from typed_sts.task_files.ratings import read_ratings


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("items.jsonl").write_bytes(SAMPLE_ITEMS.read_bytes())
    Path("pairs.tsv").write_bytes(SAMPLE_PAIRS.read_bytes())
    return tmp_path


def test_a_survey_of_the_sample_says_what_it_holds_and_what_comes_next(cli: Cli, here: Path) -> None:
    ran = cli("survey", "make", "--sample", "-o", "my.survey")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "77 pairs, 5 ratings each; 4 training questions, 12 gold questions",
        "at 20 pairs a rater, at least 20 raters are needed",
        "16 more pairs are questions with known answers, and are not asked as pairs",
    ]
    assert "typed-sts survey invite my.survey" in ran.err


def test_all_settings_are_kept_in_the_file(cli: Cli, here: Path) -> None:
    options = "--raters 3 --pairs-each 7 --gold-every 1 2 --least 50 --tolerance 0 --n-training 2 --title Ours"
    line = f"survey make pairs.tsv --items items.jsonl --gold {SURVEY_GOLD} -o my.survey {options}"
    ran = cli(*line.split())
    assert "77 pairs, 3 ratings each; 2 training questions" not in ran.out  # two training pairs are pairs again
    assert "79 pairs, 3 ratings each; 2 training questions, 12 gold questions" in ran.out
    settings = Survey(Path("my.survey")).settings
    assert (settings.raters, settings.pairs_each, settings.gold_every) == (3, 7, (1, 2))
    assert (settings.least, settings.tolerance, settings.title) == (50, 0, "Ours")


def test_too_few_gold_questions_are_said(cli: Cli, here: Path) -> None:
    Path("gold.tsv").write_text("".join(SURVEY_GOLD.read_text().splitlines(keepends=True)[:3]))
    ran = cli(*"survey make pairs.tsv --items items.jsonl --gold gold.tsv -o my.survey".split())
    assert "a rater can be asked up to 9 gold questions; with 2 the last pairs go unchecked" in ran.out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("make -o x", "say which pairs: a pairs file with --items, or --sample"),
        ("make pairs.tsv --sample -o x", "say which pairs"),
        ("make other.tsv --items items.jsonl -o x", 'other.tsv names 1 item there is no record of: "/no/such"; give'),
        ("make pairs.tsv --items items.jsonl --gold pairs.tsv -o x", "pairs.tsv, line 1: expected the header"),
        ("make --sample --gold-every 3 2 -o x", "--gold-every: 3 2 are not two numbers from 1 on"),
        ("make --sample --n-training 9 -o x", "has 4 questions and 9 are asked for; add some, or lower --n-training"),
        ("make --sample -o pairs.tsv", "pairs.tsv is there already"),
        ("status pairs.tsv", "pairs.tsv is not a survey"),
        ("invite none.survey", "there is no survey none.survey; make one with: typed-sts survey make"),
        ("serve items.jsonl", "items.jsonl is not a survey"),
        ("export my.survey", "nobody has rated a pair of my.survey yet"),
    ],
)
def test_what_does_not_work_is_one_line_with_the_next_step(cli: Cli, here: Path, line: str, said: str) -> None:
    Path("other.tsv").write_text("/sample/athens-owl\t/no/such\n")
    if "my.survey" in line:
        cli(*"survey make --sample -o my.survey".split())
    ran = cli("survey", *line.split())
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("typed-sts: ")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_survey_is_never_replaced(cli: Cli, here: Path) -> None:
    cli(*"survey make --sample -o my.survey".split())
    before = Path("my.survey").read_bytes()
    ran = cli(*"survey make --sample -o my.survey".split())
    assert "my.survey is there already, perhaps with answers in it" in ran.err
    assert Path("my.survey").read_bytes() == before


def test_invitations_are_links_or_codes_and_a_key_is_printed_once(cli: Cli, here: Path) -> None:
    cli(*"survey make --sample -o my.survey".split())
    links = cli(*"survey invite my.survey -n 3 --url https://s.example/".split()).out.splitlines()
    code = r"([0-9A-Z]{4}-){3}[0-9A-Z]{4}"
    assert all(re.fullmatch(rf"https://s\.example/survey/join\?code={code}", link) for link in links)
    assert len(set(links)) == 3
    assert re.fullmatch(f"{code}\n", cli(*"survey invite my.survey --shared -n 30 --codes".split()).out)
    assert json.loads(cli(*"survey status my.survey --json".split()).out)["invited"] == 33
    assert len(cli(*"survey key my.survey".split()).out.strip()) >= 32


@pytest.mark.slow
def test_the_full_circle_from_pairs_to_a_model_that_is_evaluated_on_what_people_said(cli: Cli, here: Path) -> None:
    cli(*"survey make pairs.tsv --items items.jsonl --raters 2 --pairs-each 40 -o my.survey".split())
    survey = Survey(Path("my.survey"))
    drawn = random.Random(4)

    def person(turn: Turn) -> Values:
        if turn.kind == "pair":
            return tuple(None if drawn.random() < 0.1 else float(drawn.randint(0, 5)) for _ in TYPES)
        known = map(parse_known, turn.known)
        return tuple(next(v for v in (*map(float, range(6)), None) if each.accepts(v, 1.0)) for each in known)

    for _ in range(3):
        take_all(survey, newcomer(survey), person)
    take_all(survey, newcomer(survey), wrong)
    assert "dropped" in cli(*"survey status my.survey".split()).out
    assert cli(*"survey export my.survey -o ratings.tsv".split()).code == 0
    assert {rating.annotator for rating in read_ratings(Path("ratings.tsv"))} == {"1", "2", "3"}
    trained = cli(*"train pairs.tsv --ratings ratings.tsv --items items.jsonl -o my-model -q".split())
    assert trained.code == 0, trained.err
    predicted = cli(*"predict pairs.tsv --items items.jsonl --model my-model -q -o scores.tsv".split())
    assert predicted.code == 0, predicted.err
    evaluated = cli(*"evaluate --ratings ratings.tsv scores.tsv --resamples 10 --json".split())
    assert evaluated.code == 0, evaluated.err
    (part,) = json.loads(evaluated.out)["parts"]
    # Unlike the pairs nobody rated (those with known answers among them), the rated ones count.
    assert part["systems"][0]["types"][0]["r"] > 0.5
