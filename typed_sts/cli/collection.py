"""`typed-sts index`, `info`, `search`, `export` and `pairs`: a collection of the user's own."""

import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    AllLanguages,
    BadRecords,
    Encoding,
    IdColumn,
    Knowledge,
    MapColumns,
    MappingFile,
    Overrides,
    Quiet,
    Sheet,
    SkipBad,
    Split,
    Tagger,
    UnreadRecords,
    mapping_of,
    records_of,
    say_unless,
    use_knowledge,
    use_overrides,
)
from typed_sts.cli.outputs import COLLECTION, DOCUMENTS_FOLDER, FILE, READ
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped
from typed_sts_fetch.errors import BadInput

if TYPE_CHECKING:
    from typed_sts.running.progress import OnProgress
    from typed_sts_fetch.item import Item
    from typed_sts_index.contract import Collection, Hit
    from typed_sts_index.entry import Entry

Where = Annotated[
    str, typer.Argument(metavar="COLLECTION", help="A directory, or http://host:9200/name on Elasticsearch."), READ
]
To = Annotated[
    str,
    typer.Option("--to", metavar="COLLECTION", help="A directory, or http://host:9200/name on Elasticsearch."),
    COLLECTION,
]
Shards = Annotated[
    int | None,
    typer.Option("--shards", min=1, max=1024, help="Shards of a new Elasticsearch index; default: as before, or 1."),
]
Replicas = Annotated[
    int | None,
    typer.Option(
        "--replicas",
        min=0,
        max=32,
        help="Copies of each shard on other nodes; default: as before, or 1 where there is a second node.",
    ),
]
Patience = Annotated[
    float, typer.Option("--patience", min=0.0, help="Seconds to wait for an Elasticsearch that has gone away.")
]
Provider = Annotated[list[str] | None, typer.Option("--provider", help="Only items of this provider; repeatable.")]
FirstYear = Annotated[int | None, typer.Option("--first-year", help="Only items whose years end in or after this.")]
LastYear = Annotated[int | None, typer.Option("--last-year", help="Only items whose years start in or before this.")]
InLanguages = Annotated[
    list[str] | None, typer.Option("--language", help="Only items whose record states this language; repeatable.")
]
OfTypes = Annotated[
    list[str] | None, typer.Option("--type", help="Only items of this type (dcType), as they state it; repeatable.")
]
Json = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]


def index(
    to: To,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Files or folders of records, in any known format. - reads standard input."),
        READ,
    ] = None,
    delete: Annotated[
        Path | None,
        typer.Option("--delete", metavar="IDS", help="Remove the items whose ids this file lists."),
        READ,
    ] = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make the collection anew from these files alone, not add to it.")
    ] = False,
    read: Annotated[
        bool,
        typer.Option(
            "--read/--no-read", help="Read each record first, for people, places, dates and verbs; or take words alone."
        ),
    ] = True,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    overrides: Overrides = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that read.")] = 1,
    documents: Annotated[
        Path | None,
        typer.Option(
            "--documents",
            metavar="DIR",
            help="Folder for what was read; default: the collection's, or your cache folder for Elasticsearch.",
        ),
        DOCUMENTS_FOLDER,
    ] = None,
    shards: Shards = None,
    replicas: Replicas = None,
    patience: Patience = 120.0,
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
    encoding: Encoding = None,
    all_languages: AllLanguages = False,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Put records into a collection: a directory, or an index on Elasticsearch.

    An item whose id is there already is replaced. Until the command ends, a collection made anew or with --rebuild
    is not seen, and what was there before stays as it is.

    Each record is read first: the collection has statistics of what is found in the records too, its years are those
    of all their dates, and what was read is kept for the commands that compare records. A record that cannot be read
    is named and kept with its words alone. With --no-read all are, which is much faster.

    When a collection is made, a first pass counts the sentences that a provider repeats in many descriptions: they are
    left out of what is read, then and in what is added later.

    Example: typed-sts index items.jsonl --to collection/
    """
    from typed_sts.running.progress import expected_items
    from typed_sts_index.opening import open_collection

    if not files and not delete:
        raise BadOptions("nothing to index: give files of records, or --delete with a file of ids")
    if rebuild and not files:
        raise BadOptions("--rebuild makes a collection from files of records: give some")
    if documents and not read:
        raise BadOptions("--documents is where what was read is kept: leave out --no-read")
    if tagger and not read:
        raise BadOptions("--tagger names what reads the records: leave out --no-read")
    if knowledge and not read:
        raise BadOptions("--knowledge is for reading the records: leave out --no-read")
    use_knowledge(knowledge)
    use_overrides(overrides)
    collection = open_collection(to, shards=shards, replicas=replicas, patience=patience)
    if to.startswith(("http://", "https://")):
        if_stopped(f"{collection.name} may have some of the records already: run the same command again to put in all")
    say = say_unless(quiet)
    if delete:
        say(f"removed from {collection.name}: {collection.delete(_ids(delete)):,}")
        if_stopped(f"the items are removed from {collection.name}: run the same command again to go on")
    if not files:
        return
    bad = BadRecords(skip=skip_bad)
    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    items = records_of(files, bad, encoding=encoding, all_languages=all_languages, mapping=said, quiet=quiet)
    how = Indexing(to=to, rebuild=rebuild, read=read, tagger=tagger, workers=workers, documents=documents, quiet=quiet)
    put_in(collection, items, expected_items(files), how, bad)


def info(
    collection: Where,
    check: Annotated[bool, typer.Option("--check", help="Read all of it first, and say whether it is whole.")] = False,
    as_json: Json = False,
) -> None:
    """Tell how many items a collection has, of which providers, and which views it keeps statistics of.

    With --check every byte of it is compared with its checksum, and every item is read.

    Example: typed-sts info collection/
    """
    import orjson

    from typed_sts_index.opening import open_collection

    opened = open_collection(collection)
    if check:
        opened.check(everything=True)
        typer.echo(f"{opened.name} is whole", err=True)
    if as_json:
        facts = {
            "collection": opened.name,
            "items": opened.n_docs,
            "views": opened.views,
            "providers": opened.providers(),
        }
        typer.echo(orjson.dumps(facts).decode())
        return
    typer.echo(f"{opened.name}: {opened.n_docs:,} items, views {', '.join(opened.views)}")
    for provider, count in opened.providers().items():
        typer.echo(f"{count:>12,}  {provider or '(no provider)'}")


def search(
    collection: Where,
    text: Annotated[str | None, typer.Argument(help="What to look for; or give --like.")] = None,
    like: Annotated[
        str | None, typer.Option("--like", metavar="ID", help="Look for the neighbours of this item.")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Items to show.")] = 10,
    offset: Annotated[int, typer.Option("--offset", min=0, help="Leave out this many of the best.")] = 0,
    weight: Annotated[
        list[str] | None, typer.Option("--weight", metavar="VIEW=NUMBER", help="Weight of a view; default: text=1.")
    ] = None,
    provider: Provider = None,
    first_year: FirstYear = None,
    last_year: LastYear = None,
    language: InLanguages = None,
    item_type: OfTypes = None,
    total: Annotated[
        bool, typer.Option("--total", help="Say on standard error how many items the words find in all.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find items by words, or the neighbours of an item.

    Example: typed-sts search collection/ "coal miners" --last-year 1950
    """
    from typed_sts_index.contract import Filters
    from typed_sts_index.opening import open_collection

    if (text is None) == (like is None):
        raise BadOptions("give either a text to look for or --like with the id of an item")
    if total and text is None:
        raise BadOptions("--total counts what words find: give a text to look for, not --like")
    opened = open_collection(collection)
    filters = Filters(tuple(provider or ()), first_year, last_year, tuple(language or ()), tuple(item_type or ()))
    find, sought = (opened.search, text) if text is not None else (opened.similar, like or "")
    hits = find(sought, k, offset=offset, weights=_weights(weight), filters=filters)
    for hit in hits:
        typer.echo(_line(hit, as_json))
    if not hits:
        typer.echo("nothing found", err=True)
    if total and text is not None:
        typer.echo(f"{opened.count(text, weights=_weights(weight), filters=filters):,} found in all", err=True)


def export(
    collection: Where,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="JSON lines file (.gz zips); default: standard output."), FILE
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write every item of a collection as JSON lines.

    Example: typed-sts export collection/ -o items.jsonl.gz
    """
    from typed_sts_fetch.formats.write import item_line, write_items
    from typed_sts_index.opening import open_collection

    items = open_collection(collection).all_items()
    if output:
        count = write_items(output, items)
    else:
        stdout = typer.get_binary_stream("stdout")
        count = sum(1 for item in items if stdout.write(item_line(item)))
    say_unless(quiet)(f"{count:,} items")


def pairs(
    collection: Where,
    seeds: Annotated[
        Path | None, typer.Option("--seeds", metavar="IDS", help="File of ids to start from, one a line."), READ
    ] = None,
    n_seeds: Annotated[int, typer.Option("--n-seeds", min=1, help="Items to draw as starts when none are given.")] = 25,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Steps from each start.")] = 5,
    k: Annotated[int, typer.Option("-k", min=1, help="Neighbours that a step is drawn from.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Number that fixes every draw.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Pairs file; default: standard output."), FILE
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make pairs of items the way the TYPED task did: walks over similar items, one and two steps apart.

    Example: typed-sts pairs collection/ --n-seeds 100 --seed 7 -o pairs.tsv
    """
    from typed_sts.related.pair_walks import sample_seeds, similar_pairs
    from typed_sts_fetch.formats.write import replacing
    from typed_sts_index.opening import open_collection

    opened = open_collection(collection)
    starts = _ids(seeds) if seeds else sample_seeds(opened, n_seeds, seed)
    found = list(similar_pairs(opened, starts, rounds=rounds, k=k, seed=seed))
    lines = [f"{pair.left}\t{pair.right}\n" for pair in found]
    if output:
        with replacing(output) as stream:
            stream.writelines(line.encode() for line in lines)
    else:
        typer.echo("".join(lines), nl=False)
    near = sum(pair.distance == 1 for pair in found)
    say_unless(quiet)(f"{len(found):,} pairs: {near:,} one step apart, {len(found) - near:,} two")


@dataclass(frozen=True, slots=True, kw_only=True)
class Indexing:
    """How records go into a collection."""

    to: str
    rebuild: bool = False
    read: bool = True
    tagger: str | None = None
    workers: int = 1
    documents: Path | None = None
    quiet: bool = False


def put_in(
    collection: "Collection", items: "Iterable[Item]", total: int | None, wanted: Indexing, bad: BadRecords
) -> None:
    """Put records into a collection with progress, and say how many they were."""
    from typed_sts.preparing.build_collection import documents_file, fill, read_entries, tagger_for
    from typed_sts.preparing.repeated import counted
    from typed_sts.reading.boilerplate import NOTHING_KNOWN
    from typed_sts.running.progress import progress
    from typed_sts_index.entry import entry_of

    rebuild, read, quiet = wanted.rebuild, wanted.read, wanted.quiet
    unread, say = UnreadRecords(), say_unless(quiet)
    kept, by = documents_file(wanted.to, wanted.documents), tagger_for(None if rebuild else collection, wanted.tagger)
    started = time.monotonic()
    first = counted(items, collection, rebuild=rebuild, quiet=quiet, total=total)
    with first if read else nullcontext((items, NOTHING_KNOWN)) as (given, repeated):
        with progress("indexing", quiet=quiet) as report:
            read_each = partial(read_entries, packed=collection.keeps_readings)
            entries = read_each(given, kept, wanted.workers, unread, by, repeated) if read else map(entry_of, given)
            told = _reported(entries, total, report)
            count = fill(collection, told, read=read, rebuild=rebuild, tagger=by, boilerplate=repeated)
    seconds = time.monotonic() - started
    if repeated.sentences:
        say(f"left out when reading: {len(repeated):,} sentences that {len(repeated.sentences):,} providers repeat")
    say(
        f"{count:,} records in {seconds:.1f} s ({count / max(seconds, 1e-9):,.0f} a second)"
        f"{bad.closing()}{unread.closing()}; {collection.name} has {collection.n_docs:,} items"
    )


def _reported(entries: "Iterable[Entry]", total: int | None, report: "OnProgress") -> "Iterator[Entry]":
    started = time.monotonic()
    count = 0
    for count, entry in enumerate(entries, start=1):
        yield entry
        if count % 100 == 0:
            rate = count / max(time.monotonic() - started, 1e-9)
            left = f", about {max(total - count, 0) / rate:.0f} s left" if total else ""
            report(count, total, f"{rate:,.0f} a second{left}")
    report(count, count, "")


def _ids(path: Path) -> list[str]:
    from typed_sts_fetch.formats.lines import numbered_lines, text_of

    try:
        with path.open("rb") as stream:
            return [item_id for _, line in numbered_lines(stream, str(path)) if (item_id := text_of(line).strip())]
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from error


def _weights(given: list[str] | None) -> dict[str, float]:
    from typed_sts_index.contract import DEFAULT_WEIGHTS

    weights = {}
    for text in given or ():
        view, _, number = text.partition("=")
        try:
            weights[view] = float(number)
        except ValueError:
            raise BadOptions(f'--weight "{text}" is not VIEW=NUMBER, for example title=2') from None
    return weights or dict(DEFAULT_WEIGHTS)


def _line(hit: "Hit", as_json: bool) -> str:
    import orjson

    item = hit.item
    if as_json:
        return orjson.dumps({"id": item.id, "score": hit.score, "item": item.to_dict()}).decode()
    about = "; ".join([*item.dcTitle[:1], *item.dcCreator[:1], *item.dcDate[:1]])
    return f"{hit.score:8.3f}  {item.id}  {' '.join(about.split())}"
