"""No text costs more than its length: not those that once did, and not those that are made up here."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.atoms import ATOMS
from tests.fuzz.fragments import KNOWN, MENDED
from tests.fuzz.line import NORMAL, forget, steps_of
from tests.fuzz.readers import FEW_CALLS, FIELDS, LARGE, MOST_GROWTH, SMALL, Case
from tests.steps import growth, steps
from typed_sts.domain.limits import MOST_READ, MOST_VALUES, readable, readable_part, unread
from typed_sts.messages.wording import say
from typed_sts.reading.dates.trust import finest
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item, item_from_dict

SMALL_ENOUGH = 2_000
fragments = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6).flatmap(
    lambda atoms: st.sampled_from(["", " ", "; "]).map(lambda gap: gap.join(atoms) + gap)
)


def calls_of(item: Item) -> dict[str, int]:
    forget()
    return {name: steps(work) for name, work in steps_of(item)}


@pytest.mark.slow
@pytest.mark.parametrize("case", MENDED, ids=lambda case: f"{case.field} {case.fragment.strip()!a:.30}")
def test_a_text_five_times_as_long_takes_at_most_eight_times_the_calls(case: Case) -> None:
    short, long = calls_of(case.item(SMALL)), calls_of(case.item(LARGE))
    grown = {name: (short[name], calls) for name, calls in long.items()}
    assert {name: both for name, both in grown.items() if both[1] > MOST_GROWTH * both[0] + FEW_CALLS} == {}


@pytest.mark.slow
@pytest.mark.parametrize("case", KNOWN, ids=lambda case: f"{case.field} {case.fragment.strip()!a:.30}")
def test_reading_a_text_five_times_as_long_does_not_take_the_square_of_that(case: Case) -> None:
    def read(size: int) -> None:
        forget()
        Reader().read(case.item(size))

    # Calls do not see what one call into C costs. Five times is linear, 25 times the square; one good try is enough.
    assert any(growth(read, SMALL, LARGE // SMALL, tries=1) < 15 for _ in range(5))


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: f"{case.field} {case.fragment.strip()!a:.30}")
def test_every_step_takes_what_once_made_trouble(case: Case) -> None:
    for _, work in steps_of(case.item(SMALL_ENOUGH)):
        work()


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(field=st.sampled_from(FIELDS), fragment=fragments, many=st.booleans())
def test_every_step_takes_any_text(field: str, fragment: str, many: bool) -> None:
    for _, work in steps_of(Case(field, fragment, many).item(SMALL_ENOUGH)):
        work()


def test_hundreds_of_names_in_a_row_are_as_many_makers() -> None:
    names = [f"John Smith{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(600)]
    document = Reader().read(Item(id="/a/1", dcCreator=(" and ".join(names),)))
    assert [entity.mention.text for entity in document.entities if entity.label == "MAKER"] == names


def test_the_finest_spans_contain_no_other() -> None:
    spans = [(1600, 1699), (1628, 1628), (1650, 1660), (1655, 1670), (1500, 1628), (1628, 1630)]
    by_definition = {a for a in spans if not any(a != b and a[0] <= b[0] and b[1] <= a[1] for b in spans)}
    assert finest(spans) == by_definition == {(1628, 1628), (1650, 1660), (1655, 1670)}
    assert finest([]) == set()


def test_a_field_is_read_to_a_limit_and_what_is_left_is_told() -> None:
    text = "Painted by John Smith in 1800. " * 1_000
    item = Item(id="/a/1", dcDescription=(text, "in 1900"), dcTitle=("Rain",))
    document = Reader().read(item)
    assert document.item is item
    assert max(entity.mention.end for entity in document.entities) <= MOST_READ
    assert all(years.mention.value == 0 for years in document.years)
    assert document.words[-1].value == 1  # words have no limit
    assert [say(part.told()) for part in unread(item)] == [
        "dcDescription: names, places, dates and verbs read to 19,994 of 31,007 characters"
    ]


def test_of_a_list_without_end_the_first_values_are_read() -> None:
    texts = tuple(str(number) for number in range(3_000))
    assert readable(texts) == texts[:MOST_VALUES]
    assert [part.field for part in unread(Item(id="/a/1", dcSubject=texts))] == ["dcSubject"]


def test_what_is_known_of_the_values_that_are_read_stays_with_them() -> None:
    texts = [str(number) for number in range(3_000)]
    languages = ["de" if number % 2 else "" for number in range(3_000)]
    item = item_from_dict({"id": "/a/1", "dcSubject": texts, "languages": {"dcSubject": languages}})
    part = readable_part(item)
    assert len(part.dcSubject) == MOST_VALUES
    assert part.languages == (("dcSubject", tuple(languages[:MOST_VALUES])),)


def test_a_record_of_usual_length_is_read_as_it_is() -> None:
    assert readable_part(NORMAL) is NORMAL
    assert unread(NORMAL) == ()
