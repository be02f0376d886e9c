"""How fast records are tagged: `python -m benchmarks.tagging ITEMS` prints records a second on one core.

Takes records evenly from the whole file, so that every museum has its share, and starts with empty caches. The time
is the processor's for the tagger alone: reading the file and loading the model are outside it; loading is printed too.
"""

import time
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from typed_sts.reading.tagging.span_tagger import TAGGED_FIELDS, SpanTagger
from typed_sts_fetch.formats.read import read_items

ITEMS = Path("../shared/data/heritage/items.jsonl.gz")


def main(
    items: Annotated[Path, typer.Argument(help="Records.")] = ITEMS,
    every: Annotated[int, typer.Option(min=1, help="Take each record of this distance.")] = 11,
    limit: Annotated[int, typer.Option(min=1, help="Take this many at most.")] = 20_000,
) -> None:
    """Print how many records a second the span tagger reads."""
    records = list(islice(read_items(items), 0, every * limit, every))
    began = time.process_time()
    tagger = SpanTagger.load()
    loaded = time.process_time()
    n_spans = sum(len(spans) for _, spans in tagger.tag_all(records))
    seconds = time.process_time() - loaded
    n_chars = sum(len(text) for record in records for field in TAGGED_FIELDS for text in getattr(record, field))
    typer.echo(
        f"{len(records)} records, {n_chars} characters, {n_spans} spans in {seconds:.2f} s: "
        f"{len(records) / seconds:.0f} records/s, {n_chars / seconds / 1000:.0f} thousand characters/s; "
        f"loading took {loaded - began:.2f} s"
    )


if __name__ == "__main__":
    typer.run(main)
