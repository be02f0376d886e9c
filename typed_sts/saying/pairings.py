"""What modules of candidates have in common: things of both records that match, put together into one candidate.

Only what is the same is said, and only where names tell: a concept, a given and a family name, a place the gazetteer
knows.
"""

from collections.abc import Callable, Iterator

from typed_sts.domain.message import Listing, Message, message
from typed_sts.domain.statement import SharedThing
from typed_sts.explaining.finding import Side
from typed_sts.explaining.name_evidence import Pairing, called
from typed_sts.saying.candidate import Candidate

BY_ID, BY_NAME, BY_FORM, DOUBTFUL = 0.98, 0.93, 0.82, 0.5
"""How sure things are the same: by their concept, a full name, the place where it stands, or a single word."""
LEAST_RARITY = 2.0
"""How rare a name is at least: in a collection of twenty records, or of one maker's work, every count is high."""
ABOUT = ("dcTitle", "dcSubject", "dctermsSpatial")
MOST = 3


def is_shown(pairing: Pairing) -> bool:
    """Say whether a title or subject of one of the records names somebody."""
    return any(mention.field in ABOUT for thing in (pairing.left, pairing.right) for mention in thing.mentions)


def is_of_maker(pairing: Pairing, left: Side, right: Side) -> bool:
    """Say whether a name holds that of a maker of both records: his studio, his widow."""
    own = set(pairing.left.key.replace(",", " ").split())
    families = [{word for thing in side.things["maker"] for word in thing.value.family} for side in (left, right)]
    return not own.isdisjoint(families[0] & families[1])


def together(
    type_name: str, pairings: list[Pairing], words: str, sure_of: Callable[[Pairing], float], weight: float
) -> Iterator[Candidate]:
    """Yield one candidate for the sure ones of several things, and one for each of the others."""
    sure = [pairing for pairing in pairings if sure_of(pairing) >= BY_FORM]
    sure = distinct_names(_without_parts(sure))[:MOST]
    if sure:
        text = message(words, names=Listing(tuple(pairing.called() for pairing in sure)))
        yield candidate_of(type_name, sure, text, sure=min(map(sure_of, sure)), weight=weight)


def distinct_names(pairings: list[Pairing]) -> list[Pairing]:
    """Leave out further names of one family: records write one person in several ways."""
    families = [getattr(pairing.left.value, "family", ()) or (pairing.left.key,) for pairing in pairings]
    return [pairing for n, pairing in enumerate(pairings) if families[n] not in families[:n]]


def _without_parts(pairings: list[Pairing]) -> list[Pairing]:
    """Leave out what is named as part of another: Nelson beside Horatio Nelson, Thames beside River Thames."""
    words = [set(pairing.left.key.replace(",", " ").split()) for pairing in pairings]
    return [p for p, own in zip(pairings, words, strict=True) if not any(own < other for other in words)]


def candidate_of(
    type_name: str,
    pairings: list[Pairing],
    text: Message,
    *,
    sure: float,
    weight: float,
    trivial: bool = False,
    part: str = "",
    relation: str = "",
    also: Message | None = None,
) -> Candidate:
    return Candidate(
        type=type_name,
        relation=relation or str(pairings[0].match.relation),
        text=text,
        things=tuple(_thing(pairing) for pairing in pairings),
        sure=sure,
        evidence=tuple(place for pairing in pairings for place in pairing.places()),
        weight=weight,
        rarity=max(0.0 if trivial else LEAST_RARITY, *(pairing.rarity for pairing in pairings)),
        trivial=trivial,
        part=part,
        also=also,
    )


def _thing(pairing: Pairing) -> SharedThing:
    names = called(pairing.left, "").text, called(pairing.right, "").text
    concept = pairing.left.concept if pairing.left.concept == pairing.right.concept else ""
    return SharedThing(pairing.left.kind, concept, names)


def sure_by_id(pairing: Pairing, otherwise: float) -> float:
    same_id = pairing.left.concept and pairing.left.concept == pairing.right.concept
    return BY_ID if same_id else otherwise
