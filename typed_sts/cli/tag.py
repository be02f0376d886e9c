"""`typed-sts tag`: the people, places, dates and events in records, where they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
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
    Quiet,
    Sheet,
    SkipBad,
    Split,
    UnreadRecords,
    mapping_of,
    opened_output,
    records_of,
    say_unless,
    use_knowledge,
)
from typed_sts.cli.outputs import FILE, READ
from typed_sts.errors import BadOptions
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Engine, Tagger, open_tagger

if TYPE_CHECKING:
    from typed_sts.reading.tagging.annotated import LabelledSpan
    from typed_sts.reading.tagging.metrics import SpanScore
    from typed_sts_fetch.item import Item

_BATCH = 128


class As(StrEnum):
    """How spans are written."""

    JSONL = "jsonl"
    HTML = "html"
    JSONLD = "jsonld"
    ANNOTATIONS = "annotations"


Tagged = tuple["Item", "tuple[LabelledSpan, ...]"]


def tag(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files or folders of records, in any known format. - reads standard input."),
        READ,
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the result goes; default: standard output."), FILE
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Write a page with the spans coloured: --as html.")] = False,
    form: Annotated[
        As | None,
        typer.Option(
            "--as",
            help="annotations: Web Annotations, one a line; jsonld: in one document.  [default: by the name of OUTPUT:"
            " .annotations.jsonl .jsonld .html; else jsonl]",
        ),
    ] = None,
    evaluate: Annotated[
        bool, typer.Option("--evaluate", help="The files hold annotated spans: print how well they are found.")
    ] = False,
    tagger: Annotated[Engine, typer.Option("--tagger", help="The engine that reads.")] = DEFAULT_TAGGER,
    models: Annotated[
        Path | None, typer.Option("--models", metavar="DIR", help="Folder of stanza's models."), READ
    ] = None,
    knowledge: Knowledge = None,
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
    """Mark the persons, groups, makers, places, cultures, dates, life dates and events in records.

    Prints one JSON object a line: the id and its spans, each with its field, the number of the value in the field,
    where it starts and ends in the characters of that value, label, text, normal form, and where it is known the id of
    the concept it names. As annotations each span is a W3C Web Annotation, which a portal can load beside its EDM.

    Example: typed-sts tag items.jsonl --html -o spans.html
    """
    from typed_sts.output.annotations import annotation_lines, annotations_of_spans, collection_pieces
    from typed_sts.output.spans_page import page
    from typed_sts.reading.identifying import identified
    from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
    from typed_sts.running.workers import batches

    if html and form not in (None, As.HTML):
        raise BadOptions(f"--html and --as {form} are two forms; give one of them")
    form = As.HTML if html else form or _form(output)
    use_knowledge(knowledge)
    if evaluate:
        typer.echo(_score(open_tagger(tagger, models=models), files).table())
        return
    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    bad, unread = BadRecords(skip=skip_bad), UnreadRecords()
    items = iter(records_of(files, bad, encoding=encoding, all_languages=all_languages, mapping=said, quiet=quiet))
    engine = open_tagger(tagger, models=models)
    count = 0

    def read(some: "Sequence[Item]") -> list[Tagged]:
        return [(item, identified(item, spans)) for item, spans in engine.tag_all(some)]

    def tagged() -> Iterator[Tagged]:
        nonlocal count
        for batch in batches(items, _BATCH):
            for found in one_by_one(read, batch, lambda item: item.id):
                count += 1
                if isinstance(found, UnreadableRecord):
                    unread(found)
                else:
                    yield found

    def pieces() -> Iterator[bytes]:
        match form:
            case As.HTML:
                return (piece.encode() for piece in page(tagged()))
            case As.JSONLD:
                return collection_pieces(annotations_of_spans(tagged()))
            case As.ANNOTATIONS:
                return annotation_lines(annotations_of_spans(tagged()))
            case _:
                return map(_line, tagged())

    with opened_output(output) as stream:
        stream.writelines(pieces())
    say_unless(quiet)(f"{count} items{bad.closing()}{unread.closing()}")


def _form(output: Path | None) -> As:
    from typed_sts.output.forms import form_of

    asked = form_of(output)
    return next((form for form in As if asked and form.value == asked.value), As.JSONL)


def _score(engine: Tagger, files: list[Path]) -> "SpanScore":
    from typed_sts.reading.tagging.annotated import read_tagged
    from typed_sts.reading.tagging.metrics import SpanScore

    score = SpanScore()
    for file in files:
        for record in read_tagged(file):
            score.add(record.spans, engine.tag(record.item))
    return score


def _line(record: Tagged) -> bytes:
    import orjson

    from typed_sts.domain.limits import unread
    from typed_sts.domain.span import KnownSpan
    from typed_sts.reading.normal_forms import norm_of

    item, spans = record
    listed = [
        {
            "field": tagged.span.field,
            "value": tagged.span.value,
            "start": tagged.span.start,
            "end": tagged.span.end,
            "label": tagged.label,
            "text": tagged.span.text,
            "norm": norm_of(tagged.label, tagged.span.text),
        }
        | ({"concept": tagged.span.concept} if isinstance(tagged.span, KnownSpan) else {})
        for tagged in spans
    ]
    left_out = [asdict(part) for part in unread(item)]
    found = {"id": item.id, "spans": listed} | ({"unread": left_out} if left_out else {})
    return orjson.dumps(found, option=orjson.OPT_APPEND_NEWLINE)
