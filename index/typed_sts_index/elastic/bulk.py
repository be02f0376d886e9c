"""Sending documents in bulk so that each arrives once, whatever the server is doing meanwhile.

Of a batch, what the server took is done; what it was too busy for, or what may have been lost with the connection,
is sent again after a wait; what it will never take is put down. Documents carry ids, so sending again is harmless.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from elastic_transport import TransportError
from elasticsearch import ApiError, AuthenticationException, AuthorizationException, Elasticsearch
from elasticsearch.helpers import streaming_bulk

from typed_sts_index.errors import RecordsRefused, WriteFailed

_LOG = logging.getLogger(__name__)
_BATCH = 1_000
_BATCH_BYTES = 10_000_000
_BUSY = (408, 429, 500, 502, 503, 504)
_MOST_FAILURES = 1_000
_LONGEST_WAIT = 5.0

Action = dict[str, Any]
Given = TypeVar("Given")


@dataclass
class Sent:
    """How far the sending is."""

    given: int = 0
    changed: int = 0
    failures: dict[str, str] = field(default_factory=dict)


def send(client: Elasticsearch, actions: Iterable[Action], *, where: str, patience: float, **options: Any) -> Sent:
    """Send every action; wait up to `patience` seconds for a server that has gone away, then raise WriteFailed."""
    sent = Sent()
    for batch in batches(actions, _BATCH):
        pending = {action["_id"]: action for action in batch}  # of two with one id, the later stays
        started: float | None = None
        wait = 0.25
        while pending:
            pending, problem = _try(client, pending, sent, options)
            if len(sent.failures) > _MOST_FAILURES:
                break
            if not pending:
                continue
            if started is None:
                started = time.monotonic()
                _LOG.warning("%s: %s; waiting up to %.0f s for it, nothing is lost", where, problem, patience)
            if time.monotonic() - started + wait > patience:
                raise WriteFailed(
                    f"{where} took {sent.given:,} records and then no more ({problem}); run the same command again"
                    " when it is back: records that are there already are replaced, not doubled"
                )
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        sent.given += len(batch)
        if len(sent.failures) > _MOST_FAILURES:
            break
    if sent.failures:
        first_id, reason = next(iter(sent.failures.items()))
        raise RecordsRefused(
            f'{where} refused {len(sent.failures):,} of {sent.given:,} records; the first is "{first_id}": {reason}',
            sent.failures,
        )
    return sent


def batches(given: Iterable[Given], size: int) -> Iterator[list[Given]]:
    """Yield what is given in lists of that length; the last may be shorter."""
    remaining = iter(given)
    while batch := list(islice(remaining, size)):
        yield batch


def _try(
    client: Elasticsearch, pending: dict[str, Action], sent: Sent, options: dict[str, Any]
) -> tuple[dict[str, Action], str]:
    """Send what is pending once; return what is still to be sent, and why."""
    left, problem = dict(pending), ""
    results = streaming_bulk(
        client,
        pending.values(),
        chunk_size=_BATCH,
        max_chunk_bytes=_BATCH_BYTES,
        raise_on_error=False,
        raise_on_exception=False,
        max_retries=0,
        **options,
    )
    try:
        for taken, result in results:
            answer = next(iter(result.values()))
            if isinstance(refused := answer.get("exception"), AuthenticationException | AuthorizationException):
                raise refused
            status = answer.get("status", 0)
            if not taken and status in _BUSY:
                problem = _reason(answer)
                continue
            del left[answer["_id"]]
            if taken:
                sent.changed += 1
            elif not (
                status == 404 and answer.get("result") == "not_found"
            ):  # deleting what is not there is no failure
                sent.failures[answer["_id"]] = _reason(answer)
    except TransportError as error:
        problem = f"no answer: {type(error).__name__}"
    return left, problem


def _reason(answer: dict[str, Any]) -> str:
    exception = answer.get("exception")
    if isinstance(exception, ApiError):
        return f"{exception.status_code} {exception.message}"[:300]
    error = answer.get("error")
    if isinstance(error, dict):
        return f"{error.get('type')}: {error.get('reason')}"[:300]
    return str(error)[:300]
