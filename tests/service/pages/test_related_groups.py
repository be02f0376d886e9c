"""Related items on the page: grouped, what holds for a whole group said once, near-duplicates counted."""

from typed_sts.domain.explanation import More, Related
from typed_sts.domain.message import counted
from typed_sts.domain.scores import TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.service.pages.item_page import OTHERWISE, group_by_best
from typed_sts.service.pages.narrowing import NO_LIMITS, list_facets
from typed_sts.service.pages.record_view import record_view
from typed_sts.service.pages.rendering import render
from typed_sts_fetch.item import Item

TYPE_SCORES = tuple(TypeScore(name, 3.0, 3.0, "both") for name in TYPES)


def related(number: int, best: str, *sentences: str, more: More | None = None) -> Related:
    """Return a related item of which this is said."""
    item = Item(id=f"/made/{number}", dcTitle=(f"Item {number}",))
    return Related(item, 3.0, TYPE_SCORES, best, " ".join(sentences), sentences=sentences, more=more)


def test_what_is_said_of_all_items_of_a_group_stands_above_them_once() -> None:
    by_turner, same_year = "Also by Turner.", "Both dated 1808."
    found = [related(1, "author", by_turner, same_year), related(2, "author", by_turner), related(3, "time", same_year)]
    authors, times = group_by_best(found)
    assert (authors.best, authors.said) == ("author", by_turner)
    assert [entry.reason for entry in authors.entries] == [same_year, ""]
    assert (times.best, times.said) == ("time", "")
    assert [entry.reason for entry in times.entries] == [same_year]


def test_a_sentence_that_several_of_a_group_share_stands_once_above_them() -> None:
    by_turner, alike = "Also by Turner.", "Both show Venice."
    found = [related(number, "author", by_turner, "Both dated 1808.") for number in (1, 2, 4)]
    [authors] = group_by_best([*found[:2], related(3, "author", alike), found[2]])
    assert authors.said == ""
    assert [(block.said, [entry.related.item.id for entry in block.entries]) for block in authors.blocks] == [
        (by_turner, ["/made/1", "/made/2", "/made/4"]),
        ("", ["/made/3"]),
    ]
    assert [entry.reason for entry in authors.entries] == ["Both dated 1808."] * 3 + [alike]


def page(*found: Related) -> str:
    """Return the page of an item with these related items."""
    content = render(
        "",
        "item.html",
        record=record_view(Item(id="/made/0", dcTitle=("The item",))),
        groups=group_by_best(found),
        count=counted("{count} related item", "{count} related items", len(found)),
        weights={},
        query={"id": "/made/0", "by": []},
        facets=list_facets([entry.item for entry in found], NO_LIMITS),
        limits=NO_LIMITS,
        but="",
        otherwise=OTHERWISE,
        by_api="",
        may_have_more=False,
        about="",
    )
    return content.body.decode()


def test_where_nothing_is_said_nothing_is_shown() -> None:
    assert 'class="reason"' not in page(related(1, "author"))
    assert 'class="reason"' in page(related(1, "author", "Also by Turner."))
    assert "Nothing in this collection is related to it" in page()


def test_near_duplicates_are_counted_and_their_words_escaped() -> None:
    shown = page(related(1, "author", more=More(2, ("/made/2", "/made/3"), "and 2 more <b>leaves</b>")))
    assert "and 2 more &lt;b&gt;leaves&lt;/b&gt;" in shown
    assert 'class="more' not in page(related(1, "author"))
