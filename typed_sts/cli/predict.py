"""`typed-sts predict`: eight scores for each pair of a file."""

import sys
from contextlib import nullcontext
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    IN_ENGLISH,
    AllLanguages,
    BadRecords,
    Encoding,
    First,
    IdColumn,
    InLanguage,
    Knowledge,
    MapColumns,
    MappingFile,
    Overrides,
    Pictures,
    Quiet,
    Sheet,
    SkipBad,
    Split,
    Tagger,
    UnreadRecords,
    look_of,
    mapping_of,
    opened_output,
    records_of,
    say_unless,
    use_knowledge,
    use_overrides,
)
from typed_sts.cli.outputs import DOCUMENTS, FILE, READ
from typed_sts.errors import BadOptions
from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS

if TYPE_CHECKING:
    from typed_sts.reading.store import DocumentStore


class Form(StrEnum):
    """How scores are written."""

    TSV = "tsv"
    JSONL = "jsonl"
    TABLE = "table"
    CSV = "csv"
    HTML = "html"
    JSONLD = "jsonld"
    ANNOTATIONS = "annotations"


class Missing(StrEnum):
    """What becomes of pairs that name items there are no records of."""

    FAIL = "fail"
    SKIP = "skip"


def predict(
    pairs: Annotated[
        Path | None,
        typer.Argument(help="Pairs: two TAB-separated ids or Europeana addresses a line. - reads standard input."),
        READ,
    ] = None,
    items: Annotated[
        list[Path] | None,
        typer.Option("--items", help="File or folder of records, in any known format; repeatable."),
        READ,
    ] = None,
    model: Annotated[
        str, typer.Option("--model", help="evidence, typed, baseline, random, or the folder of a trained model."), READ
    ] = "evidence",
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="COLLECTION", help="Take the weights of words, and records, from here."),
        READ,
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the scores go; default, and -: standard output."), FILE
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            "--as",
            help="tsv is the task's; table is for people; the last four also say why.  [default: by the name of OUTPUT,"
            " .csv .html .jsonld .annotations.jsonl; else tsv]",
        ),
    ] = None,
    language: InLanguage = IN_ENGLISH,
    first: First = None,
    pictures: Pictures = False,
    missing: Annotated[
        Missing,
        typer.Option(
            "--missing", help="Pairs without a record: fail before anything is written, or leave out their lines."
        ),
    ] = Missing.FAIL,
    kept_pairs: Annotated[
        Path | None,
        typer.Option("--kept-pairs", metavar="FILE", help="Write the pairs that were scored, line for line."),
        FILE,
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=256, help="Processes that read and score at the same time.")
    ] = 1,
    no_provider: Annotated[
        bool, typer.Option("--no-provider", help="Leave out who holds the records; only the records' texts count.")
    ] = False,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="FILE", help="Keep what was read; default: beside an --index directory."),
        DOCUMENTS,
    ] = None,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    overrides: Overrides = None,
    sample: Annotated[bool, typer.Option("--sample", help="Score the bundled sample.")] = False,
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
    """Give each pair of records eight scores from 0 to 5.

    Writes the official format: eight TAB-separated numbers a line, one line a pair. JSON lines also tell what neither
    record states. A table (CSV), a report (HTML) and annotations (JSON-LD) have titles, makers, dates, holders and a
    sentence. With --missing skip a pair that cannot be scored has no line in any format; --kept-pairs says
    which pairs the lines are for. A record that cannot be read is named, and scored as one that says nothing.

    Example: typed-sts predict pairs.tsv --items items.jsonl -o scores.tsv
    """
    from typed_sts.answers.predict_file import PredictSettings, count_trained_on, prepare_pairs, write_scores
    from typed_sts.answers.predict_lists import write_pair_lists
    from typed_sts.output import forms
    from typed_sts.preparing.build_collection import tagger_for
    from typed_sts.task_files.pairs import opened_pairs
    from typed_sts_fetch.formats.write import replacing
    from typed_sts_index.opening import open_collection

    if sample == (pairs is not None):
        raise BadOptions("name a file of pairs, or --sample for the bundled one")
    sources = [*(items or []), *([SAMPLE_ITEMS] if sample else [])]
    if not sources and index is None:
        raise BadOptions("no records to compare: name their file with --items, or a collection with --index")
    if [*map(str, sources), str(pairs)].count("-") > 1:
        raise BadOptions("standard input can be read once: name a file for the pairs or for the records")
    form = form or _form(output, sample)
    worded = next((each for each in forms.Form if each.value == form.value), None)
    look = look_of(language, first, pictures, html=form is Form.HTML, compared=True)
    use_knowledge(knowledge)
    use_overrides(overrides)
    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    bad, unread = BadRecords(skip=skip_bad), UnreadRecords()
    collection = open_collection(index) if index else None
    by = tagger_for(collection, tagger)
    settings = PredictSettings(
        model=model,
        collection=collection,
        provider=not no_provider,
        skip_missing=missing is Missing.SKIP,
        workers=workers,
        store=_store(cache, index, by),
        tagger=by,
        quiet=quiet,
        on_unread=unread,
        worded=worded is not None,
    )
    records = iter(records_of(sources, bad, encoding=encoding, all_languages=all_languages, mapping=said, quiet=quiet))
    with opened_pairs(pairs or SAMPLE_PAIRS) as file:
        prepared = prepare_pairs(file, records, settings)
        with opened_output(output) as stream, replacing(kept_pairs) if kept_pairs else nullcontext() as kept:
            if worded:
                look = replace(look, about=f"{prepared.scorer.name} {prepared.scorer.version}")
                count = write_pair_lists(prepared, file, stream, form=worded, look=look, kept=kept)
            else:
                count = write_scores(prepared, file, stream, form=form, kept=kept)
        learned = count_trained_on(prepared, file)
    n_pairs = prepared.n_pairs
    if left_out := n_pairs - count:
        typer.echo(f"warning: {left_out:,} of {n_pairs:,} pairs name items without a record: left out", err=True)
    if learned:
        typer.echo(
            f"warning: {learned:,} of {count:,} pairs were in the training of model {prepared.scorer.name}:"
            " on these it does better than on new ones",
            err=True,
        )
    say_unless(quiet)(
        f"{count:,} pairs of {len(prepared.items):,} items{bad.closing()}{unread.closing()}; {prepared.scorer.about}"
    )


def _form(output: Path | None, sample: bool) -> Form:
    from typed_sts.output.forms import form_of

    if asked := form_of(output):
        return Form(asked)
    return Form.TABLE if sample and output is None and sys.stdout.isatty() else Form.TSV


def _store(cache: Path | None, index: str | None, tagger: str) -> "DocumentStore | None":
    """Return the store asked for; else the one in the directory of a collection, as far as that can be used."""
    from typed_sts.reading.reader import Reader
    from typed_sts.reading.store import FILE_NAME

    if cache is not None:
        return Reader(tagger).store(cache)
    if index and Path(index).is_dir():
        return Reader(tagger).store(Path(index) / FILE_NAME, forgiving=True)
    return None
