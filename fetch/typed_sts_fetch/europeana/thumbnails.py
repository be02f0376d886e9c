"""Thumbnails from addresses that strangers wrote into records.

Only http and https; only public addresses, checked on the very address that is connected to, at every redirect;
only images, only up to a size. No key, no proxy and no stored credentials go along. Where all of it may take so long
and no longer (`total`), the connection is cut then, however little a server sends at a time.
"""

import ipaddress
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

import requests
import urllib3.connection
import urllib3.util.connection
from requests.adapters import HTTPAdapter
from urllib3.exceptions import NewConnectionError

from typed_sts_fetch.errors import FetchError
from typed_sts_fetch.europeana.client import USER_AGENT
from typed_sts_fetch.europeana.http import BadBody, read_body

EXTENSIONS = {"image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp"}
_MAX_REDIRECTS = 5
Allowed = Callable[[str], bool]
"""Tells whether an IP address may be connected to."""


class BadThumbnail(FetchError):
    """A thumbnail that may not or cannot be had; the message says why."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """The bytes of an image and the extension that fits its type."""

    content: bytes
    extension: str


class ThumbnailClient:
    """Gets images; each thread has its own Session."""

    def __init__(
        self,
        *,
        allowed: Allowed | None = None,
        max_bytes: int = 5 * 2**20,
        timeout: float = 30.0,
        total: float | None = None,
    ) -> None:
        self.allowed = allowed or is_public
        self.max_bytes = max_bytes
        self.timeout = timeout
        self.total = total
        self._sessions = threading.local()

    def get(self, url: str) -> Thumbnail:
        """Return the image at an address; raise BadThumbnail when it may not or cannot be had."""
        if self.total is None:
            return self._get(url)
        end = _End(self.total)
        self._sessions.end = end
        try:
            return self._get(url)
        except BadThumbnail as error:
            raise BadThumbnail(f"not finished within {self.total:g} s") if end.is_over else error from error.__cause__
        finally:
            self._sessions.end = None
            end.close()

    def _opened(self, connection: socket.socket) -> None:
        end: _End | None = getattr(self._sessions, "end", None)
        if end is not None:
            end.watch(connection)

    def _get(self, url: str) -> Thumbnail:
        for _ in range(_MAX_REDIRECTS + 1):
            if not url.lower().startswith(("http://", "https://")):
                raise BadThumbnail("not an http(s) address")
            try:
                with self._session().get(
                    url, timeout=(min(10, self.timeout), self.timeout), allow_redirects=False, stream=True
                ) as answer:
                    target = answer.headers.get("Location", "")
                    if not (answer.is_redirect and target):
                        return self._image(answer)
                url = urljoin(url, target)
            except (requests.RequestException, ValueError) as error:
                raise BadThumbnail(_reason(error)) from error
        raise BadThumbnail(f"more than {_MAX_REDIRECTS} redirects")

    def _image(self, answer: requests.Response) -> Thumbnail:
        if answer.status_code != 200:
            raise BadThumbnail(f"the server answers {answer.status_code}")
        kind = answer.headers.get("Content-Type", "").split(";")[0].strip().lower()
        if kind not in EXTENSIONS:
            raise BadThumbnail(f"not an image but {kind[:60]!r}")
        try:
            content = read_body(answer, max_bytes=self.max_bytes, seconds=self.timeout)
        except BadBody as error:
            raise BadThumbnail(str(error)) from error
        return Thumbnail(content, EXTENSIONS[kind])

    def _session(self) -> requests.Session:
        if not hasattr(self._sessions, "session"):
            session = requests.Session()
            session.trust_env = False
            session.headers["User-Agent"] = USER_AGENT
            if self.total is not None:
                session.headers["Connection"] = "close"  # each request has a connection of its own, to be cut
            session.mount("http://", _Guarded(self.allowed, self._opened))
            session.mount("https://", _Guarded(self.allowed, self._opened))
            self._sessions.session = session
        found: requests.Session = self._sessions.session
        return found


class _End:
    """Cuts the connections of a request when its time is over."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._watched: list[socket.socket] = []
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def watch(self, connection: socket.socket) -> None:
        """Cut this connection too; a copy is kept, for the one given may become part of an encrypted one."""
        with self._lock:
            if self.is_over:
                raise BadThumbnail("no answer in time")
            self._watched.append(connection.dup())

    def close(self) -> None:
        """Let go of everything."""
        self._timer.cancel()
        with self._lock:
            for connection in self._watched:
                connection.close()
            self._watched.clear()

    def _cut(self) -> None:
        with self._lock:
            self.is_over = True
            for connection in self._watched:
                with suppress(OSError):  # it has ended by itself
                    connection.shutdown(socket.SHUT_RDWR)


def anywhere(address: str) -> bool:
    """Allow every address: for museums whose own server is on the local network."""
    return True


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the public internet, also when it hides in an IPv6 one."""
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        hidden = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1]) or _nat64(ip)
        if hidden and not hidden.is_global:
            return False
    return ip.is_global and not ip.is_multicast


def _nat64(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in ipaddress.ip_network("64:ff9b::/96") else None


def _connect(
    connection: urllib3.connection.HTTPConnection, allowed: Allowed, opened: Callable[[socket.socket], None]
) -> socket.socket:
    """Look the host up once, and connect to an address that was looked at: the name cannot change in between."""
    try:
        found = socket.getaddrinfo(connection.host, connection.port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or not all(map(allowed, addresses)):
            raise BadThumbnail("an address that is not public (--allow-private permits such)")
        made = urllib3.util.connection.create_connection(
            (addresses[0], connection.port or 0),
            connection.timeout,
            source_address=connection.source_address,
            socket_options=connection.socket_options,
        )
        try:
            opened(made)
        except BaseException:
            made.close()
            raise
        return made
    except (OSError, OverflowError, UnicodeError) as error:
        raise NewConnectionError(connection, f"no connection: {error}") from error


class _Guarded(HTTPAdapter):
    """Opens connections to allowed addresses only."""

    def __init__(self, allowed: Allowed, opened: Callable[[socket.socket], None]) -> None:
        self.allowed = allowed
        self.opened = opened
        super().__init__()

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        allowed, opened = self.allowed, self.opened

        class Plain(urllib3.connection.HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, allowed, opened)

        class Secure(urllib3.connection.HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return _connect(self, allowed, opened)

        self.poolmanager.pool_classes_by_scheme = {
            "http": type("PlainPool", (urllib3.HTTPConnectionPool,), {"ConnectionCls": Plain}),
            "https": type("SecurePool", (urllib3.HTTPSConnectionPool,), {"ConnectionCls": Secure}),
        }


def _reason(error: Exception) -> str:
    if isinstance(error, requests.Timeout):
        return "no answer in time"
    if isinstance(error, requests.ConnectionError):
        return "no connection"
    return f"a broken answer ({type(error).__name__})"
