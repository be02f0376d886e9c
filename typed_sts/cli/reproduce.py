"""`typed-sts reproduce`: the whole TYPED experiment."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    DEFAULT_URL,
    BaseUrl,
    FirstWait,
    InFlight,
    KeyFile,
    Quiet,
    Tries,
    client_for,
    say_unless,
)
from typed_sts.cli.outputs import COLLECTION, EXPERIMENT, FOLDER, READ, check_outputs
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped
from typed_sts_fetch.errors import KeyMissing

if TYPE_CHECKING:
    from typed_sts_fetch.europeana.client import EuropeanaClient


class Idf(StrEnum):
    """Where the weights of words come from."""

    CULTUREGRID = "culturegrid"
    SHIPPED = "shipped"


class StepName(StrEnum):
    """The steps, in their order."""

    FETCH = "fetch"
    HARVEST = "harvest"
    INDEX = "index"
    COVER = "cover"
    TRAIN = "train"
    PREDICT = "predict"
    REPORT = "report"


def reproduce(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder with the task's files in train/ and test/."), READ
    ],
    train: Annotated[
        Path | None, typer.Option("--train", metavar="DIR", help="Folder of the train files."), READ
    ] = None,
    test: Annotated[Path | None, typer.Option("--test", metavar="DIR", help="Folder of the test files."), READ] = None,
    work: Annotated[
        Path | None,
        typer.Option("--work", metavar="DIR", help="Where everything made goes; default: DIR/work."),
        EXPERIMENT,
    ] = None,
    items: Annotated[
        list[Path] | None,
        typer.Option("--items", help="File or folder of the records you have, in place of fetching; repeatable."),
        READ,
    ] = None,
    idf: Annotated[
        Idf | None,
        typer.Option(
            "--idf",
            help="Weights of words: Culture Grid, harvested and indexed, or as shipped."
            "  [default: culturegrid, with --items shipped]",
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Harvest this many records at most.")] = None,
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="COLLECTION", help="Index the harvest here, as http://host:9200/name."),
        COLLECTION,
    ] = None,
    redo_from: Annotated[StepName | None, typer.Option("--from", help="Do this step and those after it again.")] = None,
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="Go on without records that failed to come but may be there.")
    ] = False,
    cache: Annotated[
        Path | None, typer.Option("--cache", help="Folder of Europeana's answers; default: in the work folder."), FOLDER
    ] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, max=1000, help="Folds of the cross-validation.")] = 5,
    seed: Annotated[int, typer.Option("--seed", min=0, max=2**32 - 1, help="Seed of folds, trees, bootstrap.")] = 0,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that read.")] = 1,
    api_key_file: KeyFile = None,
    base_url: BaseUrl = DEFAULT_URL,
    in_flight: InFlight = 4,
    tries: Tries = 8,
    first_wait: FirstWait = 0.5,
    quiet: Quiet = False,
) -> None:
    """Run the TYPED experiment of *SEM 2013: fetch, train, predict, evaluate.

    Fetches the records of the task's pairs, harvests Culture Grid for the weights of words, trains on train, scores
    test with our model, without provider features, with the task's baseline and with the general score for every type,
    and reports how much of the task is left and how the scores do. Run it again to go on where it ended.

    With --items nothing is fetched and no key is needed: the pairs whose records are there are done, the others are
    counted, and listed in left-out.tsv of the work folder.

    Example: typed-sts reproduce typed/

    Example: typed-sts reproduce typed/ --items items.jsonl
    """
    from typed_sts.reproduction.experiment import run_experiment
    from typed_sts.reproduction.settings import Experiment, find_task_files

    idf = idf or (Idf.SHIPPED if items else Idf.CULTUREGRID)
    if Path("-") in (items or []):
        raise BadOptions("--items: records are read more than once; name a file or a folder, not standard input")
    if idf is Idf.SHIPPED and (limit or index):
        raise BadOptions("with --items or --idf shipped nothing is harvested; leave out --limit and --index")
    made = work or folder / "work"
    check_outputs([(("--work", made), EXPERIMENT)], [("DIR", folder), *(("--items", each) for each in items or [])])
    if_stopped(f"finished steps and fetched records are kept in {made}: run the same command again to go on")

    def connect() -> "EuropeanaClient":
        try:
            return client_for(api_key_file, base_url, in_flight, tries, first_wait)
        except KeyMissing as error:
            hint = "harvest nothing with --idf shipped" if items else "give the records you have with --items FILE"
            raise KeyMissing(f"{error}; without one, {hint}") from error

    experiment = Experiment(
        files=find_task_files(folder, train, test),
        work=made,
        cache=cache or made / "europeana-cache",
        connect=connect,
        say=say_unless(quiet),
        records=tuple(items or ()),
        shipped_idf=idf is Idf.SHIPPED,
        index=index,
        limit=limit,
        incomplete=incomplete,
        ask_again=redo_from is StepName.FETCH,
        in_flight=in_flight,
        workers=workers,
        folds=folds,
        seed=seed,
        quiet=quiet,
    )
    typer.echo(run_experiment(experiment, redo_from=redo_from), nl=False)
