"""The OAI-PMH client: one answer of a server, whatever the network does on the way."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

import requests

from typed_sts_fetch.errors import ApiError, BadInput, NotFound, QuotaSpent, Unreachable
from typed_sts_fetch.europeana.client import USER_AGENT
from typed_sts_fetch.europeana.http import BadBody, Gate, TooLarge, announced_wait, backoff, read_body
from typed_sts_fetch.oai.pages import Page, page_of
from typed_sts_fetch.texts import tidy

logger = logging.getLogger(__name__)
_MAX_REDIRECTS = 5
_MOST_ASKED_WAITS = 20
_TRIES_OF_DAMAGE = 3
"""An answer that is no XML may have been cut off on the way; one that is none three times was made so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OaiSettings:
    """Where the server is, and how patiently it is asked; waits and timeouts in seconds."""

    url: str
    tries: int = 8
    first_wait: float = 0.5
    longest_wait: float = 60.0
    longest_asked_wait: float = 3900.0
    connect_timeout: float = 10.0
    read_timeout: float = 120.0
    answer_timeout: float = 900.0
    max_answer_bytes: int = 256 * 2**20


class _TryAgain(Exception):
    def __init__(self, problem: str, status: int | None = None, wait: float | None = None) -> None:
        super().__init__(problem)
        self.status = status
        self.wait = wait


class OaiClient:
    """Asks one server; answers come whole, and are OAI-PMH."""

    def __init__(self, settings: OaiSettings) -> None:
        self.settings = settings
        self.url = base_url(settings.url)
        self._session = requests.Session()
        self._session.headers["User-Agent"] = USER_AGENT
        self._gate = Gate()

    def ask(self, parameters: Mapping[str, str]) -> tuple[bytes, Page]:
        """Return an answer and what it says, which may be an error of the protocol, or damaged."""
        attempt = asked_waits = 0
        damaged: list[tuple[bytes, Page]] = []
        while True:
            try:
                body, page = self._attempt(parameters)
                if page.problem and len(damaged) + 1 < min(_TRIES_OF_DAMAGE, self.settings.tries):
                    damaged.append((body, page))
                    raise _TryAgain(f"the answer is {page.problem}")
                if page.error and damaged and damaged[-1][1].token:
                    return damaged[-1]  # some servers take each token once
                return body, page
            except _TryAgain as failure:
                if failure.wait is not None and asked_waits < _MOST_ASKED_WAITS:
                    asked_waits += 1
                    self._wait_as_asked(failure.wait)
                    continue
                attempt += 1
                if attempt >= self.settings.tries:
                    raise Unreachable(f"{self.url}: {failure} (tried {attempt} times)", failure.status) from failure
                self.pause(attempt)

    def pause(self, attempt: int) -> None:
        """Wait before the server is asked once more: the longer, the more often that was."""
        self._gate.pause(backoff(attempt, self.settings.first_wait, self.settings.longest_wait))

    def _wait_as_asked(self, seconds: float) -> None:
        if seconds > self.settings.longest_asked_wait:
            raise QuotaSpent(
                f"the server asks to wait {seconds:.0f} s; what has come so far is kept: "
                "run the same command again later",
                503,
            )
        if seconds >= 5:
            logger.warning("waiting %.0f s, as the server asks", seconds)
        self._gate.pause(max(seconds, self.settings.first_wait))

    def _attempt(self, parameters: Mapping[str, str]) -> tuple[bytes, Page]:
        try:
            with self._following(parameters) as response:
                status = response.status_code
                body = read_body(
                    response, max_bytes=self.settings.max_answer_bytes, seconds=self.settings.answer_timeout
                )
        except TooLarge as error:
            raise ApiError(f"an answer {error}: ask for a set (--set), or a shorter time (--from, --until)") from error
        except BadBody as error:
            raise _TryAgain(f"the answer was {error}") from error
        except requests.RequestException as error:
            raise _TryAgain(f"no connection ({type(error).__name__})") from error
        if status in (429, 503):
            raise _TryAgain(f"the server answers {status}", status, announced_wait(response.headers, refused=True))
        if status >= 500 or status == 408:
            raise _TryAgain(f"the server answers {status}", status)
        page = page_of(body)
        if page.is_oai:
            return body, page
        kind = tidy(response.headers.get("Content-Type", ""))[:60] or "nothing that says what it is"
        told = f"{self.url} answers {status} with {kind}, which is no OAI-PMH: is it the address of the interface?"
        if status in (404, 410):
            raise NotFound(told, status)
        if status == 200 and parameters.get("verb") != "Identify" and "html" not in kind:
            raise _TryAgain(told, status)
        raise ApiError(told, status)

    @contextmanager
    def _following(self, parameters: Mapping[str, str]) -> Iterator[requests.Response]:
        url = with_parameters(self.url, parameters)
        for _ in range(_MAX_REDIRECTS + 1):
            response = self._session.get(
                url,
                headers={"Accept": "text/xml, application/xml;q=0.9, */*;q=0.1"},
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
            url = urljoin(url, target)
            if not url.lower().startswith(("http://", "https://")):
                raise ApiError("the server redirects to something that is not http", response.status_code)
        raise ApiError(f"more than {_MAX_REDIRECTS} redirects", response.status_code)


def base_url(text: str) -> str:
    """Return the address of an interface, without the question that somebody copied with it."""
    try:
        parts = urlsplit(text.strip())
        usable = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc
    except ValueError:
        usable = False
    if not usable:
        raise BadInput(
            f"--oai needs an address such as https://archive.example/oai, without a password, not {text!r:.200}"
        )
    own = ("verb", "metadataPrefix", "set", "from", "until", "resumptionToken", "identifier")
    query = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True) if key not in own]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(query), ""))


def with_parameters(url: str, parameters: Mapping[str, str]) -> str:
    """Return an address with parameters after those it has."""
    return f"{url}{'&' if '?' in url else '?'}{urlencode(parameters)}"
