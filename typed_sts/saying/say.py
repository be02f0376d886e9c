"""Say why two records are related: a sentence, a line for each type, and the statements behind them.

    why                everything: scores, points, reasons, statements
    said_of_related    the sentence under a related item alone, without the cost of points

The line of a type says what both records share in it; failing that, that they differ, or that only one says anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.explanation import Reason, TypeReasons, Why, WhyOfPart
from typed_sts.domain.groups import CUT
from typed_sts.domain.limits import unread
from typed_sts.domain.message import Message, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.scores import TypeScore
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import GENERAL, SIMILARITY_TYPES, SimilarityType
from typed_sts.explaining.explain import Explained, TypePoints, explain, order_of, sides_of
from typed_sts.explaining.finding import NEITHER, Finding, Side
from typed_sts.features.profiles import Profiles
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.messages.wording import say
from typed_sts.reading.document import Document
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.choosing import PLAIN, Scores, Taste, chosen, line, value
from typed_sts.saying.edited import LEFT_OUT, Edit, edit_of, edited_finding
from typed_sts.saying.shared import shared
from typed_sts.scoring.scorer import NamedModel

UNSAID = message("no reason given")
"""Where nothing is said of a type: that there is nothing would be more than is known, for it is read from texts."""
_READ = ("people", "location", "event")
_ONE_SIDED = {row.name: message(row.one_sided) for row in SIMILARITY_TYPES}


def why(
    scorer: NamedModel,
    left: Document,
    right: Document,
    profiles: Profiles | None = None,
    *,
    short: bool = False,
    language: str = ENGLISH,
    taste: Taste = PLAIN,
) -> Why:
    """Return why two records are related, in a language; with `short` a line says one thing at most."""
    edit = edit_of(left.item, right.item, language)
    found = explain(scorer, left, right, profiles)
    found = replace(found, found={group: edited_finding(what, edit) for group, what in found.found.items()})
    candidates = shared(*found.sides)
    if found.mirrored:
        candidates = [candidate.mirrored() for candidate in candidates]
    scores = {entry.type: entry.score if entry.stated == "both" else None for entry in found.types}
    picked = chosen(candidates, scores, taste)
    types = tuple(_type(entry, found, candidates, picked, scores, short, language, edit) for entry in found.types)
    told = _instead(said(picked, language), edit)
    answer = Why(left.id, right.id, types, scorer.name, scorer.version, told.sentence, told.statements, language)
    if left_out := tuple(f"{d.id}, {say(part.told(), language)}" for d in (left, right) for part in unread(d.item)):
        return WhyOfPart(
            answer.a,
            answer.b,
            answer.types,
            answer.model,
            answer.version,
            answer.sentence,
            answer.statements,
            answer.language,
            left_out,
        )
    return answer


@dataclass(frozen=True, slots=True)
class Said:
    """Statements, and the sentences they are in."""

    statements: tuple[Statement, ...] = ()
    sentences: tuple[str, ...] = ()
    telling: tuple[float, ...] = ()
    """How much each of the statements is worth saying."""

    @property
    def sentence(self) -> str:
        """Return the sentences one after the other."""
        return " ".join(self.sentences)


def said_of_related(
    left: Document,
    right: Document,
    profiles: Profiles,
    scores: Sequence[TypeScore],
    *,
    language: str = ENGLISH,
    taste: Taste = PLAIN,
    also: bool = True,
) -> Said:
    """Return what is said under an item that is related to another, of which the scores are known.

    `profiles` are those of left and right, two rows in this order. Without `also` both items are spoken of ("Both by"),
    not the second as one more ("Also by").
    """
    documents = (left, right)
    candidates = shared(*sides_of(documents, profiles))
    if order_of(documents) == (1, 0):
        candidates = [candidate.mirrored() for candidate in candidates]
    known: Scores = {entry.type: entry.score if entry.stated == "both" else None for entry in scores}
    return _instead(
        said(chosen(candidates, known, taste), language, also=also), edit_of(left.item, right.item, language)
    )


def _instead(told: Said, edit: Edit) -> Said:
    """Return what is said with the sentence of an editor, where there is one."""
    return told if edit.sentence is None else replace(told, sentences=(edit.sentence,) if edit.sentence else ())


def said(candidates: Sequence[Candidate], language: str, *, also: bool = False) -> Said:
    """Return candidates as statements and as sentences one after the other; with `also` as under a related item.

    A phrase is one sentence, and as many statements as there are things in it.
    """
    single = [each for candidate in candidates for each in candidate.parts or (candidate,)]
    texts = (candidate.also if also and candidate.also else candidate.text for candidate in candidates)
    return Said(
        tuple(_statement(each, language) for each in single),
        tuple(_closed(say(text, language)) for text in texts),
        tuple(map(value, single)),
    )


def _statement(candidate: Candidate, language: str) -> Statement:
    return Statement(
        candidate.type,
        candidate.relation,
        candidate.things,
        round(candidate.rarity, 4),
        round(candidate.sure, 4),
        say(candidate.text, language),
        candidate.evidence,
    )


def _closed(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _type(
    entry: TypePoints,
    found: Explained,
    candidates: Sequence[Candidate],
    picked: Sequence[Candidate],
    scores: Scores,
    short: bool,
    language: str,
    edit: Edit,
) -> TypeReasons:
    most = 1 if short else 3
    if entry.type == GENERAL:
        told = _instead(said(picked[:most], language), edit)
    else:
        told = said(line(candidates, entry.type, scores, most), language)
    reasons = [
        Reason(group, points, what.relation, what.values, say(what.text, language), what.evidence)
        for group, points in entry.points.items()
        for what in (found.found[group],)
    ]
    if entry.cut:
        reasons.append(Reason(CUT, entry.cut.points, "", (), say(entry.cut.text, language), ()))
    reasons.sort(key=lambda reason: -abs(reason.points))
    is_left_out = edit.leaves_out(entry.type) and entry.stated == "both"
    unsaid = LEFT_OUT if is_left_out else _unsaid(entry, found)
    summary = told.sentence or say(unsaid, language)
    return TypeReasons(
        entry.type, entry.score, entry.stated, summary, entry.baseline, entry.estimate, tuple(reasons), told.statements
    )


def _unsaid(entry: TypePoints, explained: Explained) -> Message:
    """Return the line of a type in which nothing is stated to be shared."""
    found, documents = explained.found, [side.document for side in explained.sides]
    row = next(row for row in SIMILARITY_TYPES if row.name == entry.type)
    what = found[row.groups[0]]
    if not any(document.words for document in documents):
        return NEITHER
    if entry.type in _READ:
        return UNSAID
    has_text = [bool(document.item.dcDescription) for document in documents]
    if entry.stated != "both" and entry.type == "description" and all(has_text):
        return UNSAID  # of one nothing is left but what its holder repeats, or an inscription
    if entry.stated != "both" and any(_may_tell(side, entry.type) for side in explained.sides):
        return UNSAID
    if entry.stated == "none":
        return NEITHER
    if entry.stated == "one":
        return _one_sided(row, found)
    if entry.type == "time" or (entry.type == "author" and what.relation in (Relation.DIFFERS, Relation.PERHAPS)):
        return what.text
    return UNSAID


def _may_tell(side: Side, name: str) -> bool:
    """Say whether a record in which no maker or no date was found has a text that may still tell one."""
    if name not in ("author", "time") or not side.document.item.dcDescription:
        return False
    return not side.things["maker"] if name == "author" else side.document.span_of_years() is None


def _one_sided(row: SimilarityType, found: Mapping[str, Finding]) -> Message:
    what = found[row.groups[0]]
    if row.name in ("author", "time") and what.tells_sides(short=False):
        return what.text
    return _ONE_SIDED[row.name]
