"""Look for texts that cost more than their length: `python -m tests.fuzz.readers --seconds 60 --seed 1`.

A case is a fragment of a few atoms, repeated to fill one field of a record, as one value or as many. It goes through
the whole line (tests/fuzz/line.py) three times:

    8,000 and 40,000 characters    the calls that are made may grow eight times, for a text five times as long
    50,000 characters              the CPU time of all steps together is at most two seconds, and nothing is raised

What is found is shrunk, printed as a line that can be pasted into MENDED of tests/fuzz/fragments.py, and the exit code
is 1. Calls do not see what one call into C costs (a pattern, a search in a text); CPU time does, so it has a ratio of
its own, with slack for a busy machine.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.fuzz.atoms import ATOMS, NAME, YEAR
from tests.fuzz.line import forget, steps_of
from tests.steps import steps
from typed_sts_fetch.item import Item, item_from_dict

FIELDS = ("dcTitle", "dcCreator", "dcDate", "dcSubject", "dcDescription", "dcSource")
SMALL, LARGE, LARGEST = 8_000, 40_000, 50_000
MOST_GROWTH = 8
MOST_SECONDS = 2.0
FEW_CALLS = 20_000
"""Calls that do not count: what a step does once, whatever the text."""
FEW_SECONDS = 0.3
"""CPU time from which on its growth is looked at; 40,000 characters that take less can hurt nobody."""
MOST_TIME_GROWTH = 15
"""A step five times as long may take this many times as long, on a machine that does other things too."""
_SHRINKING_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Case:
    """A fragment that fills a field; YEAR and NAME in it are another one each time."""

    field: str
    fragment: str
    many: bool = False

    def item(self, size: int) -> Item:
        """Return the record with that many characters in the field."""
        pieces: list[str] = []
        length = 0
        while length < size:
            pieces.append(_numbered(self.fragment, len(pieces)))
            length += len(pieces[-1])
        texts = pieces if self.many else ["".join(pieces)[:size]]
        return item_from_dict({"id": "/hostile/1", self.field: texts})

    def __str__(self) -> str:
        return f"Case({self.field!r}, {self.fragment!a}{', many=True' if self.many else ''})"


def _numbered(fragment: str, number: int) -> str:
    if YEAR not in fragment and NAME not in fragment:
        return fragment
    name = "".join(chr(97 + number // 26**place % 26) for place in range(4)).capitalize()
    return fragment.replace(YEAR, str(1 + number * 7 % 9999)).replace(NAME, name)


def problem_of(case: Case, *, count: bool = True) -> str:
    """Return what is wrong with a case in a line, or ""; calls are counted only when asked, which takes longer."""
    try:
        return _problem(case, count)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error!s:.80} in {at.name} ({at.filename.rpartition('/')[2]}:{at.lineno})"


def _problem(case: Case, count: bool) -> str:
    whole = _seconds(case, LARGEST)
    if _of_record(whole) > MOST_SECONDS:
        whole = min((whole, _seconds(case, LARGEST)), key=_of_record)
        if (total := _of_record(whole)) > MOST_SECONDS:
            worst = max(whole, key=lambda name: whole[name])
            return f"{worst}: {whole[worst]:.2f} of {total:.2f} s for 50,000 characters"
    if max(whole.values()) > FEW_SECONDS:
        small, large = _seconds(case, SMALL), _seconds(case, LARGE)
        for name, cost in large.items():
            if cost > FEW_SECONDS and cost > MOST_TIME_GROWTH * small[name]:
                again = min(_seconds(case, LARGE)[name] for _ in range(2))
                if again > FEW_SECONDS and again > MOST_TIME_GROWTH * max(small[name], _seconds(case, SMALL)[name]):
                    return f"{name}: {again:.2f} s for 40,000 characters, {small[name]:.3f} s for 8,000"
    if count:
        few, many = _calls(case, SMALL), _calls(case, LARGE)
        for name, calls in many.items():
            if calls > MOST_GROWTH * few[name] + FEW_CALLS:
                return f"{name}: {calls:,} calls for 40,000 characters, {few[name]:,} for 8,000"
    return ""


def _of_record(costs: dict[str, float]) -> float:
    """Return what the steps of a record cost together; "dates" reads each of its values as a string of its own."""
    return sum(cost for name, cost in costs.items() if name != "dates")


def _seconds(case: Case, size: int) -> dict[str, float]:
    costs = {}
    forget()
    for name, work in steps_of(case.item(size)):
        start = time.thread_time()
        work()
        costs[name] = time.thread_time() - start
    return costs


def _calls(case: Case, size: int) -> dict[str, int]:
    forget()
    return {name: steps(work) for name, work in steps_of(case.item(size))}


def cases(seed: int) -> Iterator[Case]:
    """Yield cases without end; the same for the same seed."""
    chance = random.Random(seed)
    while True:
        atoms = chance.choices(ATOMS, k=chance.choice((1, 1, 2, 2, 2, 3, 3, 4, 5, 6)))
        if chance.random() < 0.3:
            atoms[chance.randrange(len(atoms))] = chance.choice((YEAR, NAME))
        fragment = chance.choice(("", "", " ", " ", ", ", "; ")).join(atoms) + chance.choice(("", " ", "; ", ", "))
        if fragment.strip():
            yield Case(chance.choice(FIELDS), fragment, chance.random() < 0.25)


def shrunk(case: Case, seconds: float = _SHRINKING_SECONDS) -> Case:
    """Return a case of fewer characters that goes wrong too, as far as time allows."""
    end = time.monotonic() + seconds
    smaller = True
    while smaller:
        smaller = False
        for length in (4, 2, 1):
            for at in range(len(case.fragment)):
                less = replace(case, fragment=case.fragment[:at] + case.fragment[at + length :])
                if time.monotonic() > end:
                    return case
                if less.fragment.strip() and less != case and problem_of(less, count=False):
                    case, smaller = less, True
                    break
    return case


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Look for texts that cost the readers more than their length.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for how long to look")
    parser.add_argument("--seed", type=int, default=1, help="where to begin")
    parser.add_argument("--calls-every", type=int, default=4, help="count calls for one case of so many")
    asked = parser.parse_args()
    end = time.monotonic() + asked.seconds
    found = tried = 0
    for tried, case in enumerate(cases(asked.seed), start=1):
        if problem := problem_of(case, count=tried % asked.calls_every == 0):
            found += 1
            least = shrunk(case)
            sys.stdout.write(f"{least},  # {problem_of(least) or problem}\n")
            sys.stdout.flush()
        if time.monotonic() > end:
            break
    sys.stdout.write(f"seed {asked.seed}: {tried:,} cases, {found} found\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
