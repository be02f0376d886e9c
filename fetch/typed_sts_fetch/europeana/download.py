"""From ids to items: first everything into the cache, by several threads; then the output, from the cache alone.

The output depends on nothing but the input and the cache, so a run that was killed and run again gives the same bytes.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from typed_sts_fetch.errors import ApiError, KeyRefused, NotFound, QuotaSpent, Unreachable
from typed_sts_fetch.europeana.http import Stopped
from typed_sts_fetch.europeana.library import Library
from typed_sts_fetch.europeana.requests_file import Wanted, distinct_ids
from typed_sts_fetch.formats.europeana_json import item_from_record
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item, tidy

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
                library.find(identifier)
            except (KeyRefused, QuotaSpent):
                raise
            except NotFound as error:
                failure = Failure(str(error), error.status, gone=True)
            except ApiError as error:
                failure = Failure(tidy(str(error)), error.status, gone=False)
                unreachable = isinstance(error, Unreachable)
            settle(identifier, failure, unreachable)

    with ThreadPoolExecutor(workers, thread_name_prefix="fetch") as pool:
        futures = [pool.submit(work) for _ in range(workers)]
        try:
            finished, _ = wait(futures, return_when=FIRST_EXCEPTION)
            stopped = any(future.exception() for future in finished)
        except BaseException:
            stopped = True
            raise
        finally:
            if stopped and library.client:
                library.client.close()
    errors = [error for future in futures if (error := future.exception()) and not isinstance(error, Stopped)]
    if errors:
        raise errors[0]
    return failures


def items_of(library: Library, wanted: Iterable[Wanted], *, all_languages: bool = False) -> Iterator[Item]:
    """Yield the items in the order they were asked for, each once, with the older ids that led to it."""
    current: dict[str, str] = {}
    for identifier in distinct_ids(wanted):
        try:
            current[identifier] = library.find(identifier).id
        except ApiError:
            continue
    asked_as: dict[str, list[str]] = {}
    for asked, now in current.items():
        asked_as.setdefault(now, []).append(asked)
    for now, names in asked_as.items():
        item = item_from_record(library.find(names[0]).content(), all_languages=all_languages)
        yield replace(item, id=now, aliases=tuple(name for name in names if name != now))


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
