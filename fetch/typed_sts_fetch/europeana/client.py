"""The Europeana client: one record or one page of search results, whatever the network does on the way."""

import logging
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import orjson
import requests

from typed_sts_fetch.errors import ApiError, KeyRefused, NotFound, QuotaSpent, Unreachable
from typed_sts_fetch.europeana.http import BadBody, Gate, TooLarge, announced_wait, backoff, read_body
from typed_sts_fetch.europeana.settings import Settings
from typed_sts_fetch.texts import tidy

logger = logging.getLogger(__name__)
_ECHOED_KEY = re.compile(rb'("(?:apikey|wskey)"\s*:\s*)"(?:[^"\\]|\\.)*"')
_MAX_REDIRECTS = 5
USER_AGENT = "typed-sts"


@dataclass(frozen=True, slots=True)
class Answer:
    """A final answer: the status (200, or 404 for what is gone), the body as it came, minus the key, and parsed."""

    status: int
    body: bytes
    content: dict[str, Any]


class _TryAgain(Exception):
    """This attempt failed in a way that another may not; `wait` is what the server asked for."""

    def __init__(self, problem: str, status: int | None = None, wait: float | None = None) -> None:
        super().__init__(problem)
        self.status = status
        self.wait = wait


class EuropeanaClient:
    """Asks Europeana's Record and Search APIs; safe to share between threads, each has its own Session."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._sessions = threading.local()
        self._slots = threading.BoundedSemaphore(settings.in_flight)
        self._gate = Gate()

    def record(self, identifier: str) -> Answer:
        """Return the answer for a record id; a record that is gone is an answer too (404)."""
        collection, local = identifier.strip("/").split("/", 1)
        return self._ask(f"/record/v2/{quote(collection, safe='')}/{quote(local, safe='')}.json", {})

    def search(self, parameters: Mapping[str, str | list[str]]) -> Answer:
        """Return one page of search results."""
        answer = self._ask("/record/v2/search.json", parameters)
        if answer.status != 200:
            raise NotFound(f"the search at {self.settings.base_url} is not there", answer.status)
        return answer

    def close(self) -> None:
        """Let no further request start and wake the threads that wait."""
        self._gate.stop()

    def _ask(self, path: str, parameters: Mapping[str, str | list[str]]) -> Answer:
        """Try until there is a final answer or the tries are used up."""
        attempt, quota_waits = 0, 0
        while True:
            self._gate.pass_through()
            try:
                return self._attempt(path, parameters)
            except _TryAgain as failure:
                if failure.wait is not None and quota_waits < 20:
                    quota_waits += 1  # the server said when to come back: that is no failed try
                    self._hold_everybody(max(failure.wait, self.settings.first_wait))
                    continue
                attempt += 1
                if attempt >= self.settings.tries:
                    raise Unreachable(f"{failure} (tried {attempt} times)", failure.status) from failure
                self._gate.pause(backoff(attempt, self.settings.first_wait, self.settings.longest_wait))

    def _hold_everybody(self, seconds: float) -> None:
        if seconds > self.settings.longest_quota_wait:
            raise QuotaSpent(
                f"the request quota is spent and the server asks to wait {seconds:.0f} s; "
                "what has come so far is kept: run the same command again later",
                429,
            )
        if seconds >= 5:
            logger.warning("request quota spent: waiting %.0f s, as the server asks", seconds)
        self._gate.close_for(seconds)

    def _attempt(self, path: str, parameters: Mapping[str, str | list[str]]) -> Answer:
        try:
            with self._slots, self._following(path, parameters) as response:
                body = read_body(
                    response, max_bytes=self.settings.max_answer_bytes, seconds=self.settings.answer_timeout
                )
        except TooLarge as error:
            raise ApiError(f"an answer {error}", response.status_code) from error
        except BadBody as error:
            raise _TryAgain(f"the answer was {error}") from error
        except requests.RequestException as error:
            raise _TryAgain(f"no connection ({type(error).__name__})") from error
        body = self._without_key(body)
        refused = response.status_code == 429
        wait = announced_wait(response.headers, refused=refused)
        if refused:
            raise _TryAgain("too many requests", 429, wait)
        if wait is not None and wait <= self.settings.longest_quota_wait:
            self._hold_everybody(wait)
        return self._judged(response.status_code, body)

    @contextmanager
    def _following(self, path: str, parameters: Mapping[str, str | list[str]]) -> Iterator[requests.Response]:
        """Send the request and follow redirects by hand: the key goes to the configured server and nowhere else."""
        url = self.settings.base_url.rstrip("/") + path
        home = url
        for _ in range(_MAX_REDIRECTS + 1):
            key = {"X-Api-Key": self.settings.api_key.reveal()} if same_server(home, url) else {}
            response = self._session().get(
                url,
                params=parameters,
                headers={"Accept": "application/json", **key},
                timeout=(self.settings.connect_timeout, self.settings.read_timeout),
                allow_redirects=False,
                stream=True,
            )
            target = response.headers.get("Location", "")
            if response.status_code not in (301, 302, 303, 307, 308) or not target:
                with response:
                    yield response
                return
            response.close()
            url, parameters = urljoin(url, target), {}
            if not url.startswith(("http://", "https://")):
                raise ApiError("the server redirects to something that is not http", response.status_code)
        raise ApiError(f"more than {_MAX_REDIRECTS} redirects", response.status_code)

    def _session(self) -> requests.Session:
        if not hasattr(self._sessions, "session"):
            self._sessions.session = requests.Session()
            self._sessions.session.headers["User-Agent"] = USER_AGENT
        session: requests.Session = self._sessions.session
        return session

    def _without_key(self, body: bytes) -> bytes:
        """Return the body without the key, which answers echo and put into links."""
        body = _ECHOED_KEY.sub(rb'\1"REDACTED"', body)
        return body.replace(self.settings.api_key.reveal().encode(), b"REDACTED")

    def _judged(self, status: int, body: bytes) -> Answer:
        if status >= 500 or status == 408:
            raise _TryAgain(f"the server answers {status}", status)
        try:
            content = parsed(body)
        except ValueError as error:
            if status == 200:
                raise _TryAgain("the answer was cut off or is not JSON", status) from error
            problem = f"{self.settings.base_url} answers {status} but not as Europeana does: is it right?"
            raise ApiError(problem, status) from error
        if status == 200 and content.get("success") is not False:
            return Answer(200, body, content)
        problem = tidy(str(content.get("message") or content.get("error") or "no reason given"))[:300]
        if status in (404, 410):
            return Answer(status, body, content)
        if status in (401, 403):
            raise KeyRefused(f"the server refuses the API key: {problem}", status)
        raise ApiError(f"the server answers {status}: {problem}", status)


def parsed(body: bytes) -> dict[str, Any]:
    """Return the JSON object of an answer; raise ValueError when it is none."""
    content = orjson.loads(body.decode(errors="replace"))
    if not isinstance(content, dict):
        raise ValueError("not a JSON object")
    return content


def same_server(home: str, url: str) -> bool:
    """Tell whether an address is on the same server: the same origin, or the same host by https instead of http."""
    ours, theirs = urlsplit(home), urlsplit(url)
    if ours.hostname != theirs.hostname:
        return False
    upgraded = theirs.scheme == "https" and theirs.port in (None, 443)
    return upgraded or (ours.scheme, ours.port) == (theirs.scheme, theirs.port)
