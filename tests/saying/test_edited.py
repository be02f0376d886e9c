"""What an editor hides is not said, what an editor writes is, and every score stays as it was."""

from pathlib import Path

import numpy as np
import pytest

from tests.overriding import decide
from tests.saying.test_why import CASCADE, TIVOLI, of_group, of_type, read, scorer, why
from typed_sts.domain.explanation import Why, to_json
from typed_sts.domain.message import Called, message
from typed_sts.domain.statement import KINDS
from typed_sts.explaining.explain import sides_of
from typed_sts.messages.wording import say
from typed_sts.reading.overrides import use
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS
from typed_sts.saying.edited import edited
from typed_sts.saying.say import said_of_related
from typed_sts.saying.shared import shared
from typed_sts.scoring.scorer import pair_scores
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

PAIR = f"{TIVOLI.id}|{CASCADE.id}"
TURNER = "Joseph Mallord William Turner"


def statements(answer: Why) -> set[str]:
    """Return the types of all statements of an answer."""
    return {s.type for s in (*answer.statements, *(s for entry in answer.types for s in entry.statements))}


def numbers(answer: Why) -> list[float]:
    return [n for e in answer.types for n in (e.baseline, e.estimate, *(reason.points for reason in e.reasons))]


def said_below() -> str:
    """Return what is said under one of the two as a related item of the other."""
    (one, other), profiles = read(TIVOLI, CASCADE)
    (pair,) = pair_scores(scorer(), [("a", "b")], scorer().score(profiles, np.array([0]), np.array([1])))
    return said_of_related(one, other, profiles, pair.types).sentence


@pytest.fixture
def plain() -> Why:
    """Return what is said while no editor has decided anything."""
    use()
    return why(TIVOLI, CASCADE)


def test_of_a_hidden_pair_the_scores_are_given_and_nothing_is_said(plain: Why, editor: Path) -> None:
    decide(editor, f"hide|pair|{CASCADE.id}|{TIVOLI.id}")
    answer = why(TIVOLI, CASCADE)
    assert (answer.sentence, answer.statements, statements(answer)) == ("", (), set())
    assert numbers(answer) == numbers(plain)
    assert {entry.summary for entry in answer.types if entry.stated == "both"} == {"left out by the editor"}
    assert said_below() == ""


@pytest.mark.parametrize("where", [PAIR, f"{CASCADE.id}|", "|"])
def test_a_type_is_hidden_of_a_pair_of_an_item_or_everywhere(plain: Why, editor: Path, where: str) -> None:
    assert {"author", "location"} <= statements(plain)
    decide(editor, f"hide|statement|{where}|||author")
    answer = why(TIVOLI, CASCADE)
    assert statements(answer) == statements(plain) - {"author"}
    assert of_type(answer, "author").summary == "left out by the editor"
    assert numbers(answer) == numbers(plain)
    assert TURNER not in said_below()


def test_a_kind_of_thing_is_hidden(plain: Why, editor: Path) -> None:
    decide(editor, "hide|statement|||||place")
    answer = why(TIVOLI, CASCADE)
    kinds = {thing.kind for entry in answer.types for s in entry.statements for thing in s.things}
    assert "place" not in kinds
    assert "maker" in kinds


def test_another_pair_is_told_of_as_before(plain: Why, editor: Path) -> None:
    decide(editor, f"hide|pair|{TIVOLI.id}|/x/9", f"hide|statement|/x/9|{TIVOLI.id}", "hide|statement|/x/9||||time")
    assert to_json(why(TIVOLI, CASCADE)) == to_json(plain)


@pytest.mark.parametrize("named", ["Turner, Joseph Mallord William", TURNER, ""])
def test_a_hidden_concept_is_named_nowhere(plain: Why, editor: Path, named: str) -> None:
    assert TURNER in plain.sentence
    assert "Turner" in of_group(of_type(plain, "author"), "creator").text
    (maker,) = {thing.concept for s in plain.statements if s.type == "author" for thing in s.things}
    decide(editor, f"hide|concept|{named or maker}")
    answer = why(TIVOLI, CASCADE)
    assert "author" not in statements(answer)
    assert "Turner" not in answer.sentence + "".join(entry.summary for entry in answer.types)
    assert of_group(of_type(answer, "author"), "creator").text == "left out by the editor"
    assert numbers(answer) == numbers(plain)


def test_of_several_things_only_the_hidden_one_is_left_out(editor: Path) -> None:
    subjects = ("bridges", "windmills", "herring")
    one, other = (with_subjects(number, subjects) for number in (1, 2))
    before = why(one, other)
    assert "bridges" in of_type(before, "subject").summary
    decide(editor, "hide|concept|Bridges", "hide|concept|herring")
    line = of_type(why(one, other), "subject").summary
    assert "windmills" in line
    assert "ridges" not in line
    assert line.startswith("Same subject: ")


def with_subjects(number: int, subjects: tuple[str, ...]) -> Item:
    return Item(id=f"/s/{number}", dcTitle=(f"Sheet {number}",), dcSubject=subjects)


def test_a_concept_has_the_name_an_editor_gives_it_in_that_language_or_in_all(editor: Path) -> None:
    part = message("Also by {name}", name=Called("wikidata:Q159758", TURNER, "en"))
    decide(editor, "rename|concept|wikidata:Q159758|||en|William Turner")
    assert say(part) == "Also by William Turner"
    decide(editor, "rename|concept|wikidata:Q159758|||de|William Turner")
    assert say(part) == f"Also by {TURNER}"
    decide(editor, f"rename|concept|{TURNER}||||J. M. W. Turner")
    assert say(part) == "Also by J. M. W. Turner"
    assert "Also by J. M. W. Turner." in said_below()
    assert "Both by J. M. W. Turner" in why(TIVOLI, CASCADE).sentence


def test_a_sentence_is_replaced_and_what_is_behind_it_stays(plain: Why, editor: Path) -> None:
    decide(editor, f"replace|sentence|{CASCADE.id}|{TIVOLI.id}||en|Drawn on one journey.")
    answer = why(TIVOLI, CASCADE)
    assert answer.sentence == of_type(answer, "general").summary == said_below() == "Drawn on one journey."
    assert answer.statements == plain.statements
    assert of_type(answer, "author").summary == of_type(plain, "author").summary
    decide(editor, f"replace|sentence|{PAIR}||de|Auf einer Reise gezeichnet.")
    assert why(TIVOLI, CASCADE).sentence == plain.sentence


def test_every_kind_that_the_sample_states_can_be_hidden(editor: Path) -> None:
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    pairs = [line.split("\t") for line in SAMPLE_PAIRS.read_text(encoding="utf-8").splitlines()][:40]
    seen = set()
    use()
    for left, right in pairs:
        documents, profiles = read(items[left], items[right])
        found = shared(*sides_of((documents[0], documents[1]), profiles))
        seen |= {thing.kind for candidate in found for thing in candidate.things}
        assert edited(found, items[left], items[right]) == found
    assert {"maker", "place", "date"} <= seen <= set(KINDS)
