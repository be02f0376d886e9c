"""`typed-sts serve`: the HTTP service and the page over one collection."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import use_knowledge, use_overrides
from typed_sts.cli.outputs import KEYS, READ, SURVEY
from typed_sts.errors import BadOptions
from typed_sts.reading.tagging.engines import Engine
from typed_sts.service.settings import MOST_PAIRS, ServiceSettings


def serve(
    index: Annotated[
        str | None,
        typer.Option(
            "--index",
            envvar="TYPED_STS_INDEX",
            metavar="COLLECTION",
            help="A directory, or http://host:9200/name on Elasticsearch.",
        ),
        READ,
    ] = None,
    sample: Annotated[
        bool,
        typer.Option("--sample", envvar="TYPED_STS_SAMPLE", help="Serve the bundled sample instead, to try it out."),
    ] = False,
    host: Annotated[
        str, typer.Option("--host", envvar="TYPED_STS_HOST", help="Address to listen at; 0.0.0.0 is every network.")
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            "--port", envvar="TYPED_STS_PORT", min=0, max=65535, help="Port to listen at; 0 takes a free one."
        ),
    ] = 8000,
    model: Annotated[
        str, typer.Option("--model", envvar="TYPED_STS_MODEL", help="evidence, typed, baseline, or a directory."), READ
    ] = "evidence",
    no_provider: Annotated[
        bool,
        typer.Option("--no-provider", envvar="TYPED_STS_NO_PROVIDER", help="Leave provider features out of scores."),
    ] = False,
    tagger: Annotated[
        Engine | None,
        typer.Option("--tagger", envvar="TYPED_STS_TAGGER", help="The engine that reads; default: the collection's."),
    ] = None,
    knowledge: Annotated[
        Path | None,
        typer.Option(
            "--knowledge", envvar="TYPED_STS_KNOWLEDGE", metavar="FILE", help="Knowledge of your own to read with."
        ),
        READ,
    ] = None,
    overrides: Annotated[
        Path | None,
        typer.Option(
            "--overrides", envvar="TYPED_STS_OVERRIDES", metavar="FILE", help="What an editor hides, pins and corrects."
        ),
        READ,
    ] = None,
    workers: Annotated[
        int,
        typer.Option("--workers", envvar="TYPED_STS_WORKERS", min=1, max=60, help="Processes; each loads the model."),
    ] = 1,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait", envvar="TYPED_STS_WAIT", help="Start without the collection; answer 503 until it is there."
        ),
    ] = False,
    page: Annotated[
        bool | None,
        typer.Option(
            "--page/--no-page", envvar="TYPED_STS_PAGE", help="Serve the page too; by default unless --keys is given."
        ),
    ] = None,
    reconcile: Annotated[
        bool | None,
        typer.Option(
            "--reconcile/--no-reconcile",
            envvar="TYPED_STS_RECONCILE",
            help="Serve OpenRefine at /reconcile too; by default unless --keys is given: it cannot send a key.",
        ),
    ] = None,
    pictures: Annotated[
        bool,
        typer.Option(
            "--pictures",
            envvar="TYPED_STS_PICTURES",
            help="Show the pictures of records, had from the addresses these name and kept; else drawn glyphs.",
        ),
    ] = False,
    allow_private: Annotated[
        bool,
        typer.Option(
            "--allow-private",
            envvar="TYPED_STS_ALLOW_PRIVATE",
            help="Have pictures from the local network too: for a museum whose own server is there.",
        ),
    ] = False,
    survey: Annotated[
        Path | None,
        typer.Option(
            "--survey", envvar="TYPED_STS_SURVEY", metavar="FILE", help="Serve the pages of a survey too, at /survey."
        ),
        SURVEY,
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", envvar="TYPED_STS_QUIET", help="Log only what went wrong.")] = False,
    keys: Annotated[
        Path | None,
        typer.Option(
            "--keys", envvar="TYPED_STS_KEYS", metavar="FILE", help="Ask for a key of this file in X-Api-Key."
        ),
        READ,
    ] = None,
    new_key_file: Annotated[
        Path | None,
        typer.Option(
            "--new-key", envvar="TYPED_STS_NEW_KEY", metavar="FILE", help="Add a key to FILE, print it, and end."
        ),
        KEYS,
    ] = None,
    key_name: Annotated[
        str, typer.Option("--key-name", envvar="TYPED_STS_KEY_NAME", help="Name of the new key.")
    ] = "key-1",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", envvar="TYPED_STS_ORIGIN", help="Site whose pages may call and frame us; repeatable."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy", envvar="TYPED_STS_TRUSTED_PROXY", help="Address of a proxy whose X-Forwarded-For counts."
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path", envvar="TYPED_STS_ROOT_PATH", metavar="PATH", help="Path that a proxy serves this under."
        ),
    ] = "",
    max_age: Annotated[
        int,
        typer.Option(
            "--max-age", envvar="TYPED_STS_MAX_AGE", min=0, help="Seconds answers may be kept without asking again."
        ),
    ] = 0,
    rate: Annotated[
        int | None,
        typer.Option("--rate", envvar="TYPED_STS_RATE", min=1, help="Requests a minute and client; default: any."),
    ] = None,
    queue: Annotated[
        int, typer.Option("--queue", envvar="TYPED_STS_QUEUE", min=0, help="Waiting for a process, at most.")
    ] = 256,
    max_body: Annotated[
        int, typer.Option("--max-body", envvar="TYPED_STS_MAX_BODY", min=1_000, help="Bytes of a body.")
    ] = 2_000_000,
    max_pairs: Annotated[
        int,
        typer.Option(
            "--max-pairs", envvar="TYPED_STS_MAX_PAIRS", min=1, max=MOST_PAIRS, help="Pairs of one prediction."
        ),
    ] = 1_000,
    timeout: Annotated[
        float, typer.Option("--timeout", envvar="TYPED_STS_TIMEOUT", min=0.1, help="Seconds an answer may take.")
    ] = 30.0,
    grace: Annotated[
        float, typer.Option("--grace", envvar="TYPED_STS_GRACE", min=1.0, help="Seconds to finish in after SIGTERM.")
    ] = 30.0,
) -> None:
    """Answer over HTTP: why two items are related, what is related to one, and by what; with a page for people.

    Try it:  typed-sts serve --sample, then open http://127.0.0.1:8000 or
    curl "http://127.0.0.1:8000/api/v1/why?a=/sample/turner-trafalgar&b=/sample/devis-death-of-nelson"

    Your own records:  typed-sts index items.jsonl --to collection/, then typed-sts serve --index collection/

    It listens to this machine only until --host says otherwise. A collection that is rebuilt meanwhile is picked up.
    /openapi.json describes every route. SIGTERM and Ctrl-C let requests in flight finish.

    Every option can be given in the environment: --max-body as TYPED_STS_MAX_BODY. The command line wins.
    """
    from typed_sts.preparing.build_collection import sample_collection, tagger_for
    from typed_sts.service.http.access import new_key
    from typed_sts.service.http.origins import checked_origin
    from typed_sts.service.http.paths import checked_root

    if new_key_file:
        typer.echo(new_key(new_key_file, key_name))
        typer.echo(f"that is the key; send it as X-Api-Key. Only its hash is kept, in {new_key_file}", err=True)
        return
    if sample == (index is not None):
        raise BadOptions("say what to serve: --index with a collection, or --sample")
    use_knowledge(knowledge)
    use_overrides(overrides)
    if survey:
        from typed_sts.survey.survey_file import Survey

        Survey(survey)  # raises what is wrong with it, before anything is started
    settings = ServiceSettings(
        queue=queue,
        work_seconds=timeout,
        body_bytes=max_body,
        grace_seconds=grace,
        pairs=max_pairs,
        rate=rate,
        root_path=checked_root(root_path),
        max_age=max_age,
        keys=keys,
        origins=tuple(map(checked_origin, origin or ())),
        page=not keys if page is None else page,
        reconcile=not keys if reconcile is None else reconcile,
        pictures=pictures,
        allow_private=allow_private,
        survey=survey,
    )
    from typed_sts.service.computing.ahead import start_ahead

    if index is not None and not wait:
        from typed_sts_index.opening import open_collection

        collection = open_collection(index)
        _ = collection.n_docs  # raises what is wrong with it, before anything is started
        tagger_for(collection, tagger)
    start_ahead(warm=True)
    from typed_sts.service.server import Plan  # takes a second to import; no other command needs it
    from typed_sts.service.server import serve as run

    with sample_collection(tagger) if index is None else nullcontext(index) as where:
        plan = Plan(
            index=where, background=sample, model=model, provider=not no_provider, tagger=tagger,
            wait=wait, host=host, port=port, workers=workers, trusted_proxies=tuple(trusted_proxy or ()),
            quiet=quiet, settings=settings,
        )  # fmt: skip
        run(plan, lambda line: typer.echo(f"typed-sts: {line}", err=True))
