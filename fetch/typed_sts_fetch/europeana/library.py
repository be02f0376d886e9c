"""What Europeana has answered, kept on disk: records by id and pages by query, asked for when they are not there yet.

A record that has moved answers under its new id. One that is gone under its old id may live on in another
collection: a 40-digit local part is the hash of the landing page and moves along, so a search finds it.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from typed_sts_fetch.errors import ApiError, NotFound
from typed_sts_fetch.europeana.client import Answer, EuropeanaClient, parsed
from typed_sts_fetch.formats.europeana_json import item_from_record
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.ids import europeana_id, landing_page_hash
from typed_sts_fetch.item import Item

# Answers kept on disk as they came (minus the key), one file each, so that nothing is asked for twice.

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_STATUSES = (200, 404, 410)
_MOST_REMEMBERED = 20_000


class AnswerCache:
    """A folder of answers; safe for several threads and for being killed at any moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, kind: str, question: str) -> Answer | None:
        """Return the answer kept for a question, or None; a damaged file counts as none."""
        for status in _STATUSES:
            try:
                body = self._path(kind, question, status).read_bytes()
                return Answer(status, body, parsed(body))
            except (OSError, ValueError):
                continue
        return None

    def put(self, kind: str, question: str, answer: Answer) -> None:
        """Keep an answer, in the place of any earlier one to the same question."""
        write_bytes(self._path(kind, question, answer.status), answer.body)
        for status in _STATUSES:
            if status != answer.status:
                self._path(kind, question, status).unlink(missing_ok=True)

    def _path(self, kind: str, question: str, status: int) -> Path:
        # The question comes from strangers: only its hash decides where it goes, the readable part is for people.
        digest = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        readable = _UNSAFE.sub("_", question).strip("_")[:80]
        return self.folder / kind / digest[:2] / f"{readable}-{digest}.{status}.json"


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A living record: the id it has now, and the answer that holds it."""

    id: str
    answer: Answer


class Library:
    """Asks through the cache; without a client it knows only what the cache holds.

    An answer is parsed once: what it says is remembered as an Item, of so many records as memory easily holds.
    """

    def __init__(
        self,
        cache: AnswerCache,
        client: EuropeanaClient | None = None,
        *,
        ask_again: bool = False,
        all_languages: bool = False,
    ) -> None:
        self.cache = cache
        self.client = client
        self.ask_again = ask_again
        self.all_languages = all_languages
        self._items: dict[str, Item] = {}

    def kept(self) -> "Library":
        """Return the same library without a client: what has come, and nothing that would have to be asked for."""
        kept = Library(self.cache, all_languages=self.all_languages)
        kept._items = self._items
        return kept

    def item(self, identifier: str) -> Item:
        """Return the item an id of any age leads to, under the id it has now; raise NotFound when it is gone."""
        if (known := self._items.get(identifier)) is not None:
            return known
        item = self.item_of(self.find(identifier))
        if len(self._items) < _MOST_REMEMBERED:
            self._items[identifier] = item
        return item

    def item_of(self, found: FoundRecord) -> Item:
        """Return the item of a record."""
        return replace(item_from_record(found.answer.content, all_languages=self.all_languages), id=found.id)

    def find(self, identifier: str) -> FoundRecord:
        """Return the record an id of any age leads to; raise NotFound when it is gone for good."""
        answer = self._record(identifier)
        if answer.status != 200:
            moved_to = self._new_home(identifier)
            if moved_to is None:
                raise NotFound("gone: Europeana has no record under this id any more", answer.status)
            answer = self._record(moved_to)
            if answer.status != 200:
                raise NotFound(f"gone: the search knows it as {moved_to}, but the record is not there", answer.status)
        record = answer.content.get("object")
        about = record.get("about") if isinstance(record, dict) else None
        try:
            return FoundRecord(europeana_id(str(about)), answer)
        except ValueError as error:
            raise ApiError("the answer names no record", answer.status) from error

    def page(self, parameters: Mapping[str, str | list[str]]) -> dict[str, Any]:
        """Return one page of search results."""
        return self._page(parameters).content

    def _record(self, identifier: str) -> Answer:
        kept = self.cache.get("record", identifier)
        if kept and (kept.status == 200 or not self.ask_again):
            return kept
        answer = self._connected().record(identifier)
        self.cache.put("record", identifier, answer)
        return answer

    def _page(self, parameters: Mapping[str, str | list[str]], *, ask_again: bool = False) -> Answer:
        question = orjson.dumps(parameters, option=orjson.OPT_SORT_KEYS).decode()
        kept = None if ask_again else self.cache.get("search", question)
        if kept:
            return kept
        answer = self._connected().search(parameters)
        self.cache.put("search", question, answer)
        return answer

    def _new_home(self, identifier: str) -> str | None:
        """Return the id under which a search finds the same landing page, or None."""
        digest = landing_page_hash(identifier)
        if digest is None:
            return None
        query = {"query": f"europeana_id:*{digest}", "rows": "10", "profile": "minimal"}
        results = self._page(query, ask_again=self.ask_again).content.get("items")
        ids = [result.get("id") for result in results or [] if isinstance(result, dict)]
        same = {i for i in ids if isinstance(i, str) and (landing_page_hash(i) or "").upper() == digest.upper()}
        return min(same - {identifier}, default=None)

    def _connected(self) -> EuropeanaClient:
        if self.client is None:
            raise ApiError("not fetched yet")
        return self.client
