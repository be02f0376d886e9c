"""Explanations add up, quote what is there, and say the same from both sides."""

import sys
from dataclasses import replace
from functools import cache
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.explanation import Reason, TypeReasons, Why
from typed_sts.domain.groups import CUT, GROUPS
from typed_sts.domain.relation import RELATIONS
from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadOptions
from typed_sts.explaining.explain import sides_of
from typed_sts.features.profiles import Profiles, profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.saying.say import said_of_related
from typed_sts.saying.say import why as say_why
from typed_sts.saying.shared import shared
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import pair_scores
from typed_sts.scoring.trained import TrainedScorer, group_numbers, reference_row
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

TIVOLI = Item(
    id="/x/1",
    provider="A museum",
    dcTitle=("View of Tivoli with the Temple of the Sibyl",),
    dcCreator=("Turner, Joseph Mallord William",),
    dcSubject=("waterfall", "temple", "Italy"),
    dcDescription=("Two shepherds rest above the falls at Tivoli, near Rome.",),
    dcDate=("1819",),
)
CASCADE = Item(
    id="/x/2",
    provider="A museum",
    dcTitle=("The Cascade at Tivoli",),
    dcCreator=("J. M. W. Turner",),
    dcSubject=("temple", "river"),
    dcDescription=("A shepherd watches the falls at Tivoli.",),
    dcDate=("1819-20",),
)
EMPTY = Item(id="/y/3")
NEITHER = "not stated in either record"
FIELDS = ("dcTitle", "dcCreator", "dcSubject", "dcDescription", "dcDate")
PHRASES = st.sampled_from(
    [
        "Battle of Waterloo",
        "Turner, Joseph Mallord William",
        "J. M. W. Turner",
        "View of Venice, 1840",
        "soldiers marching to the battle in the rain",
        "Portrait of a woman reading a letter",
        "c. 1800",
        "18th century",
        "300 BC",
        "Rome, Italy",
        "Sailing ships at sea; the sea at night",
        "Straße in Köln\tund anderswo",
        "unknown",
        "x",
        "\u202e[bold]odd[/bold] <b>text</b>",
    ]
)
ITEMS = st.builds(
    lambda number, provider, fields: Item(id=f"/made/{number}", provider=provider, **fields),
    st.integers(0, 3),
    st.sampled_from(["", "A museum", "A library"]),
    st.fixed_dictionaries({}, optional={name: st.lists(PHRASES, min_size=1, max_size=3).map(tuple) for name in FIELDS}),
)


@cache
def scorer(provider: bool = True, model: str = "evidence") -> TrainedScorer:
    opened = open_scorer(model, provider=provider)
    assert isinstance(opened, TrainedScorer)
    return opened


def read(*items: Item) -> tuple[list[Document], Profiles]:
    """Return documents and profiles; without sentence vectors, whose making is slow and tested elsewhere."""
    documents = list(Reader("crf").read_all(items))
    vectors = np.zeros((len(items), len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    return documents, profile_documents(documents, background_stats(), vectors)


def test_nothing_of_a_record_is_analysed_or_read_again_to_explain_it(monkeypatch: pytest.MonkeyPatch) -> None:
    (one, other), profiles = read(*list(read_items(SAMPLE_ITEMS))[:2])

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("read again")

    for module in [module for name, module in sys.modules.items() if name.startswith("typed_sts")]:
        for name in ("analyse", "terms", "text_views", "makers", "origins", "read_dates"):
            if callable(getattr(module, name, None)):
                monkeypatch.setattr(module, name, refuse)
    assert say_why(scorer(), one, other, profiles).types


def why(left: Item, right: Item, *, provider: bool = True, short: bool = False) -> Why:
    (one, other), profiles = read(left, right)
    return say_why(scorer(provider), one, other, profiles, short=short)


def of_type(answer: Why, name: str) -> TypeReasons:
    return answer.types[TYPES.index(name)]


def of_group(entry: TypeReasons, group: str) -> Reason:
    (reason,) = (reason for reason in entry.reasons if reason.group == group)
    return reason


def mirrored(answer: Why) -> Why:
    def swapped(reason: Reason) -> Reason:
        return replace(reason, evidence=tuple(Evidence(place.b, place.a) for place in reason.evidence))

    def turned(statement: Statement) -> Statement:
        things = tuple(replace(thing, names=thing.names[::-1]) for thing in statement.things)
        return replace(
            statement, things=things, evidence=tuple(Evidence(place.b, place.a) for place in statement.evidence)
        )

    types = tuple(
        replace(entry, reasons=tuple(map(swapped, entry.reasons)), statements=tuple(map(turned, entry.statements)))
        for entry in answer.types
    )
    return replace(answer, a=answer.b, b=answer.a, types=types, statements=tuple(map(turned, answer.statements)))


def assert_well_made(answer: Why, left: Item, right: Item) -> None:
    assert [entry.type for entry in answer.types] == list(TYPES)
    for entry in answer.types:
        assert entry.baseline + sum(reason.points for reason in entry.reasons) == pytest.approx(
            entry.estimate, abs=1e-6
        )
        assert -1e-9 <= entry.estimate <= 5 + 1e-9
        assert (entry.score is None) == (entry.stated == "none")
        assert entry.summary
        assert "\n" not in entry.summary
        sizes = [abs(reason.points) for reason in entry.reasons]
        assert sizes == sorted(sizes, reverse=True)
        for reason in entry.reasons:
            assert reason.relation in RELATIONS or (reason.group, reason.relation) == (CUT, "")
            for place in reason.evidence:
                assert place.a or place.b
                for item, span in ((left, place.a), (right, place.b)):
                    assert span is None or stands(item, span)


def stands(item: Item, span: Span) -> bool:
    return span.text != "" and getattr(item, span.field)[span.value][span.start : span.end] == span.text


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(left=ITEMS, right=ITEMS, provider=st.booleans())
def test_any_pair_adds_up_quotes_what_is_there_and_mirrors(left: Item, right: Item, provider: bool) -> None:
    answer = why(left, right, provider=provider)
    assert_well_made(answer, left, right)
    assert why(right, left, provider=provider) == mirrored(answer)


@pytest.mark.parametrize("model", ["evidence", "typed"])
@pytest.mark.parametrize("provider", [True, False])
def test_the_estimate_is_that_of_the_scorer(model: str, provider: bool) -> None:
    (one, other), profiles = read(TIVOLI, CASCADE)
    estimates = scorer(provider, model).score(profiles, np.array([0]), np.array([1]))
    answer = say_why(scorer(provider, model), one, other, profiles)
    np.testing.assert_allclose([entry.estimate for entry in answer.types], estimates.values[0], atol=1e-4)
    assert_well_made(answer, TIVOLI, CASCADE)


@pytest.mark.parametrize("model", ["evidence", "typed"])
def test_points_are_what_asking_the_model_about_every_coalition_gives(model: str) -> None:
    _, profiles = read(TIVOLI, CASCADE)
    opened = scorer(True, model)
    row = opened.table(profiles, np.array([0]), np.array([1]))[0]
    groups, reference = group_numbers(True), reference_row(True)
    n = len(GROUPS)
    values = opened.regressor.predict_uncut(np.array([np.where(c >> groups & 1, row, reference) for c in range(2**n)]))
    expected = np.zeros((n, len(TYPES)))
    for coalition in range(2**n):
        size = coalition.bit_count()
        for group in range(n):
            if not coalition >> group & 1:
                weight = factorial(size) * factorial(n - size - 1) / factorial(n)
                expected[group] += weight * (values[coalition | 1 << group] - values[coalition])
    found = opened.group_points(profiles, 0, 1)
    np.testing.assert_allclose(found.points, expected, atol=1e-4)
    np.testing.assert_allclose(found.baseline, values[0], atol=1e-4)


def test_lines_say_what_both_records_share_in_a_type() -> None:
    answer = why(TIVOLI, CASCADE)
    assert of_type(answer, "author").summary == "Both by Joseph Mallord William Turner."
    assert of_type(answer, "time").summary == "Made at about the same time (1819; 1819–20)."
    assert "Tivoli" in of_type(answer, "location").summary
    assert of_type(answer, "subject").summary == "Same subject: temple."
    assert answer.sentence.startswith("Both by Joseph Mallord William Turner.")
    assert of_type(answer, "general").summary == answer.sentence
    assert len({statement.type for statement in answer.statements}) == len(answer.statements) == 3


def test_a_name_is_evidence_where_it_stands_in_both_records() -> None:
    reason = of_group(of_type(why(TIVOLI, CASCADE), "author"), "creator")
    assert (reason.relation, reason.points > 1) == ("same", True)
    assert reason.values[0] == "turner, joseph mallord william"
    assert reason.evidence == (
        Evidence(
            known_as(Span("dcCreator", 0, 0, 30, "Turner, Joseph Mallord William"), "saam:4893"),
            known_as(Span("dcCreator", 0, 0, 15, "J. M. W. Turner"), "saam:4893"),
        ),
    )


def test_what_neither_record_states_has_no_score_and_no_points() -> None:
    left, right = (Item(id=f"/x/{n}", dcTitle=("Bowl",), dcDate=("1900",)) for n in (1, 2))
    author = of_type(why(left, right), "author")
    assert (author.score, author.stated, author.summary) == (None, "none", NEITHER)
    creator = of_group(author, "creator")
    assert (creator.relation, creator.points, creator.evidence) == ("not_stated", 0.0, ())


def test_what_one_record_states_is_said_to_be_one_sided() -> None:
    told = of_type(why(TIVOLI, replace(CASCADE, dcCreator=())), "author")
    assert (told.stated, told.summary) == ("one", "no reason given"), "its text may still tell who made it"
    answer = why(TIVOLI, replace(CASCADE, dcCreator=(), dcDescription=()))
    author = of_type(answer, "author")
    assert author.stated == "one"
    assert author.summary.startswith("only one record names a maker: Joseph Mallord William Turner")
    (place,) = of_group(author, "creator").evidence
    assert of_group(author, "creator").relation == "one_sided"
    assert place.a is not None
    assert place.b is None


def test_verbs_in_common_are_no_event() -> None:
    left = Item(id="/x/1", dcTitle=("Duel at dawn",), dcDescription=("Printed in 1900.",))
    right = Item(id="/x/2", dcTitle=("Street",), dcDescription=("Printed in 1910.",))
    event = of_type(why(left, right), "event")
    assert (event.stated, of_group(event, "event").values) == ("one", ("print",))
    assert event.summary == "no reason given"


def test_different_makers_are_said_to_differ_in_the_same_words_from_both_sides() -> None:
    other = replace(CASCADE, dcCreator=("Monet, Claude",))
    one_way, other_way = (of_type(why(*pair), "author").summary for pair in ((TIVOLI, other), (other, TIVOLI)))
    assert one_way == other_way
    assert one_way.startswith("different makers: Claude Monet / Joseph Mallord William Turner")


@pytest.mark.parametrize(
    ("dates", "relation", "text"),
    [
        (("1819", "1819"), "same", "both dated 1819"),
        (("1819", "1818-1820"), "within", "dated 1819, within 1818–20"),
        (("1810-1819", "1815-1824"), "overlaps", "dated 1810–19 and 1815–24, overlapping"),
        (("1701-1800", "1700-1799"), "same", "both dated 18th century"),
        (("1750", "18th century"), "within", "dated 1750, within the 18th century"),
        (("1601-1800", "1700-1799"), "within", "dated 18th century, within the 17th–18th century"),
        (("1819", "1820"), "near", "dated 1819 and 1820, 1 year apart"),
        (("1650", "1819"), "differs", "dated 1650 and 1819, 169 years apart"),
        (("300-201 BC", "1819"), "differs", "dated 3rd century BC and 1819, 2020 years apart"),
    ],
)
def test_dates_relate_as_intervals(dates: tuple[str, str], relation: str, text: str) -> None:
    left, right = (Item(id=f"/x/{n}", dcTitle=("Bowl",), dcDate=(date,)) for n, date in enumerate(dates))
    reason = of_group(of_type(why(left, right), "time"), "time")
    assert (reason.relation, reason.text) == (relation, text)
    assert [place.a.text if place.a else "" for place in reason.evidence] == [dates[0]]


def test_lives_and_years_elsewhere_are_cited_beside_dates() -> None:
    left = Item(id="/x/1", dcCreator=("Turner, J. M. W. (1775–1851)",), dcDate=("1819",))
    right = Item(id="/x/2", dcCreator=("Constable, John (1776–1837)",), dcDate=("1822",), dcTitle=("Sketch of 1819",))
    reason = of_group(of_type(why(left, right), "time"), "time")
    assert reason.text == "dated 1819 and 1822, 3 years apart; makers alive at the same time"
    quoted = [(place.a.text, place.b.text) for place in reason.evidence if place.a and place.b]
    assert quoted == [("1819", "1822"), ("1819", "1819"), ("1775–1851", "1776–1837")]


def test_lives_stand_in_for_a_date_that_is_not_there() -> None:
    left = Item(id="/x/1", dcCreator=("Turner, J. M. W. (1775–1851)",), dcDate=("1819",))
    time = of_type(why(left, Item(id="/x/2", dcCreator=("Constable, John (1776–1837)",))), "time")
    assert (time.stated, of_group(time, "time").relation) == ("one", "near")
    assert time.summary == "only one record has a date: 1819; makers alive at the same time"


def test_records_that_say_the_same_are_5_and_a_reason_says_so() -> None:
    answer = why(TIVOLI, replace(TIVOLI, id="/x/9"))
    author = of_type(answer, "author")
    assert author.estimate == pytest.approx(5)
    cuts = [reason for entry in answer.types for reason in entry.reasons if reason.group == CUT]
    assert cuts
    assert {reason.text for reason in cuts} == {"both records say the same in every field, which counts as 5"}
    assert_well_made(answer, TIVOLI, TIVOLI)


@pytest.mark.slow
def test_a_long_text_and_a_long_list_of_subjects_are_explained_too() -> None:
    left = replace(TIVOLI, dcDescription=("The falls at Tivoli in the rain. " * 3_000,))
    right = replace(CASCADE, dcSubject=tuple(f"temple {number}" for number in range(2_000)))
    assert_well_made(why(left, right), left, right)


def test_two_empty_records_have_nothing_but_the_baseline() -> None:
    answer = why(EMPTY, replace(EMPTY, id="/z/4"))
    for entry in answer.types:
        assert entry.score is None
        assert entry.summary == NEITHER
        assert entry.estimate == pytest.approx(entry.baseline)
        assert all(reason.points == 0 for reason in entry.reasons)


def test_without_provider_features_nobody_mentions_the_holder() -> None:
    groups = {reason.group for entry in why(TIVOLI, CASCADE, provider=False).types for reason in entry.reasons}
    assert groups - {CUT} == set(GROUPS) - {"provider"}


def test_short_lines_are_no_longer_than_long_ones() -> None:
    long, short = why(TIVOLI, CASCADE), why(TIVOLI, CASCADE, short=True)
    assert all(len(a.summary) <= len(b.summary) for a, b in zip(short.types, long.types, strict=True))
    assert sum(len(entry.summary) for entry in short.types) < sum(len(entry.summary) for entry in long.types)


def test_a_related_item_is_told_of_as_one_more_of_the_kind() -> None:
    (one, other, empty), profiles = read(TIVOLI, CASCADE, EMPTY)
    rows = np.array([0]), np.array([1])
    (pair,) = pair_scores(scorer(), [("a", "b")], scorer().score(profiles, *rows))
    said = said_of_related(one, other, read(TIVOLI, CASCADE)[1], pair.types)
    assert said.sentence.startswith("Also by Joseph Mallord William Turner.")
    assert said.statements[0].type == "author"
    nothing = said_of_related(one, empty, read(TIVOLI, EMPTY)[1], pair.types)
    assert (nothing.statements, nothing.sentence) == ((), "")


def test_a_model_without_points_is_refused() -> None:
    (one, other), profiles = read(TIVOLI, CASCADE)
    with pytest.raises(BadOptions, match=r"why needs a trained model.*not baseline"):
        say_why(open_scorer("baseline"), one, other, profiles)


def test_words_shared_only_by_longer_texts_are_quoted_in_runs() -> None:
    left = Item(id="/x/1", dcTitle=("A",), dcDescription=("The old harbour wall at low tide with a red boat.",))
    right = Item(id="/x/2", dcTitle=("B",), dcDescription=("A red boat lies by the old harbour wall.",))
    reason = of_group(of_type(why(left, right), "description"), "description")
    assert {place.a.text for place in reason.evidence if place.a} == {"old harbour wall", "red boat"}
    assert reason.relation == "overlaps"


@pytest.mark.parametrize(("action", "said"), [("wedding", True), ("praying", False)])
def test_an_action_is_an_event_where_it_happens_once(action: str, said: bool) -> None:
    (one, other), profiles = read(
        *(
            Item(
                id=f"/x/{n}",
                dcTitle=(f"Queen Victoria, {action}, {n}",),
                dcSubject=("Victoria, Queen", action),
                dctermsSpatial=("London, England",),
                dcDate=("1840",),
            )
            for n in (1, 2)
        )
    )
    sides = sides_of((one, other), profiles)
    events = [candidate for candidate in shared(*sides) if candidate.type == "event"]
    assert bool(events) == said
