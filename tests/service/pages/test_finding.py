"""What a search shows beside its hits: the words marked, the kinds of things, how it is narrowed down."""

import re

import pytest
import requests

from tests.processes import PATIENCE
from tests.service.pages.standin_answers import StandInAnswers
from typed_sts.messages.wording import say
from typed_sts.sample.drawings import drawing, drawn
from typed_sts.service.pages.glyphs import GLYPHS, glyph_of, sprite
from typed_sts.service.pages.item_page import OTHERWISE
from typed_sts.service.pages.matched_words import Part, marked, snippet
from typed_sts.service.pages.narrowing import (
    NO_LIMITS,
    Limits,
    limits_of,
    list_facets,
    passes,
    period_label,
    search_facets,
)
from typed_sts_fetch.item import Item


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"dcType": ("painting",)}, "painting"),
        ({"dcType": ("Ölgemälde",), "language": "de"}, "painting"),
        ({"dctermsMedium": ("huile sur toile",), "language": "fr"}, "painting"),
        ({"dcType": ("printed book",)}, "book"),
        ({"dcTitle": ("The Night Watch",), "dctermsMedium": ("oil on canvas",)}, "painting"),
        ({"dcTitle": ("To his brother",), "dctermsMedium": ("pen and ink",), "dcType": ("letter",)}, "letter"),
        ({"dcType": ("Münze",), "language": "de"}, "coin"),
        ({"dcType": ("map",)}, "map"),
        ({"dctermsMedium": ("marble",)}, "sculpture"),
        ({"dcTitle": ("Something",)}, "object"),
        ({}, "object"),
    ],
)
def test_a_glyph_is_of_the_kind_that_the_record_states(fields: dict[str, tuple[str, ...]], kind: str) -> None:
    assert glyph_of(Item(id="/x", **fields)).name == kind  # type: ignore[arg-type]


def test_every_glyph_is_in_the_sprite_under_a_name_of_its_own() -> None:
    assert re.findall(r'<symbol id="([a-z]+)"', sprite().decode()) == [glyph.name for glyph in GLYPHS]
    assert len({glyph.lines for glyph in GLYPHS}) == len(GLYPHS)


def test_a_drawing_is_of_the_sample_alone_and_holds_nothing_that_runs() -> None:
    assert drawn("/sample/athens-owl")
    assert not drawn("/sample/no-such")
    assert not drawn("athens-owl")
    assert not re.search(rb"<script|href|on[a-z]+=|<image|<use", drawing("/sample/athens-owl"))


def test_words_are_marked_as_the_index_compares_them_and_nothing_is_lost() -> None:
    text = "Dürers Schiffe, a ship's SHIPS & <b>ship</b>"
    parts = marked(text, "ships DURER's", "en")
    assert "".join(part.text for part in parts) == text
    assert [part.text for part in parts if part.is_match] == ["Dürers", "ship", "SHIPS", "ship"]
    assert marked("nothing here", "ship", "") == [Part("nothing here")]
    assert marked("", "ship", "") == []


def test_a_snippet_shows_the_first_word_found_wherever_it_stands() -> None:
    shown = snippet("long " * 200 + "Nelson dies", "nelson", "en")
    assert shown[0].text.startswith("…")
    assert Part("Nelson", True) in shown
    assert "".join(part.text for part in snippet("short", "nelson", "en")) == "short"


@pytest.mark.parametrize("year", ["", "x", "-", "1e3", "999999", "٣", "1 9"])
def test_a_year_that_is_none_is_no_limit(year: str) -> None:
    assert limits_of({"first": year}) == NO_LIMITS


def test_limits_are_part_of_the_address_and_come_back_from_it() -> None:
    limits = Limits("Tate", "painting", "en", -500, 1900)
    assert limits_of(limits.query()) == limits
    assert NO_LIMITS.query() == {}


def test_counts_of_a_search_are_what_each_limit_leaves(answers: StandInAnswers) -> None:
    facets = {facet.name: facet for facet in search_facets(answers, "painting", NO_LIMITS)}
    assert {"holder", "kind"} <= facets.keys()
    for facet in facets.values():
        for choice in facet.choices:
            assert choice.count == answers.count("painting", choice.limits.filters()) > 0
    one = facets["holder"].choices[0].limits
    [chosen] = [choice for choice in search_facets(answers, "painting", one)[0].choices if choice.is_chosen]
    assert chosen.limits == NO_LIMITS


def test_a_list_is_narrowed_down_by_what_its_items_are() -> None:
    items = [
        Item(id="/1", provider="Tate", dcType=("painting",), dcDate=("1840",), language="en"),
        Item(id="/2", provider="Tate", dcType=("map",), dcDate=("1610",), language="de"),
        Item(id="/3", provider="Louvre", dcType=("painting",), language="fr"),
    ]
    facets = {facet.name: facet for facet in list_facets(items, NO_LIMITS)}
    assert [(choice.label, choice.count) for choice in facets["holder"].choices] == [("Tate", 2), ("Louvre", 1)]
    assert [say(choice.label) for choice in facets["kind"].choices] == ["Painting", "Map"]
    assert [say(choice.label) for choice in facets["years"].choices] == ["17th century", "19th century"]
    assert {choice.label for choice in facets["tongue"].choices} == {"English", "Deutsch", "Français"}
    for facet in facets.values():
        for choice in facet.choices:
            assert sum(passes(item, choice.limits) for item in items) == choice.count
    assert say(period_label((None, 500))) == "up to the year 500"


def test_more_of_another_holder_or_time_is_just_that() -> None:
    tate, other = Item(id="/1", provider="Tate", dcDate=("1840",)), Item(id="/2", provider="TATE", dcDate=("1900",))
    assert not OTHERWISE["holder"].holds(tate, other)
    assert OTHERWISE["holder"].holds(tate, Item(id="/3", provider="Louvre"))
    assert not OTHERWISE["holder"].holds(tate, Item(id="/4"))
    assert OTHERWISE["time"].holds(tate, other)
    assert not OTHERWISE["time"].holds(tate, Item(id="/5", dcDate=("1850",)))
    assert not OTHERWISE["time"].holds(tate, Item(id="/6"))


def test_other_words_for_the_same_find_what_the_words_do_not(site: str) -> None:
    page = requests.get(f"{site}/search", params={"q": "boda"}, timeout=PATIENCE).text
    assert "No record has these words." in page
    assert 'id="near"' in page
    assert "wedding-dress" in page
    assert '<mark class="found">wedding</mark>' in page
