"""Related items on the page: grouped, what holds for a whole group said once, near-duplicates counted."""

from typed_sts.domain.explanation import More, Related
from typed_sts.domain.message import counted
from typed_sts.domain.scores import TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.service.pages.item_page import group_by_best
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


def page(*found: Related) -> str:
    """Return the page of an item with these related items."""
    content = render(
        "",
        "item.html",
        record=record_view(Item(id="/made/0", dcTitle=("The item",))),
        groups=group_by_best(found),
        count=counted("{count} related item", "{count} related items", len(found)),
        weights={},
        by=[],
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
