"""The commands of interpretable STS (2015): predict, train, check, evaluate."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import Quiet, say_unless
from typed_sts.cli.outputs import FILE, MODEL, READ

_SENTENCES = "sentences, one a line, tokens between spaces; or the same in chunks, each in brackets."


def predict(
    left: Annotated[Path, typer.Argument(metavar="SENT1", help=f"The first {_SENTENCES}"), READ],
    right: Annotated[Path, typer.Argument(metavar="SENT2", help=f"The second {_SENTENCES}"), READ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="The .wa file; - is standard output."), FILE
    ] = "-",
    model: Annotated[
        Path | None,
        typer.Option("--model", metavar="DIR", help="A model of your own.  [default: the one shipped]"),
        READ,
    ] = None,
) -> None:
    """Say which chunk of a sentence answers to which of another, how, and how far.

    Chunks are linked one to one; each link has a type (EQUI OPPO SPE1
    SPE2 SIMI REL) and a score from 1 to 5; a chunk alone is NOALI, or
    ALIC when its counterpart is taken. Files with chunks in brackets are
    taken as they are; other sentences are chunked by the model.

    Example: typed-sts interpret predict sent1.txt sent2.txt -o answers.wa

    Example: typed-sts interpret predict sent1.chunk.txt sent2.chunk.txt
    """
    from typed_sts.sts.chunk_files import read_sentence_pair_files
    from typed_sts.sts.interpret_model import READY, interpret_all, read_interpret_model
    from typed_sts.sts.wa_file import wa_text
    from typed_sts_fetch.formats.write import replacing

    pairs = read_sentence_pair_files(left, right)
    answers = interpret_all(read_interpret_model(model or READY), pairs)
    if output == "-":
        for pair in answers:
            typer.echo(wa_text([pair]), nl=False)
    else:
        with replacing(Path(output)) as stream:
            stream.writelines(wa_text([pair]).encode() for pair in answers)


def train(
    files: Annotated[list[Path], typer.Argument(metavar="GOLD.wa...", help="Gold, as the task published it."), READ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the model."), MODEL],
    folds: Annotated[int, typer.Option("--folds", min=2, max=100, help="Folds of the cross-validation.")] = 5,
    no_figures: Annotated[bool, typer.Option("--no-figures", help="No cross-validation, only the model.")] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of folds and trees.")] = 0,
    quiet: Quiet = False,
) -> None:
    """Train a model of interpretable STS, and print how it does on pairs it has not seen.

    Sentences, chunks, links, types and scores are all taken from the .wa
    files. Folds share no sentence. The same input gives the same model.

    Example: typed-sts interpret train STSint.gs.images.wa STSint.gs.headlines.wa -o my-model
    """
    from typed_sts.sts.interpret_text import validated_text
    from typed_sts.training.interpret_training import train as run

    say = say_unless(quiet)
    command = shlex.join(["typed-sts", *sys.argv[1:]])
    validated = run(
        files,
        output,
        command=command,
        n_folds=0 if no_figures else folds,
        seed=seed,
        on_step=lambda: say("a fold is done"),
    )
    if validated:
        typer.echo(validated_text([(each.file, each.gold_chunks, each.system_chunks) for each in validated]))
    say(f"model in {output}")


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE.wa", help="Answers, or gold."), READ],
) -> None:
    """Check a .wa file as the task's checker does, before you send or score it.

    Token numbers, types and scores of each link; the first ten problems
    are shown with their lines, and the exit code is 1 when there are any.
    What the checker lets pass, and no good answer has, is a warning.

    Example: typed-sts interpret check answers.wa
    """
    from typed_sts.sts.wa_file import read_wa
    from typed_sts.task_files.lines import MOST_PROBLEMS

    found = read_wa(file)
    for problem in found.problems[:MOST_PROBLEMS]:
        typer.echo(problem, err=True)
    if found.problems:
        raise typer.Exit(1)
    for warning in found.warnings[:MOST_PROBLEMS]:
        typer.echo(f"warning: {warning}", err=True)
    typer.echo(f"{file} is well-formed: {len(found.pairs)} {'pair' if len(found.pairs) == 1 else 'pairs'}")


def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD.wa", help="The gold standard."), READ],
    system: Annotated[Path, typer.Argument(metavar="SYSTEM.wa", help="The answers."), READ],
    seen: Annotated[
        list[Path] | None,
        typer.Option("--seen", metavar="TRAIN.wa", help="Report also without pairs that share a sentence with it."),
        READ,
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
) -> None:
    """Score a .wa file by the strict rule of 2015: ALI, TYPE, SCORE, T+S.

    F1 of the links between tokens: whether they are there, with the right
    type, with a near score, and with both. It does not matter whether the
    chunks are those of gold or the system's own.

    Example: typed-sts interpret evaluate STSint.gs.images.wa answers.wa

    Example: typed-sts interpret evaluate gold.wa answers.wa --seen train.wa
    """
    from typed_sts.sts.interpret_text import evaluation, evaluation_text

    found = evaluation(gold, system, seen or [])
    typer.echo(
        json.dumps({name: each.to_json() for name, each in found.items()}) if as_json else evaluation_text(found)
    )
