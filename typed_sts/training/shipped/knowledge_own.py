"""The tables of names that were written for this project (own/*.tsv), as drafts of concepts.

A draft is a concept to which names are still added; its id is that of a public source as soon as one says the same.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from typed_sts.errors import BadTrainingData
from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.folding import fold_word, key_of

FOLDER = Path(__file__).parent / "own"
LANGUAGES = ("en", "de", "fr", "nl", "es", "it", "pt", "sv", "pl", "la")
OWN_WEIGHT = 6.5
"""Beside it a town weighs log10 of its inhabitants, a figure of Iconclass 5, a word of a vocabulary 2.5."""

_KINDS = {
    "legendary": "mythical", "military": "person", "politician": "person", "pope": "person", "scientist": "person",
    "explorer": "person", "writer": "person", "composer": "person", "performer": "person", "philosopher": "person",
    "religious": "person", "revolution": "revolt", "uprising": "revolt", "ceremony": "event", "congress": "council",
    "massacre": "event", "flood": "disaster", "earthquake": "disaster", "epidemic": "disaster", "shipwreck": "disaster",
    "expedition": "voyage", "sport": "event", "city": "town", "historical": "region", "site": "place", "river": "water",
    "sea": "water", "type": "object",
}  # fmt: skip
_OTHER = {"persons": "person", "events": "event"}
_PREFIX = re.compile(r"([a-z]{2}):\s*+(.+)")


@dataclass(slots=True)
class Draft:
    """A concept in the making."""

    id: str
    kind: str
    names: dict[Name, None]
    """In order, the usual one first."""
    years: tuple[int | None, int | None] = (None, None)
    point: tuple[float, float] | None = None
    within: str = ""
    size: int = 0
    weight: float = OWN_WEIGHT
    row: str = ""
    """The name of the row of ours that it is from."""
    weak: set[Name] = field(default_factory=set)
    """Names that alone do not tell what they mean."""

    def add(self, names: Iterable[Name]) -> None:
        """Add names that are not there yet."""
        for name in names:
            self.names.setdefault(name)

    def english(self) -> list[str]:
        """Return the English names, folded."""
        return [key_of(name.text) for name in self.names if name.lang == "en"]

    def tidy(self) -> None:
        """Write names with single blanks."""
        clean = {name: Name(" ".join(name.text.split()), name.lang) for name in self.names}
        self.names = dict.fromkeys(clean.values())
        self.weak = {clean[name] for name in self.weak if name in clean}

    def done(self) -> Concept:
        """Return the concept."""
        return Concept(self.id, self.kind, tuple(self.names), *self.years, self.point, self.within, self.size)


def rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a table of ours by column."""
    path = FOLDER / f"{name}.tsv"
    if not path.is_file():
        raise BadTrainingData(f"{path} is not there")
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise BadTrainingData(f"{path}, line {number}: {len(cells)} cells, not {len(columns)}")
        yield dict(zip(columns, cells, strict=True))


def own_drafts() -> list[Draft]:
    """Return the drafts of all tables, each with an id of its own."""
    found: list[Draft] = []
    taken: set[str] = set()
    for table in ("figures", "persons", "makers", "events", "groups", "actions", "places", "cultures", "objects"):
        for row in rows(table):
            draft = _draft(table, row)
            slug = _slug(row.get("concept") or next(iter(draft.names)).text)
            names = (slug, f"{slug}-{draft.kind}", *(f"{slug}-{draft.kind}-{number}" for number in range(2, 99)))
            draft.id = "own:" + next(name for name in names if name not in taken)
            draft.row = draft.id.removeprefix("own:")
            taken.add(draft.row)
            found.append(draft)
    return found


def _draft(table: str, row: dict[str, str]) -> Draft:
    kind = row.get("kind", table.removesuffix("s"))
    if table == "makers":
        names = [Name(text, "") for column in ("name", "authority", "variants") for text in _texts(row[column])]
        return Draft("", "artist", dict.fromkeys(names), _years(row))
    kind = _OTHER.get(table, kind) if kind == "other" else _KINDS.get(kind, kind)
    names = [Name(text, code) for code in LANGUAGES for text in _texts(row.get(code, ""))]
    for text in _texts(row.get("other", "")):
        told = _PREFIX.fullmatch(text)
        names.append(Name(told[2], told[1]) if told else Name(text, ""))
    draft = Draft("", kind, dict.fromkeys(names), _years(row))
    if row.get("lat"):
        draft.point = float(row["lat"]), float(row["lon"])
    draft.within = row.get("within") or row.get("place", "")
    return draft


def _texts(cell: str) -> list[str]:
    return [text.strip() for text in cell.split("|") if text.strip()]


def _years(row: dict[str, str]) -> tuple[int | None, int | None]:
    first, last = row.get("from", ""), row.get("to", "")
    return int(first) if first else None, int(last) if last else None


def _slug(name: str) -> str:
    return "-".join(word for word in map(fold_word, re.findall(r"\w++", name)) if word)
