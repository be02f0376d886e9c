"""`typed-sts related`: what is related to an item and by what, or to every item of a collection."""

import time
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    IN_ENGLISH,
    First,
    InLanguage,
    Knowledge,
    Overrides,
    Pictures,
    Quiet,
    Tagger,
    UnreadRecords,
    look_of,
    say_unless,
    use_knowledge,
    use_overrides,
)
from typed_sts.cli.outputs import READ, RESUMED_FILE
from typed_sts.domain.message import message
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES, parse_by
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts.answers.related_export import Output
    from typed_sts.answers.related_lines import RelatedSettings
    from typed_sts.domain.explanation import Related
    from typed_sts.output.forms import Form
    from typed_sts.output.report import Look
    from typed_sts_fetch.item import Item


class As(StrEnum):
    """How related items are written."""

    JSONL = "jsonl"
    CSV = "csv"
    HTML = "html"
    JSONLD = "jsonld"
    ANNOTATIONS = "annotations"


class Engine(StrEnum):
    """Where the lines of all items are made."""

    LOCAL = "local"
    SPARK = "spark"


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
    at_least: Annotated[
        float | None,
        typer.Option(
            "--at-least",
            min=LOWEST,
            max=HIGHEST,
            show_default="the threshold of each type",
            help="Score that a type reaches in what is listed, and of which something can be said; 0 lists all.",
        ),
    ] = None,
    other_holder: Annotated[
        bool, typer.Option(help="Keep a place for a good item of another holder, where all are of one.")
    ] = True,
    model: Annotated[
        str, typer.Option("--model", help="evidence, typed, baseline, or the folder of a trained model."), READ
    ] = "evidence",
    no_provider: Annotated[
        bool, typer.Option("--no-provider", help="Leave out who holds the records; only the records' texts count.")
    ] = False,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    language: InLanguage = IN_ENGLISH,
    overrides: Overrides = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON, as the service gives it.")] = False,
    all_items: Annotated[bool, typer.Option("--all", help="Of every item, into a file; resumable.")] = False,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            help="NAME.csv, NAME.html, NAME.jsonld, NAME.annotations.jsonl; else JSON lines, one an item. With --all"
            " repeatable.",
        ),
        RESUMED_FILE,
    ] = None,
    form: Annotated[As | None, typer.Option("--as", help="How it is written, whatever the name of the output.")] = None,
    first: First = None,
    pictures: Pictures = False,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="With --all: processes.")] = 1,
    engine: Annotated[
        Engine, typer.Option("--engine", help="With --all: where it runs, in processes of this machine or on Spark.")
    ] = Engine.LOCAL,
    master: Annotated[
        str | None,
        typer.Option(
            "--master",
            metavar="URL",
            help="With --engine spark: spark://host:7077, yarn, local[2]; without, what Spark is set up for.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """List the items related to one, each with the type that speaks most for it and the reason in a line.

    With --all it does so for every item of a collection. Run again after it was stopped, it goes on where it was; run
    again after the collection has changed, it relates what changed and what that touches, and writes the difference
    to OUTPUT.changes. A table, a report and annotations are made of the finished lines, kept in OUTPUT.jsonl.
    An item that cannot be read is named, and its line has no related items but "unread", the reason.

    Example: typed-sts related /sample/turner-trafalgar --sample --by author,time:2
    """
    from typed_sts.answers.related_lines import RelatedSettings
    from typed_sts.preparing.build_collection import sample_collection

    if sample == (index is not None):
        raise BadOptions("say where to look: --index with a collection, or --sample")
    if all_items == (item is not None):
        raise BadOptions("name one item, or --all for every item of the collection")
    places = [path for path in output or () if all_items or str(path) != "-"]
    if all_items and not places:
        raise BadOptions("--all writes a file, in which it goes on when it was stopped: give --all and -o together")
    if as_json and (all_items or places or form):
        raise BadOptions("--json is printed, for one item: leave out --all, -o and --as, or --json")
    wanted = _wanted(places, form, all_items)
    forms = [each for _, each in wanted] or [_form(None, form)]
    look = look_of(language, first, pictures, html="html" in forms)
    if engine is Engine.LOCAL and master:
        raise BadOptions("--master is where Spark runs: give --engine spark too")
    if engine is Engine.SPARK and not all_items:
        raise BadOptions("one item needs no cluster: give --engine spark with --all")
    weights = parse_by(by)
    use_knowledge(knowledge)
    use_overrides(overrides)
    with sample_collection(tagger) if index is None else nullcontext(index) as where:
        settings = RelatedSettings(
            where,
            model,
            not no_provider,
            k,
            tuple(weights.items()),
            background=sample,
            tagger=tagger,
            language=str(language),
            at_least=at_least,
            other_holder=other_holder,
        )
        if all_items:
            _all(settings, wanted, look, workers, engine, master, quiet)
        elif wanted or form:
            path = wanted[0][0] if wanted else None
            _one_written(settings, item or "", path, forms[0], look)
        else:
            _one(settings, item or "", as_json, quiet)


def _form(path: Path | None, asked: As | None) -> "Form | None":
    from typed_sts.output.forms import Form, form_of

    if asked is None:
        return form_of(path)
    return None if asked is As.JSONL else Form(asked)


def _wanted(places: list[Path], asked: As | None, all_items: bool) -> "list[Output]":
    """Return what is to be written, and in which form each is."""
    if len(places) > 1 and not all_items:
        raise BadOptions("one item is written to one file: give -o once, or --all")
    if len(places) > 1 and asked is not None:
        raise BadOptions("--as is for one output: of several, the names tell how each is written")
    if asked is not None and "-" in map(str, places):
        raise BadOptions("--all goes on where it was stopped, for which it needs a file: name one with -o")
    wanted = [(path, _form(path, asked)) for path in places]
    lines = [str(path) for path, form in wanted if form is None]
    if len(lines) > 1:
        raise BadOptions(
            f"{' and '.join(lines)} are both JSON lines; name one of them, and others .csv, .html, .jsonld"
        )
    return wanted


def _one_written(settings: "RelatedSettings", name: str, path: Path | None, form: "Form | None", look: "Look") -> None:
    from typed_sts.answers.related_lines import answers_for, related_as
    from typed_sts.cli.options import opened_output
    from typed_sts.output.forms import written
    from typed_sts.output.json import batch_line
    from typed_sts.output.lists import Extent, list_of_answer

    answers = answers_for(settings)
    item = answers.item(name)
    found = related_as(answers, item, settings)
    look = replace(look, about=f"{answers.model} {answers.version}")
    extent = Extent(1, empty=0 if found else 1)
    with opened_output(path) as stream:
        if form is None:
            stream.write(batch_line(item.id, found))
        else:
            stream.writelines(written(form, [list_of_answer(item, found)], look, extent))


def _one(settings: "RelatedSettings", name: str, as_json: bool, quiet: bool) -> None:
    import orjson

    from typed_sts.answers.related_lines import answers_for, related_as
    from typed_sts.messages.wording import say
    from typed_sts.output.json import related_json

    by = dict(settings.by)
    answers = answers_for(settings)
    item = answers.item(name)
    found = related_as(answers, item, settings)
    if as_json:
        shown = related_json(item.id, by, found, answers.model, answers.version, settings.language)
        typer.echo(orjson.dumps(shown).decode())
        return
    typer.echo(f"{_about(item)}  {item.id}")
    titles = {name: say(message(name), settings.language) for name in TYPES}
    wide = max(12, *map(len, titles.values()))
    for entry in found:
        typer.echo(f"{entry.score:6.2f}  {titles[entry.best]:<{wide}} {_about(entry.item)}")
        typer.echo(f"{'':{wide + 9}}{_line(entry)}")
        if entry.more:
            typer.echo(f"{'':{wide + 9}}{entry.more.text}")
    nothing = say(message("nothing related found"), settings.language)
    say_unless(quiet)(answers.about if found else nothing)


def _all(
    settings: "RelatedSettings",
    wanted: "list[Output]",
    look: "Look",
    workers: int,
    engine: Engine,
    master: str | None,
    quiet: bool,
) -> None:
    from typed_sts.answers.related_batch import PART, relate_all
    from typed_sts.answers.related_export import lines_file, write_exports
    from typed_sts.answers.related_lines import answers_for, told_with_its_line
    from typed_sts.running.spark import A_PART, spark
    from typed_sts.running.workers import in_processes

    lines = lines_file(wanted)
    if_stopped(f"what is done is kept beside {lines}: run the same command again to go on")
    started = time.monotonic()
    unread = UnreadRecords()
    on_spark = engine is Engine.SPARK
    with spark(master) if on_spark else nullcontext(in_processes(workers)) as mapper:
        part_size = A_PART if on_spark else PART
        done = relate_all(settings, lines, mapper=mapper, part_size=part_size, quiet=quiet, on_unread=unread)
    told = f"{lines}: {done.lines:,} items"
    if done.changed is not None:
        told += f", {done.made:,} of them related again, {done.changed:,} lines changed, {done.gone:,} gone"
    if others := [path for path, form in wanted if form is not None]:
        answers = answers_for(settings, told_with_its_line)
        look = replace(look, about=f"{answers.model} {answers.version}")
        extent = write_exports(settings, lines, wanted, look)
        told += f"; {', '.join(map(str, others))}: {extent.lists - extent.empty:,} items with related ones"
    say_unless(quiet)(f"{told} in {time.monotonic() - started:,.0f} s{unread.closing()}")


def _about(item: "Item") -> str:
    return " ".join("; ".join([*item.dcTitle[:1], *item.dcCreator[:1], *item.dcDate[:1]]).split())


def _line(entry: "Related") -> str:
    return "  ".join(filter(None, (" ".join(entry.reason.split()), entry.item.id)))
