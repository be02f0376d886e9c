"""Short records in ten languages, each with a sentence of what must hold: what is one thing, and what is nothing.

`cases.tsv` has one case a row. A record is `field: text | field: text`; what its claim speaks of stands in braces,
which are taken out before it is read. The claims:

same LABEL    both records name one thing of that label, in the words in braces
within LABEL  what one of them names there is in what the other does, or is the same
other LABEL   what they name there is not the same, and not perhaps the same
is LABEL      the words in braces have that label
not LABEL     they do not
unmarked      they have no label at all
no LABEL      nothing in the record has that label
date YEAR     the record dates its item to that year
undated       it dates it to none
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from typed_sts.domain.labels import KIND_OF_LABEL
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.features.parsed_entities import Thing, compare_things, things_of
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item

CASES = Path(__file__).with_name("cases.tsv")
RIGHT = 0.95
MOST = 0.7
FIELDS = {
    "title": "dcTitle",
    "creator": "dcCreator",
    "description": "dcDescription",
    "date": "dcDate",
    "source": "dcSource",
    "place": "dctermsSpatial",
}
LANGUAGES = set("en de fr nl es it pt sv pl la".split())


@dataclass(frozen=True)
class Record:
    """An item, and where in which field the words stand that the claim speaks of."""

    item: Item
    field: str
    start: int
    end: int

    def speaks_of(self, mention: Span) -> bool:
        """Return whether a mention has any of the words in braces."""
        return mention.field == self.field and mention.start < self.end and self.start < mention.end


@dataclass(frozen=True)
class Case:
    """A claim about one record or two."""

    topic: str
    languages: str
    claim: str
    records: tuple[Record, ...]
    told: str
    sentence: str


def record(name: str, text: str) -> Record:
    """Return the record that a cell of the table tells."""
    values: dict[str, str] = {}
    marked = ("", 0, 0)
    for part in text.split(" | "):
        short, value = part.split(": ", 1)
        if "{" in value:
            marked = (FIELDS[short], value.index("{"), value.index("}") - 1)
        values[FIELDS[short]] = value.replace("{", "").replace("}", "")
    return Record(Item(id=name, **{field: (value,) for field, value in values.items()}), *marked)  # type: ignore[arg-type]


@cache
def cases() -> tuple[Case, ...]:
    """Return the cases of the table."""
    with CASES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(
        Case(
            row["topic"],
            row["languages"],
            row["claim"],
            tuple(record(f"/{place}/{side}", row[side]) for side in ("record", "other") if row[side]),
            " // ".join(filter(None, (row["record"], row["other"]))),
            row["what must hold"],
        )
        for place, row in enumerate(rows, start=2)
    )


@cache
def documents() -> dict[str, Document]:
    """Return every record of the table, read once."""
    items = [one.item for case in cases() for one in case.records]
    return {document.id: document for document in Reader().read_all(items)}


def named(one: Record, kind: str) -> Iterator[Thing]:
    """Yield the things of a kind that the words in braces name."""
    for thing in things_of(documents()[one.item.id])[kind]:
        if any(one.speaks_of(mention) for mention in thing.mentions):
            yield thing


def relations(case: Case, label: str) -> set[Relation]:
    """Return how what the two records name relates."""
    left, right = case.records
    kind = KIND_OF_LABEL[label]
    return {
        compare_things(kind, one.value, other.value).relation
        for one in named(left, kind)
        for other in named(right, kind)
    }


def holds(case: Case) -> bool:
    """Return whether what the case claims is so."""
    claim, _, said = case.claim.partition(" ")
    document = documents()[case.records[0].item.id]
    labels = {one.label for one in document.entities if case.records[0].speaks_of(one.mention)}
    match claim:
        case "same":
            return Relation.SAME in relations(case, said)
        case "within":
            return bool(relations(case, said) & {Relation.SAME, Relation.WITHIN})
        case "other":
            return not relations(case, said) & {Relation.SAME, Relation.PERHAPS}
        case "is":
            return said in labels
        case "not":
            return said not in labels
        case "unmarked":
            return not labels
        case "no":
            return not document.labelled(said)
        case "date":
            return document.span_of_years() == (int(said), int(said))
        case "undated":
            return document.span_of_years() is None
    raise ValueError(f"no such claim: {case.claim}")


def shown(case: Case) -> str:
    """Return a case that does not hold, and what was read."""
    lines = [f"[{case.topic} {case.languages}] {case.claim}: {case.sentence}", f"    {case.told}"]
    for one in case.records:
        document = documents()[one.item.id]
        said = [f"{each.label} {each.mention.text!r} = {each.key}" for each in document.entities]
        lines.append(f"    {document.language}: {'; '.join(said) or 'no entity'}; years {document.span_of_years()}")
    return "\n".join(lines)


def test_nearly_all_cases_hold() -> None:
    wrong = [case for case in cases() if not holds(case)]
    sys.stdout.write("\n".join((*map(shown, wrong), f"{len(cases()) - len(wrong)} of {len(cases())} are right\n")))
    assert len(cases()) - len(wrong) >= RIGHT * len(cases())


@pytest.mark.parametrize("topic", sorted({case.topic for case in cases()}))
def test_most_cases_of_each_topic_hold(topic: str) -> None:
    own = [case for case in cases() if case.topic == topic]
    assert sum(map(holds, own)) >= MOST * len(own)


def test_the_cases_are_many_and_in_ten_languages() -> None:
    spoken = Counter(language for case in cases() for language in case.languages.split("/"))
    assert len(cases()) >= 150
    assert set(spoken) == LANGUAGES
    assert min(spoken.values()) >= 5
