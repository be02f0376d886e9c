"""`typed-sts why`: why two records are related, and how much, in eight respects."""

import shutil
import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import (
    IN_ENGLISH,
    IdColumn,
    InLanguage,
    Knowledge,
    MapColumns,
    MappingFile,
    Overrides,
    Pictures,
    Sheet,
    Split,
    Tagger,
    look_of,
    mapping_of,
    opened_output,
    use_knowledge,
    use_overrides,
)
from typed_sts.cli.outputs import FILE, READ
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadOptions

Type = StrEnum("Type", [(name.upper(), name) for name in TYPES])  # type: ignore[misc]
_PIPED_WIDTH = 120


class As(StrEnum):
    """How a pair is written to a file."""

    JSON = "json"
    CSV = "csv"
    HTML = "html"
    JSONLD = "jsonld"
    ANNOTATIONS = "annotations"


def why(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="A B", help="Two ids or Europeana addresses, or two files of one record each."),
    ] = None,
    items: Annotated[
        list[Path] | None,
        typer.Option("--items", help="File or folder of records, in any known format; repeatable."),
        READ,
    ] = None,
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="COLLECTION", help="Take records, and the weights of words, from here."),
        READ,
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Take records from the bundled sample.")] = False,
    model: Annotated[
        str, typer.Option("--model", help="evidence, typed, or the folder of a trained model."), READ
    ] = "evidence",
    no_provider: Annotated[
        bool, typer.Option("--no-provider", help="Leave out who holds the records; only the records' texts count.")
    ] = False,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    overrides: Overrides = None,
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
    types: Annotated[
        list[Type] | None, typer.Option("--type", help="Show this type only, with every reason; repeatable.")
    ] = None,
    language: InLanguage = IN_ENGLISH,
    short: Annotated[bool, typer.Option("--short", help="One short line a type.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, as the service does.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="NAME.csv, NAME.html, NAME.jsonld, NAME.annotations.jsonl; else JSON."),
        FILE,
    ] = None,
    form: Annotated[
        As | None, typer.Option("--as", help="How the output is written, whatever its name; without -o, printed.")
    ] = None,
    pictures: Pictures = False,
) -> None:
    """Say why two records are related: eight scores, what each is made of, and the evidence in both records.

    Each score starts at what the model gives two empty records; the points of all feature groups add up to it.

    Example: typed-sts why /sample/turner-trafalgar /sample/devis-death-of-nelson --sample
    """
    import orjson
    from rich.console import Console

    from typed_sts.answers.similarity import TypedSimilarity
    from typed_sts.domain.explanation import to_json
    from typed_sts.output.forms import Form, form_of, written
    from typed_sts.output.lists import Extent, list_of_pair
    from typed_sts.output.why_text import pair_page
    from typed_sts.preparing.named_items import two_items
    from typed_sts_index.opening import open_collection

    if as_json and (output or form):
        raise BadOptions("--json is printed: leave out -o and --as, or --json")
    chosen = form_of(output) if form is None else None if form is As.JSON else Form(form)
    look = look_of(language, None, pictures, html=chosen is Form.HTML, compared=True)
    use_knowledge(knowledge)
    use_overrides(overrides)
    ts = TypedSimilarity.load(model, index=index, provider=not no_provider, tagger=tagger)
    collection = open_collection(index) if index else None
    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    left, right = two_items(names or (), items or (), collection, sample=sample, mapping=said)
    answer = ts.why(left, right, short=short, language=str(language))
    if output or form:
        look = replace(look, about=f"{answer.model} {answer.version}")
        with opened_output(output) as stream:
            if chosen is None:
                stream.write(orjson.dumps(to_json(answer), option=orjson.OPT_APPEND_NEWLINE))
            else:
                stream.writelines(written(chosen, [list_of_pair(left, right, answer)], look, Extent(1)))
        return
    if as_json:
        typer.echo(orjson.dumps(to_json(answer), option=orjson.OPT_INDENT_2))
        return
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPED_WIDTH
    console = Console(width=width, highlight=False, markup=False, emoji=False)
    for line in pair_page(answer, left, right, types=types or (), short=short, width=width):
        console.print(line, no_wrap=True, overflow="ellipsis")
