"""`typed-sts fetch`: records from Europeana."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    DEFAULT_CACHE,
    DEFAULT_URL,
    AllLanguages,
    BadRecords,
    BaseUrl,
    Cache,
    FirstWait,
    InFlight,
    KeyFile,
    Quiet,
    SkipBad,
    Tries,
    client_for,
    say_unless,
)
from typed_sts.cli.outputs import FILE, FOLDER, READ, check_outputs
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts_fetch.europeana.download import Failure, Failures, Wanted
    from typed_sts_fetch.europeana.library import Library
    from typed_sts_fetch.europeana.thumbnails import ThumbnailClient


def fetch(
    urls: Annotated[
        Path, typer.Argument(help="Addresses or ids, one a line, or two (a pairs file). - reads standard input."), READ
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the items go, as JSON lines."), FILE] = Path(
        "items.jsonl"
    ),
    failures: Annotated[
        Path | None, typer.Option(help="Where the failures go (default: failures.tsv beside the items)."), FILE
    ] = None,
    layout: Annotated[
        tuple[str, Path] | None,
        typer.Option(metavar="typed DIR", help="Also write text/, json/ and images/ as the TYPED task's script did."),
        FOLDER,
    ] = None,
    images: Annotated[bool, typer.Option(help="With --layout: download the thumbnails, too.")] = True,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Allow thumbnails at private and loopback addresses.")
    ] = False,
    retry_gone: Annotated[
        bool, typer.Option("--retry-gone", help="Ask again for records that an earlier run found gone.")
    ] = False,
    cache: Cache = DEFAULT_CACHE,
    api_key_file: KeyFile = None,
    base_url: BaseUrl = DEFAULT_URL,
    in_flight: InFlight = 4,
    tries: Tries = 8,
    first_wait: FirstWait = 0.5,
    all_languages: AllLanguages = False,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Fetch the records of a file of Europeana addresses or ids.

    Every answer is kept in the cache; run the same command again to fetch only what is missing.
    Exit code 0: all came. 3: some are gone for good. 1: something went wrong.

    Example: typed-sts fetch STS.input.europeana.txt --layout typed records/
    """
    from typed_sts_fetch.europeana.download import exit_code, items_of, read_wanted, write_failures
    from typed_sts_fetch.europeana.library import AnswerCache, Library
    from typed_sts_fetch.europeana.task_folder import write_texts
    from typed_sts_fetch.europeana.thumbnails import ThumbnailClient, anywhere, is_public
    from typed_sts_fetch.formats.write import write_items

    if layout and layout[0] != "typed":
        raise typer.BadParameter(f'the only layout is "typed", not "{layout[0]}"')
    failures = failures or output.with_name("failures.tsv")
    check_outputs([(("--failures", failures), FILE), (("--output", output), FILE)], [("URLS", urls)])
    if_stopped(what_is_kept(cache))
    bad = BadRecords(skip=skip_bad)
    wanted = read_wanted(urls, on_bad=bad)
    client = client_for(api_key_file, base_url, in_flight, tries, first_wait)
    library = Library(AnswerCache(cache), client, ask_again=retry_gone, all_languages=all_languages)
    failed = _download(library, wanted, in_flight, quiet)
    kept = library.kept()
    count = write_items(output, items_of(kept, wanted))
    write_failures(failures, wanted, failed)
    if layout:
        write_texts(layout[1], kept, wanted)
    closing = _counts(wanted, count, failed) + bad.closing()
    if layout and images:
        closing += _images(
            layout[1], kept, wanted, ThumbnailClient(allowed=anywhere if allow_private else is_public), in_flight, quiet
        )
    say_unless(quiet)(closing)
    raise typer.Exit(exit_code(failed))


def _download(library: "Library", wanted: "list[Wanted]", workers: int, quiet: bool) -> "Failures":
    from typed_sts.running.progress import progress
    from typed_sts_fetch.europeana.download import distinct_ids, download

    ids = distinct_ids(wanted)
    done = gone = failed = 0
    with progress("fetching", quiet=quiet) as report:
        report(0, len(ids), "")

        def settled(failure: "Failure | None") -> None:
            nonlocal done, gone, failed
            done += 1
            gone += failure is not None and failure.gone
            failed += failure is not None and not failure.gone
            report(done, len(ids), f"{gone} gone, {failed} failed")

        return download(library, ids, workers=workers, on_done=settled)


def what_is_kept(cache: Path) -> str:
    """Return what a fetch or a harvest that is stopped says."""
    return f"what was fetched is kept in {cache}: run the same command again to go on"


def _counts(wanted: "list[Wanted]", items: int, failures: "Failures") -> str:
    from typed_sts_fetch.europeana.download import distinct_ids

    asked = len(distinct_ids(wanted))
    gone = sum(failure.gone for failure in failures.values())
    return (
        f"{len(wanted)} addresses, {asked} distinct: {asked - len(failures)} came ({items} items), "
        f"{gone} gone, {len(failures) - gone} failed"
    )


def _images(
    folder: Path, library: "Library", wanted: "list[Wanted]", thumbnails: "ThumbnailClient", workers: int, quiet: bool
) -> str:
    from typed_sts.running.progress import progress
    from typed_sts_fetch.europeana.download import distinct_ids
    from typed_sts_fetch.europeana.task_folder import write_images
    from typed_sts_fetch.formats.write import write_bytes

    total = len(distinct_ids(wanted))
    lock = threading.Lock()
    done = 0
    with progress("images", quiet=quiet) as report:

        def one_done() -> None:
            nonlocal done
            with lock:
                done += 1
                report(done, total, "")

        problems = write_images(folder, library, wanted, thumbnails, workers=workers, on_done=one_done)
    lines = [f"{identifier}\t{problem}\n" for identifier, problem in sorted(problems.items())]
    write_bytes(folder / "images" / "failures.tsv", "".join(lines).encode())
    return f"; {len(problems)} images did not come" if problems else ""
