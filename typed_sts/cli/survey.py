"""`typed-sts survey`: pairs that people rate on a web page, from invitations to a ratings file."""

import json
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.outputs import FILE, NEW_SURVEY, READ, SURVEY
from typed_sts.errors import BadOptions

LOCAL = "http://127.0.0.1:8000"


def make(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="SURVEY", help="The file of the survey."), NEW_SURVEY
    ],
    pairs: Annotated[
        Path | None, typer.Argument(help="Pairs file: two TAB-separated ids or Europeana URLs a line."), READ
    ] = None,
    items: Annotated[
        list[Path] | None,
        typer.Option("--items", help="File or folder of the records of pairs and questions; repeatable."),
        READ,
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Pairs and records of the bundled sample instead.")] = False,
    gold: Annotated[
        Path | None,
        typer.Option("--gold", metavar="FILE", help="Questions to check raters by.  [default: 12 about the sample]"),
        READ,
    ] = None,
    training: Annotated[
        Path | None,
        typer.Option("--training", metavar="FILE", help="Questions to practise on.  [default: 4 about the sample]"),
        READ,
    ] = None,
    n_training: Annotated[
        int, typer.Option("--n-training", min=0, max=50, help="How many of them each rater has.")
    ] = 4,
    raters: Annotated[int, typer.Option("--raters", min=1, max=1000, help="Ratings wanted for each pair.")] = 5,
    pairs_each: Annotated[
        int, typer.Option("--pairs-each", min=1, max=10_000, help="Pairs a rater is asked about, at most.")
    ] = 20,
    gold_every: Annotated[
        tuple[int, int],
        typer.Option("--gold-every", help="Pairs between two gold questions: for the least and the most accurate."),
    ] = (2, 4),
    least: Annotated[
        float, typer.Option("--least", min=0, max=100, help="Percent of known answers under which a rater is stopped.")
    ] = 66.7,
    tolerance: Annotated[
        float, typer.Option("--tolerance", min=0, max=5, help="How far from a known number an answer may be.")
    ] = 1.0,
    title: Annotated[str, typer.Option("--title", help="Heading of the pages.")] = "How similar are these two?",
) -> None:
    """Make a survey of pairs: one file with the records, the questions and, later, every answer.

    Questions with known answers, for --gold and --training, are tables: a header "a b general author people time
    location event subject description why", TAB-separated, and in each column what is right: 4 (and what is near it,
    see --tolerance), 3-5, NA, 0|NA, or * for anything. Raters read the column "why" after a training question; it may
    be left out. Without tables of your own, questions about the bundled sample are asked.

    A rater's accuracy is the share of right answers, type by type, to training and gold questions; under --least, the
    rater is stopped and their answers do not count. All settings are kept in the file.

    Example: typed-sts survey make pairs.tsv --items items.jsonl --gold gold.tsv -o my.survey
    """
    from typed_sts.sample import SAMPLE_ITEMS, SAMPLE_PAIRS
    from typed_sts.survey.content import Sources, gather, said
    from typed_sts.survey.survey_file import SurveySettings, make_survey

    if sample == (pairs is not None):
        raise BadOptions("say which pairs: a pairs file with --items, or --sample")
    if not 1 <= gold_every[0] <= gold_every[1]:
        raise BadOptions(
            f"--gold-every: {gold_every[0]} {gold_every[1]} are not two numbers from 1 on, the smaller first"
        )
    sources = Sources(
        pairs=pairs or SAMPLE_PAIRS,
        items=[*(items or []), *([SAMPLE_ITEMS] if sample else [])],
        training=training,
        gold=gold,
        n_training=n_training,
    )
    settings = SurveySettings(
        title=title.strip()[:200] or "Survey", raters=raters, pairs_each=pairs_each, gold_every=gold_every, least=least,
        tolerance=tolerance,
    )  # fmt: skip
    content = gather(sources)
    make_survey(output, settings, content)
    for line in said(content, settings):
        typer.echo(line)
    typer.echo(f"wrote {output}; next: typed-sts survey invite {output}, typed-sts survey serve {output}", err=True)


def serve_survey(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The file that survey make wrote."), SURVEY],
    host: Annotated[str, typer.Option("--host", help="Address to listen at; 0.0.0.0 is every network.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")
    ] = 8000,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option("--trusted-proxy", help="Address of a proxy whose X-Forwarded-For and -Proto count."),
    ] = None,
    rate: Annotated[int, typer.Option("--rate", min=1, help="Requests a minute and client address.")] = 1_200,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only what went wrong.")] = False,
) -> None:
    """Serve the pages of a survey: /survey for raters, /survey/dashboard for the organiser.

    Every answer is on the disk before the rater is sent on; the server may be stopped and started at any time. It
    listens to this machine only until --host says otherwise, and speaks plain HTTP: put a proxy with TLS in front.
    "typed-sts serve --survey" serves the same pages beside a collection.

    Example: typed-sts survey serve my.survey --port 8080
    """
    from typed_sts.service.server import Plan
    from typed_sts.service.server import serve_survey as run
    from typed_sts.service.settings import ServiceSettings
    from typed_sts.survey.survey_file import BadSurvey, Survey, is_writable

    opened = Survey(survey)
    if not is_writable(survey):
        raise BadSurvey(f"{survey} or its folder cannot be written to; answers could not be stored there")
    settings = ServiceSettings(rate=rate, body_bytes=20_000)
    plan = Plan(
        host=host, port=port, trusted_proxies=tuple(trusted_proxy or ()), quiet=quiet, settings=settings,
    )  # fmt: skip
    run(plan, opened, lambda line: typer.echo(f"typed-sts: {line}", err=True))


def invite(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The file that survey make wrote."), SURVEY],
    number: Annotated[int, typer.Option("--number", "-n", min=1, max=10_000, help="How many raters to invite.")] = 1,
    shared: Annotated[
        bool, typer.Option("--shared", help="One invitation for all of them, instead of one for each.")
    ] = False,
    url: Annotated[str, typer.Option("--url", help="Address of the service as raters see it, for the links.")] = LOCAL,
    codes: Annotated[bool, typer.Option("--codes", help="Print codes alone, without links.")] = False,
) -> None:
    """Print invitations: a link a line, or a code, which is the rater's way in and way back.

    A code is 80 random bits; only its hash is kept, so it is printed once. Who gets which is up to you: nothing about
    raters is stored but a number. By a --shared link that many raters can join, each with a new code of their own.

    Example: typed-sts survey invite my.survey -n 30 --url https://survey.example.org
    """
    from typed_sts.survey.raters import invite as add
    from typed_sts.survey.survey_file import Survey

    for code in add(Survey(survey), number, shared=number if shared else 0):
        typer.echo(code if codes else f"{url.rstrip('/')}/survey/join?code={code}")


def key(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The file that survey make wrote."), SURVEY],
) -> None:
    """Print a new key for the dashboard; the one before it is no longer valid.

    Example: typed-sts survey key my.survey
    """
    from typed_sts.survey.raters import new_key
    from typed_sts.survey.survey_file import Survey

    typer.echo(new_key(Survey(survey)))
    typer.echo("that is the key of /survey/dashboard. Only its hash is kept", err=True)


def status(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The file that survey make wrote."), READ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of the text.")] = False,
) -> None:
    """Print what the dashboard shows: progress, agreement for each type, raters, and why some were stopped.

    Agreement is Pearson's r of each rater with the mean of the others, and the mean over the raters.

    Example: typed-sts survey status my.survey
    """
    from typed_sts.survey.report import report
    from typed_sts.survey.survey_file import Survey

    found = report(Survey(survey))
    typer.echo(json.dumps(found.to_json(), ensure_ascii=False) if as_json else "\n".join(found.lines()))


def export_ratings(
    survey: Annotated[Path, typer.Argument(metavar="SURVEY", help="The file that survey make wrote."), READ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Ratings file; - is standard output."), FILE
    ] = "-",
    dropped: Annotated[bool, typer.Option("--dropped", help="With the answers of raters who were stopped.")] = False,
) -> None:
    """Write the ratings so far, as train and evaluate take them with --ratings.

    A line for each rater and pair: the pair's line in the pairs file, the rater's number, eight scores or NA.

    Example: typed-sts survey export my.survey -o ratings.tsv
    """
    from typed_sts.survey.report import ratings_file
    from typed_sts.survey.survey_file import Survey
    from typed_sts_fetch.formats.write import write_bytes

    content = ratings_file(Survey(survey), dropped=dropped)
    if output == "-":
        typer.echo(content, nl=False)
    else:
        write_bytes(Path(output), content.encode())
        typer.echo(f"wrote {output}", err=True)
