"""The first steps: the records of the pairs, fetched or from the user's files; the corpus for IDF, and its index."""

from collections.abc import Iterator
from itertools import chain

import orjson

from typed_sts.errors import BadOptions
from typed_sts.preparing.build_collection import documents_file, fill, read_entries
from typed_sts.preparing.named_items import WantedItems, find_wanted
from typed_sts.reproduction.report import FAILED, GONE, MISSING, MOVED, THERE, Fate, write_fates
from typed_sts.reproduction.settings import Experiment, ExperimentStopped
from typed_sts.running.progress import OnProgress, progress
from typed_sts.task_files.pairs import plain_name
from typed_sts_fetch.errors import BadRecord
from typed_sts_fetch.europeana.download import (
    Failure,
    Failures,
    distinct_ids,
    download,
    harvest,
    items_of,
    read_wanted,
    write_failures,
)
from typed_sts_fetch.europeana.library import AnswerCache, Library
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_bytes, write_items
from typed_sts_index.contract import Collection
from typed_sts_index.entry import Entry
from typed_sts_index.opening import open_collection

QUERY, FILTER = "*", 'PROVIDER:"CultureGrid"'
"""The corpus the task took its IDF from."""


def fetch_records(experiment: Experiment) -> bool:
    """Fetch the records of train and test; return whether none failed, for those that are gone are settled."""
    wanted = [entry for _, pairs, _ in experiment.subsets for entry in read_wanted(pairs)]
    library = Library(AnswerCache(experiment.cache), experiment.connect(), ask_again=experiment.ask_again)
    ids = distinct_ids(wanted)
    failures = _download(library, ids, experiment)
    kept = library.kept()
    write_items(experiment.items, items_of(kept, wanted))
    write_failures(experiment.work / "failures.tsv", wanted, failures)
    write_fates(experiment.fates, {name: _fate(name, failures, kept) for name in ids})
    failed = sum(not failure.gone for failure in failures.values())
    if failed and not experiment.incomplete:
        raise ExperimentStopped(
            f"{failed} of {len(ids)} records did not come, and may be there ({experiment.work / 'failures.tsv'} says"
            " why); run the same command again, or go on without them with --incomplete"
        )
    return not failed


def take_records(experiment: Experiment) -> bool:
    """Take the records of train and test from the files the user has; those that are not there are missing."""
    wanted = [entry for _, pairs, _ in experiment.subsets for entry in read_wanted(pairs)]
    ids = distinct_ids(wanted)
    found = find_wanted(ids, chain.from_iterable(map(read_items, experiment.records)))
    write_items(experiment.items, found.items)
    write_fates(experiment.fates, {name: _fate_in(found, name) for name in ids})
    experiment.say(f"{len(found.rows):,} of {len(ids):,} records are there, {len(ids) - len(found.rows):,} missing")
    return True


def harvest_corpus(experiment: Experiment) -> bool:
    """Harvest Culture Grid, or the first of it."""
    bad = 0

    def on_bad(problem: BadRecord) -> None:
        nonlocal bad
        bad += 1

    library = Library(AnswerCache(experiment.cache), experiment.connect())
    limit = experiment.limit
    with progress("harvesting", quiet=experiment.quiet) as report:
        found = harvest(
            library,
            QUERY,
            filters=[FILTER],
            limit=limit,
            on_page=lambda done, total: report(min(done, limit or done), min(total, limit or total)),
            on_bad=on_bad,
        )
        count = write_items(experiment.harvested, found)
    if not count:
        raise ExperimentStopped(
            f"a search for {FILTER} finds nothing, so there is no corpus for IDF; use the statistics that ship with the"
            " package with --idf shipped"
        )
    experiment.say(f"{count:,} records harvested" + (f", {bad:,} without an id left out" if bad else ""))
    return True


def index_corpus(experiment: Experiment) -> bool:
    """Index the harvest with all views that reading finds."""
    collection = open_collection(experiment.collection)
    _refuse_others(collection, experiment)
    write_bytes(experiment.work / "index.json", _about(collection.name, None))  # from here on it is ours
    folder = experiment.work / "index-documents" if experiment.index else None
    entries = read_entries(
        read_items(experiment.harvested),
        documents_file(experiment.collection, folder),
        experiment.workers,
        packed=collection.keeps_readings,
    )
    with progress("indexing", quiet=experiment.quiet) as report:
        fill(collection, _reported(entries, report), read=True, rebuild=True)
    write_bytes(experiment.work / "index.json", _about(collection.name, collection.n_docs))
    return True


def index_holds(experiment: Experiment) -> bool:
    """Say whether the collection is the one that was made: it is no file whose content could be compared."""
    collection = open_collection(experiment.collection)
    made = (experiment.work / "index.json").read_bytes()
    return collection.exists() and made == _about(collection.name, collection.n_docs)


def _download(library: Library, ids: list[str], experiment: Experiment) -> Failures:
    done = gone = failed = 0
    with progress("fetching", quiet=experiment.quiet) as report:

        def settled(failure: Failure | None) -> None:
            nonlocal done, gone, failed
            done += 1
            gone += failure is not None and failure.gone
            failed += failure is not None and not failure.gone
            report(done, len(ids), f"{gone} gone, {failed} failed")

        return download(library, ids, workers=experiment.in_flight, on_done=settled)


def _fate(name: str, failures: Failures, kept: Library) -> Fate:
    failure = failures.get(name)
    if failure is not None:
        return Fate(GONE if failure.gone else FAILED)
    now = kept.item(name).id
    return Fate(THERE if now == name else MOVED, now)


def _fate_in(found: WantedItems, name: str) -> Fate:
    if name not in found.rows:
        return Fate(MISSING)
    now = found.items[found.rows[name]].id
    return Fate(THERE if plain_name(now) == name else MOVED, now)


def _reported(entries: Iterator[Entry], report: OnProgress) -> Iterator[Entry]:
    for done, entry in enumerate(entries, 1):
        yield entry
        report(done, None)


def _refuse_others(collection: Collection, experiment: Experiment) -> None:
    """Raise when there is a collection that no earlier run here has made: it would be replaced."""
    if not collection.exists():
        return
    try:
        ours = orjson.loads((experiment.work / "index.json").read_bytes())["collection"]
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError):
        ours = None
    if ours != collection.name:
        raise BadOptions(f"there is a collection at {collection.name} already, and it would be replaced; name another")


def _about(name: str, n_docs: int | None) -> bytes:
    return orjson.dumps({"collection": name, "items": n_docs}, option=orjson.OPT_APPEND_NEWLINE)
