"""Pictures on disk: bounded, each whole or not there, under the digest of its address and no name of anybody's.

    FOLDER/3f/3f9c...    the bytes of a picture, of a type that its first bytes tell

A file is written beside its place and then moved there. When there are more bytes than there may be, those not asked
for the longest go. Where nothing can be written, nothing is kept.
"""

import hashlib
import logging
import os
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from typed_sts.service.http.request_log import log

MOST_BYTES = 512 * 2**20
"""What all pictures together may take."""
_SIGNS = ((b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png"), (b"GIF87a", "image/gif"))
_ENDS = {"image/jpeg": b"\xff\xd9", "image/png": b"IEND", "image/gif": b";"}
_TAIL = 1 << 12
_WEBP = 12
_TOUCHED_AFTER = 3_600.0
"""Seconds after which asking for a picture is written down again."""
_LEFT_OF_TOO_MANY = 0.9


def picture_type(content: bytes) -> str:
    """Return the type of a picture by its first and last bytes; "" for everything else, and for one that is cut off."""
    if content[:4] == b"RIFF" and content[8:_WEBP] == b"WEBP":
        return "image/webp" if int.from_bytes(content[4:8], "little") + 8 <= len(content) else ""
    for sign, kind in (*_SIGNS, (b"GIF89a", "image/gif")):
        if content.startswith(sign):
            return kind if _ENDS[kind] in content[-_TAIL:] else ""
    return ""


def pictures_folder() -> Path:
    """Return where pictures are kept: in the user's cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "typed-sts" / "pictures"


class PictureCache:
    """Pictures by address; safe to use from several threads, and from several services at once."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most = most_bytes
        self._size: int | None = None
        self._lock = threading.Lock()
        self._told = False

    def get(self, address: str) -> bytes | None:
        """Return the picture of an address, if a whole one is kept."""
        path = self._path(address)
        try:
            content = path.read_bytes()
            if time.time() - path.stat().st_mtime > _TOUCHED_AFTER:
                os.utime(path)
        except OSError:
            return None
        return content if picture_type(content) else None

    def put(self, address: str, content: bytes) -> None:
        """Keep a picture, if that can be done."""
        path = self._path(address)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, part = tempfile.mkstemp(prefix="part-", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(content)
                os.replace(part, path)
            except BaseException:
                Path(part).unlink(missing_ok=True)
                raise
        except OSError as error:
            if not self._told:
                self._told = True
                log("pictures", logging.WARNING, message="pictures cannot be kept", reason=error.strerror)
            return
        self._make_room(len(content))

    def _path(self, address: str) -> Path:
        digest = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / digest[:2] / digest

    def _make_room(self, added: int) -> None:
        with self._lock:
            if self._size is not None and self._size + added <= self._most:
                self._size += added
                return
            files = sorted(self._files())
            size = sum(bytes_ for _, bytes_, _ in files)
            if size > self._most:
                for _, bytes_, path in files:
                    if size <= _LEFT_OF_TOO_MANY * self._most:
                        break
                    with suppress(OSError):
                        path.unlink()
                        size -= bytes_
            self._size = size

    def _files(self) -> list[tuple[float, int, Path]]:
        """Return when each was last asked for, how large it is, and where; with what a crash has left half written."""
        found = []
        for path in self._folder.glob("??/*"):
            with suppress(OSError):
                stat = path.stat()
                found.append((stat.st_mtime, stat.st_size, path))
        return found
