"""Score the stanza engine's spans on records that its model has not seen.

`python -m typed_sts.training.shipped.stanza_scores --models DIR --fold 0` prints the table that
`typed-sts tag --evaluate` prints, for a model that was trained with `--hold-back 0`, and the
default tagger's trained without the same fold.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from typed_sts.reading.tagging.annotated import TaggedItem, read_tagged
from typed_sts.reading.tagging.engines import SpanFinder, open_tagger
from typed_sts.reading.tagging.metrics import SpanScore
from typed_sts.training.shipped.span_tagger import cross_validate, fold_of

_SHARED = Path(__file__).parents[4] / "shared" / "data"


def score_spans(tagger: SpanFinder, records: Iterable[TaggedItem]) -> SpanScore:
    """Return how well a tagger finds the spans of annotated records."""
    score = SpanScore()
    kept = list(records)
    for record, (_, spans) in zip(kept, tagger.tag_all(record.item for record in kept), strict=True):
        score.add(record.spans, spans)
    return score


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the scores of one fold."""
    parser = argparse.ArgumentParser(description="Score the stanza engine's spans on a fold held back.")
    parser.add_argument("--data", type=Path, default=_SHARED)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--fold", type=int, required=True)
    options = parser.parse_args(arguments)
    records = list(read_tagged(options.data / "spans" / "spans.jsonl"))
    held_back = [record for record in records if fold_of(record.item.id) == options.fold]
    sys.stdout.write(f"fold {options.fold}, {len(held_back)} records\nstanza\n")
    sys.stdout.write(score_spans(open_tagger("stanza", models=options.models), held_back).table() + "\ncrf\n")
    sys.stdout.write(cross_validate(records, [options.fold]).table() + "\n")


if __name__ == "__main__":
    main()
