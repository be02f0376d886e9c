"""An editor's file says what it says, and every line that is wrong is named."""

from dataclasses import asdict
from pathlib import Path

import pytest

from tests.overriding import table
from typed_sts.domain.overrides import ANYTHING, NO_OVERRIDES, Correction, Overrides, Pin, pair_key
from typed_sts.reading.overrides_file import MOST_BYTES, BadOverrides, content_of, name_key, parse_overrides

ONE, OTHER, THIRD = ["/x/1"], ["/x/2", "/older/2"], ["/x/3"]


def parsed(*rows: str) -> Overrides:
    return parse_overrides("o.tsv", table(*rows))


def problems(*rows: str) -> list[str]:
    with pytest.raises(BadOverrides) as caught:
        parsed(*rows)
    return list(caught.value.problems)


def test_a_file_of_columns_alone_says_nothing() -> None:
    found = parsed()
    assert {**asdict(found), "digest": ""} == asdict(NO_OVERRIDES)
    assert (bool(found.digest), NO_OVERRIDES.digest) == (True, "")


def test_a_pair_is_hidden_in_either_order_and_under_every_name() -> None:
    found = parsed("hide|pair|/x/1|/older/2")
    assert found.hides_pair(ONE, OTHER)
    assert found.hides_pair(OTHER, ONE)
    assert not found.hides_pair(ONE, THIRD)


def test_europeana_addresses_name_items_too() -> None:
    found = parsed("hide|pair|https://www.europeana.eu/en/item/09307/abc|/x/1")
    assert found.hides_pair(["/09307/abc"], ONE)


def test_a_statement_is_hidden_of_a_pair_of_an_item_or_everywhere() -> None:
    found = parsed("hide|statement|/x/1|/x/2||||", "hide|statement|/x/3||||London", "hide|statement|||||series")
    assert found.unsaid(ONE, OTHER) == {ANYTHING, "series"}
    assert found.unsaid(THIRD, OTHER) == found.unsaid(OTHER, THIRD) == {"london", "series"}
    assert found.unsaid(OTHER, ["/x/9"]) == {"series"}


def test_a_concept_is_hidden_by_its_id_or_by_a_name_however_it_is_written() -> None:
    found = parsed("hide|concept|wikidata:Q9439", "hide|concept|Müller, Jörg")
    assert found.hidden_concepts == {"wikidata:Q9439", name_key("jorg MULLER")}


def test_items_are_pinned_with_and_without_a_place() -> None:
    found = parsed("pin|item|/x/1|/x/3|||2", "pin|item|/x/1|/x/2")
    assert found.pinned(ONE) == (Pin("/x/3", 2), Pin("/x/2"))
    assert found.pinned(OTHER) == ()


def test_a_reading_is_corrected_everywhere_in_a_record_or_of_a_provider() -> None:
    found = parsed("not|place|||||The Victory", "not|event|/x/1||||Portrait", "not|person|||A Museum||Madonna")
    assert found.corrections == (
        Correction("place", frozenset(("the", "victory"))),
        Correction("event", frozenset(("portrait",)), "/x/1"),
        Correction("person", frozenset(("madonna",)), "", "a museum"),
    )


def test_a_concept_is_renamed_in_one_language_or_in_all() -> None:
    found = parsed("rename|concept|own:wedding|||de|Trauung", "rename|concept|own:wedding||||Nuptials")
    assert found.new_name(["own:wedding", ""], "de") == "Trauung"
    assert found.new_name(["own:wedding"], "en") == "Nuptials"
    assert found.new_name(["own:battle"], "en") is None


def test_a_sentence_is_replaced_in_one_language_or_in_all() -> None:
    found = parsed(
        "replace|sentence|/x/1|/x/2||de|Beide hingen im Saal.", "replace|sentence|/x/3|/x/1|||Both hung here."
    )
    assert found.sentence(OTHER, ONE, "de") == "Beide hingen im Saal."
    assert found.sentence(OTHER, ONE, "en") is None
    assert found.sentence(ONE, THIRD, "nl") == "Both hung here."


def test_comments_empty_lines_and_what_spreadsheets_write_are_taken() -> None:
    rows = '# a comment\n\n"# another"\treally\nhide\tpair\t/x/1\t/x/2\t\t\t\t"why, ""so"""\t\t\n'
    written = b"\xef\xbb\xbf" + table().replace(b"\n", b"\r\n") + rows.replace("\n", "\r\n").encode()
    assert parse_overrides("o.tsv", written).hidden_pairs == {pair_key("/x/1", "/x/2")}
    quoted = parse_overrides("o.tsv", table('replace|sentence|/x/1|/x/2|||"Called ""Red"", then"'))
    assert quoted.sentence(ONE, OTHER, "en") == 'Called "Red", then'


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("hid|pair|/x/1|/x/2", "the action is 'hid'; actions are hide, pin, rename, replace, not"),
        ("hide|piar|/x/1|/x/2", "what is 'piar'; hide takes concept, pair, statement"),
        ("not|ship|||||Victory", "what is 'ship'; not takes culture, date, event, group, maker, person, place, topic"),
        ("hide|pair|/x/1", "hide pair needs something in the column b"),
        ("hide|pair|/x/1|/x/1", "a and b are both '/x/1'; name two items"),
        ("hide|pair|/x/1|/x/2||||n|x", "9 cells, but there are 8 columns"),
        ("hide|pair|/x/1|/x/2|||time", "hide pair has no value, but 'time' stands there; empty the cell, or move it"),
        ("hide|concept", "hide concept needs something in the column a"),
        ("hide|concept|...", "a is '...'; write the id of a concept, or its name"),
        ("hide|statement", "'' is no kind of statement; everywhere, one of general, author,"),
        ("hide|statement|||||London", "'London' is no kind of statement"),
        ("hide|statement||/x/2|||time", "only b is named ('/x/2'); write one item in the column a"),
        ("pin|item|/x/1|/x/2|||first", "the place is 'first'; write a number from 1 to 1000, or nothing for the first"),
        ("pin|item|/x/1|/x/2|||0", "the place is '0'"),
        ("pin|item|/x/1|/x/2|||99999999999", "the place is '99999999999'"),
        ("not|place", "not place needs something in the column value"),
        ("not|place|||||--", "the value is '--'; write the words that are no place"),
        ("not|place||/x/2|||Victory", "not place has no b"),
        ("rename|concept|own:wedding|||English|Trauung", "the language is 'English'; name it by its code"),
        ("rename|concept|own:wedding", "rename concept needs something in the column value"),
        ("replace|sentence|/x/1||||Here.", "replace sentence needs something in the column b"),
        ("replace|sentence|/x/1|/x/2|||\x1b[31mred", "value is '\\x1b[31mred': control characters are not taken"),
        ("replace|sentence|/x/1|/x/2|||" + "x" * 2_001, "value has 2,001 characters; at most 2,000 are taken"),
        ('replace|sentence|/x/1|/x/2|||"open', "a quotation mark that opens a cell has to close it"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_with_what_to_do(row: str, told: str) -> None:
    (problem,) = problems("hide|pair|/y/1|/y/2", row)
    assert problem.startswith("o.tsv, line 3: ")
    assert told in problem


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("hide|pair|/x/1|/x/2", "hide|pair|/x/2|/x/1", "it decides again what line 2 decides; remove one of them"),
        ("replace|sentence|/x/1|/x/2|||One.", "replace|sentence|/x/2|/x/1|||Two.", "what line 2 decides"),
        ("rename|concept|Anna|||de|A", "rename|concept|ANNA|||de|B", "what line 2 decides"),
        ("pin|item|/x/1|/x/2", "pin|item|/x/1|/x/2|||3", "what line 2 decides"),
        ("pin|item|/x/1|/x/2|||3", "pin|item|/x/1|/x/3|||3", "line 2 pins another item at place 3"),
        ("hide|pair|/x/1|/x/2", "pin|item|/x/2|/x/1", "line 2 hides this pair; remove one of them"),
        ("hide|pair|/x/1|/x/2", "replace|sentence|/x/2|/x/1|||So.", "line 2 hides this pair; remove one of them"),
    ],
)
def test_lines_that_contradict_each_other_are_named(first: str, second: str, told: str) -> None:
    (problem,) = problems(first, second)
    assert problem.startswith("o.tsv, line 3: ")
    assert told in problem


def test_every_wrong_line_is_told_of_at_once() -> None:
    with pytest.raises(BadOverrides) as caught:
        parsed("hide|pair|/x/1", "hide|pair|/x/1|/x/2", "pin|x", "hide|concept")
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        "o.tsv, line 2", "o.tsv, line 4", "o.tsv, line 5",
    ]  # fmt: skip
    assert str(caught.value).endswith("(also wrong: line 4, 5)")


def test_other_columns_other_encodings_and_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOverrides, match=r"o\.tsv, line 2: the columns are action what a b provider"):
        parse_overrides("o.tsv", b"# mine\naction,what\n")
    with pytest.raises(BadOverrides, match=r"o\.tsv, line 2: not UTF-8 text; save the table as UTF-8 first"):
        parse_overrides("o.tsv", table() + "hide\tconcept\tMünchen".encode("latin-1"))
    with pytest.raises(BadOverrides, match=r"cannot read .*nothing\.tsv: No such file"):
        content_of(tmp_path / "nothing.tsv")
    large = tmp_path / "large.tsv"
    with large.open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    with pytest.raises(BadOverrides, match="is larger than 50 MB"):
        content_of(large)
