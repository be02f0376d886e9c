"""All results of a search, page by page: each page names the cursor of the next, and every page is kept.

Running the same harvest again walks through the kept pages and goes on where the last run ended.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from typed_sts_fetch.errors import BadRecord
from typed_sts_fetch.europeana.library import Library
from typed_sts_fetch.formats.europeana_json import item_from_search
from typed_sts_fetch.formats.read import OnBad
from typed_sts_fetch.item import Item

PAGE_ROWS = 100  # the most the server gives
OnPage = Callable[[int, int], None]


def harvest(
    library: Library,
    query: str,
    *,
    filters: Iterable[str] = (),
    limit: int | None = None,
    all_languages: bool = False,
    on_page: OnPage,
    on_bad: OnBad,
) -> Iterator[Item]:
    """Yield the items a search finds; `on_page` hears the number of results so far and in all."""
    return islice(_all(library, query, list(filters), all_languages, on_page, on_bad), limit)


def _all(
    library: Library, query: str, filters: list[str], all_languages: bool, on_page: OnPage, on_bad: OnBad
) -> Iterator[Item]:
    cursor, done, number = "*", 0, 0
    while True:
        number += 1
        page = library.page(
            {"query": query, "qf": filters, "rows": str(PAGE_ROWS), "profile": "rich", "cursor": cursor}
        )
        results = page.get("items")
        if not isinstance(results, list) or not results:
            return
        for result in results:
            try:
                yield item_from_search(result if isinstance(result, dict) else {}, all_languages=all_languages)
            except ValueError as error:
                on_bad(BadRecord(f"page {number} of the search", None, str(error)))
        done += len(results)
        total = page.get("totalResults")
        on_page(done, total if isinstance(total, int) else done)
        following = page.get("nextCursor")
        if not isinstance(following, str) or not following or following == cursor:
            return
        cursor = following
