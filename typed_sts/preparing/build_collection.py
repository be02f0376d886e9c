"""Putting records into a collection: as they are, or read first, so that it has statistics of people, places and so on.

    collection/
      documents.sqlite     what reading a record gave and its sentence vectors, so that it is read once; never looked
                           at stale

A rebuild replaces the index beside it and leaves this file alone. A collection on a server keeps the same with its
items, and the file here is a cache of that. So whoever asks first is answered as whoever asks last: nothing is left to
be read then.
"""

import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np

from typed_sts.domain.labels import READ_VIEWS
from typed_sts.errors import BadOptions
from typed_sts.knowledge.pack import in_use
from typed_sts.preparing.repeated import counted
from typed_sts.reading.batches import read_chunks
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.document import SEARCHED_ONLY, Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import FILE_NAME
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Engine
from typed_sts.reading.unreadable import OnUnread, say_unread
from typed_sts.reading.vectors import WHOLE
from typed_sts.reading.version import vectors_version
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import TEXT_VIEWS, Entry, entry_of, plain_years, text_views
from typed_sts_index.opening import open_collection

_LOG = logging.getLogger(__name__)
_AND_KNOWLEDGE = "+"


def build_collection(
    items: Iterable[Item],
    to: str | Path,
    *,
    read: bool = True,
    rebuild: bool = False,
    workers: int = 1,
    tagger: str | None = None,
) -> int:
    """Put items into the collection in a directory or at "http://host:9200/name"; return how many there were.

    They are read first, so that the collection knows people, places and dates too; `read=False` takes words alone.
    With `rebuild` the collection is made anew, without what was in it. `tagger` names the engine that reads; without,
    it is the one that read the collection, or the default. What providers repeat in many of their records is counted
    when the collection is made, in a pass of its own, and left out of what is read then and later.
    """
    collection = open_collection(to)
    if not read:
        return fill(collection, map(entry_of, items), read=False, rebuild=rebuild)
    by = tagger_for(None if rebuild else collection, tagger)
    with counted(items, collection, rebuild=rebuild) as (given, repeated):
        entries = read_entries(
            given,
            documents_file(str(to)),
            workers,
            tagger=by,
            boilerplate=repeated,
            packed=collection.keeps_readings,
        )
        return fill(collection, entries, read=True, rebuild=rebuild, tagger=by, boilerplate=repeated)


def tagger_for(collection: Collection | None, asked: str | None) -> str:
    """Return the engine to read with: the one asked for, or the one that read the collection, or the default.

    Raise BadOptions when both are known and differ, or when it was read with other knowledge: what a collection says of
    its records would be of neither.
    """
    known = read_by(collection) if collection is not None and collection.exists() else ""
    if known and asked and known != asked:
        raise BadOptions(
            f"{collection.name if collection else ''} was read by {known}; leave out --tagger {asked},"
            f' or make it anew: "typed-sts index ITEMS --to COLLECTION --rebuild --tagger {asked}"'
        )
    if known and collection and (own := collection.made_by.partition(_AND_KNOWLEDGE)[2]) != in_use().digest:
        with_what = "knowledge of your own: name the same file with" if own else "the shipped knowledge: leave out"
        raise BadOptions(
            f"{collection.name} was read with {with_what} --knowledge,"
            ' or make it anew: "typed-sts index ITEMS --to COLLECTION --rebuild"'
        )
    return known or asked or DEFAULT_TAGGER


def read_by(collection: Collection) -> str:
    """Return the engine that read the records of a collection; "" for one with words alone."""
    if not set(READ_VIEWS) <= set(collection.views):
        return ""
    tagger, _, _ = collection.made_by.partition(_AND_KNOWLEDGE)
    return tagger or Engine.CRF  # there was no other when nothing was said


def _made_by(tagger: str) -> str:
    """Return what reads the records: the engine, and the digest of the knowledge of the user's own if there is any."""
    own = in_use().digest
    return f"{tagger}{_AND_KNOWLEDGE}{own}" if own else tagger


def documents_file(collection: str, folder: Path | None = None) -> Path:
    """Return where the documents of a collection are kept: in the folder given, in its own, or in the user's cache.

    A server has no folder here; the name of its folder in the cache is a digest of the collection's address.
    """
    if folder is not None:
        return folder / FILE_NAME
    if not collection.startswith(("http://", "https://")):
        return Path(collection) / FILE_NAME
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "typed-sts" / hashlib.sha256(collection.rstrip("/").encode()).hexdigest()[:24] / FILE_NAME


def read_entries(
    items: Iterable[Item],
    documents: Path,
    workers: int = 1,
    on_unread: OnUnread = say_unread,
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
    *,
    packed: bool = False,
) -> Iterator[Entry]:
    """Yield the entries of items that are read and encoded, in worker processes when asked, and kept in that file.

    What their providers repeat is left out (`boilerplate`). Of an item that cannot be read `on_unread` is told; it
    comes with nothing but its words. With `packed` the entries bring along what was read, for a collection to keep.
    """
    store = Reader(tagger, boilerplate).store(documents)
    for readings in read_chunks(items, tagger=tagger, boilerplate=boilerplate, workers=workers, store=store):
        for number, (document, vectors) in enumerate(zip(readings.documents, readings.vectors, strict=True)):
            if problem := readings.unread.get(number):
                on_unread(problem)
                yield unread_entry(document.item)
            else:
                kept = store.packed(document, vectors.astype(np.float16)) if packed else b""
                yield replace(read_entry(document), vector=vectors[WHOLE], reading=kept)


def unread_entry(item: Item) -> Entry:
    """Return the entry of an item that cannot be read: its words, or, should they be what cannot be read, nothing."""
    try:
        return Entry(item, years=plain_years(item), own_views=text_views(item))
    except Exception as error:
        _LOG.debug("the words of %s", item.id, exc_info=error)
        return Entry(item, own_views=dict.fromkeys(TEXT_VIEWS, ()))


def read_entry(document: Document) -> Entry:
    """Return the entry of a document: its item, its views, and the years it is dated to.

    Inventory numbers and the like, which say nothing of likeness, are there to be searched for.
    """
    views = dict(document.views)
    views["text"] = (
        *views["text"],
        *(term for words in document.words if words.field == SEARCHED_ONLY for term in words.terms),
    )
    return Entry(document.item, {view: views[view] for view in READ_VIEWS}, document.span_of_years(), views)


def fill(
    collection: Collection,
    entries: Iterable[Entry],
    *,
    read: bool,
    rebuild: bool,
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
) -> int:
    """Put entries into a collection, or make it anew from them, and return how many there were.

    One that is made anew remembers what read its records, and what was left out of them.
    Refuse to mix records that were read with others, or by another engine: the statistics would be of neither.
    """
    if rebuild or not collection.exists():
        if not read:
            return collection.rebuild(entries)
        return collection.rebuild(
            entries,
            READ_VIEWS,
            made_by=_made_by(tagger),
            made_with=boilerplate.to_text(),
            vectors=vectors_version(),
        )
    was_read = set(READ_VIEWS) <= set(collection.views)
    if read and not was_read:
        raise BadOptions(f"{collection.name} was made with --no-read; give it again, or make it anew with --rebuild")
    if was_read and not read:
        raise BadOptions(
            f"{collection.name} was read when it was made; leave out --no-read, or make it anew with --rebuild"
        )
    if read:
        tagger_for(collection, tagger)
        if collection.vectors not in ("", vectors_version()):
            raise BadOptions(
                f"the vectors of {collection.name} were made by {collection.vectors}, and this typed-sts makes them by"
                f' {vectors_version()}; make it anew: "typed-sts index ITEMS --to COLLECTION --rebuild"'
            )
    return collection.add(entries)


# The bundled sample as a collection, for trying things out.


@contextmanager
def sample_collection(tagger: str | None = None) -> Iterator[str]:
    """Give the directory of a read collection of the sample, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="typed-sts-sample-") as folder:
        build_collection(read_items(SAMPLE_ITEMS), folder, tagger=tagger)
        yield folder
