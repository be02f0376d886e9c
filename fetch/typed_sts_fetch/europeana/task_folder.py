"""The files the task's own script wrote: text/, json/ and images/, one file a record and line of the pairs file."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from typed_sts_fetch.errors import ApiError
from typed_sts_fetch.europeana.download import Wanted
from typed_sts_fetch.europeana.library import Library
from typed_sts_fetch.europeana.thumbnails import EXTENSIONS, BadThumbnail, ThumbnailClient
from typed_sts_fetch.formats.typed_text import file_stem, text_of_item
from typed_sts_fetch.formats.write import write_bytes


def write_texts(folder: Path, library: Library, wanted: Iterable[Wanted]) -> int:
    """Write the text and the JSON of every record that came, named after the id it was asked by; return how many."""
    count = 0
    for entry in wanted:
        try:
            found = library.find(entry.id)
        except ApiError:
            continue
        stem = file_stem(entry.line, entry.side, entry.id)
        write_bytes(folder / "text" / f"{stem}.txt", text_of_item(library.item_of(found)).encode())
        write_bytes(folder / "json" / f"{stem}.json", found.answer.body)
        count += 1
    return count


def write_images(
    folder: Path,
    library: Library,
    wanted: Iterable[Wanted],
    thumbnails: ThumbnailClient,
    *,
    workers: int,
    on_done: Callable[[], None],
) -> dict[str, str]:
    """Write the thumbnail of every record that has one; return why an image did not come, by id.

    Images that are already there are kept; a record asked for twice is downloaded once.
    """
    places: dict[str, list[str]] = {}
    for entry in wanted:
        places.setdefault(entry.id, []).append(file_stem(entry.line, entry.side, entry.id))
    problems: dict[str, str] = {}

    def work(identifier: str) -> None:
        try:
            preview = library.item(identifier).preview
        except ApiError:
            preview = ""  # the record itself did not come, and is reported as such
        try:
            if preview:
                _write_copies(folder / "images", places[identifier], preview, thumbnails)
        except BadThumbnail as error:
            problems[identifier] = str(error)
        on_done()

    pool = ThreadPoolExecutor(workers, thread_name_prefix="image")
    try:
        for _ in pool.map(work, places):
            pass
    except BaseException:  # somebody stops it all: images under way are not waited for
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    return problems


def _write_copies(folder: Path, stems: list[str], url: str, thumbnails: ThumbnailClient) -> None:
    there = {stem: path for stem in stems if (path := _existing(folder, stem))}
    source = next(iter(there.values()), None)
    if source is None:
        image = thumbnails.get(url)
        source = folder / f"{stems[0]}{image.extension}"
        write_bytes(source, image.content)
    for stem in stems:
        target = folder / f"{stem}{source.suffix}"
        if stem not in there and target != source:
            write_bytes(target, source.read_bytes())


def _existing(folder: Path, stem: str) -> Path | None:
    paths = (folder / f"{stem}{extension}" for extension in EXTENSIONS.values())
    return next((path for path in paths if path.exists()), None)
