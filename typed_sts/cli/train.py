"""`typed-sts train`: a model of the user's own pairs."""

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import Quiet, say_unless
from typed_sts.cli.outputs import MODEL, READ
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Engine


def train(
    pairs: Annotated[Path, typer.Argument(help="Pairs file: two TAB-separated ids or Europeana URLs a line."), READ],
    items: Annotated[Path, typer.Option("--items", help="File or folder of their records, in any known format."), READ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the model."), MODEL],
    gold: Annotated[
        Path | None,
        typer.Argument(help="Gold: eight TAB-separated numbers 0..5, or NA, a line, one line a pair."),
        READ,
    ] = None,
    ratings: Annotated[
        Path | None, typer.Option("--ratings", help="Ratings by annotator, with NA, not gold."), READ
    ] = None,
    index: Annotated[
        str | None, typer.Option("--index", metavar="COLLECTION", help="Take the weights of words from here."), READ
    ] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, max=1000, help="Folds of the cross-validation.")] = 5,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of folds and trees.")] = 0,
    tagger: Annotated[Engine, typer.Option("--tagger", help="The engine that reads the records.")] = DEFAULT_TAGGER,
    base: Annotated[
        str | None,
        typer.Option("--base", metavar="MODEL", help="A model that helps: evidence, or a folder. For few pairs."),
        READ,
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="Name of the model; default: that of its folder.")] = None,
    quiet: Quiet = False,
) -> None:
    """Train a model on rated pairs, and print how it does on pairs it has not seen.

    Two regressors are trained, one with and one without who holds the records; "typed-sts predict --model DIR" takes
    the first, with --no-provider the second. The same input gives the same bytes.

    Try it: typed-sts sample sample/, then name pairs.tsv, gold.tsv and items.jsonl of it.

    Example: typed-sts train pairs.tsv gold.tsv --items items.jsonl -o my-model

    Example: typed-sts train pairs.tsv --ratings ratings.tsv --items items.jsonl -o my-model
    """
    from typed_sts.scoring.model_files import read_model
    from typed_sts.scoring.open_scorer import model_folder
    from typed_sts.training.train import Request, run
    from typed_sts_index.opening import open_collection

    outcome = run(
        Request(
            pairs=pairs,
            items=items,
            folder=output,
            name=name or output.resolve().name,
            command=shlex.join(["typed-sts", *sys.argv[1:]]),
            gold=gold,
            ratings=ratings,
            stats=open_collection(index) if index else None,
            tagger=tagger,
            base=read_model(model_folder(base)) if base else None,
            folds=folds,
            seed=seed,
            quiet=quiet,
        )
    )
    typer.echo("\n".join(outcome.lines()))
    say_unless(quiet)(f"model in {output}")
