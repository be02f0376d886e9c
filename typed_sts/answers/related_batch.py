"""The related items of every item of a collection, a line each: resumable, and only what has changed the next time.

    related.jsonl                    the lines, in the order of the ids: neighbours often have ids near to each other
    related.jsonl.items              what the items were when they were made      typed_sts.answers.related_changes
    related.jsonl.changes            the lines that are not as the time before, and the items that are gone
    related.jsonl.<settings>.part    lines as they are done

Killed at any moment, it goes on after the last whole line. The name of the part holds a digest of all that decides the
lines but for the items, so that a run with another model or other weights does not go on with it. A collection that has
changed since costs what it touches: of a file that was finished, and of a run that is half done. First every record is
read and kept beside the collection, where it is not yet: the same chunks whatever was done before, so the same lines.
"""

import hashlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from typed_sts.answers.collection import CollectionAnswers
from typed_sts.answers.related_changes import (
    Again,
    Changes,
    Digests,
    changes,
    digests_of,
    head_of,
    mark_of,
    reached_by,
    read_digests,
    touched,
    write_digests,
)
from typed_sts.answers.related_lines import (
    RelatedSettings,
    answers_for,
    item_to_relate,
    related_lines,
    told_with_its_line,
    unread_in,
)
from typed_sts.answers.related_part import Lines, beside, opened
from typed_sts.knowledge.pack import in_use
from typed_sts.reading import overrides
from typed_sts.reading.batches import CHUNK, read_chunks
from typed_sts.reading.unreadable import OnUnread, say_unread
from typed_sts.running.progress import OnProgress, progress
from typed_sts.running.workers import Mapper, batches, in_processes
from typed_sts.scoring.scorer import uses_vectors
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import replacing
from typed_sts_fetch.item import Item

PART = 32
"""Items that a process relates at a time."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a run did: lines in the file, lines made, and of these those that are not as before; items gone."""

    lines: int
    made: int
    changed: int | None = None
    """None where there was no earlier file."""
    gone: int = 0


def relate_all(
    settings: RelatedSettings,
    output: Path,
    *,
    workers: int = 1,
    mapper: Mapper | None = None,
    part_size: int = PART,
    quiet: bool = False,
    on_unread: OnUnread = say_unread,
) -> Done:
    """Write the related items of every item, or, of a file of an earlier run, of what has changed and what it touches.

    The work is done in so many processes of this machine, or where `mapper` does it, `part_size` items at a time. Of
    an item that cannot be read `on_unread` is told, and its line has no related items but the reason.
    """
    answers = answers_for(settings, told_with_its_line)
    answers.refresh()
    run = _Run(settings, answers, output, mapper or in_processes(workers), part_size, quiet, on_unread)
    try:
        return run.go()
    except OSError as error:
        raise BadInput(f"cannot write {output}: {error.strerror or error}; run this again to go on") from error


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """One run, with all it needs."""

    settings: RelatedSettings
    answers: CollectionAnswers
    output: Path
    mapper: Mapper
    part_size: int
    quiet: bool
    on_unread: OnUnread

    def go(self) -> Done:
        state = self.answers.collection.state()  # before its items: what is written meanwhile is seen the next time
        now = self._digests()
        _take_over(self.output)
        earlier = read_digests(beside(self.output, "items"))
        known = part_file(self.settings, self.output).name
        if earlier and earlier[0]["settings"] == known and earlier[0]["mark"] == mark_of(self.output):
            return self._what_changed(changes(earlier[1], now), now, state)
        return self._everything(now, state)

    # From the beginning, or from where a run was stopped that is not finished yet.

    def _everything(self, now: Digests, state: str) -> Done:
        part = part_file(self.settings, self.output)
        _remove_other_parts(self.output, part)
        self._read(now)
        begun = read_digests(beside(part, "items"))
        with opened(part) as lines:
            if begun is None:
                lines.drop(lines.ids.copy())  # nobody knows of which items
            elif begun[0]["state"] != state:
                self._keep_what_holds(lines, changes(begun[1], now))
            write_digests(beside(part, "items"), now, state=state)
            self._relate(lines, dict.fromkeys(now), len(now), "relating")
            made = lines.added
            if list(lines.ids) != list(now):
                lines.put_in_order()
        beside(self.output, "changes").unlink(missing_ok=True)
        self._finish(part, now)
        return Done(len(now), made)

    def _keep_what_holds(self, lines: Lines, changed: Changes) -> None:
        """Take out of a part what has changed since it was begun, and what that touches."""
        if changed:
            touching = {item_id for item_id, _ in touched(lines.read(), changed, {}, self.settings.k)}
            lines.drop(touching | changed.ids)
            self._relate(lines, dict.fromkeys(changed.fresh), len(changed.fresh), "relating what changed")
            lines.drop(reached_by(lines.read(changed.fresh)).keys() - changed.fresh)

    # From a file that is finished: what has changed since, and what that touches.

    def _what_changed(self, changed: Changes, now: Digests, state: str) -> Done:
        part = part_file(self.settings, self.output, state)
        _remove_other_parts(self.output, part)
        if not changed:
            return Done(len(now), 0, 0)
        self._read(changed.fresh)
        with opened(part) as lines:
            self._relate(lines, dict.fromkeys(changed.fresh), len(changed.fresh), "relating what changed")
            reached = reached_by(lines.read(changed.fresh))
            with self.output.open("rb") as before:
                again = dict(touched(before, changed, reached, self.settings.k))
            lines.add(one.line for item_id, one in again.items() if one.line and item_id not in lines.ids)
            self._relate(lines, again, len(again), "relating what is touched")
            made = lines.added
            lines.put_in_order()
            with self.output.open("rb") as before, replacing(beside(self.output, "changes")) as difference:
                count = lines.merge(before, now, difference)
        self._finish(part, now)
        return Done(len(now), made, count, len(changed.gone))

    # What both do.

    def _digests(self) -> Digests:
        total = self.answers.collection.n_docs
        found: Digests = {}
        with progress("looking", quiet=self.quiet) as report:
            for batch in batches(digests_of(self.answers.collection.all_items(), self.answers.boilerplate), 1_000):
                found.update(batch)
                report(len(found), total)
        return dict(sorted(found.items()))

    def _read(self, ids: Collection[str]) -> None:
        """Read and keep what was not read before: in the same chunks whatever was done before."""
        store, encode = self.answers.store, uses_vectors(self.answers.scorer)
        if store is None or not store.keeps:
            return
        seen = 0

        def unread() -> Iterator[Item]:
            nonlocal seen
            for chunk in batches(self.answers.collection.items(sorted(ids)), CHUNK):
                seen += len(chunk)
                if len(store.read_before(chunk, encoded=encode)) < len(chunk):
                    yield from chunk

        with progress("reading", quiet=self.quiet) as report:
            rated = _rated(report, len(ids))
            for _ in read_chunks(
                unread(),
                tagger=self.answers.tagger,
                boilerplate=self.answers.boilerplate,
                store=store,
                encode=encode,
                mapper=self.mapper,
            ):
                rated(seen)  # what cannot be read is told when its line is written
            rated(seen)

    def _relate(self, lines: Lines, ids: Mapping[str, Again | None], total: int, label: str) -> None:
        """Add the lines of items that are not there yet, in the order of their ids; each of some items only, or all."""
        wanted = sorted(item_id for item_id in ids if item_id not in lines.ids)
        if not wanted:
            return
        given = (_to_relate(item, ids[item.id]) for item in self.answers.collection.items(wanted))
        done = first = total - len(wanted)
        with progress(label, quiet=self.quiet) as report:
            rated = _rated(report, total, first)
            for _, made in self.mapper(partial(related_lines, self.settings), batches(given, self.part_size)):
                for problem in filter(None, map(unread_in, made)):
                    self.on_unread(problem)
                lines.add(made)
                done += len(made)
                rated(done)

    def _finish(self, part: Path, now: Digests) -> None:
        settings = part_file(self.settings, self.output).name
        write_digests(beside(part, "items"), now, settings=settings, mark=mark_of(part), state="")
        os.replace(part, self.output)
        _take_over(self.output)


def _to_relate(item: Item, again: Again | None) -> bytes:
    return item_to_relate(item, again.among, fill=again.fill) if again else item_to_relate(item)


def _rated(report: OnProgress, total: int, first: int = 0) -> Callable[[int], None]:
    """Return a report that also tells how many items a second there are, those done before left out."""
    started = time.monotonic()

    def rated(count: int) -> None:
        rate = (count - first) / max(time.monotonic() - started, 1e-9)
        report(count, total, f"{rate:,.1f} items/s")

    return rated


def part_file(settings: RelatedSettings, output: Path, state: str = "") -> Path:
    """Return where lines are kept until all are done; those of a change of the collection, where its state is given."""
    answers = answers_for(settings, told_with_its_line)
    read_by = f"{answers.tagger}{in_use().digest}{overrides.in_use().digest}"
    listed = (settings.k, settings.by, settings.language, settings.at_least, settings.other_holder)
    decides = (*listed, answers.version, answers.about, read_by, state)
    return output.with_name(f"{output.name}.{hashlib.sha256(repr(decides).encode()).hexdigest()[:12]}.part")


def _take_over(output: Path) -> None:
    """Put what the items were beside the lines that were made of them, also when this was stopped in between."""
    mark = mark_of(output)
    for items in output.parent.glob(f"{_escaped(output.name)}.{'[0-9a-f]' * 12}.part.items"):
        if mark and head_of(items).get("mark") == mark:
            os.replace(items, beside(output, "items"))


def _remove_other_parts(output: Path, part: Path) -> None:
    for other in output.parent.glob(f"{_escaped(output.name)}.{'[0-9a-f]' * 12}.part*"):
        if other not in (part, beside(part, "items")):
            other.unlink(missing_ok=True)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
