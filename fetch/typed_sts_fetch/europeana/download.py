"""Long runs against Europeana: the ids of a file, or all results of a search.

First everything comes into the cache, by several threads; then the output is written from the cache alone.

The output depends on nothing but the input and the cache, so a run that was killed and run again gives the same bytes.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from typed_sts_fetch.errors import ApiError, BadInput, BadRecord, KeyRefused, NotFound, QuotaSpent, Unreachable
from typed_sts_fetch.europeana.http import Stopped
from typed_sts_fetch.europeana.library import Library
from typed_sts_fetch.formats.europeana_json import item_from_search
from typed_sts_fetch.formats.lines import numbered_lines, text_of
from typed_sts_fetch.formats.read import OnBad, open_binary
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.ids import europeana_id
from typed_sts_fetch.item import Item
from typed_sts_fetch.texts import tidy

# What a user wants fetched: a file of addresses or ids, one a line, or two (a pairs file).


@dataclass(frozen=True, slots=True)
class Wanted:
    """One record asked for: what the line says, the id in it, and where it stands."""

    address: str
    id: str
    line: int
    side: str  # "a" or "b" in a pairs file, "" otherwise


def read_wanted(path: Path, *, on_bad: OnBad | None = None) -> list[Wanted]:
    """Return the records a file asks for, in its order; lines that are blank or start with # do not count."""
    wanted: list[Wanted] = []
    with open_binary(path) as stream:
        for number, line in numbered_lines(stream, str(path)):
            try:
                wanted += _of_line(text_of(line), number)
            except ValueError as error:
                problem = BadRecord(str(path), number, str(error))
                if on_bad is None:
                    raise problem from error
                on_bad(problem)
    if not wanted:
        raise BadInput(f"{path}: no address or id in it; expected one a line, or two separated by a TAB")
    return wanted


def _of_line(line: str, number: int) -> list[Wanted]:
    text = line.strip()
    if not text or text.startswith("#"):
        return []
    columns = text.split("\t") if "\t" in text else text.split()
    if len(columns) > 2:
        raise ValueError(f"{len(columns)} columns where one address, or two, are expected")
    sides = ("a", "b") if len(columns) == 2 else ("",)
    return [
        Wanted(column.strip(), europeana_id(column), number, side) for column, side in zip(columns, sides, strict=True)
    ]


def distinct_ids(wanted: Iterable[Wanted]) -> list[str]:
    """Return each id once, in order."""
    return list(dict.fromkeys(entry.id for entry in wanted))


GIVE_UP_AFTER = 12  # failures to connect in a row: the server is down, not the record


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a record did not come; `gone` when asking again cannot help."""

    reason: str
    status: int | None
    gone: bool


Failures = dict[str, Failure]
OnDone = Callable[[Failure | None], None]


def download(library: Library, ids: Iterable[str], *, workers: int, on_done: OnDone) -> Failures:
    """Bring every record into the cache; return what failed. `on_done` hears of each id as it is settled.

    Raises what makes going on pointless: a refused key, a spent quota, a full disk, a server that is not there.
    """
    failures: Failures = {}
    remaining = iter(ids)
    lock = threading.Lock()
    unreachable_in_a_row = 0

    def settle(identifier: str, failure: Failure | None, unreachable: bool) -> None:
        nonlocal unreachable_in_a_row
        with lock:
            unreachable_in_a_row = unreachable_in_a_row + 1 if unreachable else 0
            give_up = unreachable_in_a_row >= GIVE_UP_AFTER
            if failure:
                failures[identifier] = failure
            on_done(failure)
        if give_up and failure:
            raise Unreachable(f"giving up after {GIVE_UP_AFTER} records in a row: {failure.reason}", failure.status)

    def work() -> None:
        while True:
            with lock:
                identifier = next(remaining, None)
            if identifier is None:
                return
            failure, unreachable = None, False
            try:
                library.item(identifier)
            except (KeyRefused, QuotaSpent):
                raise
            except NotFound as error:
                failure = Failure(str(error), error.status, gone=True)
            except ApiError as error:
                failure = Failure(tidy(str(error)), error.status, gone=False)
                unreachable = isinstance(error, Unreachable)
            settle(identifier, failure, unreachable)

    pool = ThreadPoolExecutor(workers, thread_name_prefix="fetch")
    futures = [pool.submit(work) for _ in range(workers)]
    try:
        finished, _ = wait(futures, return_when=FIRST_EXCEPTION)
        if any(future.exception() for future in finished) and library.client:
            library.client.close()
        pool.shutdown()
    except BaseException:  # somebody stops it all: requests under way are not waited for
        if library.client:
            library.client.close()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    errors = [error for future in futures if (error := future.exception()) and not isinstance(error, Stopped)]
    if errors:
        raise errors[0]
    return failures


def items_of(library: Library, wanted: Iterable[Wanted]) -> Iterator[Item]:
    """Yield the items in the order they were asked for, each once, with the older ids that led to it."""
    current: dict[str, str] = {}
    for identifier in distinct_ids(wanted):
        try:
            current[identifier] = library.item(identifier).id
        except ApiError:
            continue
    asked_as: dict[str, list[str]] = {}
    for asked, now in current.items():
        asked_as.setdefault(now, []).append(asked)
    for now, names in asked_as.items():
        yield replace(library.item(names[0]), aliases=tuple(name for name in names if name != now))


def write_failures(path: Path, wanted: Iterable[Wanted], failures: Failures) -> None:
    """Write address, reason and HTTP status of every record that did not come, in the order of the input."""
    lines, seen = [], set()
    for entry in wanted:
        failure = failures.get(entry.id)
        if failure and entry.id not in seen:
            seen.add(entry.id)
            lines.append(f"{tidy(entry.address)}\t{tidy(failure.reason)}\t{failure.status or '-'}\n")
    write_bytes(path, "".join(lines).encode())


def exit_code(failures: Failures) -> int:
    """Return 0 when all came, 3 when some are gone for good, 1 when something went wrong."""
    if any(not failure.gone for failure in failures.values()):
        return 1
    return 3 if failures else 0


# All results of a search, page by page: each page names the cursor of the next, and every page is kept.

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
