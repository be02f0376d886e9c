"""Options that several commands share, so that they read and mean the same everywhere."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from typed_sts.cli.outputs import FOLDER, READ
from typed_sts.errors import BadOptions
from typed_sts.messages.catalogue import ENGLISH, Language
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Engine
from typed_sts_fetch.errors import BadRecord
from typed_sts_fetch.europeana.settings import DEFAULT_BASE_URL, KEY_VARIABLE, Settings, api_key

if TYPE_CHECKING:
    from typed_sts.output.report import Look
    from typed_sts.reading.unreadable import UnreadableRecord
    from typed_sts_fetch.europeana.client import EuropeanaClient
    from typed_sts_fetch.item import Item
    from typed_sts_fetch.tables.mapping import Mapping

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no counts, only errors.")]
SkipBad = Annotated[
    bool, typer.Option("--skip-bad", help="Go on after a record that cannot be read, and count such records.")
]
AllLanguages = Annotated[
    bool,
    typer.Option("--all-languages", help="Take the texts of every language, not only unmarked and English ones."),
]
Tagger = Annotated[
    Engine | None,
    typer.Option("--tagger", help=f"The engine that reads.  [default: that of the collection, else {DEFAULT_TAGGER}]"),
]
Knowledge = Annotated[
    Path | None,
    typer.Option(
        "--knowledge",
        metavar="FILE",
        help="Read with knowledge of your own too: a table (TSV), or SKOS (RDF/XML).  [default: $TYPED_STS_KNOWLEDGE]",
    ),
    READ,
]
InLanguage = Annotated[Language, typer.Option("--language", "-l", help="The language of the sentences.")]
IN_ENGLISH = Language(ENGLISH)
Overrides = Annotated[
    Path | None,
    typer.Option(
        "--overrides",
        metavar="FILE",
        help="What an editor hides, pins, corrects, renames and replaces (TSV).  [default: $TYPED_STS_OVERRIDES]",
    ),
    READ,
]
First = Annotated[
    int | None,
    typer.Option("--first", min=1, max=1_000_000, show_default="2000", help="Items that an HTML report has at most."),
]
Pictures = Annotated[
    bool,
    typer.Option(
        "--pictures", help="Thumbnails in an HTML report: whoever opens it asks the records' holders for them."
    ),
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", help="Encoding of the files when it is not UTF-8, for example cp1252.")
]
MapColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--map", metavar="COLUMN=FIELD", help="What a column is, such as Artist=dcCreator; - leaves it out. Repeatable."
    ),
]
IdColumn = Annotated[
    str | None, typer.Option("--id", metavar="COLUMN", help="The column that holds the ids; row numbers the rows.")
]
Split = Annotated[
    list[str] | None,
    typer.Option(
        "--split",
        metavar="TEXT",
        help="What parts the values in a cell, such as ';'; of one column with COLUMN=TEXT. Repeatable.",
    ),
]
Sheet = Annotated[
    str | None,
    typer.Option("--sheet", help="Name or number of the sheet of a workbook.  [default: the first that has rows]"),
]
MappingFile = Annotated[
    Path | None,
    typer.Option("--mapping", metavar="FILE", help="All this in a file, as inspect --write FILE makes one."),
    READ,
]
Cache = Annotated[
    Path,
    typer.Option("--cache", help="Folder in which every answer is kept, so that nothing is asked for twice."),
    FOLDER,
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--api-key-file", help=f"File that holds the API key (else ${KEY_VARIABLE} is used)."),
    READ,
]
BaseUrl = Annotated[str, typer.Option("--base-url", envvar="EUROPEANA_API_URL", help="Address of the Europeana APIs.")]
InFlight = Annotated[int, typer.Option("--in-flight", min=1, max=64, help="Requests at the same time, at most.")]
Tries = Annotated[int, typer.Option("--tries", min=1, max=100, help="Tries before a request counts as failed.")]
FirstWait = Annotated[
    float, typer.Option("--first-wait", min=0.0, help="Seconds before the first new try; each later wait is doubled.")
]
DEFAULT_CACHE = Path("europeana-cache")
DEFAULT_URL = DEFAULT_BASE_URL


def use_knowledge(file: Path | None) -> None:
    """Let the command, and the processes it starts, read records with this file too, if one is named."""
    if file is not None:
        from typed_sts.knowledge.pack import use

        use(file)


def use_overrides(file: Path | None) -> None:
    """Let the command, and the processes it starts, do what an editor's file says; without, the one in the environment.

    The file is checked now, before anything is done.
    """
    from typed_sts.reading.overrides import path_in_use, use

    use(file or path_in_use())


def client_for(
    key_file: Path | None, base_url: str, in_flight: int, tries: int, first_wait: float
) -> "EuropeanaClient":
    """Return a client with these settings; it has not connected to anything yet."""
    from typed_sts_fetch.europeana.client import EuropeanaClient

    settings = Settings(
        api_key=api_key(key_file), base_url=base_url, in_flight=in_flight, tries=tries, first_wait=first_wait
    )
    return EuropeanaClient(settings)


class BadRecords:
    """Counts bad records when they may be skipped; raises the first one when not."""

    def __init__(self, *, skip: bool) -> None:
        self.skip = skip
        self.count = 0
        self._told = 0

    def __call__(self, problem: BadRecord) -> None:
        if not self.skip:
            raise problem
        self.count += 1
        if self._told < self.count <= 10:
            self._told = self.count
            typer.echo(f"skipped: {problem}", err=True)

    def again(self) -> None:
        """Count anew, for the same records are gone through once more; those told of are not told of again."""
        self.count = 0

    def closing(self) -> str:
        """Return the part of a closing line that tells what was skipped."""
        return f", {self.count} bad records skipped" if self.count else ""


class Notes:
    """Says what was guessed of a file, and what of it was not read; each note once, however often the file is read."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._told: set[str] = set()

    def __call__(self, note: str) -> None:
        if not self._quiet and note not in self._told:
            self._told.add(note)
            typer.echo(note, err=True)


def mapping_of(
    columns: list[str] | None, id: str | None, split: list[str] | None, sheet: str | None, file: Path | None
) -> "Mapping":
    """Return what the options say of the columns of a table, on top of what the file with a mapping says."""
    from typed_sts_fetch.tables.mapping import NOTHING_SAID, mapping_said

    base = NOTHING_SAID
    if file is not None:
        from typed_sts_fetch.tables.mapping_file import read_mapping

        base = read_mapping(file)
    return mapping_said(columns or (), id or "", split or (), sheet or "", base)


def records_of(
    files: list[Path],
    bad: BadRecords,
    *,
    encoding: str | None = None,
    all_languages: bool = False,
    mapping: "Mapping | None" = None,
    quiet: bool = False,
) -> "Iterable[Item]":
    """Return the records of files, which can be gone through twice if the files can: pipes cannot."""
    from typed_sts_fetch.formats.read import read_items
    from typed_sts_fetch.tables.mapping import NOTHING_SAID

    say = Notes(quiet=quiet)
    said = mapping or NOTHING_SAID

    def of_file(file: Path) -> "Iterator[Item]":
        return read_items(file, on_bad=bad, encoding=encoding, all_languages=all_languages, mapping=said, on_note=say)

    lasting = all(str(file) != "-" and (file.is_file() or file.is_dir()) for file in files)
    return _Again(files, of_file, bad) if lasting else chain.from_iterable(map(of_file, files))


class _Again:
    """The records of files, read anew each time they are gone through; the bad ones are counted anew."""

    def __init__(self, files: list[Path], of_file: "Callable[[Path], Iterator[Item]]", bad: BadRecords) -> None:
        self._files = files
        self._of_file = of_file
        self._bad = bad

    def __iter__(self) -> "Iterator[Item]":
        self._bad.again()
        return chain.from_iterable(map(self._of_file, self._files))


class UnreadRecords:
    """Counts the records that a reader of ours fails on, and names the first of them; the work goes on."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, problem: "UnreadableRecord") -> None:
        self.count += 1
        if self.count <= 10:
            typer.echo(f"not read: {problem}", err=True)

    def closing(self) -> str:
        """Return the part of a closing line that tells what was not read."""
        return f", {self.count:,} not read" if self.count else ""


def look_of(language: Language, first: int | None, pictures: bool, *, html: bool, compared: bool = False) -> "Look":
    """Return how a report looks; raise BadOptions where something is asked of a report, and none is written."""
    from typed_sts.output.report import FIRST, Look

    if not html and (first is not None or pictures):
        raise BadOptions("--first and --pictures are for an HTML report: name the output NAME.html, or give --as html")
    return Look(str(language), first or FIRST, pictures, compared)


def opened_output(output: Path | None) -> AbstractContextManager[BinaryIO]:
    """Open a file that takes its place when all is written; standard output for none, and for "-"."""
    from typed_sts_fetch.formats.write import replacing

    return _stdout() if output is None or str(output) == "-" else replacing(output)


@contextmanager
def _stdout() -> Iterator[BinaryIO]:
    stream = typer.get_binary_stream("stdout")
    yield stream
    stream.flush()


Say = Callable[[str], None]


def say_unless(quiet: bool) -> Say:
    """Return a function that writes a line to stderr, or does nothing when quiet."""
    return lambda line: None if quiet else typer.echo(line, err=True)
