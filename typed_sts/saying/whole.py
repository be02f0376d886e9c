"""What both items are part of, and the work of which both are versions: findings of their own, which come first.

"Shinagawa, from the series \"Fifty-three Stations\""    a series, in a title, in seven languages
"Graphite on paper. From: Gravesend Sketchbook"          a sketchbook, at the end of a description
dctermsIsPartOf                                          whatever the record says, but for departments of the holder
the same title by the same maker                         versions of one work
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from typed_sts.domain.message import Quoted, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import SERIES, VERSION, SharedThing
from typed_sts.explaining.finding import Side, shown
from typed_sts.explaining.name_evidence import matched
from typed_sts.reading.document import Document
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts.reading.entities.qualifiers import is_holder
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.headings import is_kind

_KINDS = (
    r"(?P<book>sketchbook|album|skizzenbuch|carnet|album|schetsboek|cuaderno|taccuino)"
    r"|series|portfolio|suite|set|cycle|serie|folge|mappe|zyklus|s[eé]rie|recueil|reeks|carpeta|cartella"
)
_LEAD = (
    r"(?:from|of|part of|plate \w+ (?:of|from)|in)\s(?:the\s|a\s)?"
    r"|aus\s(?:der|dem|einer|einem)\s|zur\s|de\s(?:la\s|l['’])|du\s|uit\s(?:de|het)\s|del\s|dalla\s|dal\s|dall['’]|della\s"
)
_SERIES = re.compile(
    rf"\b(?:{_LEAD})(?:{_KINDS})\b[\s:]*(?:(?:entitled|titled|called|of|mit dem titel|intitul[ée]e?|getiteld)\s)?"
    r"(?:[\"“”‘«„'](?P<quoted>[^\"“”’»“]{3,90})|(?P<plain>[^\W\d_a-zß-ÿ][^,;.()\[\]\"]{2,90}))",
    re.IGNORECASE,
)
_FROM = re.compile(r"(?:\A|[.;]\s)From:\s(?P<plain>[^\n]{3,120}?)(?:\s\[[^\]]*\])?\.?\Z")
_BOOK = re.compile(r"\b(?:sketchbook|album|skizzenbuch|carnet|schetsboek|cuaderno|taccuino)\b", re.IGNORECASE)
_OF_HOLDER = re.compile(
    r"collecti|collezion|colec|cole[cç]|sammlung|samling|fonds|ficha|departement|department|abteilung|archiv|europeana"
    r"|https?:|#|bibliot|museum|mus[eé]e|museo|museu|galler|galeri|собрани|музе|эрмитаж|галере|фонд|kolekcj|zbi[oó]r|sb[ií]rk"
    r"|kokoelma|gy[uű]jtem[eé]ny|zbirk|zb[ií]erk|συλλογ|privat|besitz|eigentum|propri[eé]t|particular",
    re.IGNORECASE,
)
_IS_PART_OF = "dctermsIsPartOf"
_LETTERS = re.compile(r"[^\W\d_]{3}")
SKETCHBOOK, ALBUM, PLAIN_SERIES = "sketchbook", "album", "series"
"""Kinds of wholes."""
_MOST_TEXT = 2_000
_MOST_FOUND = 4
_KIND_WORDS = 3
_TELLS = 4.5
"""The idf of a word from which on a name of one word is one."""


@dataclass(frozen=True, slots=True)
class _Part:
    name: str
    key: str
    kind: str
    span: Span

    @property
    def is_book(self) -> bool:
        return self.kind != PLAIN_SERIES


def series(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the series, sketchbook, portfolio or other whole that both items are part of."""
    theirs = {part.key: part for part in _parts(right)}
    for part in _parts(left):
        other = theirs.get(part.key)
        rarity = _rarity(part.key, left, right)
        if other is None or rarity < _TELLS:
            continue
        name = min(part.name, other.name)
        if part.is_book or other.is_book:
            text = message("From the same book: {name}", name=name)
        elif _IS_PART_OF in (part.span.field, other.span.field):
            text = message("Both part of: {name}", name=name)
        else:
            text = message("From the same series: {name}", name=name)
        yield Candidate(
            type="general",
            relation=str(Relation.SAME),
            text=text,
            things=(SharedThing(SERIES, "", (part.name, other.name)),),
            sure=0.95,
            evidence=(Evidence(part.span, other.span),),
            weight=1.3,
            rarity=rarity,
            least=2.0,
        )
        return


def wholes(side: Side) -> dict[str, str]:
    """Return what an item is part of: by its name in normal form, whether that is a sketchbook, album or series."""
    return {part.key: part.kind for part in _parts(side) if _rarity(part.key, side, side) >= _TELLS}


def _parts(side: Side) -> list[_Part]:
    item = side.document.item
    found: list[_Part] = []
    for field in ("dcTitle", "dcDescription", "dcSubject"):
        for number, value in enumerate(getattr(item, field)[:20]):
            text = value[:_MOST_TEXT]
            for match in (*_SERIES.finditer(text), *_FROM.finditer(text)):
                group = "quoted" if "quoted" in match.re.groupindex and match["quoted"] else "plain"
                name = " ".join(match[group].split()).strip(" .,;:'\"’”")
                span = Span(field, number, *match.span(group), match[group])
                found.append(_Part(shown(name), _key(name), _kind(match[0]), span))
    for number, value in enumerate(item.dctermsIsPartOf[:10]):
        if not _OF_HOLDER.search(value) and len(value) <= 120 and not _is_holder(value, side):
            span = Span(_IS_PART_OF, number, 0, len(value), value)
            found.append(_Part(shown(value), _key(value), _kind(value), span))
    return [part for part in found if _LETTERS.search(part.key)][:_MOST_FOUND]


def _is_holder(value: str, side: Side) -> bool:
    """Say whether what an item is part of is its holder, under a longer or shorter name."""
    own, holder = fold(value), fold(side.document.provider)
    return is_holder(value) or (bool(holder) and (own in holder or holder in own))


def _kind(text: str) -> str:
    found = _BOOK.search(text)
    return PLAIN_SERIES if found is None else ALBUM if found[0].lower() == ALBUM else SKETCHBOOK


def _key(name: str) -> str:
    words = re.findall(r"\w+", fold(name))
    return " ".join(words[1:] if words[:1] and words[0] in _ARTICLES and len(words) > 1 else words)


_ARTICLES = frozenset("the a an der die das le la les el los las il lo gli i de het".split())


def _rarity(key: str, left: Side, right: Side) -> float:
    """Return how rare a name is by its rarest word in the records' text."""
    return max((max(left.idf(word), right.idf(word)) for word in _terms(key, left)), default=0.0)


def _terms(key: str, side: Side) -> Iterator[str]:
    """Yield the terms of the record whose words stand in a name."""
    words = set(key.split())
    for own in side.document.words:
        for term, start, end in zip(own.terms, own.starts, own.ends, strict=True):
            if fold(getattr(side.document.item, own.field)[own.value][start:end]) in words:
                yield term


def versions(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield that both have the same telling title, by the same maker where both name one."""
    ours, theirs = _title_of(left.document), _title_of(right.document)
    if not ours or not theirs or title_key(left.document) != title_key(right.document):
        return
    rarities = sorted((max(left.idf(t), right.idf(t)) for t in _terms(_key(ours.text), left)), reverse=True)[:3]
    rarity = sum(rarities)
    makers = [pairing.match.relation for pairing in matched(left, right, "maker")]
    by_one = Relation.SAME in makers
    tells = rarity >= 2 * _TELLS or max(rarities, default=0.0) >= _TELLS or (by_one and rarity >= _TELLS)
    if not by_one and left.things["maker"] and right.things["maker"]:
        rarity /= 2  # a subject that many take
    title = Quoted(shown(min(ours.text, theirs.text)))
    words = "The same title by the same maker: {title}" if by_one else "The same title: {title}"
    text = message(words, title=title)
    kind = VERSION if by_one else "title"
    has_maker = bool(left.things["maker"] or right.things["maker"])
    says_kind = is_kind(ours.text, left.document.language) or (not has_maker and len(ours.text.split()) <= _KIND_WORDS)
    if not by_one and says_kind:
        text = message(
            "Of the same kind: {name}", name=shown(ours.text).lower() if ours.text.isupper() else shown(ours.text)
        )
        kind = "kind"  # of things without a maker a short title says what they are
    yield Candidate(
        type="subject",
        relation=str(Relation.SAME),
        text=text,
        things=(SharedThing(kind, "", (ours.text, theirs.text)),),
        sure=0.95,
        evidence=(Evidence(ours, theirs),),
        weight=1.2 if by_one else 0.8,
        rarity=min(rarity, 8.0),
        trivial=not tells or is_kind(ours.text, left.document.language),
    )


def title_key(document: Document) -> str:
    """Return a title in normal form, equal for versions of one work; "" for a record without."""
    title = _title_of(document)
    return fold(title.text).strip(" .") if title else ""


def _title_of(document: Document) -> Span | None:
    for number, text in enumerate(document.item.dcTitle):
        if not is_no_value("dcTitle", text) and len(text) <= 300:
            return Span("dcTitle", number, 0, len(text), text)
    return None
