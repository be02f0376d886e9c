"""Two records row by row: every field of either, nothing of neither, and names for the words of evidence."""

from tests.service.pages.standin_answers import HOSTILE, StandInAnswers
from typed_sts.domain.explanation import Why
from typed_sts.service.pages.aligned import aligned, anchors
from typed_sts.service.pages.marks import number_evidence
from typed_sts.service.pages.pair_view import pair_view
from typed_sts_fetch.item import LIST_FIELDS, Item

NOTHING = number_evidence(Why("a", "b", (), "m", "v"))


def test_a_row_holds_what_both_records_say_in_a_field_and_that_one_of_them_says_nothing() -> None:
    left = Item(id="/a", dcTitle=("Rain", "Regen"), dcDate=("1805",))
    right = Item(id="/b", dcTitle=("Snow",), dcSubject=("winter",))
    rows = aligned(left, right, NOTHING)
    assert [(row.name, *(len(cell.values) for cell in row.cells)) for row in rows] == [
        ("dcTitle", 2, 1),
        ("dcDate", 1, 0),
        ("dcSubject", 0, 1),
    ]


def test_each_value_is_marked_with_its_own_language_where_the_record_tells_it() -> None:
    left = Item(id="/a", dcTitle=("Rain", "Regen"), language="en", languages=(("dcTitle", ("", "de")),))
    [row] = aligned(left, Item(id="/b", dcTitle=("Neige",), language="mul"), NOTHING)
    assert [list(cell.languages) for cell in row.cells] == [["en", "de"], [""]]


def test_nothing_of_a_record_is_missing_or_said_twice(answers: StandInAnswers) -> None:
    items = [*HOSTILE, answers.item("/sample/turner-trafalgar"), answers.item("/sample/athens-owl")]
    for left in items:
        for right in items:
            rows = pair_view(left, right, answers.why(left, right)).rows
            for number, item in enumerate((left, right)):
                shown = {
                    row.name: tuple("".join(p.text for p in value) for value in row.cells[number].values)
                    for row in rows
                }
                assert {name: found for name, found in shown.items() if found} == {
                    name: getattr(item, name) for name in LIST_FIELDS if getattr(item, name)
                }


def test_every_chip_leads_to_words_of_its_evidence(answers: StandInAnswers) -> None:
    left, right = answers.item("/sample/turner-trafalgar"), answers.item("/sample/devis-death-of-nelson")
    pair = pair_view(left, right, answers.why(left, right))
    names = set(anchors(pair.rows).values())
    found = [chip for state in pair.chips.values() for chip in state]
    assert found
    assert {pair.anchor(chip.evidence) for chip in found if chip.evidence} <= names
    assert pair.anchor(()) == "records"
