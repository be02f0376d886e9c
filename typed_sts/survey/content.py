"""What a survey is made of, out of the organiser's files: pairs, questions with known answers, all their records."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from typed_sts.errors import BadOptions
from typed_sts.preparing.named_items import WantedItems, find_wanted
from typed_sts.sample import SAMPLE_ITEMS, SURVEY_GOLD, SURVEY_TRAINING
from typed_sts.survey.questions import Question, read_questions
from typed_sts.survey.survey_file import Content, SurveySettings
from typed_sts.task_files.lines import quoted
from typed_sts.task_files.pairs import pair_key
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.formats.read import read_items

_LOG = logging.getLogger(__name__)

_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Sources:
    """The organiser's files; without questions of their own, those about the bundled sample."""

    pairs: Path
    items: Sequence[Path]
    training: Path | None = None
    gold: Path | None = None
    n_training: int = 4


def gather(sources: Sources) -> Content:
    """Return the content of a survey; raise what names the file, the line and the next step for what is missing."""
    pairs = read_pairs(sources.pairs)
    training_file, gold_file = sources.training or SURVEY_TRAINING, sources.gold or SURVEY_GOLD
    training = read_questions(training_file) if sources.n_training else []
    if len(training) < sources.n_training:
        raise BadOptions(
            f"{training_file} has {len(training)} questions and {sources.n_training} are asked for;"
            " add some, or lower --n-training"
        )
    training = training[: sources.n_training]
    gold = read_questions(gold_file)
    named = {
        sources.pairs: [name for pair in pairs for name in pair],
        training_file: [name for each in training for name in (each.a, each.b)],
        gold_file: [name for each in gold for name in (each.a, each.b)],
    }
    wanted = _records(sources, named)
    ids = {name: wanted.items[row].id for name, row in wanted.rows.items()}
    training, gold = ([_with_ids(each, ids) for each in questions] for questions in (training, gold))
    asked = {pair_key((each.a, each.b)) for each in (*training, *gold)}
    lines = [(line, ids[a], ids[b]) for line, (a, b) in enumerate(pairs, 1)]
    return Content(
        pairs=(kept := [row for row in lines if pair_key(row[1:]) not in asked]),
        known=len(lines) - len(kept),
        training=training,
        gold=[each for each in gold if each not in training],
        items={item.id: item for item in wanted.items},
    )


def gold_questions_needed(settings: SurveySettings) -> int:
    """Return how many gold questions the least accurate rater who goes on to the end is asked."""
    return max(0, settings.pairs_each - 1) // settings.gold_every[0]


def _records(sources: Sources, named: dict[Path, list[str]]) -> WantedItems:
    files = [*sources.items]
    if sources.training is None or sources.gold is None:
        files.append(SAMPLE_ITEMS)
    records = chain.from_iterable(read_items(file, on_note=_LOG.warning) for file in files)
    wanted = find_wanted(chain.from_iterable(named.values()), records)
    for file, names in named.items():
        missing = list(dict.fromkeys(name for name in names if name not in wanted.rows))
        if missing:
            raise BadOptions(_told(file, missing))
    return wanted


def _told(file: Path, missing: Sequence[str]) -> str:
    shown = ", ".join(map(quoted, missing[:_SHOWN])) + (", ..." if len(missing) > _SHOWN else "")
    n = "1 item" if len(missing) == 1 else f"{len(missing):,} items"
    return f"{file} names {n} there is no record of: {shown}; give the records with --items, or take the lines out"


def _with_ids(question: Question, ids: dict[str, str]) -> Question:
    return Question(ids[question.a], ids[question.b], question.right, question.why)


def said(content: Content, settings: SurveySettings) -> Iterable[str]:
    """Yield what an organiser should know of a survey just made."""
    each, gold = settings.pairs_each, gold_questions_needed(settings)
    yield (
        f"{len(content.pairs)} pairs, {settings.raters} ratings each; {len(content.training)} training questions,"
        f" {len(content.gold)} gold questions"
    )
    yield f"at {each} pairs a rater, at least {-(-len(content.pairs) * settings.raters // each)} raters are needed"
    if content.known:
        yield f"{content.known} more pairs are questions with known answers, and are not asked as pairs"
    if len(content.gold) < gold:
        yield f"a rater can be asked up to {gold} gold questions; with {len(content.gold)} the last pairs go unchecked"
