"""Lists as a report: one HTML file that loads nothing and runs nothing."""

import base64
import hashlib
import re
from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from hypothesis import given

from tests.output.lists_made import BRIDGE, ENTRY, LIST, MILL, SCORES, items, lists
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import SharedThing, Statement
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.messages.catalogue import languages
from typed_sts.output.drawings import kind_drawn, sign_of, symbols
from typed_sts.output.lists import Extent, Listed, RelatedList
from typed_sts.output.report import Look, policy, report_pieces, style
from typed_sts_fetch.item import Item

ELEMENTS = set(
    "html head meta title style body svg symbol path circle use rect header h1 p main article div h2 h3 span ol ul li b"
    " i a img details summary small mark footer code".split()
)
EMPTY = {"meta", "img"}
FULL = "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'"


class Seen(HTMLParser):
    """What a page is made of: its elements, their attributes, its text, and whether all is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY and not self.get_starttag_text().endswith("/>"):  # type: ignore[union-attr]
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY and self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of all elements of a name."""
        return [attributes for name, attributes in self.elements if name == tag]


def report(found: Iterable[RelatedList], look: Look = Look(), extent: Extent = Extent(1)) -> str:  # noqa: B008
    return "".join(report_pieces(found, look, extent))


def test_an_item_stands_above_what_is_related_to_it_with_sentence_score_and_evidence() -> None:
    seen = Seen(report([LIST]))
    text = " ".join(seen.text.split())
    order = ["Related items", "Mill at Köln", "Moss, Ada; Unknown · 1850 · Stadtmuseum", "/2048128/mill_1"]
    order += ["Bridge at Köln", "Ada Moss · c. 1851 · House of Maps", "Both name Köln.", "and 2 more leaves"]
    order += ["Location Köln", "3.2 of 5", "The words behind it", "Subject", "Title", "General 2.0"]
    places = [text.find(part) for part in order]
    assert -1 not in places, dict(zip(order, places, strict=True))
    assert places == sorted(places)
    assert "Event not stated" in text
    assert seen.open == []


def test_words_are_marked_in_their_place_on_both_sides() -> None:
    page = report([LIST])
    assert page.count("<mark>Köln</mark>") == 2
    assert "Bridge at <mark>Köln</mark>" in page


def test_evidence_that_is_not_there_any_more_is_not_quoted() -> None:
    changed = RelatedList(Item(id="a", dcSubject=("mill",)), (ENTRY,))
    assert report([changed]).count("<mark>") == 1


def test_the_browser_may_show_it_and_nothing_else() -> None:
    page = report([LIST])
    seen = Seen(page)
    digest = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    policies = [meta["content"] for meta in seen.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"]
    assert policies == [FULL.format(digest)]
    assert f"<style>{style()}</style>" in page
    assert not seen.all("img")
    assert "url(" not in style()
    assert "@import" not in style()
    assert not re.search(r"\son\w+=|style=|<script|<link|<iframe|<object", page)


def test_pictures_are_linked_to_only_when_they_are_asked_for() -> None:
    seen = Seen(report([LIST], Look(pictures=True)))
    (image,) = seen.all("img")
    assert (image["src"], image["alt"], image["loading"]) == ("https://museum.example/1.jpg", "", "lazy")
    assert image["referrerpolicy"] == "no-referrer"
    assert "img-src http: https:;" in policy(True)
    assert "img-src" not in policy(False)


def test_a_title_leads_to_the_holders_page() -> None:
    (link,) = Seen(report([LIST])).all("a")
    assert link == {"href": "https://museum.example/1", "rel": "noopener noreferrer nofollow"}


def test_what_is_left_out_is_said_with_what_to_do() -> None:
    many = [LIST] * 5
    page = report(many, Look(first=2), Extent(9, empty=4, unread=1))
    assert page.count("<article>") == 2
    text = Seen(page).text
    assert "Only the first 2 of 5 items are on this page. --first 5" in text
    assert "5 items with related ones · 3 items have nothing related · 1 record could not be read" in text
    assert "Only the first" not in report(many, Look(first=5), Extent(9, empty=4))


def test_no_more_than_so_many_lists_are_taken() -> None:
    taken = []

    def given_lists() -> Iterable[RelatedList]:
        for number in range(100):
            taken.append(number)
            yield LIST

    report(given_lists(), Look(first=3), Extent(100))
    assert len(taken) <= 4


def test_a_very_long_list_is_cut_and_says_so() -> None:
    page = report([RelatedList(MILL, (ENTRY,) * 60)])
    assert page.count("<h3>") == 50
    assert "and 10 more, not on this page" in page


def test_items_without_anything_are_not_shown_and_nothing_at_all_is_said() -> None:
    page = report([RelatedList(MILL)] * 2, extent=Extent(2, empty=2))
    assert "<article>" not in page
    assert "nothing related found" in page


def test_of_one_item_alone_it_is_said_that_nothing_was_found() -> None:
    page = report([RelatedList(MILL)], extent=Extent(1, empty=1))
    assert page.count("<article>") == 1
    assert "Mill at Köln" in page
    assert "nothing related found" in page


def test_a_score_that_is_not_stated_is_said_to_be_so() -> None:
    entry = Listed(BRIDGE, 1, None, "general", "", SCORES)
    text = Seen(report([RelatedList(MILL, (entry,))])).text
    assert "not stated" in text
    assert "of 5" not in text


def test_what_agrees_in_part_only_says_so_in_words() -> None:
    near = Statement(
        "time", "near", (SharedThing("date", "", ("1850", "1851")),), 1.0, 1.0, "Made at about the same time", ()
    )
    page = report([RelatedList(MILL, (Listed(BRIDGE, 1, 3.0, "time", "", SCORES, (near,)),))])
    assert 'class="t-time nearly"' in page
    assert "1850 / 1851" in page
    assert "(near)" in page


@pytest.mark.parametrize("language", languages())
def test_it_speaks_every_language(language: str) -> None:
    page = report([LIST] * 2, Look(language, first=1), Extent(2))
    assert f'<html lang="{language}">' in page
    if language != "en":
        for english in ("Related items", "The words behind it", "Found by a computer", "Only the first", "of 5<"):
            assert english not in page


def test_compared_records_have_a_heading_of_their_own() -> None:
    assert "<h1>Compared records</h1>" in report([LIST], Look(compared=True))


def test_every_type_has_a_sign_and_a_kind_of_object_a_drawing() -> None:
    drawings = symbols()
    for row in SIMILARITY_TYPES:
        assert f'id="t-{row.name}"' in drawings
        assert sign_of(row.name)
    for text, kind in [
        ("Gemälde", "picture"), ("Fotografie", "photograph"), ("carte", "map"), ("Brief", "writing"), ("Münze", "coin"),
        ("textile", "dress"), ("Vase", "vessel"), ("sculpture", "figure"), ("", "thing"), ("qwerty", "thing"),
    ]:  # fmt: skip
        assert f"#k-{kind}" in kind_drawn(Item(id="a", dcType=(text,) if text else ()))
        assert f'id="k-{kind}"' in drawings


def test_a_text_of_a_megabyte_costs_no_more_than_its_length() -> None:
    long = "a photograp " * 90_000
    item = Item(id="a", dcTitle=(long,), dcType=(long,), dcDescription=(long,))
    span = Span("dcDescription", 0, 0, len(long), long)
    said = Statement("subject", "same", (), 1.0, 1.0, long, (Evidence(span, span),))
    page = report([RelatedList(item, (Listed(item, 1, 2.0, "subject", "short", SCORES, (said,)),))])
    assert len(page) < 60_000


@given(lists())
def test_whatever_a_record_says_it_stays_a_text(one: RelatedList) -> None:
    seen = Seen(report([one], Look(pictures=True)))
    assert {tag for tag, _ in seen.elements} <= ELEMENTS
    assert seen.open == []
    for tag, attributes in seen.elements:
        assert not any(name.startswith("on") or name == "style" for name in attributes)
        for name in ("href", "src"):
            address = attributes.get(name) or "#"
            assert address.startswith(("https://", "http://", "#")), (tag, address)


@given(items())
def test_any_record_has_a_drawing(item: Item) -> None:
    assert kind_drawn(item).startswith("<svg")
