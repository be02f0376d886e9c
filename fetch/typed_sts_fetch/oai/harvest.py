"""A harvest of an OAI-PMH server: all pages of a list into a folder, one by one; then the items, from the folder alone.

cache/archive_example_oai-3f2a.../1/000001.xml     every answer as it came, at once
                                  2/000001.xml     the list begun again, when the server no longer knew its own token

A harvest that was stopped goes on with the token of its last page. Of a record that comes twice, the last one counts;
one that is deleted is noted and left out.
"""

import hashlib
import logging
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from typed_sts_fetch.errors import ApiError, BadInput, BadRecord
from typed_sts_fetch.formats.read import OnBad
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.formats.xml_records import OaiHeader, header_of, items_of
from typed_sts_fetch.item import Item
from typed_sts_fetch.oai.client import OaiClient, base_url
from typed_sts_fetch.oai.pages import Page, page_of, records_in, told_in
from typed_sts_fetch.texts import tidy

logger = logging.getLogger(__name__)
_MOST_RESTARTS = 3
_MOST_EMPTY = 20
"""Pages in a row that bring no record that was not there before."""
_MOST_LISTED = 10_000
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\dZ)?")
OnPage = Callable[[int, int, int], None]
"""Hears how many records there are so far, how many the server announced (0 for unknown), and of how many pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of a server: a format, and of which records."""

    url: str
    prefix: str = "oai_dc"
    set: str = ""
    since: str = ""
    until: str = ""

    def __post_init__(self) -> None:
        for option, day in (("--from", self.since), ("--until", self.until)):
            if day and not _is_day(day):
                raise BadInput(f"{option} needs a day such as 2026-03-01, or 2026-03-01T12:00:00Z, not {day!r:.60}")

    def parameters(self) -> dict[str, str]:
        told = {"metadataPrefix": self.prefix, "set": self.set, "from": self.since, "until": self.until}
        return {"verb": "ListRecords"} | {name: value for name, value in told.items() if value}


class PageStore:
    """The pages of one question in a folder, in the order in which they came; safe against being killed."""

    def __init__(self, cache: Path, question: Question) -> None:
        told = "\n".join((base_url(question.url), *(f"{k}={v}" for k, v in sorted(question.parameters().items()))))
        digest = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        readable = re.sub(r"[^A-Za-z0-9]+", "_", base_url(question.url).partition("://")[2]).strip("_")[:60]
        self.folder = cache / f"{readable}-{digest}"
        runs = [int(entry.name) for entry in self.folder.glob("[0-9]*") if entry.name.isdecimal()]
        self.run = max(runs, default=1)

    def begin_again(self) -> None:
        """Keep pages in a new folder from now on."""
        self.run += 1

    def add(self, number: int, body: bytes) -> None:
        """Keep a page."""
        write_bytes(self._path(number), body)

    def pages(self) -> Iterator[bytes]:
        """Yield the pages of this run as far as there are, one after the other."""
        number = 1
        while True:
            try:
                body = self._path(number).read_bytes()
            except FileNotFoundError:
                return
            except OSError as error:
                raise BadInput(f"cannot read {self._path(number)}: {error.strerror}") from error
            yield body
            number += 1

    def _path(self, number: int) -> Path:
        return self.folder / str(self.run) / f"{number:06d}.xml"


@dataclass
class _Progress:
    """What the pages have brought so far, and what a loop is known by."""

    n_pages: int = 0
    token: str = ""
    announced: int = 0
    living: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)
    n_empty: int = 0
    ended: bool = False

    def take(self, page: Page) -> None:
        self.n_pages += 1
        before = len(self.seen)
        for header in page.headers:
            self.seen.add(header.identifier)
            (self.living.discard if header.deleted else self.living.add)(header.identifier)
        self.n_empty = 0 if len(self.seen) > before else self.n_empty + 1
        circle = page.token and self.n_empty and (page.token in self.tokens or self.n_empty >= _MOST_EMPTY)
        if circle:
            logger.warning(
                "the server goes round in a circle: page %d brings nothing new and leads on with the token %.60r; "
                "the list is taken to end here",
                self.n_pages,
                page.token,
            )
        self.tokens.add(page.token)
        self.token, self.announced = page.token, page.announced or self.announced
        self.ended = bool(circle or not page.token)


def download(
    client: OaiClient, store: PageStore, question: Question, *, limit: int | None = None, on_page: OnPage
) -> None:
    """Bring all pages of a list into the store, or as many as hold `limit` records; go on where a run ended."""
    progress = _so_far(store)
    if not progress.n_pages:
        _check(client, question)
    restarts = 0
    while not progress.ended and (limit is None or len(progress.living) < limit):
        asked = {"verb": "ListRecords", "resumptionToken": progress.token} if progress.token else question.parameters()
        body, page = client.ask(asked)
        if page.error == "badResumptionToken" and progress.token:
            restarts += 1
            if restarts > _MOST_RESTARTS:
                raise ApiError(
                    f"the server refuses its own resumption tokens, {restarts} times now; what has come is kept: "
                    "run the same command again later, or ask for less (--set, --from)"
                )
            logger.warning("the server no longer knows its resumption token: the list is begun again")
            client.pause(restarts)
            store.begin_again()
            progress = _Progress()
            continue
        if page.error and page.error != "noRecordsMatch":
            raise ApiError(_refused(client, question, page))
        if page.problem and not page.token:
            raise ApiError(
                f"page {progress.n_pages + 1} is {page.problem}, and it does not say where the list goes on; "
                "what has come so far is kept: run the same command again later"
            )
        store.add(progress.n_pages + 1, body)
        progress.take(page)
        on_page(len(progress.seen), progress.announced, progress.n_pages)
    if progress.ended and len(progress.seen) < progress.announced:
        logger.warning("the server announced %d records, and gave %d", progress.announced, len(progress.seen))


@dataclass
class Harvested:
    """The items of a harvest, from its pages alone; and the headers of the records that are deleted."""

    store: PageStore
    all_languages: bool = False
    deleted: list[OaiHeader] = field(default_factory=list)

    def items(self, on_bad: OnBad) -> Iterator[Item]:
        """Yield the items in the order of the server, each record as it stood last."""
        last: dict[str, tuple[int, int]] = {}
        for number, body in enumerate(self.store.pages(), start=1):
            for place, header in enumerate(page_of(body).headers):
                last[header.identifier or f"{number} {place}"] = number, place
        for number, body in enumerate(self.store.pages(), start=1):
            try:
                for place, tree in enumerate(records_in(body)):
                    header = header_of(tree) or OaiHeader("")
                    if last.get(header.identifier or f"{number} {place}") != (number, place):
                        continue
                    if header.deleted:
                        self.deleted.append(header)
                        continue
                    for read in items_of(tree, all_languages=self.all_languages):
                        if isinstance(read, Item):
                            yield read
                        else:
                            on_bad(BadRecord(f"page {number}", None, str(read)))
            except (ET.ParseError, ValueError) as error:
                on_bad(BadRecord(f"page {number}", None, f"not valid XML ({error}); what follows on it is not read"))


def write_deleted(path: Path, deleted: list[OaiHeader]) -> None:
    """Write the identifier of each deleted record, and when it was deleted."""
    lines = (f"{tidy(header.identifier)}\t{tidy(header.datestamp)}\n" for header in deleted)
    write_bytes(path, "".join(lines).encode("utf-8", "replace"))


def formats_of(client: OaiClient) -> list[tuple[str, ...]]:
    """Return the formats a server offers: prefix, namespace."""
    body, page = client.ask({"verb": "ListMetadataFormats"})
    if page.error:
        raise ApiError(f"the server answers {page.error}: {page.told or 'no reason given'}")
    return told_in(body, "metadataFormat", "metadataPrefix", "metadataNamespace")


def sets_of(client: OaiClient) -> Iterator[tuple[str, ...]]:
    """Yield the sets of a server: what to name with --set, and what it is called."""
    asked, n_listed = {"verb": "ListSets"}, 0
    tokens: set[str] = set()
    while True:
        body, page = client.ask(asked)
        if page.error:
            raise ApiError(f"the server answers {page.error}: {page.told or 'no reason given'}")
        found = told_in(body, "set", "setSpec", "setName")
        yield from found
        n_listed += len(found)
        if not page.token or page.token in tokens or n_listed > _MOST_LISTED:
            return
        tokens.add(page.token)
        asked = {"verb": "ListSets", "resumptionToken": page.token}


def _so_far(store: PageStore) -> _Progress:
    progress = _Progress()
    for body in store.pages():
        progress.take(page_of(body))
    return progress


def _check(client: OaiClient, question: Question) -> None:
    """Ask the server who it is: an address that is none is told at once, and a time it does not know."""
    body, _ = client.ask({"verb": "Identify"})
    for (granularity,) in told_in(body, "Identify", "granularity"):
        if "hh" not in granularity.lower() and "T" in question.since + question.until:
            raise BadInput(
                f"the server knows days only: name --from and --until as {question.since[:10] or '2026-03-01'}"
            )


def _refused(client: OaiClient, question: Question, page: Page) -> str:
    told = f"the server answers {page.error}: {page.told or 'no reason given'}"
    if page.error == "cannotDisseminateFormat":
        known = ", ".join(found[0] for found in formats_of(client) if found[0])
        return f"{told}. It has no {question.prefix!r}; name one of these with --prefix: {known or 'none'}"
    if page.error == "noSetHierarchy":
        return f"{told}. Leave --set out"
    if page.error == "badArgument":
        return f"{told}. --list-sets shows its sets, --list-formats its formats"
    return told


def _is_day(text: str) -> bool:
    found = _DAY.fullmatch(text)
    try:
        return bool(found and date.fromisoformat(found[1]))
    except ValueError:
        return False
