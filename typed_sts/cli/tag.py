"""`typed-sts tag`: the people, places, dates and events in records, where they stand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
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
    records_of,
    say_unless,
    use_knowledge,
)
from typed_sts.cli.outputs import FILE, READ
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Engine, Tagger, open_tagger

if TYPE_CHECKING:
    from typed_sts.reading.tagging.annotated import LabelledSpan
    from typed_sts.reading.tagging.metrics import SpanScore
    from typed_sts_fetch.item import Item

_BATCH = 128
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
    html: Annotated[bool, typer.Option("--html", help="Write a page with the spans coloured.")] = False,
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
    the concept it names.

    Example: typed-sts tag items.jsonl --html -o spans.html
    """
    from typed_sts.output.spans_page import page
    from typed_sts.reading.identifying import identified
    from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
    from typed_sts.running.workers import batches

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

    _write((piece.encode() for piece in page(tagged())) if html else map(_line, tagged()), output)
    say_unless(quiet)(f"{count} items{bad.closing()}{unread.closing()}")


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


def _write(pieces: Iterable[bytes], output: Path | None) -> None:
    from typed_sts_fetch.formats.write import replacing

    if output:
        with replacing(output) as stream:
            stream.writelines(pieces)
    else:
        typer.get_binary_stream("stdout").writelines(pieces)
