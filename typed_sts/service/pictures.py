"""The pictures of records, had from their addresses for the visitors of a page: no visitor asks a stranger's server.

An address is asked by a few threads of ours, with the guard of typed_sts_fetch (public addresses only, looked at where
each connection goes), for so many bytes and seconds, and only a few at a time of one host: slow hosts keep the others
waiting as little as the rest of the service. What comes is a JPEG, PNG, GIF or WebP by its own bytes, or nothing; a
drawing in SVG is a program, and a stranger's is never passed on. What cannot be had is not asked for again for a while.
"""

import asyncio
import logging
import queue
import threading
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from typed_sts.service.http.errors import code_path
from typed_sts.service.http.request_log import log
from typed_sts.service.picture_cache import PictureCache, picture_type
from typed_sts_fetch.errors import FetchError
from typed_sts_fetch.europeana.thumbnails import Allowed, ThumbnailClient, is_public

THREADS = 6
OF_A_HOST = 3
"""Pictures asked of one host at the same time."""
MOST_WAITING = 200
"""Pictures waited for; further ones are not asked for."""
MOST_BYTES = 4 * 2**20
SECONDS = 10.0
"""How long a host may take for a picture, in all."""
PATIENCE = 8.0
"""How long a visitor waits for one; it is kept when it comes later."""
_FORGOTTEN_AFTER = 600.0
"""Seconds for which a picture that could not be had is not asked for again."""
_MOST_FAILED = 10_000


class Pictures:
    """Pictures by address, asked of the network once; its threads end with the process, whatever they wait for."""

    def __init__(
        self,
        cache: PictureCache,
        *,
        allowed: Allowed = is_public,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
        max_bytes: int = MOST_BYTES,
    ) -> None:
        """Start nothing yet; `allowed` tells which IP addresses may be asked, by default those of the internet."""
        self._client = ThumbnailClient(allowed=allowed, max_bytes=max_bytes, timeout=seconds, total=seconds)
        self._cache = cache
        self._patience = patience
        self._tasks: queue.SimpleQueue[tuple[str, Future[bytes | None]] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._coming: dict[str, asyncio.Task[bytes | None]] = {}
        self._hosts: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(OF_A_HOST))
        self._asking: Counter[str] = Counter()
        self._failed: OrderedDict[str, float] = OrderedDict()

    async def get(self, address: str) -> bytes | None:
        """Return the picture at an address, or nothing when it cannot be had, or not soon enough."""
        coming = self._coming.get(address)
        if coming is None:
            if time.monotonic() < self._failed.get(address, 0.0) or len(self._coming) >= MOST_WAITING:
                return None
            coming = asyncio.create_task(self._fetched(address))
            self._coming[address] = coming
            coming.add_done_callback(lambda _: self._coming.pop(address, None))
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(coming), self._patience)
        return None

    @property
    def waiting(self) -> int:
        """How many pictures are waited for."""
        return len(self._coming)

    def close(self) -> None:
        """Let the threads end after what they do now."""
        for _ in self._threads:
            self._tasks.put(None)

    async def _fetched(self, address: str) -> bytes | None:
        kept = await asyncio.to_thread(self._cache.get, address)
        if kept is not None:
            return kept
        async with self._turn(_host(address)):
            future: Future[bytes | None] = Future()
            self._start()
            self._tasks.put((address, future))
            found = await asyncio.wrap_future(future)
        if found is None:
            self._failed[address] = time.monotonic() + _FORGOTTEN_AFTER
            self._failed.move_to_end(address)
            if len(self._failed) > _MOST_FAILED:
                self._failed.popitem(last=False)
        return found

    @asynccontextmanager
    async def _turn(self, host: str) -> AsyncIterator[None]:
        """Wait until a host may be asked once more; what is known of one that nobody asks is let go of."""
        self._asking[host] += 1
        try:
            async with self._hosts[host]:
                yield
        finally:
            self._asking[host] -= 1
            if not self._asking[host]:
                del self._asking[host], self._hosts[host]

    def _start(self) -> None:
        while len(self._threads) < THREADS:
            thread = threading.Thread(target=self._work, daemon=True, name=f"picture-{len(self._threads)}")
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while task := self._tasks.get():
            address, future = task
            if not future.set_running_or_notify_cancel():  # the service ends
                continue
            try:
                found = self._ask(address)
            except Exception as error:  # a bug, ours or a library's: this picture is not shown, and the thread goes on
                log("pictures", logging.ERROR, **code_path(error))
                found = None
            future.set_result(found)

    def _ask(self, address: str) -> bytes | None:
        try:
            content = self._client.get(address).content
        except FetchError:
            return None
        if not picture_type(content):
            return None
        self._cache.put(address, content)
        return content


def _host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:  # an address with a broken [IPv6] part
        return ""
