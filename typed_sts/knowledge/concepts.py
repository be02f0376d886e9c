"""The tables of the knowledge pack: concepts, each with its names, its years, where it is and what contains it.

    id       kind       lang  name     from  to  lat    lon    within  size
    europe   continent  en    Europe
    IT       country    en    Italy                            europe
    3169070  town             Rome               41.89  12.51  IT.07   2318895
    3169070                   Rhufain

A table is pack/NAME.tsv.gz: TAB-separated UTF-8 under a line with these columns, one row for each name. The first row
of a concept has its usual name; further names follow with the id alone. `from` and `to` are years, `within` is the id
of what contains the concept, `size` how many people live there or know it, where names alone are ambiguous. An empty
cell is not known. The concepts of a kind stand together, so that whoever needs a few kinds reads no further.
"""

import gzip
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

COLUMNS = ("id", "kind", "lang", "name", "from", "to", "lat", "lon", "within", "size")


class Name(NamedTuple):
    """A name and its language: "" for any, "abbr" for a code."""

    text: str
    lang: str


class Concept(NamedTuple):  # a dataclass takes three times as long to make, and there are many
    """Something that has names; the first of them is the usual one."""

    id: str
    kind: str
    names: tuple[Name, ...]
    first_year: int | None
    last_year: int | None
    point: tuple[float, float] | None
    """Latitude and longitude in degrees."""
    within: str
    size: int


def concepts(table: str, kinds: Iterable[str]) -> Iterator[Concept]:
    """Yield the concepts of these kinds from a table of the pack, in its order; reads no further than the last."""
    with (files(__package__) / "pack" / f"{table}.tsv.gz").open("rb") as packed:
        with gzip.open(packed, "rt", encoding="utf-8", newline="\n") as stream:
            yield from parse(stream, kinds)


def parse(lines: Iterable[str], kinds: Iterable[str]) -> Iterator[Concept]:
    """Yield the concepts of these kinds from the lines of a table."""
    rows = (line.rstrip("\n").split("\t") for line in lines)
    header = tuple(next(rows, ()))
    if header != COLUMNS:
        raise ValueError(f"the columns of a table are {' '.join(COLUMNS)}, not {' '.join(header)}")
    wanted = frozenset(kinds)
    met: set[str] = set()
    row: list[str] = []
    names: list[Name] = []
    for cells in rows:
        kind = cells[1]
        if not kind:
            names.append(Name(cells[3], cells[2]))
            continue
        if row and row[1] in wanted:
            yield _concept(row, names)
        if row and kind != row[1]:
            met.add(row[1])
            if wanted <= met:
                return
        row, names = cells, [Name(cells[3], cells[2])]
    if row and row[1] in wanted:
        yield _concept(row, names)


def _concept(row: list[str], names: list[Name]) -> Concept:
    key, kind, _, _, first, last, lat, lon, within, size = row
    return Concept(
        key,
        kind,
        tuple(names),
        int(first) if first else None,
        int(last) if last else None,
        (float(lat), float(lon)) if lat else None,
        within,
        int(size) if size else 0,
    )


def table_lines(found: Iterable[Concept]) -> Iterator[str]:
    """Yield the lines of a table with these concepts, kinds in the order they come in; `parse` undoes it."""
    yield "\t".join(COLUMNS) + "\n"
    for concept in found:
        usual, *others = concept.names
        lat, lon = (f"{degrees:g}" for degrees in concept.point) if concept.point else ("", "")
        years = ("" if year is None else str(year) for year in (concept.first_year, concept.last_year))
        cells = (concept.id, concept.kind, usual.lang, usual.text, *years, lat, lon, concept.within)
        yield "\t".join((*cells, str(concept.size or ""))) + "\n"
        for name in others:
            yield "\t".join((concept.id, "", name.lang, name.text, "", "", "", "", "", "")) + "\n"
