"""Speed and exactness of the date reader: `python -m benchmarks.dates [RECORDS.jsonl]`.

Reads every distinct date string of the shared heritage records on one core and without a cache, and compares the
reading of the annotated strings with what the annotators wrote. With a file of records, also what their dates are read
from, the commonest shapes of date strings in which nothing is read though they have digits, and how many dates are open
at one end or doubted, of which nothing is said.
"""

import gzip
import json
import os
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from typed_sts.reading.dates.lexicon import PERIODS
from typed_sts.reading.dates.read import overall, read_uncached
from typed_sts.reading.document import blank_document
from typed_sts.reading.item_dates import dates_of
from typed_sts_fetch.formats.read import read_items

SHARED = Path(os.environ.get("TYPED_STS_SHARED", Path(__file__).parent.parent.parent / "shared" / "data"))
ROUNDS = 5
SHAPES = 10


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


def records_told(file: Path) -> list[str]:
    """Return lines about the dates of the records of a file, read by rule alone."""
    values: set[str] = set()
    found: Counter[str] = Counter()
    for item in read_items(file):
        values.update(item.dctermsCreated, item.dcDate, item.dctermsTemporal)
        document = replace(blank_document(item), years=tuple(dates_of(item, (), ())))
        own = document.own_years()
        found[f"dated by {own[0].mention.field}" if own else "without a date"] += 1
        found["open at one end"] += document.is_dated_openly()
        found["doubted by another date"] += document.is_date_doubted()
    unread = [value for value in values if re.search(r"\d", value) and overall(value) is None]
    shapes = Counter(re.sub(r"\d", "9", value)[:30] for value in unread)
    lines = [f"records, {what:<27}{count}" for what, count in sorted(found.items())]
    lines.append(f"their distinct date strings {len(values)}, {len(unread)} with digits in which nothing is read")
    return [*lines, *(f"  {count} {shape!r}" for shape, count in shapes.most_common(SHAPES))]


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
    for file in sys.argv[1:]:
        say("".join(f"{line}\n" for line in records_told(Path(file))))


if __name__ == "__main__":
    main()
