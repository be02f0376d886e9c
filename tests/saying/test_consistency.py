"""What is said of real pairs is consistent: with its scores, with itself, from both sides, and with the records."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from typed_sts.answers.similarity import TypedSimilarity
from typed_sts.domain.explanation import TypeReasons, Why
from typed_sts.domain.relation import Relation
from typed_sts.domain.statement import Statement
from typed_sts.features.profiles import join, split
from typed_sts.knowledge.pack import concept
from typed_sts.preparing.prepare import Prepared
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.say import said_of_related, why
from typed_sts.scoring.scorer import pair_scores
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item

pytestmark = [pytest.mark.shared, pytest.mark.slow]
_ITEMS = 150
_PAIRS = 1_000
_WORD = re.compile(r"\w+")
SETS = ("annotated/dev", "europe/pairs")


@cache
def prepared(folder: Path) -> tuple[TypedSimilarity, tuple[Item, ...], tuple[Prepared, ...]]:
    items = tuple(islice(read_items(folder / "items.jsonl"), _ITEMS))
    ts = TypedSimilarity.load()
    found = ts._prepare(*items)
    rows = zip(found.documents, split(found.profiles), strict=True)
    return ts, items, tuple(Prepared((document,), profile) for document, profile in rows)


def pairs(count: int, n: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of rows: neighbours in the file, which are often of one pair, then others at growing distance."""
    return islice(((row, row + step) for step in range(1, n) for row in range(n - step)), count)


def answers(folder: Path, count: int) -> Iterator[tuple[Item, Item, Why]]:
    ts, items, rows = prepared(folder)
    for left, right in pairs(count, len(items)):
        profiles = join([rows[left].profiles, rows[right].profiles])
        yield items[left], items[right], why(ts.scorer, rows[left].documents[0], rows[right].documents[0], profiles)


def every_statement(answer: Why) -> list[tuple[TypeReasons, Statement]]:
    inside = [(entry, statement) for entry in answer.types for statement in entry.statements if entry.type != "general"]
    return [*inside, *((answer[statement.type], statement) for statement in answer.statements)]


def words_of(item: Item) -> set[str]:
    return {word for field in LIST_FIELDS for text in getattr(item, field) for word in _WORD.findall(fold(text))}


@pytest.mark.parametrize("name", SETS)
def test_what_is_said_agrees_with_the_scores_the_records_and_itself(shared_data: Path, name: str) -> None:
    said = 0
    for left, right, answer in answers(shared_data / name, 300):
        kinds: dict[str, set[str]] = {}
        for entry, statement in every_statement(answer):
            said += 1
            assert entry.stated == "both", (left.id, right.id, statement.text)
            assert (entry.score or 0.0) >= 2.0, (left.id, right.id, statement.text)
            assert Relation(statement.relation).agrees
            assert statement.evidence
            assert all(place.a and place.b for place in statement.evidence)
            for thing in statement.things:
                for item, name_shown in zip((left, right), thing.names, strict=True):
                    known = concept(thing.concept) if thing.concept else None
                    called = {fold(each.text) for each in known.names} if known else set()
                    shown = set(_WORD.findall(fold(name_shown.rstrip("…"))))
                    assert fold(name_shown) in called or thing.kind in ("date", "where") or _stands(shown, item), (
                        item.id,
                        name_shown,
                    )
                    if sort := _sort(thing.kind):
                        kinds.setdefault(fold(name_shown), set()).add(sort)
        assert all(len(of) == 1 for of in kinds.values()), (left.id, right.id, kinds)
        assert_nothing_contradicts(answer)
    assert said > 100


def _stands(shown: set[str], item: Item) -> bool:
    """Say whether the words of a name are the record's; the last one may have been cut."""
    words = words_of(item)
    missing = shown - words
    return len(missing) <= 1 and all(any(word.startswith(part) for word in words) for part in missing)


def _sort(kind: str) -> str:
    """Return what a kind is to people: a maker is a person, words and titles may quote anything."""
    return {"maker": "person", "where": "place", "origin": "culture"}.get(kind, kind if kind in _SORTS else "")


_SORTS = frozenset(("person", "place", "event", "culture"))


def assert_nothing_contradicts(answer: Why) -> None:
    """No line says that something is the same which the reasons of its type say is different, or not there."""
    for entry in answer.types:
        if entry.statements and entry.type in ("author", "people", "event"):
            group = {"author": "creator", "people": "people", "event": "event"}[entry.type]
            (reason,) = (reason for reason in entry.reasons if reason.group == group)
            assert Relation(reason.relation).agrees, (answer.a, answer.b, entry.summary, reason.text)
    texts = [statement.text for statement in answer.statements]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("name", SETS)
def test_sentences_of_thousands_of_pairs_read_the_same_from_both_sides(shared_data: Path, name: str) -> None:
    ts, items, rows = prepared(shared_data / name)
    chosen = list(pairs(_PAIRS, len(items)))
    profiles = join([row.profiles for row in rows])
    left, right = (np.array([pair[side] for pair in chosen]) for side in (0, 1))
    scores = pair_scores(ts.scorer, [("a", "b")] * len(chosen), ts.scorer.score(profiles, left, right))  # type: ignore[union-attr]
    for (one, other), score in zip(chosen, scores, strict=True):
        ways = [
            said_of_related(
                rows[a].documents[0], rows[b].documents[0], join([rows[a].profiles, rows[b].profiles]), score.types
            )
            for a, b in ((one, other), (other, one))
        ]
        assert ways[0].sentence == ways[1].sentence
        assert _types(ways[0].statements) == _types(ways[1].statements)
        assert len(ways[0].sentence) < 600
        assert "{" not in ways[0].sentence


def _types(statements: Sequence[Statement]) -> list[str]:
    return [statement.type for statement in statements]
