"""Trains the span tagger and measures it: `python -m typed_sts.training.shipped.span_tagger DATA [--by-source]`.

DATA is the folder with spans/ (records of the home museums) and europe/spans/ (records of others, in nine languages).
Without an option the field and the net in the package are made again. With `--by-source` whole sources are left out
in turn, and one table shows the field alone beside field and net, by language and by label; with `--cross-validate`
folds of the home records follow from the record's id alone, so that everybody's are the same.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import orjson
import pycrfsuite
import typer

from typed_sts.domain.labels import LABELS
from typed_sts.reading.language import languages_of_values
from typed_sts.reading.tagging import span_tagger
from typed_sts.reading.tagging.annotated import OUTSIDE, Place, TaggedItem, read_tagged, tags_of, tokenise
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.metrics import SpanScore
from typed_sts.reading.tagging.span_tagger import FORMAT, MODEL, NET, SETTINGS, SpanTagger, makers_for, marks_of
from typed_sts.reading.tagging.token_attributes import WordAttributes, attributes_of, field_letter, maker_words
from typed_sts.reading.tagging.word_net import NetText, NetWeights, to_bytes
from typed_sts.training.shipped.word_net import EPOCHS, examples_of, train_net
from typed_sts_fetch.formats.write import write_bytes

FOLDS = 5
SETTINGS_OF_TRAINING = {
    "c1": 0.2,
    "c2": 0.2,
    "max_iterations": 100,
    "feature.minfreq": 2,
    "feature.possible_transitions": True,
}
BIAS = {"EVENT": 0.6, "GROUP": 0.2}
BIAS_WITH_NET = {"EVENT": 1.2, "GROUP": 0.8, "PERSON": 0.7, "PLACE": 0.4, "CULTURE": 0.5}
SHARE_OF_NET = 1.4
TAGS = (OUTSIDE, *(part + label for label in LABELS for part in ("B-", "I-")))

UNSETTLED = frozenset({"wearing"})
"""Words that two of twelve batches of annotations always mark and the others never: no text tells, so not learned."""

DATA = Path("../shared/data")
MODELS = Path(span_tagger.__file__).parent / "data"
HOME, ABROAD = Path("spans/spans.jsonl"), Path("europe/spans/spans.jsonl")
LEFT_OUT_TOGETHER = (
    ("europeana1914-1918-stories",),
    ("tel-reading-europe-orig", "tel-reading-europe-en"),
    ("nationalmuseum-sweden", "mimo-instruments", "walters-american"),
    ("amsterdam-museum", "museum-bronbeek", "dallas-museum-of-art", "schoenberg-manuscripts"),
    ("brazil-tainacan-crosswalk", "beatriz-gonzalez-co", "npg-smithsonian", "joconde-wikidata-france",
     "national-museum-wildlife-art", "europeana-edm-fixtures", "fsu-admiral-leigh"),
    ("mia",),
    ("teenie", "ima"),
    ("tate", "cmoa", "2022304", "09405b"),
)  # fmt: skip
"""Sources of annotated records; those in one row are left out at once."""


def annotated(data: Path) -> list[TaggedItem]:
    """Return all annotated records, each with its source; those of the home museums are in English."""
    home = (
        TaggedItem(found.item, found.spans, found.item.id.strip("/").split("/")[0], "en")
        for found in read_tagged(data / HOME)
    )
    return [*home, *read_tagged(data / ABROAD)]


def fold_of(identifier: str) -> int:
    """Return the fold of a record, which follows from its id alone."""
    return int(hashlib.sha256(identifier.encode()).hexdigest(), 16) % FOLDS


@dataclass(frozen=True, slots=True)
class _Text:
    field: str
    net: NetText
    tags: list[str]


def _texts(records: Iterable[TaggedItem]) -> Iterator[_Text]:
    for record in records:
        makers = maker_words(record.item.dcCreator, record.item.dcDescription)
        languages = languages_of_values(record.item)
        for field, value, text, places in _values(record):
            if tokens := tokenise(text):
                letter = field_letter(field)
                marked = marks_of(text, tokens, letter, languages[field, value], makers_for(field, makers))
                yield _Text(field, NetText(text, tokens, letter, marked), tags_of(tokens, places))


def train(records: Sequence[TaggedItem], folder: Path, *, net: bool = True, epochs: int = EPOCHS) -> None:
    """Train a tagger on annotated records and write its files into a folder."""
    texts = list(_texts(records))
    model = _train_field(texts)
    write_bytes(folder / MODEL, model)
    settings = {
        "format": FORMAT,
        "model_sha256": hashlib.sha256(model).hexdigest(),
        "bias": BIAS,
        "training": SETTINGS_OF_TRAINING,
        "records": len(records),
        "records_sha256": _digest(records),
    }
    if net:
        learned = to_bytes(_train_net(texts, epochs))
        write_bytes(folder / NET, learned)
        settings |= {
            "net_sha256": hashlib.sha256(learned).hexdigest(),
            "bias_with_net": BIAS_WITH_NET,
            "share_of_net": SHARE_OF_NET,
            "epochs": epochs,
        }
    write_bytes(folder / SETTINGS, json.dumps(settings, indent=1).encode() + b"\n")


def _train_field(texts: Iterable[_Text]) -> bytes:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=SETTINGS_OF_TRAINING, verbose=False)
    make = WordAttributes(lexicons())
    for text in texts:
        words = [word for word, _, _ in text.net.tokens]
        trainer.append(attributes_of(make, text.field, words, text.net.marks), text.tags)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / MODEL
        trainer.train(str(path))
        return path.read_bytes()


def _train_net(texts: Sequence[_Text], epochs: int) -> NetWeights:
    numbers = {tag: number for number, tag in enumerate(TAGS)}
    examples = examples_of([text.net for text in texts], [[numbers[tag] for tag in text.tags] for text in texts])
    return train_net(examples, TAGS, epochs=epochs, on_epoch=_say_epoch)


def _say_epoch(number: int, loss: float) -> None:
    typer.echo(f"epoch {number + 1}: loss {loss:.1f}", err=True)


def _digest(records: Iterable[TaggedItem]) -> str:
    digest = hashlib.sha256()
    for record in records:
        digest.update(orjson.dumps((record.item.id, [(f, t, p) for f, _, t, p in _values(record)])))
    return digest.hexdigest()


def cross_validate(
    records: Sequence[TaggedItem], folds: Iterable[int] = range(FOLDS), *, net: bool = False
) -> SpanScore:
    """Return the score over these folds, each tagged by a model trained on the records outside it."""
    score = SpanScore()
    for fold in folds:
        with tempfile.TemporaryDirectory() as folder:
            train([record for record in records if fold_of(record.item.id) != fold], Path(folder), net=net)
            inside = [record for record in records if fold_of(record.item.id) == fold]
            add_scores(score, SpanTagger.load(Path(folder), net=net), inside)
    return score


def leave_sources_out(
    records: Sequence[TaggedItem], folds: Iterable[Sequence[str]] = LEFT_OUT_TOGETHER
) -> dict[str, dict[str, SpanScore]]:
    """Return scores of the field alone and of field and net on sources neither has seen: by engine and by group.

    Groups are "all", "abroad" (not of the home museums), the languages and the sources.
    """
    scores: dict[str, dict[str, SpanScore]] = {"crf": {}, "multilingual": {}}
    home = {source for row in LEFT_OUT_TOGETHER[-3:] for source in row}
    for sources in folds:
        with tempfile.TemporaryDirectory() as folder:
            train([record for record in records if record.source not in sources], Path(folder))
            for engine, found in scores.items():
                tagger = SpanTagger.load(Path(folder), net=engine == "multilingual")
                for record in (record for record in records if record.source in sources):
                    marked = tagger.tag(record.item)
                    where = () if record.source in home else ("abroad", f"abroad, {record.language}")
                    for group in ("all", *where, f"source {record.source}"):
                        found.setdefault(group, SpanScore()).add(record.spans, marked)
    return scores


def side_by_side(scores: Mapping[str, Mapping[str, SpanScore]]) -> list[str]:
    """Return the lines of a table: for each group and label F1 of every engine."""
    heads = " ".join(f"{label.lower():>11}" for label in ("all labels", *LABELS))
    lines = [f"{'F1: ' + ', '.join(scores):<36}{heads}"]
    for group in sorted(next(iter(scores.values()))):
        tallies = [[found[group].over_all(), *map(found[group].of, LABELS)] for found in scores.values()]
        cells = (" ".join(f"{tally.f1:5.3f}" for tally in column) for column in zip(*tallies, strict=True))
        lines.append(f"{group:<36}" + " ".join(f"{cell:>11}" for cell in cells))
    return lines


def add_scores(score: SpanScore, tagger: SpanTagger, records: Iterable[TaggedItem]) -> None:
    """Tag records and add how well that went."""
    for record in records:
        score.add(record.spans, tagger.tag(record.item))


def _values(record: TaggedItem) -> Iterable[tuple[str, int, str, list[Place]]]:
    places: dict[tuple[str, int], list[Place]] = {}
    for tagged in record.spans:
        span = tagged.span
        if span.text.lower() not in UNSETTLED:
            places.setdefault((span.field, span.value), []).append((span.start, span.end, tagged.label))
    for field in span_tagger.TAGGED_FIELDS:
        for value, text in enumerate(getattr(record.item, field)):
            yield field, value, text, places.get((field, value), [])


def main(
    data: Annotated[Path, typer.Argument(help="Folder with spans/ and europe/spans/.")] = DATA,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the model.")] = MODELS,
    cross: Annotated[bool, typer.Option("--cross-validate", help="Print five-fold scores of home records.")] = False,
    by_source: Annotated[bool, typer.Option("--by-source", help="Print scores with whole sources left out.")] = False,
) -> None:
    """Train the span tagger, or measure how well such training does."""
    records = annotated(data)
    if by_source:
        typer.echo("\n".join(side_by_side(leave_sources_out(records))))
    elif cross:
        typer.echo(cross_validate(records, net=True).table())
    else:
        train(records, output)
        typer.echo(f"{len(records)} records; model in {output}", err=True)


if __name__ == "__main__":
    typer.run(main)
