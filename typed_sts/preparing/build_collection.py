"""Putting records into a collection: as they are, or read first, so that it has statistics of people, places and so on.

    collection/
      documents.sqlite     what reading a record gave, so that it is read once; only a cache, and never looked at stale

A rebuild replaces the index beside it and leaves this file alone.
"""

import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import tee
from pathlib import Path

from typed_sts.domain.labels import READ_VIEWS
from typed_sts.errors import BadOptions
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import FILE_NAME, DocumentStore
from typed_sts.reading.unreadable import OnUnread, UnreadableRecord, say_unread
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import TEXT_VIEWS, Entry, entry_of, plain_years, text_views
from typed_sts_index.opening import open_collection

_LOG = logging.getLogger(__name__)


def build_collection(
    items: Iterable[Item], to: str | Path, *, read: bool = True, rebuild: bool = False, workers: int = 1
) -> int:
    """Put items into the collection in a directory or at "http://host:9200/name"; return how many there were.

    They are read first, so that the collection knows people, places and dates too; `read=False` takes words alone.
    With `rebuild` the collection is made anew, without what was in it.
    """
    entries = read_entries(items, documents_file(str(to)), workers) if read else map(entry_of, items)
    return fill(open_collection(to), entries, read=read, rebuild=rebuild)


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
    items: Iterable[Item], documents: Path, workers: int = 1, on_unread: OnUnread = say_unread
) -> Iterator[Entry]:
    """Yield the entries of items that are read first, in worker processes when asked, and kept in that file.

    Of an item that cannot be read `on_unread` is told; it comes with nothing but its words.
    """
    reader = Reader()
    store = DocumentStore(documents, reader.version)
    given, sent = tee(items)
    for item, found in zip(given, reader.read_each(sent, workers=workers, store=store), strict=True):
        if isinstance(found, UnreadableRecord):
            on_unread(found)
            yield unread_entry(item)
        else:
            yield read_entry(found)


def unread_entry(item: Item) -> Entry:
    """Return the entry of an item that cannot be read: its words, or, should they be what cannot be read, nothing."""
    try:
        return Entry(item, years=plain_years(item), own_views=text_views(item))
    except Exception as error:
        _LOG.debug("the words of %s", item.id, exc_info=error)
        return Entry(item, own_views=dict.fromkeys(TEXT_VIEWS, ()))


def read_entry(document: Document) -> Entry:
    """Return the entry of a document: its item, its views, and the years it is dated to."""
    views = document.views
    return Entry(document.item, {view: views[view] for view in READ_VIEWS}, document.span_of_years(), views)


def fill(collection: Collection, entries: Iterable[Entry], *, read: bool, rebuild: bool) -> int:
    """Put entries into a collection, or make it anew from them, and return how many there were.

    Refuse to mix records that were read with others: the statistics would be of neither.
    """
    if rebuild or not collection.exists():
        return collection.rebuild(entries, READ_VIEWS if read else ())
    was_read = set(READ_VIEWS) <= set(collection.views)
    if read and not was_read:
        raise BadOptions(f"{collection.name} was made without --read; leave it out, or make it anew with --rebuild")
    if was_read and not read:
        raise BadOptions(f"{collection.name} was made with --read; give it again, or make it anew with --rebuild")
    return collection.add(entries)


# The bundled sample as a collection, for trying things out.


@contextmanager
def sample_collection() -> Iterator[str]:
    """Give the directory of a read collection of the sample, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="typed-sts-sample-") as folder:
        entries = read_entries(read_items(SAMPLE_ITEMS), documents_file(folder))
        fill(open_collection(folder), entries, read=True, rebuild=True)
        yield folder
