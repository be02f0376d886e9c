"""Sentences that a provider writes in many of its records: found by counting, left out, and never more than that."""

from random import Random

import pytest

from typed_sts.reading.boilerplate import (
    FEWEST,
    Boilerplate,
    SentenceCounts,
    boilerplate_from_text,
    find_boilerplate,
    stretches,
    without,
)
from typed_sts.reading.document import TEXTS, from_bytes, to_bytes
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import view_parts
from typed_sts_fetch.item import Item

READER = Reader("crf")
SAID = "All prints of this cabinet were mounted on blue board."
DESCRIPTION = TEXTS.index("dcDescription")


def prints(count: int, said: str = SAID, provider: str = "Cabinet") -> list[Item]:
    return [
        Item(id=f"/{provider}/{n}", provider=provider, dcDescription=(f"Sheet with {n} trees. {said}",))
        for n in range(count)
    ]


def test_what_a_provider_repeats_is_found_and_left_out_of_its_records_alone() -> None:
    items = prints(60)
    others = [Item(id=f"o{n}", provider="Other", dcDescription=(SAID,)) for n in range(3)]
    found = find_boilerplate([*items, *others])
    assert [part.text.strip() for part in found.parts(items[0])] == [SAID]
    assert found.parts(others[0]) == ()
    document = Reader("crf", found).read(items[3])
    assert "blue" not in document.tokens("text")
    assert "tree" in " ".join(document.tokens("text"))
    assert document.repeated == found.parts(items[3])
    assert set(document.repeated) <= set(document.left_out)
    assert from_bytes(to_bytes(document)) == document


def test_of_a_few_records_nothing_is_known() -> None:
    assert not find_boilerplate(prints(FEWEST - 1))
    assert find_boilerplate(prints(FEWEST))


def test_what_many_records_say_of_their_technique_is_true_of_each_and_stays() -> None:
    items = [
        Item(id=str(n), provider="P", dcDescription=("Graphite on paper. Photograph; oil on canvas",))
        for n in range(50)
    ]
    assert not find_boilerplate(items).sentences


def test_a_sentence_of_a_quarter_of_the_records_stays() -> None:
    assert not find_boilerplate([*prints(25), *prints(75, said="Nothing more is known.")]).sentences
    assert find_boilerplate([*prints(60), *prints(40, said="Nothing more is known.")]).sentences


def test_a_sentence_counts_once_in_a_record_and_whatever_its_case_and_spaces() -> None:
    twice = [Item(id=str(n), dcDescription=(SAID, f"{SAID} {SAID}") if n < 5 else ()) for n in range(40)]
    assert not find_boilerplate(twice)
    items = prints(60)
    shouting = Item(id="x", provider="Cabinet", dcDescription=(SAID.upper().replace(" ", "  "),))
    assert find_boilerplate(items).parts(shouting)


def test_the_order_of_the_records_does_not_matter() -> None:
    items = [*prints(60), *prints(70, "Photographed for the survey of the county in 1931.", "Survey"), *prints(5)]
    mixed = list(items)
    Random(1).shuffle(mixed)
    assert find_boilerplate(items) == find_boilerplate(mixed)
    assert find_boilerplate(items).to_text() == find_boilerplate(mixed).to_text()


def test_memory_does_not_grow_with_the_records_and_what_is_repeated_is_found_all_the_same() -> None:
    counts = SentenceCounts(most=1_000)
    for n in range(3_000):
        own = f"The number of this sheet in the old inventory of the house is {n}."
        counts.add(Item(id=str(n), provider=f"Cabinet {n % 5}", dcDescription=(f"{own} {SAID}",)))
        assert len(counts.sentences) <= 1_000
    found = counts.repeated()
    assert {provider: len(known) for provider, known in found.sentences.items()} == {
        f"Cabinet {n}": 1 for n in range(5)
    }


def test_a_table_is_small_however_much_is_repeated() -> None:
    endless = " ".join(f"This is sentence {n} of the guide to the house." for n in range(5_000))
    items = [Item(id=str(n), provider="P", dcDescription=(endless, endless[::-1])) for n in range(60)]
    assert 0 < len(find_boilerplate(items)) <= 200
    assert not find_boilerplate(prints(60, provider="P" * 10_000))


def test_a_table_goes_into_a_text_and_back() -> None:
    found = find_boilerplate([*prints(60), *prints(60, provider="Cabinet des estampes, Zürich")])
    assert len(found) == len(found.sentences) == 2
    assert boilerplate_from_text(found.to_text()) == found
    assert Boilerplate().to_text() == ""
    assert boilerplate_from_text("") == Boilerplate()


@pytest.mark.parametrize("text", ["{", "[]", "3", '{"format_version": 1}', '{"format_version": 2, "sentences": [1]}'])
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a table|format version"):
        boilerplate_from_text(text)


def test_records_that_share_only_what_is_repeated_have_no_description_in_common() -> None:
    items = [Item(id=str(n), provider="Cabinet", dcDescription=(SAID,)) for n in range(60)]
    known, unknown = Reader("crf", find_boilerplate(items)), READER
    assert known.read(items[0]).digests[DESCRIPTION] == 0 != unknown.read(items[0]).digests[DESCRIPTION]
    assert known.read(items[0]).digests[-1] == unknown.read(items[0]).digests[-1]
    assert view_parts(known.read(items[0]), "description") == []
    assert view_parts(known.read(prints(1)[0]), "description") == ["Sheet with 0 trees."]
    assert view_parts(unknown.read(items[0]), "description") == [SAID]


def test_a_record_without_anything_repeated_is_read_as_ever() -> None:
    item = Item(id="/x", provider="Cabinet", dcDescription=("Two men row a boat across the river at night.",))
    assert Reader("crf", find_boilerplate(prints(60))).read(item) == READER.read(item)


def test_headings_and_names_of_many_records_are_common_to_their_provider_alone() -> None:
    items = [
        Item(
            id=f"/n/{n}",
            provider="Archive",
            dcTitle=(f"Match {n}" if n % 2 else f"View of Delft, {n}",),
            dcSubject=("Photographic Negative", f"Goal {n}"),
        )
        for n in range(60)
    ]
    known = find_boilerplate(items)
    assert known.common(items[0]) == ("delft", "goal", "negative", "photographic", "photographic negative", "view")
    assert known.common(items[1]) == ("goal", "match", "negative", "photographic", "photographic negative")
    assert known.common(Item(id="/x", provider="Elsewhere", dcSubject=("Photographic Negative",))) == ()
    document = Reader("crf", known).read(items[0])
    assert document.common == known.common(items[0])
    assert "delft" in document.tokens("text"), "it is read and searched as ever"
    assert from_bytes(to_bytes(document)) == document
    assert boilerplate_from_text(known.to_text()) == known


def test_a_name_of_one_record_in_fifty_is_not_common() -> None:
    items = [Item(id=str(n), provider="P", dcTitle=("Delft" if n == 7 else f"view {n}",)) for n in range(60)]
    assert find_boilerplate(items).common(items[7]) == ()


def test_what_is_left_of_an_item_keeps_its_values_in_their_places() -> None:
    item = Item(id="/x", provider="Cabinet", dcTitle=("A",), dcDescription=(SAID, f"One. {SAID} Two.", "Three."))
    parts = find_boilerplate(prints(60)).parts(item)
    assert without(item, parts).dcDescription == ("", "One. Two.", "Three.")
    assert without(item, ()) is item
    left = list(stretches(item, "dcDescription", parts))
    assert [(span.value, span.text) for span in left] == [(1, "One."), (1, " Two."), (2, "Three.")]
    assert all(item.dcDescription[span.value][span.start : span.end] == span.text for span in left)
