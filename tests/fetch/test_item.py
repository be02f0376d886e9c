"""What an Item is made of, and what it refuses."""

import dataclasses

import pytest

from typed_sts_fetch.item import ALL_FIELDS, Item, item_from_dict, web_address
from typed_sts_fetch.texts import tidy, without_controls


def test_the_attributes_are_the_names_in_the_files() -> None:
    assert {field.name for field in dataclasses.fields(Item)} == set(ALL_FIELDS)


def test_an_item_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Item(id="/a/b").id = "/c/d"  # type: ignore[misc]


def test_missing_fields_are_empty() -> None:
    item = item_from_dict({"id": "/a/b"})
    assert item == Item(id="/a/b")
    assert item.dcTitle == ()


def test_an_item_survives_the_way_to_json_and_back() -> None:
    item = Item(id="/a/b", dcTitle=("Bridge  at\nnight",), provider="Museum", aliases=("/old/b",), rights="CC0")
    assert item_from_dict(item.to_dict()) == item


def test_the_json_object_holds_only_what_is_stated() -> None:
    assert Item(id="/a/b", dcDate=("1819",)).to_dict() == {"id": "/a/b", "dcDate": ["1819"]}


def test_inner_white_space_stays_so_that_offsets_hold() -> None:
    assert item_from_dict({"id": "x", "dcTitle": [" two  spaces\nand a line "]}).dcTitle == (
        " two  spaces\nand a line ",
    )


def test_each_control_character_becomes_one_space() -> None:
    assert item_from_dict({"id": "x", "dcTitle": ["a\x00b\x1b[31mc\x7f\x85d"]}).dcTitle == ("a b [31mc  d",)
    assert without_controls("tab\tand\nline") == "tab\tand\nline"


def test_blank_values_are_left_out() -> None:
    assert item_from_dict({"id": "x", "dcSubject": ["", "  ", "coin", None, "\x00"]}).dcSubject == ("coin",)


def test_a_single_text_or_number_is_taken_for_a_list() -> None:
    item = item_from_dict({"id": 17, "dcTitle": "Coin", "dcDate": 1819})
    assert (item.id, item.dcTitle, item.dcDate) == ("17", ("Coin",), ("1819",))


def test_unknown_keys_are_ignored() -> None:
    assert item_from_dict({"id": "x", "colour": {"deep": []}}) == Item(id="x")


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({}, 'no "id"'),
        ({"id": ""}, '"id" must be a text that is not empty'),
        ({"id": None}, 'no "id"'),
        ({"id": ["x"]}, '"id" must be'),
        ({"id": True}, '"id" must be'),
        ({"id": "a\nb"}, "control character"),
        ({"id": "a\x00b"}, "control character"),
        ({"id": "x", "dcTitle": [{"en": "Coin"}]}, '"dcTitle" must be a list of texts'),
        ({"id": "x", "dcTitle": [True]}, '"dcTitle" must be a list of texts'),
        ({"id": "x", "provider": {"def": "x"}}, '"provider" must be'),
        ({"id": "x", "aliases": [""]}, '"id" must be'),
    ],
)
def test_what_is_no_item_is_refused_with_the_reason(record: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        item_from_dict(record)


def test_a_message_does_not_repeat_a_huge_value() -> None:
    with pytest.raises(ValueError, match="dcTitle") as caught:
        item_from_dict({"id": "x", "dcTitle": [{"en": "x" * 10_000_000}]})
    assert len(str(caught.value)) < 200


def test_links_that_are_not_http_are_dropped() -> None:
    item = item_from_dict({"id": "x", "isShownAt": "javascript:alert(1)", "preview": "file:///etc/passwd"})
    assert (item.isShownAt, item.preview) == ("", "")


def test_a_web_address_keeps_its_spaces_encoded() -> None:
    assert web_address(" http://m.example/a b.jpg ") == "http://m.example/a%20b.jpg"
    assert web_address("HTTPS://m.example") == "HTTPS://m.example"


def test_tidy_collapses_white_space_of_every_kind() -> None:
    assert tidy("\ufeff a\u00a0b \r\n\t c\u2028d ".replace("\ufeff", "")) == "a b c d"


def test_halves_of_characters_are_no_text() -> None:
    assert item_from_dict({"id": "/a/b", "dcTitle": ["a\ud800b", "\udfff"]}).dcTitle == ("a b",)
    with pytest.raises(ValueError, match="control character"):
        item_from_dict({"id": "/a/\ud800"})


def test_a_value_nested_without_end_is_refused_in_a_line() -> None:
    nested: list[object] = []
    for _ in range(5_000):
        nested = [nested]
    for record in ({"id": nested}, {"id": "/a/b", "dcTitle": nested}):
        with pytest.raises(ValueError, match=r"must be|is not") as raised:
            item_from_dict(record)
        assert len(str(raised.value)) < 200
