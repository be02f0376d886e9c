"""API keys: made here, shown once, kept as hashes only.

    # one key a line: its name and the SHA-256 of the key
    portal sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

A key holds 256 random bits, so that a plain hash of it cannot be turned back by guessing.
"""

import hashlib
import hmac
import logging
import os
import re
import secrets
from pathlib import Path

from typed_sts.errors import TypedStsError

_LOG = logging.getLogger(__name__)
_LINE = re.compile(r"([A-Za-z0-9_.-]{1,60}) sha256:([0-9a-f]{64})")


class BadKeys(TypedStsError):
    """A file of keys that cannot be read, or a name that cannot be given to one."""


def new_key(path: Path, name: str) -> str:
    """Add a new key to the file (made for its owner's eyes only) and return it; it is written nowhere else."""
    key = secrets.token_urlsafe(32)
    line = f"{name} sha256:{_hash(key)}\n"
    if not _LINE.fullmatch(line.strip()):
        raise BadKeys(f"a key's name is 1 to 60 letters, digits, '-', '_' or '.', not {name!r:.80}")
    existing = read_keys(path) if path.exists() else {}
    if name in existing:
        raise BadKeys(f'{path} has a key named "{name}" already; give another name, or remove its line first')
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "w", encoding="ascii") as stream:
            stream.write(line)
    except OSError as error:
        raise BadKeys(f"cannot write {path}: {error.strerror}") from error
    return key


def read_keys(path: Path) -> dict[str, bytes]:
    """Return the hashes in a file, by the names of their keys."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadKeys(f"cannot read the keys in {path}: {error}") from error
    hashes = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found:  # the line is not repeated: someone may have put the key itself there
            raise BadKeys(
                f"{path}, line {number}: not a name and sha256:HASH; make keys with typed-sts serve --new-key"
            )
        hashes[found[1]] = bytes.fromhex(found[2])
    return hashes


class Keys:
    """The keys of a file, read again when the file changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes = read_keys(path)
        self._stamp = self._stamp_now()

    def name_of(self, key: str) -> str | None:
        """Return the name of a key, or None when it is not one; takes as long for a near miss as for a far one."""
        self._read_again()
        given = bytes.fromhex(_hash(key))
        found = None
        for name, known in self._hashes.items():
            if hmac.compare_digest(given, known):
                found = name
        return found

    def _read_again(self) -> None:
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._hashes = read_keys(self._path)
        except BadKeys as error:
            _LOG.warning("%s; the keys read before stay valid", error)

    def _stamp_now(self) -> tuple[int, int, int] | None:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()
