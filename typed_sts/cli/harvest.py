"""`typed-sts harvest`: all records that a search of Europeana finds, or that a server gives by OAI-PMH."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.fetch import what_is_kept
from typed_sts.cli.options import (
    DEFAULT_CACHE,
    DEFAULT_URL,
    AllLanguages,
    BadRecords,
    BaseUrl,
    FirstWait,
    KeyFile,
    Quiet,
    Tries,
    client_for,
    say_unless,
)
from typed_sts.cli.outputs import FILE, FOLDER, check_outputs
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts_fetch.oai.client import OaiClient
    from typed_sts_fetch.oai.harvest import Question

OAI_CACHE = Path("oai-cache")


def harvest(
    query: Annotated[
        str | None, typer.Argument(help="A search as in Europeana's search box, for example 'who:turner'.")
    ] = None,
    oai: Annotated[
        str | None,
        typer.Option("--oai", metavar="URL", help="Harvest a server that speaks OAI-PMH, instead of a search."),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Where the items go, as JSON lines (.gz zips)."), FILE
    ] = Path("items.jsonl"),
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", "-f", help="A facet filter (qf) such as TYPE:IMAGE; may be repeated."),
    ] = None,
    prefix: Annotated[
        str | None,
        typer.Option(help="With --oai: the format to ask for, such as oai_dc, edm, lido.  [default: oai_dc]"),
    ] = None,
    one_set: Annotated[str | None, typer.Option("--set", help="With --oai: only the records of this set.")] = None,
    since: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="With --oai: only what changed since that day.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DAY", help="With --oai: only what changed up to that day.")
    ] = None,
    list_sets: Annotated[
        bool, typer.Option("--list-sets", help="With --oai: print the server's sets, and end.")
    ] = False,
    list_formats: Annotated[
        bool, typer.Option("--list-formats", help="With --oai: print the server's formats, and end.")
    ] = False,
    deleted: Annotated[
        Path | None,
        typer.Option(help="With --oai: where deleted records are listed (default: deleted.tsv beside the items)."),
        FILE,
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop after this many items.")] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            "--cache",
            help="Folder in which every answer is kept, so that nothing is asked for twice.  "
            f"[default: {DEFAULT_CACHE}; with --oai: {OAI_CACHE}]",
        ),
        FOLDER,
    ] = None,
    api_key_file: KeyFile = None,
    base_url: BaseUrl = DEFAULT_URL,
    tries: Tries = 8,
    first_wait: FirstWait = 0.5,
    all_languages: AllLanguages = False,
    quiet: Quiet = False,
) -> None:
    """Page through a whole search of Europeana, or a server's whole list (OAI-PMH), into JSON lines.

    Every page is kept in the cache: a harvest that was interrupted goes on where it ended. To harvest afresh,
    name another cache folder. Search results hold fewer fields than records: dcDate is Europeana's year.

    Example: typed-sts harvest 'PROVIDER:"CultureGrid"' -o culturegrid.jsonl.gz

    Example: typed-sts harvest --oai https://archive.example/oai --set photos --from 2026-01-01
    """
    if (query is None) == (oai is None):
        raise typer.BadParameter("name either a QUERY for Europeana, or --oai URL of a server, and not both")
    if oai is None:
        named: dict[str, object] = {
            "--prefix": prefix,
            "--set": one_set,
            "--from": since,
            "--until": until,
            "--deleted": deleted,
        }
        named |= {"--list-sets": list_sets or None, "--list-formats": list_formats or None}
        if used := [option for option, value in named.items() if value is not None]:
            raise typer.BadParameter(f"{used[0]} goes with --oai URL; a search is narrowed with --filter")
        _of_search(
            query or "",
            output,
            filters or [],
            limit,
            cache or DEFAULT_CACHE,
            all_languages,
            quiet,
            client_options=(api_key_file, base_url, tries, first_wait),
        )
        return
    if filters:
        raise typer.BadParameter(
            "--filter goes with a QUERY; what --oai gives is narrowed with --set, --from and --until"
        )
    from typed_sts_fetch.oai.client import OaiClient, OaiSettings
    from typed_sts_fetch.oai.harvest import Question

    client = OaiClient(OaiSettings(url=oai, tries=tries, first_wait=first_wait))
    if list_sets or list_formats:
        _list(client, sets=list_sets)
        return
    question = Question(url=oai, prefix=prefix or "oai_dc", set=one_set or "", since=since or "", until=until or "")
    _of_server(
        client,
        question,
        output,
        deleted or output.with_name("deleted.tsv"),
        limit,
        cache or OAI_CACHE,
        all_languages,
        quiet,
    )


def _of_search(
    query: str,
    output: Path,
    filters: list[str],
    limit: int | None,
    cache: Path,
    all_languages: bool,
    quiet: bool,
    client_options: tuple[Path | None, str, int, float],
) -> None:
    from typed_sts.running.progress import progress
    from typed_sts_fetch.europeana.download import harvest as harvest_items
    from typed_sts_fetch.europeana.library import AnswerCache, Library
    from typed_sts_fetch.formats.write import write_items

    key_file, base_url, tries, first_wait = client_options
    if_stopped(what_is_kept(cache))
    bad = BadRecords(skip=True)
    library = Library(AnswerCache(cache), client_for(key_file, base_url, 1, tries, first_wait))
    with progress("harvesting", quiet=quiet) as report:
        found = harvest_items(
            library,
            query,
            filters=filters,
            limit=limit,
            all_languages=all_languages,
            on_page=lambda done, total: report(min(done, limit or done), min(total, limit or total), ""),
            on_bad=bad,
        )
        count = write_items(output, found)
    say_unless(quiet)(f"{count} items in {output}{bad.closing()}")


def _of_server(
    client: "OaiClient",
    question: "Question",
    output: Path,
    deleted: Path,
    limit: int | None,
    cache: Path,
    all_languages: bool,
    quiet: bool,
) -> None:
    from itertools import islice

    from typed_sts.running.progress import progress
    from typed_sts_fetch.formats.write import write_items
    from typed_sts_fetch.oai.harvest import Harvested, PageStore, download, write_deleted

    check_outputs([(("--output", output), FILE), (("--deleted", deleted), FILE)], [])
    if_stopped(what_is_kept(cache))
    bad = BadRecords(skip=True)
    store = PageStore(cache, question)
    with progress("harvesting", quiet=quiet) as report:
        download(
            client,
            store,
            question,
            limit=limit,
            on_page=lambda done, total, pages: report(done, max(total, done), f"{pages} pages"),
        )
    harvested = Harvested(store, all_languages=all_languages)
    count = write_items(output, islice(harvested.items(bad), limit))
    write_deleted(deleted, harvested.deleted)
    told = f", {len(harvested.deleted)} deleted (in {deleted})" if harvested.deleted else ""
    none = "; the server has no records that match" if not (count or bad.count or harvested.deleted) else ""
    say_unless(quiet)(f"{count} items in {output}{told}{bad.closing()}{none}")


def _list(client: "OaiClient", *, sets: bool) -> None:
    from typed_sts_fetch.oai.harvest import formats_of, sets_of

    for row in sets_of(client) if sets else formats_of(client):
        typer.echo("\t".join(row))
