"""The commands about scores of a whole file: check, evaluate, core evaluate."""

import json
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.outputs import FILE, READ
from typed_sts.errors import BadOptions


def check(
    pairs: Annotated[Path, typer.Argument(help="Pairs file: two TAB-separated ids or URLs a line."), READ],
    scores: Annotated[
        Path | None,
        typer.Argument(help="Scores or gold: eight TAB-separated numbers 0..5 a line, or our JSON lines."),
        READ,
    ] = None,
    ratings: Annotated[Path | None, typer.Option(help="Ratings by annotator, with NA, not scores."), READ] = None,
) -> None:
    """Check an answer file, or gold, before you send or use it.

    Eight numbers from 0 to 5 on each line, one line a pair, NaN refused.
    The first ten problems are shown with line and column; the exit code
    is 1 when there are any. Gold and ratings may hold NA, and it is said
    how many do.

    Example: typed-sts check pairs.tsv scores.tsv

    Example: typed-sts check pairs.tsv --ratings ratings.tsv
    """
    from typed_sts.task_files.check import checked, checked_ratings

    if scores and not ratings:
        found = checked(pairs, scores)
    elif ratings and not scores:
        found = checked_ratings(pairs, ratings)
    else:
        raise BadOptions("name the scores or the gold of these pairs, or their ratings with --ratings")
    for problem in found.problems:
        typer.echo(problem, err=True)
    if found.problems:
        raise typer.Exit(1)
    typer.echo(found.summary)


def evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="GOLD SCORES [SCORES]",
            help="Gold and one or two score files; with --ratings the score files only.",
        ),
        READ,
    ],
    ratings: Annotated[Path | None, typer.Option(help="Ratings by annotator, with NA, instead of gold."), READ] = None,
    pairs: Annotated[
        Path | None, typer.Option(help="The pairs file: names the worst pairs, and is needed by --seen."), READ
    ] = None,
    seen: Annotated[
        Path | None, typer.Option(help="Training pairs: report also without the pairs and items in it."), READ
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="The model of these scores: tells pairs it was trained on, by --pairs or JSON lines."),
        READ,
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Write a page with table, scatter plots and the worst pairs."), FILE
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
    resamples: Annotated[int, typer.Option(min=1, help="Bootstrap resamples.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
) -> None:
    """Correlate scores with gold, type by type, as the task does.

    Pearson for each of the eight types and their mean; 95% intervals by
    bootstrap; and r given the gold's general score, which shows whether
    a system tells the types apart or only repeats general. With two
    score files, also whether the second is better. A type that is NA in
    gold counts for no pair it is NA for. Where a model is evaluated on
    pairs it was trained on, that is said: JSON lines of predict know it,
    for the official format name the model.

    Example: typed-sts evaluate gold.txt scores.tsv

    Example: typed-sts evaluate gold.txt old.tsv new.tsv --plot page.html

    Example: typed-sts evaluate --ratings ratings.tsv scores.jsonl --json
    """
    from typed_sts.evaluation.report import Request, run, to_json
    from typed_sts.evaluation.report_page import report_page
    from typed_sts.evaluation.report_text import report_text
    from typed_sts_fetch.formats.write import write_bytes

    request = Request(
        tuple(files),
        ratings=ratings,
        pairs=pairs,
        seen=seen,
        trained_pairs=_trained_pairs(model) if model else None,
        resamples=resamples,
        seed=seed,
    )
    outcome = run(request)
    _warn(outcome.report.warnings)
    if plot is not None:
        page = report_page(outcome.report, outcome.gold, outcome.systems, outcome.pairs)
        write_bytes(plot, page.encode())
        typer.echo(f"wrote {plot}", err=True)
    typer.echo(json.dumps(to_json(outcome.report)) if as_json else report_text(outcome.report))


def _trained_pairs(model: str) -> frozenset[str]:
    from typed_sts.scoring.open_scorer import trained_pairs

    found = trained_pairs(model)
    if found is None:
        _warn((f"model {model} does not say which pairs it was trained on: name them with --seen",))
    return found or frozenset()


def core_evaluate(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="GOLD SCORES [GOLD SCORES ...]: gold and scores of each data set."),
        READ,
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
) -> None:
    """Score answers to the CORE tasks with the metrics of 2012 to 2015.

    Gold has one number a line; lines left empty are left out. Scores have
    one number a line, and perhaps a TAB and a confidence from 0 to 100.
    Prints Pearson for each set, ALL, ALLnorm and the mean weighted by
    pairs.

    Example: typed-sts core evaluate STS.gs.OnWN.txt answers.OnWN.txt
    """
    from typed_sts.evaluation.core_tasks import evaluate_core, read_set
    from typed_sts.evaluation.report_text import core_text

    if len(files) % 2:
        raise BadOptions(f"{files[-1]} stands alone; give a gold file and a scores file for each data set")
    report = evaluate_core([read_set(gold, scores) for gold, scores in zip(files[::2], files[1::2], strict=True)])
    _warn(report.warnings)
    typer.echo(json.dumps(report.to_json()) if as_json else core_text(report))


def _warn(warnings: tuple[str, ...]) -> None:
    for warning in warnings:
        typer.echo(f"warning: {warning}", err=True)
