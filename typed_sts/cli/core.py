"""`typed-sts core`: train, predict, evaluate and reproduce the CORE tasks of 2012 to 2015."""

import json
import shlex
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import Quiet, say_unless
from typed_sts.cli.outputs import FILE, MODEL, READ
from typed_sts.errors import BadOptions


class Language(StrEnum):
    """A language of the tasks."""

    EN = "en"
    ES = "es"


Seed = Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of folds and trees.")]
Encoder = Annotated[
    bool, typer.Option("--encoder/--no-encoder", help="With or without the encoder's vectors of sentences and words.")
]


def predict(
    sentences: Annotated[
        Path, typer.Argument(metavar="INPUT", help="Sentence pairs: two sentences a line, one TAB between."), READ
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="OUT", help="Answer file; - is standard output."), FILE
    ] = "-",
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="MODEL", help="core (which ships), baseline (shared tokens), or a folder of your own."
        ),
        READ,
    ] = "core",
    language: Annotated[Language, typer.Option("--language", help="Of the sentences.")] = Language.EN,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print below each score which words were aligned, and why.")
    ] = False,
) -> None:
    """Say how similar the two sentences of each line are: one number from 0 to 5 a line, for Spanish from 0 to 4.

    The model that ships was trained on the CORE tasks of 2012 to 2015. With
    --model baseline it is the organisers' baseline: the cosine of the two
    sentences' binary token vectors, split at white space, from 0 to 5.

    Example: typed-sts core predict STS.input.OnWN.txt -o answers.OnWN.txt
    """
    from typed_sts_fetch.formats.write import replacing

    if explain and model == "baseline":
        raise BadOptions("--explain shows the alignment of a model; the baseline has none, leave out one of the two")
    lines = _answer_lines(sentences, model, language.value, explain)
    if output == "-":
        for line in lines:
            sys.stdout.write(line)
        return
    first = next(lines)  # an input that is wrong is told before anything is opened
    with replacing(Path(output)) as stream:
        stream.write(first.encode())
        for line in lines:
            stream.write(line.encode())


def _answer_lines(sentences: Path, model: str, language: str, explain: bool) -> Iterator[str]:
    from typed_sts.evaluation.core_tasks import stream_sentence_pairs, token_overlap

    pairs = stream_sentence_pairs(sentences)
    if model == "baseline":
        yield from (f"{token_overlap(left, right):.6f}\n" for left, right in pairs)
        return
    from typed_sts.sts.core_model import READY, answers, explained, read_core_model

    opened = read_core_model(READY if model == "core" else Path(model))
    for answer in answers(opened, pairs, language, aligned=explain):
        yield "".join(f"{line}\n" for line in explained(answer)) if explain else f"{answer.score:.4f}\n"


def train(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the model."), MODEL],
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FOLDER", help="Folders of English sets: STS.input.NAME.txt, STS.gs.NAME.txt."),
        READ,
    ] = None,
    spanish: Annotated[
        list[Path] | None,
        typer.Option("--spanish", metavar="FOLDER", help="A folder of Spanish sets, gold 0 to 4."),
        READ,
    ] = None,
    encoder: Encoder = True,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Train a model of sentence similarity on sets of pairs with gold.

    All sets of all folders are put together. Which regressors are blended is
    chosen by cross-validation that leaves whole sources out. The same input
    gives the same bytes.

    Example: typed-sts core train 2012-train 2012-test 2013-test -o my-model
    """
    from typed_sts.training.core_training import train_folders

    given = [*((folder, "en") for folder in folders or ()), *((folder, "es") for folder in spanish or ())]
    command = shlex.join(["typed-sts", *sys.argv[1:]])
    trained = train_folders(given, output, command=command, meaning=encoder, seed=seed, quiet=quiet)
    typer.echo("r on sources not seen:")
    for name, r in trained.figures.items():
        typer.echo(f"{name:<9} {r:.4f}{'  chosen' if name == trained.chosen else ''}")
    say_unless(quiet)(f"model in {output}")


def reproduce(
    year: Annotated[int, typer.Argument(help="2013, 2014 or 2015.")],
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="Folder with 2012-train, 2012-test, 2013-test, 2014-spanish, ..."),
        READ,
    ],
    language: Annotated[Language, typer.Option("--language", help="Of the sets that are answered.")] = Language.EN,
    encoder: Encoder = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the table.")] = False,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Run a year of the CORE tasks as participants had it: train on earlier years, answer, evaluate.

    Prints for each set r of the token baseline and of ours with a 95%
    interval, r over the pairs that are not in the training sets, and the
    best published. Takes MSRpar, MSRvid and SMT too, where they are.

    Example: typed-sts core reproduce 2014 sts-data
    """
    from typed_sts.reproduction.core_year import reproduce_year

    report = reproduce_year(year, folder, language.value, meaning=encoder, seed=seed, quiet=quiet)
    typer.echo(json.dumps(report.to_json()) if as_json else report.text())
