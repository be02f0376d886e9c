"""Links to concepts laid out for a person to judge: `python -m benchmarks.links RECORDS... --seed 1 --per-kind 34`.

Draws as many records from each file, reads them, and prints for each kind of entity, and for topics, links drawn by
the seed: the text around the mention, the record, and what the knowledge pack says of the concept. No two of them have
the same words and the same concept, so that what every record repeats counts once. No program judges. Ids that a
record states itself are left out. At the end stands how many entities of each kind are linked, by language.

Files are JSON lines of records, also gzipped; without any, those of TYPED_STS_SHARED/europe/records are read.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.reading.document import Document, Entity
from typed_sts.reading.reader import Reader
from typed_sts.reading.stated_ids import stated_id, value_id
from typed_sts.reading.topics import TOPIC
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

LABELS = ("MAKER", "PERSON", "PLACE", "EVENT", "GROUP", "CULTURE")
SHARED = Path(os.environ.get("TYPED_STS_SHARED", Path(__file__).parent.parent.parent / "shared" / "data"))
_AROUND, _TITLE, _NAMES, _LEAST = 60, 60, 3, 20


@dataclass(frozen=True)
class Link:
    """An entity of a record, and what the pack says it is."""

    entity: Entity
    document: Document
    concept: Concept

    @property
    def key(self) -> tuple[str, str]:
        """What is equal for links that need judging only once."""
        return self.entity.mention.text.casefold(), self.concept.id

    def lines(self) -> str:
        """Return the link as it is printed."""
        item, mention, concept = self.document.item, self.entity.mention, self.concept
        text = getattr(item, mention.field)[mention.value]
        before, after = text[max(0, mention.start - _AROUND) : mention.start], text[mention.end : mention.end + _AROUND]
        shown = " ".join(f"{before}[[{text[mention.start : mention.end]}]]{after}".split())
        title = " ".join(item.dcTitle[:1])[:_TITLE]
        within = known_concept(concept.within) if concept.within else None
        years = f" {_year(concept.first_year)}..{_year(concept.last_year)}" if _has_years(concept) else ""
        names = ", ".join(dict.fromkeys(name.text for name in concept.names[:_NAMES]))
        inside = f" within {within.names[0].text}" if within else ""
        record = f"{mention.field}  {self.document.language or '?'}  {item.provider}  {item.country}  {title}"
        return f"{shown}\n    {record}\n    {concept.id}  {concept.kind}  {names}{years}{inside}"


def _year(year: int | None) -> str:
    return "" if year is None else str(year)


def _has_years(concept: Concept) -> bool:
    return concept.first_year is not None or concept.last_year is not None


def drawn(files: Iterable[Path], per_file: int, random: Random) -> Iterator[Item]:
    """Yield as many records of each file, any of them as likely as any other."""
    for file in files:
        kept: list[Item] = []
        for number, item in enumerate(read_items(file)):
            if number < per_file:
                kept.append(item)
            elif (place := random.randrange(number + 1)) < per_file:
                kept[place] = item
        yield from kept


def entities_of(document: Document) -> Iterator[Entity]:
    """Yield the entities and topics of a document, without those for which the record itself states an id."""
    for entity in document.entities:
        if entity.label in LABELS and not stated_id(document.item, entity.mention, entity.label):
            yield entity
    for topic in document.topics:
        if not value_id(document.item, topic.mention.field, topic.mention.value):
            yield topic


def main(
    records: Annotated[list[Path] | None, typer.Argument(help="Files of records.")] = None,
    seed: Annotated[int, typer.Option(help="Which records and links are drawn.")] = 1,
    per_kind: Annotated[int, typer.Option(min=1, help="Links of each kind.")] = 34,
    per_file: Annotated[int, typer.Option(min=1, help="Records of each file.")] = 150,
) -> None:
    """Print links to judge, and how many entities have one."""
    random = Random(seed)
    files = records or sorted((SHARED / "europe" / "records").glob("*.jsonl.gz"))
    links: dict[str, dict[tuple[str, str], Link]] = {label: {} for label in (*LABELS, TOPIC)}
    linked: Counter[tuple[str, str]] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    for document in Reader().read_all(drawn(files, per_file, random)):
        for entity in entities_of(document):
            met[entity.label, document.language] += 1
            if concept := known_concept(entity.concept):
                linked[entity.label, document.language] += 1
                link = Link(entity, document, concept)
                links[entity.label].setdefault(link.key, link)
    for label, found in links.items():
        chosen = random.sample(sorted(found), min(per_kind, len(found)))
        typer.echo(f"== {label}: {len(chosen)} of {len(found)} distinct links")
        for number, key in enumerate(chosen, 1):
            typer.echo(f"{label[:2]}{number} {found[key].lines()}")
    typer.echo("== entities with a concept, of all of their kind, by language")
    for label in LABELS:
        languages = [language for kind, language in sorted(met) if kind == label]
        total, known = sum(met[label, one] for one in languages), sum(linked[label, one] for one in languages)
        shares = [f"{one or '?'} {linked[label, one] / met[label, one]:.0%}"
                  for one in languages if met[label, one] >= _LEAST]  # fmt: skip
        typer.echo(f"{label:<8} {known} of {total} ({known / max(total, 1):.0%}): {', '.join(shares)}")


if __name__ == "__main__":
    typer.run(main)
