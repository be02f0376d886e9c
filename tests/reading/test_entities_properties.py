"""What holds for any text: no crash, symmetry, identity, degrees in range, keys that are their own keys."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.relation import Match, Relation
from typed_sts.reading.entities.cultures import compare_cultures, read_culture
from typed_sts.reading.entities.events import compare_events, read_event
from typed_sts.reading.entities.makers import makers_in, origins_in
from typed_sts.reading.entities.name_match import same_text
from typed_sts.reading.entities.non_values import is_junk_subject, is_untitled
from typed_sts.reading.entities.people_kinds import compare_groups, read_group
from typed_sts.reading.entities.places import compare_places, resolve
from typed_sts.reading.entities.qualifiers import is_holder, states_nobody
from typed_sts.reading.entities.tables import fold, undot, words
from typed_sts.reading.normal_forms import normalise

LABELS = ("PERSON", "MAKER", "GROUP", "PLACE", "CULTURE", "EVENT", "DATE", "LIFE")

_WORDS = """Turner Joseph J. M. W. van der de Rembrandt Smith John James II the Elder Jr. Sir Queen Mrs. after
attributed to circle of workshop school Company & Co. Ltd. Press (1775-1851) (American, born 1937) [?]
"Teenie" , ; : - Artist: Publisher: sculptor unknown not known Root Museum Leeds England Paris Texas
Street River Japan Edo Rome Italy near PA New York war battle bathing standing Women soldiers French
Dutch Ancient Egyptian y e Al Du Pere St. Day Festival by and or école nach""".split()

phrases = st.lists(st.sampled_from(_WORDS), min_size=0, max_size=7).map(" ".join)
texts = st.one_of(phrases, st.text(max_size=40), st.text(alphabet="abeIVX.,;:()[]\"' -&?1890é", max_size=30))

COMPARISONS: list[Callable[[str, str], Match]] = [
    same_text,
    lambda left, right: compare_places(resolve(left), resolve(right)),
    lambda left, right: compare_events(read_event(left), read_event(right)),
    lambda left, right: compare_groups(read_group(left), read_group(right)),
    lambda left, right: compare_cultures(read_culture(left), read_culture(right)),
]


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(texts, texts)
def test_comparisons_are_symmetric_and_degrees_stay_in_range(left: str, right: str) -> None:
    for compare in COMPARISONS:
        match = compare(left, right)
        assert match == compare(right, left)
        assert 0 <= match.degree <= 1
        assert (match.degree == 0) == (match.relation is Relation.DIFFERS)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(texts)
def test_everything_is_the_same_as_itself_but_for_people_and_places_of_a_name_that_many_have(text: str) -> None:
    for compare in COMPARISONS:
        match = compare(text, text)
        assert (match.relation, match.degree) in ((Relation.SAME, 1.0), (Relation.PERHAPS, 0.85))
        assert match.relation is Relation.SAME or compare in COMPARISONS[:2]


@pytest.mark.slow
@settings(deadline=None, max_examples=500)
@given(st.sampled_from(LABELS), texts)
def test_a_key_is_its_own_key(label: str, text: str) -> None:
    key = normalise(label, text)
    assert normalise(label, key) == key


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(texts)
def test_makers_stand_where_they_say(text: str) -> None:
    for maker in makers_in(text):
        assert text[maker.start : maker.end] == maker.text
        assert maker.text.strip()
        assert maker.name.norm
    assert all(origins_in(text))


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(texts)
def test_folding_is_final_and_nothing_crashes(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert undot(undot(folded)) == undot(folded)
    words(folded)
    for ask in (states_nobody, is_holder, is_junk_subject, is_untitled):
        assert ask(text) in (True, False)


def test_dates_are_left_to_whoever_reads_dates() -> None:
    assert normalise("DATE", "c. 1850") == "c. 1850"
    assert normalise("LIFE", "1775–1851", normalise_date=lambda text: f"<{text}>") == "<1775–1851>"


@pytest.mark.parametrize(
    ("label", "text", "key"),
    [
        ("PERSON", "Queen Elizabeth II", "elizabeth ii"),
        ("MAKER", "circle of Rembrandt", "circle of rembrandt"),
        ("MAKER", "unknown artist", ""),
        ("GROUP", "fishermen", "fisher"),
        ("PLACE", "Calverley Street, Leeds", "calverley street, leeds, england"),
        ("CULTURE", "Dutch", "netherlands"),
        ("EVENT", "bathers", "bathe"),
    ],
)
def test_each_label_has_its_key(label: str, text: str, key: str) -> None:
    assert normalise(label, text) == key


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown span label 'COLOUR'"):
        normalise("COLOUR", "red")


@pytest.mark.parametrize(
    "text", ["(" * 3000, "a" * 20_000, "Smith, " * 3000, "van " * 3000, "Leeds, " * 2000, "I. " * 5000]
)
def test_long_and_odd_texts_are_read_in_time(text: str) -> None:
    for label in LABELS:
        normalise(label, text)
    list(makers_in(text))
