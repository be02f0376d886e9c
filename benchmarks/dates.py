"""Speed and exactness of the date reader: `python -m benchmarks.dates`.

Reads every distinct date string of the shared heritage records on one core and without a cache, and compares the
reading of the annotated strings with what the annotators wrote.
"""

import gzip
import json
import os
import sys
import time
from pathlib import Path

from typed_sts.reading.dates.lexicon import PERIODS
from typed_sts.reading.dates.read import overall, read_uncached

SHARED = Path(os.environ.get("TYPED_STS_SHARED", Path(__file__).parent.parent.parent / "shared" / "data"))
ROUNDS = 5


def heritage_strings(folder: Path) -> list[str]:
    """Return the distinct date strings of the heritage records, in their order."""
    with gzip.open(folder / "heritage" / "items.jsonl.gz", "rt", encoding="utf-8") as lines:
        return list(dict.fromkeys(string for line in lines for string in json.loads(line).get("dcDate", ())))


def misread(file: Path) -> tuple[int, list[str]]:
    """Return how many annotated strings there are, and a line for each that is read otherwise."""
    lines = file.read_text(encoding="utf-8").splitlines()
    wrong = []
    for line in lines:
        string, start, end = line.split("\t")
        years = overall(string)
        found = (str(years.start), str(years.end)) if years else ("NA", "NA")
        if found != (start, end):
            wrong.append(f"{string}: {start} {end}, read as {found[0]} {found[1]}")
    return len(lines), wrong


def strings_per_second(strings: list[str]) -> float:
    """Return the best of a few rounds, in processor time, so that other work on the machine counts less."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for string in strings:
            read_uncached(string)
        best = min(best, time.process_time() - begun)
    return len(strings) / best


def main() -> None:
    """Print the figures."""
    say = sys.stdout.write
    count, wrong = misread(SHARED / "dates" / "dev.tsv")
    strings = heritage_strings(SHARED)
    say(f"exact on dates/dev.tsv      {count - len(wrong)} of {count} ({(count - len(wrong)) / count:.1%})\n")
    say("".join(f"  {line}\n" for line in wrong))
    undated = sum(overall(string) is None for string in strings)
    say(f"distinct heritage strings   {len(strings)}, {undated} of them without a date\n")
    say(f"strings/s, one core         {strings_per_second(strings):,.0f}\n")
    say(f"periods in the table        {len(PERIODS)}\n")


if __name__ == "__main__":
    main()
