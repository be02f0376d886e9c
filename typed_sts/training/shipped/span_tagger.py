"""Trains the span tagger and measures it: `python -m typed_sts.training.shipped.span_tagger SPANS [--cross-validate]`.

Without an option the model in the package is made again from the annotated records, byte for byte. Folds follow from
the record's id alone, so everybody's cross-validation is the same.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import orjson
import pycrfsuite
import typer

from typed_sts.reading.tagging import span_tagger
from typed_sts.reading.tagging.annotated import Place, TaggedItem, read_tagged, tags_of, tokenise
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.metrics import SpanScore
from typed_sts.reading.tagging.span_tagger import FORMAT, MODEL, SETTINGS, SpanTagger, makers_for
from typed_sts.reading.tagging.token_attributes import WordAttributes, attributes_of, maker_words
from typed_sts_fetch.formats.write import write_bytes

FOLDS = 5
SETTINGS_OF_TRAINING = {"c1": 0.05, "c2": 0.2, "max_iterations": 100, "feature.possible_transitions": True}
BIAS = {"EVENT": 0.6, "GROUP": 0.2}

UNSETTLED = frozenset({"wearing"})
"""Words that two of twelve batches of annotations always mark and the others never: no text tells, so not learned."""

SPANS = Path("../shared/data/spans/spans.jsonl")
DATA = Path(span_tagger.__file__).parent / "data"


def fold_of(identifier: str) -> int:
    """Return the fold of a record, which follows from its id alone."""
    return int(hashlib.sha256(identifier.encode()).hexdigest(), 16) % FOLDS


def train(records: Sequence[TaggedItem], folder: Path) -> None:
    """Train a tagger on annotated records and write its two files into a folder."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=SETTINGS_OF_TRAINING, verbose=False)
    make = WordAttributes(lexicons())
    digest = hashlib.sha256()
    for record in records:
        digest.update(orjson.dumps((record.item.id, list(_values(record)))))
        makers = maker_words(record.item.dcCreator, record.item.dcDescription)
        for field, text, places in _values(record):
            tokens = tokenise(text)
            if tokens:
                words = [word for word, _, _ in tokens]
                trainer.append(attributes_of(make, field, words, makers_for(field, makers)), tags_of(tokens, places))
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / MODEL
        trainer.train(str(path))
        model = path.read_bytes()
    write_bytes(folder / MODEL, model)
    settings = {
        "format": FORMAT,
        "model_sha256": hashlib.sha256(model).hexdigest(),
        "bias": BIAS,
        "training": SETTINGS_OF_TRAINING,
        "records": len(records),
        "records_sha256": digest.hexdigest(),
    }
    write_bytes(folder / SETTINGS, json.dumps(settings, indent=1).encode() + b"\n")


def cross_validate(records: Sequence[TaggedItem], folds: Iterable[int] = range(FOLDS)) -> SpanScore:
    """Return the score over these folds, each tagged by a model trained on the records outside it."""
    score = SpanScore()
    for fold in folds:
        with tempfile.TemporaryDirectory() as folder:
            train([record for record in records if fold_of(record.item.id) != fold], Path(folder))
            add_scores(score, SpanTagger.load(Path(folder)), [r for r in records if fold_of(r.item.id) == fold])
    return score


def add_scores(score: SpanScore, tagger: SpanTagger, records: Iterable[TaggedItem]) -> None:
    """Tag records and add how well that went."""
    for record in records:
        score.add(record.spans, tagger.tag(record.item))


def _values(record: TaggedItem) -> Iterable[tuple[str, str, list[Place]]]:
    places: dict[tuple[str, int], list[Place]] = {}
    for tagged in record.spans:
        span = tagged.span
        if span.text.lower() not in UNSETTLED:
            places.setdefault((span.field, span.value), []).append((span.start, span.end, tagged.label))
    for field in span_tagger.TAGGED_FIELDS:
        for value, text in enumerate(getattr(record.item, field)):
            yield field, text, places.get((field, value), [])


def main(
    spans: Annotated[Path, typer.Argument(help="Annotated records.")] = SPANS,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the model.")] = DATA,
    cross: Annotated[bool, typer.Option("--cross-validate", help="Print five-fold scores instead.")] = False,
) -> None:
    """Train the span tagger, or measure how well such training does."""
    records = list(read_tagged(spans))
    if cross:
        typer.echo(cross_validate(records).table())
    else:
        train(records, output)
        typer.echo(f"{len(records)} records; model in {output}", err=True)


if __name__ == "__main__":
    typer.run(main)
