"""`typed-sts related`: what is related to an item and by what, or to every item of a collection."""

import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import Knowledge, Quiet, Tagger, UnreadRecords, say_unless, use_knowledge
from typed_sts.cli.outputs import READ, RESUMED_FILE
from typed_sts.domain.types import parse_by
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts.answers.related_batch import RelatedSettings
    from typed_sts.domain.explanation import Related
    from typed_sts_fetch.item import Item


def related(
    item: Annotated[
        str | None, typer.Argument(metavar="ITEM", help="An id, an older id, or a Europeana address of any age.")
    ] = None,
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="COLLECTION", help="A directory, or http://host:9200/name on Elasticsearch."),
        READ,
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Look in the bundled sample instead.")] = False,
    k: Annotated[int, typer.Option("-k", min=1, max=1_000, help="Related items.")] = 10,
    by: Annotated[
        str, typer.Option("--by", help="Types that matter, with weights: author,time:2. All alike when left out.")
    ] = "",
    model: Annotated[
        str, typer.Option("--model", help="evidence, typed, baseline, or the folder of a trained model."), READ
    ] = "evidence",
    no_provider: Annotated[
        bool, typer.Option("--no-provider", help="Leave out who holds the records; only the records' texts count.")
    ] = False,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, as the service gives it.")] = False,
    all_items: Annotated[bool, typer.Option("--all", help="Of every item, into a file; resumable.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="With --all: JSON lines, one an item."), RESUMED_FILE
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="With --all: processes.")] = 1,
    quiet: Quiet = False,
) -> None:
    """List the items related to one, each with the type that speaks most for it and the reason in a line.

    With --all it does so for every item of a collection. Run again after it was stopped, it goes on where it was.
    An item that cannot be read is named, and its line has no related items but "unread", the reason.

    Example: typed-sts related /sample/turner-trafalgar --sample --by author,time:2
    """
    from typed_sts.answers.related_batch import RelatedSettings
    from typed_sts.preparing.build_collection import sample_collection

    if sample == (index is not None):
        raise BadOptions("say where to look: --index with a collection, or --sample")
    if all_items == (item is not None):
        raise BadOptions("name one item, or --all for every item of the collection")
    if all_items != (output is not None):
        raise BadOptions("--all writes a file, and one item none: give --all and -o together")
    weights = parse_by(by)
    use_knowledge(knowledge)
    with sample_collection(tagger) if index is None else nullcontext(index) as where:
        settings = RelatedSettings(
            where, model, not no_provider, k, tuple(weights.items()), background=sample, tagger=tagger
        )
        if output is not None:
            _all(settings, output, workers, quiet)
        else:
            _one(settings, item or "", as_json, quiet)


def _one(settings: "RelatedSettings", name: str, as_json: bool, quiet: bool) -> None:
    import orjson

    from typed_sts.answers.related_batch import answers_for
    from typed_sts.output.json import related_json

    by = dict(settings.by)
    answers = answers_for(settings)
    item = answers.item(name)
    found = answers.related(item, settings.k, by or None)
    if as_json:
        typer.echo(orjson.dumps(related_json(item.id, by, found, answers.model, answers.version)).decode())
        return
    typer.echo(f"{_about(item)}  {item.id}")
    for entry in found:
        typer.echo(f"{entry.score:6.2f}  {entry.best:<12} {_about(entry.item)}")
        typer.echo(f"{'':21}{_line(entry)}")
    say_unless(quiet)("nothing related found" if not found else answers.about)


def _all(settings: "RelatedSettings", output: Path, workers: int, quiet: bool) -> None:
    from typed_sts.answers.related_batch import relate_all

    if_stopped(f"what is done is kept beside {output}: run the same command again to go on")
    started = time.monotonic()
    unread = UnreadRecords()
    count = relate_all(settings, output, workers=workers, quiet=quiet, on_unread=unread)
    say_unless(quiet)(f"{output}: {count:,} items in {time.monotonic() - started:,.0f} s{unread.closing()}")


def _about(item: "Item") -> str:
    return " ".join("; ".join([*item.dcTitle[:1], *item.dcCreator[:1], *item.dcDate[:1]]).split())


def _line(entry: "Related") -> str:
    return f"{' '.join(entry.reason.split())}  {entry.item.id}"
