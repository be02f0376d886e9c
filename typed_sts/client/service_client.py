"""A client of the service: waits when it is told to come back, and says in a line what went wrong.

    with Client("https://portal.example/heritage") as client:
        for found in client.related("/sample/turner-trafalgar", k=5).related:
            print(found.item.id, found.reason)
        for pair in client.predict([("/1", "/2"), ("/1", "/3")]):
            print(pair)

The key of a service that asks for one is the argument, or $TYPED_STS_API_KEY: never part of an address or a message.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from types import TracebackType
from typing import Any, Self, TypeVar

import orjson
import requests

from typed_sts.client.received import (
    FailedPair,
    RelatedItems,
    SearchResults,
    item_of,
    pair_of,
    related_of,
    results_of,
    why_of,
)
from typed_sts.domain.explanation import Why
from typed_sts.domain.scores import PairScores
from typed_sts.errors import BadOptions, TypedStsError
from typed_sts_fetch.item import Item

KEY_VARIABLE = "TYPED_STS_API_KEY"
LONGEST_WAIT = 60.0
"""Seconds: told to come back later than that, the client gives up instead."""
_CONNECT_SECONDS = 10.0
_COME_BACK = (429, 503)
_LINES = "application/x-ndjson"
_BATCH_PAIRS = 500
_BATCH_BYTES = 1_000_000
T = TypeVar("T")
Record = Item | Mapping[str, Any]
Side = str | Record
"""One side of a pair: an id of the collection, or a record."""


class ServiceError(TypedStsError):
    """A service that refuses, fails or does not answer: `status` and `code` as it says; 0 and "" where it does not."""

    def __init__(self, message: str, *, status: int = 0, code: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class Client:
    """Asks one service; connects when it is first asked, and is not to be shared by threads."""

    def __init__(
        self, url: str, *, key: str | None = None, timeout: float = 65.0, tries: int = 5, first_wait: float = 0.5
    ) -> None:
        """`timeout` is how long an answer, or the next line of one, may take; `tries` counts the first one too."""
        if not url.startswith(("http://", "https://")) or "@" in url.partition("://")[2].partition("/")[0]:
            raise BadOptions("the address of a service begins with http:// or https:// and holds no user or password")
        self.url = url.rstrip("/")
        self._timeout = (_CONNECT_SECONDS, timeout)
        self._waits = tuple(first_wait * 2**number for number in range(tries - 1))
        self._session = requests.Session()
        given = key if key is not None else os.environ.get(KEY_VARIABLE, "")
        if given:
            self._session.headers["X-Api-Key"] = given

    def __repr__(self) -> str:
        return f"Client({self.url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._session.close()

    def why(self, a: Side, b: Side, *, language: str | None = None) -> Why:
        """Return why two items are related: both by their ids, or both as records."""
        if isinstance(a, str) and isinstance(b, str):
            return self._got("why", {"a": a, "b": b, "language": language}, why_of)
        if isinstance(a, str) or isinstance(b, str):
            raise BadOptions(
                "give both items by their ids, or both as records; client.item(ID) gives the record of an id"
            )
        body = {"a": _sent(a), "b": _sent(b)}
        return self._read(self._ask("POST", "why", {"language": language}, body), why_of)

    def related(
        self,
        item_id: str,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        language: str | None = None,
        at_least: float | None = None,
        other_holder: bool = True,
    ) -> RelatedItems:
        """Return at most k items related to one, the best first, by these types and weights; all alike when none."""
        weighed = ",".join(f"{name}:{weight:g}" for name, weight in (by or {}).items())
        asked = {"id": item_id, "k": k, "by": weighed or None, "language": language, "at_least": at_least}
        return self._got("related", asked | {"other_holder": str(other_holder).lower()}, related_of)

    def item(self, item_id: str) -> Item:
        """Return one record of the collection."""
        return self._got("item", {"id": item_id}, item_of)

    def search(
        self,
        text: str,
        k: int = 10,
        offset: int = 0,
        *,
        providers: Sequence[str] = (),
        first_year: int | None = None,
        last_year: int | None = None,
        languages: Sequence[str] = (),
        types: Sequence[str] = (),
    ) -> SearchResults:
        """Return the items nearest to a text, of these providers, years, languages and types, and how many in all."""
        asked = {"q": text, "k": k, "offset": offset, "first_year": first_year, "last_year": last_year}
        filters = {"provider": list(providers), "language": list(languages), "type": list(types)}
        return self._got("search", asked | filters, results_of)

    def predict(self, pairs: Iterable[tuple[Side, Side]]) -> Iterator[PairScores | FailedPair]:
        """Yield the scores of any number of pairs in their order, as they are computed; for each that fails, why.

        A stream that is cut, or ends because the service has too much to do, is taken up again where it ended.
        """
        for batch in _batches(pairs):
            yield from self._scored(batch)

    def _scored(self, batch: list[dict[str, Any]]) -> Iterator[PairScores | FailedPair]:
        waits = iter(self._waits)
        while batch:
            done = 0
            with closing(self._ask("POST", "predict", {}, {"pairs": batch}, accept=_LINES, stream=True)) as answer:
                try:
                    for found in self._lines(answer):
                        yield found
                        done += 1
                    if done == len(batch):
                        return
                    problem = self._broken("it says that all pairs have come")
                except ServiceError as error:
                    problem = error
            if problem.status not in (0, *_COME_BACK):
                raise problem
            batch = batch[done:]
            if done:
                waits = iter(self._waits)  # it goes on, however slowly
            self._wait(problem, next(waits, None))

    def _lines(self, answer: requests.Response) -> Iterator[PairScores | FailedPair]:
        """Yield what comes of pairs until the line that says that all have come; raise ServiceError without that."""
        try:
            for line in answer.iter_lines():
                found = self._parsed(line, dict)
                if "end" not in found:
                    yield self._parsed(line, pair_of)
                elif found["end"].get("complete"):
                    return
                else:
                    raise self._told(found["end"].get("error") or {}, 503, None)
        except requests.RequestException as error:
            raise self._broken(_reason(error)) from error
        raise self._broken("there is no last line")

    def _broken(self, reason: str) -> ServiceError:
        return ServiceError(f"{self.url} broke off in the middle of an answer ({reason})")

    def _got(self, path: str, params: Mapping[str, Any], read: Callable[[Mapping[str, Any]], T]) -> T:
        return self._read(self._ask("GET", path, params), read)

    def _ask(
        self,
        method: str,
        path: str,
        params: Mapping[str, Any],
        body: object = None,
        *,
        accept: str = "application/json",
        stream: bool = False,
    ) -> requests.Response:
        """Return an answer that is no error, after as many tries as it may take; raise ServiceError."""
        headers = {"Accept": accept} | ({"Content-Type": "application/json"} if body is not None else {})
        waits = iter(self._waits)
        while True:
            try:
                answer = self._session.request(
                    method,
                    f"{self.url}/api/v1/{path}",
                    params=params,
                    data=None if body is None else orjson.dumps(body),
                    headers=headers,
                    timeout=self._timeout,
                    stream=stream,
                    allow_redirects=False,  # the key is for this address alone
                )
            except requests.ReadTimeout as error:
                raise ServiceError(f"{self.url} did not answer within {self._timeout[1]:g} s; ask for less") from error
            except requests.ConnectionError as error:
                problem = ServiceError(
                    f"{self.url} does not answer ({_reason(error)}); is typed-sts serve running there?"
                )
            except requests.RequestException as error:
                raise ServiceError(f"{self.url} cannot be asked ({_reason(error)})") from error
            else:
                if answer.status_code == 200:
                    return answer
                with closing(answer):
                    problem = self._refusal(answer)
                if problem.status not in _COME_BACK:
                    raise problem
            self._wait(problem, next(waits, None))

    def _wait(self, problem: ServiceError, wait: float | None) -> None:
        """Wait as long as the service says, or else as long as is due; raise the problem when that is over."""
        seconds = max(problem.retry_after or 0.0, wait or 0.0)
        if wait is None or seconds > LONGEST_WAIT:
            raise problem
        time.sleep(seconds)

    def _refusal(self, answer: requests.Response) -> ServiceError:
        after = answer.headers.get("Retry-After", "")
        try:
            error = answer.json()["error"]
        except (requests.RequestException, ValueError, KeyError, TypeError):
            error = {}
        return self._told(error, answer.status_code, float(after) if after.isdecimal() else None)

    def _told(self, error: Mapping[str, Any], status: int, retry_after: float | None) -> ServiceError:
        said = str(error.get("message") or "no reason in the form of this service: is something else answering there?")
        code = str(error.get("code", ""))
        return ServiceError(f"{self.url}: {said} ({status})", status=status, code=code, retry_after=retry_after)

    def _read(self, answer: requests.Response, read: Callable[[Mapping[str, Any]], T]) -> T:
        return self._parsed(answer.content, read)

    def _parsed(self, content: bytes, read: Callable[[Mapping[str, Any]], T]) -> T:
        try:
            found = orjson.loads(content)
            if not isinstance(found, dict):
                raise TypeError
            return read(found)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise ServiceError(
                f"{self.url} answers otherwise than a service of this version does; compare its version at /healthz"
            ) from error


def _batches(pairs: Iterable[tuple[Side, Side]]) -> Iterator[list[dict[str, Any]]]:
    """Yield pairs as they are sent, in batches that the service takes."""
    batch: list[dict[str, Any]] = []
    size = 0
    for a, b in pairs:
        pair = {"a": _sent(a), "b": _sent(b)}
        bytes_of_pair = len(orjson.dumps(pair))
        if batch and (len(batch) == _BATCH_PAIRS or size + bytes_of_pair > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(pair)
        size += bytes_of_pair
    if batch:
        yield batch


def _sent(side: Side) -> str | dict[str, Any]:
    if isinstance(side, str):
        return side
    return side.to_dict() if isinstance(side, Item) else dict(side)


def _reason(error: BaseException) -> str:
    """Return the innermost reason of an error, without addresses of objects and of the request."""
    while (inner := error.__cause__ or error.__context__) is not None:
        error = inner
    return str(getattr(error, "strerror", None) or type(error).__name__)
