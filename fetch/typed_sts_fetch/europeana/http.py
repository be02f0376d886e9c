"""Manners of an HTTP client: bodies within limits of size and time, and how long to wait before asking again.

Waiting is backoff with jitter, the server's RateLimit headers, and one gate that all threads pass.

RateLimit: "personal";r=0;t=40        no requests left, the window ends in 40 seconds
"""

import random
import re
import threading
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import HTTPError

# The body of an HTTP answer, within limits of size and time.


class BadBody(Exception):
    """A body that is too large, too slow or cut off; for the caller to translate."""


class TooLarge(BadBody):
    """Asking again will not make it smaller."""


def read_body(response: requests.Response, *, max_bytes: int, seconds: float) -> bytes:
    """Return the whole body of an answer that was asked for with stream=True."""
    deadline = time.monotonic() + seconds
    body = bytearray()
    try:
        while chunk := response.raw.read1(1 << 16, decode_content=True):
            body += chunk
            if len(body) > max_bytes:
                raise TooLarge(f"larger than {max_bytes} bytes")
            if time.monotonic() > deadline:
                raise BadBody(f"not finished within {seconds:g} s")
    except HTTPError as error:
        raise BadBody(f"cut off ({type(error).__name__})") from error
    return bytes(body)


_PARAMETER = re.compile(r";\s*([rt])=(\d{1,9})\b")


def backoff(attempt: int, first_wait: float, longest_wait: float) -> float:
    """Return the wait after a failed attempt (1, 2, …): doubling, capped, and jittered so that clients spread out."""
    return float(min(first_wait * 2.0 ** (attempt - 1), longest_wait) * random.uniform(0.5, 1.0))


def announced_wait(headers: Mapping[str, str], *, refused: bool) -> float | None:
    """Return the seconds the server asks to wait, or None when it asks nothing.

    A request that was answered asks for a wait only when none is left; one that was refused, in any case.
    """
    limits = dict(_PARAMETER.findall(headers.get("RateLimit", "")))
    if "t" in limits and (refused or limits.get("r") == "0"):
        return float(limits["t"])
    retry_after = headers.get("Retry-After", "")
    if refused and retry_after.isdecimal() and retry_after.isascii():
        return float(retry_after[:9])
    if refused and retry_after:
        try:
            return max(parsedate_to_datetime(retry_after).timestamp() - time.time(), 0.0)
        except (ValueError, TypeError, OverflowError):
            return None
    return None


class Stopped(Exception):
    """The client was closed while a thread waited; not an error of anybody's."""


class Gate:
    """Lets requests pass, unless the server has asked everybody to wait."""

    def __init__(self) -> None:
        self._closed_until = 0.0
        self._lock = threading.Lock()
        self._stop = threading.Event()

    def close_for(self, seconds: float) -> None:
        """Hold all requests back for a while; a longer wait already asked for stays."""
        with self._lock:
            self._closed_until = max(self._closed_until, time.monotonic() + seconds)

    def pass_through(self) -> None:
        """Wait until requests may pass; raise Stopped when the client is closed."""
        while (seconds := self._closed_until - time.monotonic()) > 0:
            self.pause(seconds)
        self.pause(0)

    def pause(self, seconds: float) -> None:
        """Sleep, but wake and raise Stopped when the client is closed."""
        if self._stop.wait(seconds):
            raise Stopped

    def stop(self) -> None:
        """Wake every thread that waits, and let no further request pass."""
        self._stop.set()
