"""What the providers of a collection repeat in their records: counted before it is made, and kept with it from then on.

    made anew     items --counted--> Boilerplate --> kept with the collection       items --read without it--> documents
    added to      the collection's Boilerplate                                      items --read without it--> documents

So all documents of a collection are read alike, and so are the records that are compared with them.
"""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import orjson

from typed_sts.reading.boilerplate import Boilerplate, SentenceCounts, boilerplate_from_text
from typed_sts.running.progress import progress
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import item_line
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.contract import Collection
from typed_sts_index.errors import CollectionDamaged

_REPORTED = 1_000
_IN_MEMORY = 64_000_000


def boilerplate_of(collection: Collection) -> Boilerplate:
    """Return what is left out of the documents of a collection; nothing of one that keeps words alone."""
    try:
        return boilerplate_from_text(collection.made_with)
    except ValueError as error:
        raise CollectionDamaged(collection.name, f"what its providers repeat cannot be told ({error})") from error


@contextmanager
def counted(
    items: Iterable[Item], collection: Collection, *, rebuild: bool, quiet: bool = True, total: int | None = None
) -> Iterator[tuple[Iterable[Item], Boilerplate]]:
    """Give the items that go into a collection, and what is to be left out when they are read.

    A collection that is made anew has them counted first. What can be gone through only once, like standard input, is
    meanwhile kept in memory, and what is too much for that in a temporary file.
    """
    if not rebuild and collection.exists():
        yield items, boilerplate_of(collection)
        return
    counts = SentenceCounts()
    if iter(items) is not items:
        _go_through(counts.through(items), quiet, total)
        yield items, counts.repeated()
        return
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
        try:
            _go_through((kept.write(item_line(item)) for item in counts.through(items)), quiet, total)
            kept.seek(0)
        except OSError as error:
            raise BadInput(
                f"cannot keep the records in {tempfile.gettempdir()} for a second look: {error.strerror or error};"
                " put them into a file, or let TMPDIR name a folder with more space"
            ) from error
        yield (item_from_dict(orjson.loads(line)) for line in kept), counts.repeated()


def _go_through(passing: Iterable[object], quiet: bool, total: int | None) -> None:
    with progress("counting", quiet=quiet) as report:
        for count, _ in enumerate(passing, start=1):
            if count % _REPORTED == 0:
                report(count, total)
