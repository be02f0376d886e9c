"""Knowledge of a user's own: a table, or a vocabulary in SKOS as RDF/XML.

    id          kind    lang  name           from  to    lat    lon   within
    local:anna  artist  de    Anna Beispiel  1871  1932               geonames:2950159
    local:anna          pl    Anna Przykład

One row for each name. The first row of an id tells its kind, and its years, place and what contains it if they are
known; further rows of the id need only the language and the name. Every problem names its line.
"""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.errors import TypedStsError
from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.kinds import KINDS
from typed_sts.knowledge.skos import skos_concepts

COLUMNS = ("id", "kind", "lang", "name", "from", "to", "lat", "lon", "within")
MOST_BYTES = 200 << 20
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)?")
_YEAR = re.compile(r"-?[0-9]{1,5}", re.ASCII)
_SHOWN = 60


class BadKnowledge(TypedStsError):
    """A file of knowledge that is not as its columns say: each problem names file and line."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        more = len(self.problems) - 1
        return self.problems[0] + (f" (and {more} more like it)" if more else "")


def read_knowledge(path: Path) -> list[Concept]:
    """Return the concepts of a file: of a table, or of a vocabulary as RDF/XML."""
    content = _content(path)
    if content.lstrip()[:1] == b"<":
        found, problems = skos_concepts(content)
        problems = [f"{path}, {problem}" for problem in problems]
    else:
        found, problems = _table(path, content)
    if problems:
        raise BadKnowledge(*problems)
    if not found:
        raise BadKnowledge(f"{path} names nothing: a row for each name, below the columns {' '.join(COLUMNS)}")
    return found


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadKnowledge(f"{path} is larger than {MOST_BYTES >> 20} MB; name a part of it")
        return path.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise BadKnowledge(f"cannot read {path}: {error.strerror or error}") from error


def _table(path: Path, content: bytes) -> tuple[list[Concept], list[str]]:
    problems: list[str] = []
    rows: dict[str, list[str]] = {}
    names: dict[str, dict[Name, None]] = {}
    for number, line in enumerate(content.split(b"\n"), start=1):
        where = f"{path}, line {number}"
        try:
            cells = [cell.strip() for cell in line.decode("utf-8").split("\t")]
        except UnicodeDecodeError:
            problems.append(f"{where}: not UTF-8 text; convert the file first")
            continue
        if number == 1:
            if tuple(cells) != COLUMNS:
                raise BadKnowledge(f"{where}: the columns are {' '.join(COLUMNS)}, with TABs between them")
        elif any(cells):
            cells += [""] * (len(COLUMNS) - len(cells))
            wrong = list(_problems(cells, rows.get(cells[0])))
            problems.extend(f"{where}: {problem}" for problem in wrong)
            if not wrong:
                rows.setdefault(cells[0], cells)
                names.setdefault(cells[0], {})[Name(cells[3], cells[2])] = None
    return [_concept(row, tuple(names[id])) for id, row in rows.items()], problems


def _problems(cells: list[str], first: list[str] | None) -> Iterator[str]:
    """Yield what is wrong with a row; `first` is the first row of its id."""
    if len(cells) > len(COLUMNS):
        yield f"{len(cells)} cells, but there are {len(COLUMNS)} columns: {' '.join(COLUMNS)}"
        return
    id, kind, language, name, start, end, lat, lon, within = cells
    if not id or any(letter.isspace() for letter in id):
        yield f"the id is {_shown(id)}: it has to be there, without blanks"
    if not name:
        yield "the name is empty"
    elif len(name) > MOST_OF_NAME:
        yield f"the name has {len(name):,} characters; at most {MOST_OF_NAME} can be found in a text"
    if not kind and first is None:
        yield f"the first row of {_shown(id)} has to name its kind"
    if kind and kind not in KINDS:
        yield f"the kind is {_shown(kind)}; kinds are {', '.join(KINDS)}"
    if kind and first and first[1] != kind:
        yield f"{_shown(id)} has the kind {first[1]} above, not {kind}"
    if not _LANGUAGE.fullmatch(language):
        yield f"the language is {_shown(language)}; name it by its code (en, de, ...) or leave it empty"
    if any(year and not _YEAR.fullmatch(year) for year in (start, end)):
        yield f"the years are {_shown(start)} and {_shown(end)}; write whole numbers, those BC with a minus"
    elif start and end and int(start) > int(end):
        yield f"the first year is {start}, after the last, {end}"
    if bool(lat) != bool(lon):
        yield "lat and lon are given together, or not at all"
    elif lat and not (_degrees(lat, 90) and _degrees(lon, 180)):
        yield f"lat and lon are {_shown(lat)} and {_shown(lon)}; write degrees, such as 41.89 and 12.51"
    if any(letter.isspace() for letter in within):
        yield f"within is {_shown(within)}: an id, without blanks"


def _degrees(cell: str, most: int) -> bool:
    try:
        return -most <= float(cell) <= most
    except ValueError:
        return False


def _concept(row: list[str], names: tuple[Name, ...]) -> Concept:
    id, kind, _, _, start, end, lat, lon, within = row
    first, last = (int(year) if year else None for year in (start, end))
    return Concept(id, kind, names, first, last, (float(lat), float(lon)) if lat else None, within, 0)


def _shown(value: str) -> str:
    return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
