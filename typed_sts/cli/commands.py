"""The commands of `typed-sts`, put together; our errors become one line and an exit code."""

import inspect
import logging
import re
import sys
from collections.abc import Callable

import typer

from typed_sts import __version__
from typed_sts.cli import core as core_commands
from typed_sts.cli import evaluate, interpret, judge, survey
from typed_sts.cli.collection import export, index, info, pairs, search
from typed_sts.cli.convert import convert, sample, show
from typed_sts.cli.dates import dates
from typed_sts.cli.fetch import fetch
from typed_sts.cli.harvest import harvest
from typed_sts.cli.inspect import inspect as inspect_records
from typed_sts.cli.knowledge import knowledge
from typed_sts.cli.open import open_records
from typed_sts.cli.outputs import guarded
from typed_sts.cli.predict import predict
from typed_sts.cli.related import related
from typed_sts.cli.reproduce import reproduce
from typed_sts.cli.serve import serve
from typed_sts.cli.tag import tag
from typed_sts.cli.train import train
from typed_sts.cli.why import why
from typed_sts.errors import USER_ERRORS

_EXAMPLE = re.compile(r"^(?=(?:Example|Try it|Your own records):)", re.MULTILINE)


def add_command(group: typer.Typer, command: Callable[..., None], name: str | None = None) -> None:
    """Add a command under its own name or another; its docstring is its help, of which no line to copy is broken."""
    told = inspect.getdoc(command) or ""
    summary = " ".join(told.split("\n\n")[0].split())
    group.command(name, help=_EXAMPLE.sub("\b\n", told), short_help=summary)(guarded(command))


app = typer.Typer(
    name="typed-sts",
    help="Say how similar two cultural-heritage records are in eight respects, and why.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: to draw boxes around it takes longer than all the rest
    context_settings={"max_content_width": 100},
)
for command in (
    show,
    sample,
    convert,
    dates,
    knowledge,
    tag,
    fetch,
    harvest,
    index,
    info,
    search,
    export,
    pairs,
    predict,
    why,
    related,
    train,
    reproduce,
    evaluate.check,
    evaluate.evaluate,
    serve,
):
    add_command(app, command)
    if command is sample:
        add_command(app, inspect_records, "inspect")
        add_command(app, open_records, "open")
core = typer.Typer(
    help="The CORE tasks of 2012 to 2015: one similarity a sentence pair.", no_args_is_help=True, rich_markup_mode=None
)
add_command(core, core_commands.train, "train")
add_command(core, core_commands.predict, "predict")
add_command(core, evaluate.core_evaluate, "evaluate")
add_command(core, core_commands.reproduce, "reproduce")
app.add_typer(core, name="core")
judging = typer.Typer(
    help="Are the reasons true? Draw a sample, judge it by reading, add up the verdicts; compare systems blind.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for step in (judge.draw, judge.compare, judge.show, judge.rate, judge.tally):
    add_command(judging, step)
app.add_typer(judging, name="judge")
chunks = typer.Typer(
    help="Interpretable STS of 2015: which parts of two sentences answer to which.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(chunks, interpret.predict)
add_command(chunks, interpret.train)
add_command(chunks, interpret.check)
add_command(chunks, interpret.evaluate)
app.add_typer(chunks, name="interpret")
surveys = typer.Typer(
    help="Let people rate pairs on a web page of your own, and get ratings to train and evaluate with.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
add_command(surveys, survey.make)
add_command(surveys, survey.serve_survey, "serve")
add_command(surveys, survey.invite)
add_command(surveys, survey.key)
add_command(surveys, survey.status)
add_command(surveys, survey.export_ratings, "export")
app.add_typer(surveys, name="survey")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"typed-sts {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Say how similar two cultural-heritage records are in eight respects, and why."""


class _Warnings(logging.Handler):
    """Writes the library's warnings to stderr, through a progress bar when one is shown."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"typed-sts: {record.getMessage()}\n")


def run() -> int:
    """Run the command that the command line names, and return its exit code; an error of ours is one line and a 1."""
    logging.getLogger().addHandler(_Warnings(logging.WARNING))
    logging.getLogger("elastic_transport").setLevel(logging.ERROR)  # its retries; what becomes of them we say ourselves
    try:
        app()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    except USER_ERRORS as error:
        typer.echo(f"typed-sts: {error}", err=True)
        return 1
    return 0
