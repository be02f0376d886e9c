"""`typed-sts serve`: the HTTP service and the page over one collection."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.cli.options import Knowledge, Tagger, use_knowledge
from typed_sts.cli.outputs import KEYS, READ
from typed_sts.errors import BadOptions
from typed_sts.service.settings import MOST_PAIRS, ServiceSettings


def serve(
    index: Annotated[
        str | None,
        typer.Option("--index", metavar="COLLECTION", help="A directory, or http://host:9200/name on Elasticsearch."),
        READ,
    ] = None,
    sample: Annotated[bool, typer.Option("--sample", help="Serve the bundled sample instead, to try it out.")] = False,
    host: Annotated[str, typer.Option("--host", help="Address to listen at; 0.0.0.0 is every network.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")
    ] = 8000,
    model: Annotated[
        str, typer.Option("--model", help="evidence, typed, baseline, or a directory."), READ
    ] = "evidence",
    no_provider: Annotated[bool, typer.Option("--no-provider", help="Leave provider features out of scores.")] = False,
    tagger: Tagger = None,
    knowledge: Knowledge = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=60, help="Processes; each loads the model.")] = 1,
    wait: Annotated[
        bool, typer.Option("--wait", help="Start without the collection; answer 503 until it is there.")
    ] = False,
    page: Annotated[
        bool | None, typer.Option("--page/--no-page", help="Serve the page too; by default unless --keys is given.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Log only what went wrong.")] = False,
    keys: Annotated[
        Path | None,
        typer.Option("--keys", metavar="FILE", help="Ask for a key of this file in X-Api-Key."),
        READ,
    ] = None,
    new_key_file: Annotated[
        Path | None,
        typer.Option("--new-key", metavar="FILE", help="Add a key to FILE, print it, and end."),
        KEYS,
    ] = None,
    key_name: Annotated[str, typer.Option("--key-name", help="Name of the new key.")] = "key-1",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="Origin whose pages may call the API; repeatable."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option("--trusted-proxy", help="Address of a proxy whose X-Forwarded-For counts."),
    ] = None,
    rate: Annotated[
        int | None,
        typer.Option("--rate", min=1, help="Requests a minute and client; default: any."),
    ] = None,
    queue: Annotated[int, typer.Option("--queue", min=0, help="Waiting for a process, at most.")] = 256,
    max_body: Annotated[int, typer.Option("--max-body", min=1_000, help="Bytes of a body.")] = 2_000_000,
    max_pairs: Annotated[
        int,
        typer.Option("--max-pairs", min=1, max=MOST_PAIRS, help="Pairs of one prediction."),
    ] = 1_000,
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds an answer may take.")] = 30.0,
    grace: Annotated[float, typer.Option("--grace", min=1.0, help="Seconds to finish in after SIGTERM.")] = 30.0,
) -> None:
    """Answer over HTTP: why two items are related, what is related to one, and by what; with a page for people.

    Try it:  typed-sts serve --sample, then open http://127.0.0.1:8000 or
    curl "http://127.0.0.1:8000/api/why?a=/sample/turner-trafalgar&b=/sample/devis-death-of-nelson"

    Your own records:  typed-sts index items.jsonl --to collection/, then typed-sts serve --index collection/

    It listens to this machine only until --host says otherwise. A collection that is rebuilt meanwhile is picked up.
    /openapi.json describes every route. SIGTERM and Ctrl-C let requests in flight finish.
    """
    from typed_sts.preparing.build_collection import sample_collection, tagger_for
    from typed_sts.service.http.access import new_key

    if new_key_file:
        typer.echo(new_key(new_key_file, key_name))
        typer.echo(f"that is the key; send it as X-Api-Key. Only its hash is kept, in {new_key_file}", err=True)
        return
    if sample == (index is not None):
        raise BadOptions("say what to serve: --index with a collection, or --sample")
    use_knowledge(knowledge)
    settings = ServiceSettings(
        queue=queue,
        work_seconds=timeout,
        body_bytes=max_body,
        grace_seconds=grace,
        pairs=max_pairs,
        rate=rate,
        keys=keys,
        origins=tuple(origin or ()),
        page=not keys if page is None else page,
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
