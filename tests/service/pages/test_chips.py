"""Chips say what the answer says and nothing else, from either side; so does the heading above them."""

from collections import Counter

import pytest
from hypothesis import given

from tests.service.pages.pairs_explained import PAIRS, explained, mirrored, whys
from typed_sts.domain.explanation import Why
from typed_sts.domain.message import Message
from typed_sts.messages.wording import say
from typed_sts.saying.say import UNSAID
from typed_sts.service.pages.chips import Chip, chips
from typed_sts.service.pages.marks import AGREES, DIFFERS, ONE_SIDED, number_evidence
from typed_sts.service.pages.verdict import heading, lead, respects


def made(why: Why) -> list[Chip]:
    return chips(why, number_evidence(why))


def told(chip: Chip) -> tuple[object, ...]:
    """Return what a chip says, whichever record comes first."""
    words = (chip.a, chip.b) if chip.a else chip.text.split(" · ")
    return chip.state, chip.type, say(chip.label), tuple(sorted(words)), bool(chip.side), len(chip.evidence)


@given(whys())
def test_no_chip_speaks_of_a_type_that_is_not_stated_or_of_which_nothing_is_said(why: Why) -> None:
    for chip in made(why):
        kind = why[chip.type]
        assert kind.stated == ("one" if chip.state == ONE_SIDED else "both")
        assert chip.state == AGREES or kind.summary != say(UNSAID)


@given(whys())
def test_what_agrees_is_what_statements_assert_and_all_of_it(why: Why) -> None:
    all_told = (*why.statements, *(each for kind in why.types for each in kind.statements))
    asserted = {each.text: each.type for each in all_told}
    assert Counter(chip.type for chip in made(why) if chip.state == AGREES) == Counter(asserted.values())
    for chip in made(why):
        if chip.state == AGREES:
            about = [text.casefold() for text, name in asserted.items() if name == chip.type]
            assert any(all(part.casefold() in text for part in chip.text.split(" · ")) for text in about)


@given(whys())
def test_a_type_that_differs_has_no_statement_and_its_line_says_no_less(why: Why) -> None:
    for chip in made(why):
        if chip.state == DIFFERS:
            kind = why[chip.type]
            assert kind.statements == ()
            assert {reason.relation for reason in kind.reasons} == {"differs"}
            assert chip.type not in ("subject", "description", "general")


@given(whys())
def test_swapping_sides_gives_the_same_chips_and_the_same_heading(why: Why) -> None:
    other = mirrored(why)
    assert Counter(map(told, made(why))) == Counter(map(told, made(other)))
    assert [chip.evidence for chip in made(why)] == [chip.evidence for chip in made(other)]
    assert (heading(why), lead(why)) == (heading(other), lead(other))


@given(whys())
def test_a_heading_names_what_the_sentence_states_and_nothing_else(why: Why) -> None:
    said = [say(noun) for noun in respects(why)]
    assert len(said) <= len(why.statements)
    assert bool(said) == bool(why.sentence)
    title = say(heading(why))
    if why["general"].stated == "both" and why["general"].score is not None:
        assert title.startswith(("Alike in", "Much alike in")) == bool(said)
        assert all(noun in title for noun in said)
    else:
        assert title == "Too little is said to compare them"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0])
def test_chips_of_the_sample_are_in_the_words_of_the_answer(pair: tuple[str, str], language: str) -> None:
    why, turned = explained(*pair, language), explained(*reversed(pair), language)
    assert Counter(map(told, made(why))) == Counter(map(told, made(turned)))
    for chip in made(why):
        kind = why[chip.type]
        words = " ".join((kind.summary, *(s.text for s in why.statements), *(r.text for r in kind.reasons)))
        for part in (chip.a, chip.b) if chip.a else chip.text.replace(" · ", ", ").split(", "):
            assert part[:30].casefold() in words.casefold() or chip.state == DIFFERS
        assert chip.evidence


def heads(*pair: str) -> tuple[str, str]:
    why = explained(*pair)
    first = lead(why)
    return say(heading(why)), say(first) if isinstance(first, Message) else first


def test_a_heading_goes_by_the_score_and_a_sentence_is_there_in_any_case() -> None:
    assert heads("lewis-chessmen-bm", "lewis-chessmen-nms")[0] == "Much alike in place and subject"
    assert heads("hogarth-gin-lane", "hogarth-beer-street")[0].startswith("Alike in maker")
    assert heads("canaletto-regatta", "barbari-venice")[0] == "Alike in place, but in little else"
    assert heads("hogarth-gin-lane", "longhi-rhinoceros") == (
        "Little in common",
        "Nothing that both records say is telling enough to be a reason.",
    )
    assert heads("augustus-meroe", "augustus-aureus") == (
        "Some likeness, but no clear reason",
        "Perhaps both name Augustus.",
    )
    assert heads("shakespeare-chandos", "shakespeare-first-folio") == (
        "Similar as a whole",
        "The maker of one is named in the other: William Shakespeare.",
    )


def test_makers_who_differ_stand_beside_their_records_and_as_the_record_has_them_where_no_name_can_be_told() -> None:
    [maker, time] = [c for c in made(explained("canaletto-regatta", "barbari-venice")) if c.state == DIFFERS]
    assert (maker.a, maker.b) == ("Giovanni Antonio Canal, called Canaletto", "Jacopo de' Barbari")
    assert (time.a, time.b) == ("1740", "1500")
    [alone] = [c for c in made(explained("nadar-sarah-bernhardt", "mucha-gismonda")) if c.state == ONE_SIDED]
    assert (say(alone.label), alone.side) == ("Description", "b")
