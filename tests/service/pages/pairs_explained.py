"""Pairs of the sample as the real model explains them, and explanations made up by hypothesis."""

from functools import cache

from hypothesis import strategies as st

from typed_sts import TypedSimilarity
from typed_sts.domain.explanation import Reason, TypeReasons, Why
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import SharedThing, Statement
from typed_sts.domain.types import SIMILARITY_TYPES, SimilarityType
from typed_sts.messages.wording import say
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.saying.say import UNSAID
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

PAIRS = (
    ("turner-trafalgar", "devis-death-of-nelson"),
    ("augustus-meroe", "augustus-aureus"),
    ("abbott-nelson", "nelson-coat"),
    ("great-fire-painting", "pepys-diary"),
    ("hogarth-gin-lane", "longhi-rhinoceros"),
    ("lewis-chessmen-bm", "lewis-chessmen-nms"),
    ("shakespeare-chandos", "shakespeare-first-folio"),
    ("lydian-stater", "athens-owl"),
    ("nadar-sarah-bernhardt", "mucha-gismonda"),
    ("canaletto-regatta", "barbari-venice"),
    ("van-gogh-sunflowers-london", "van-gogh-zonnebloemen"),
    ("rembrandt-night-watch", "lundens-night-watch"),
)
"""Pairs of every sort: much alike, little, undated, BC, dated with one end, in two languages."""


@cache
def similarity() -> TypedSimilarity:
    return TypedSimilarity.load()


@cache
def items() -> dict[str, Item]:
    return {item.id: item for item in read_items(SAMPLE_ITEMS)}


@cache
def explained(a: str, b: str, language: str = "en") -> Why:
    return similarity().why(items()[f"/sample/{a}"], items()[f"/sample/{b}"], language=language)


def mirrored(why: Why) -> Why:
    """Return what is made of the same pair asked the other way round."""

    def turned(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
        return tuple(Evidence(each.b, each.a) for each in evidence)

    def statement(told: Statement) -> Statement:
        things = tuple(SharedThing(t.kind, t.concept, (t.names[1], t.names[0])) for t in told.things)
        return Statement(told.type, told.relation, things, told.rarity, told.sure, told.text, turned(told.evidence))

    types = tuple(
        TypeReasons(
            kind.type,
            kind.score,
            kind.stated,
            kind.summary,
            kind.baseline,
            kind.estimate,
            tuple(Reason(r.group, r.points, r.relation, r.values, r.text, turned(r.evidence)) for r in kind.reasons),
            tuple(map(statement, kind.statements)),
        )
        for kind in why.types
    )
    told = tuple(map(statement, why.statements))
    return Why(why.b, why.a, types, why.model, why.version, why.sentence, told, why.language)


SPANS = st.builds(
    lambda field, start, text: Span(field, 0, start, start + len(text), text),
    st.sampled_from(["dcTitle", "dcCreator", "dcDate", "dcDescription"]),
    st.integers(0, 40),
    st.sampled_from(["Turner", "1805", "before 1632", "Nelson, Horatio", "coin"]),
)
EVIDENCE = st.one_of(
    st.builds(Evidence, SPANS, SPANS), st.builds(Evidence, SPANS, st.none()), st.builds(Evidence, st.none(), SPANS)
)


@st.composite
def _statement(draw: st.DrawFn, name: str) -> Statement:
    names = draw(st.tuples(st.sampled_from(["Paris", "PARIS", "coin"]), st.sampled_from(["Paris", "France", "coin"])))
    kind = draw(st.sampled_from(["place", "words", "kind", "series", "date"]))
    text = draw(st.sampled_from([f"Both name {names[0]}", f"{names[0]} and {names[1]}", "Said in other words"]))
    relation = draw(st.sampled_from(["same", "near", "overlaps"]))
    found = tuple(draw(st.lists(st.builds(Evidence, SPANS, SPANS), min_size=1, max_size=2)))
    return Statement(name, relation, (SharedThing(kind, "", names),), 1.0, 0.9, f"{text} ({name})", found)


@st.composite
def _type(draw: st.DrawFn, row: SimilarityType) -> TypeReasons:
    stated = draw(st.sampled_from(["both", "one", "none"]))
    told = tuple(draw(st.lists(_statement(row.name), max_size=2))) if stated == "both" else ()
    relation = str(draw(st.sampled_from(Relation)))
    text = draw(
        st.sampled_from(["different makers: Turner / Holm", "dated otherwise", "only one record names a maker"])
    )
    reason = Reason(row.groups[0], 0.3, relation, (), text, tuple(draw(st.lists(EVIDENCE, max_size=2))))
    summary = ". ".join(each.text for each in told) or draw(st.sampled_from([text, say(UNSAID)]))
    score = None if stated == "none" else draw(st.floats(0, 5))
    return TypeReasons(row.name, score, stated, summary, 1.0, 1.3, (reason,), told)


@st.composite
def whys(draw: st.DrawFn) -> Why:
    types = tuple(draw(_type(row)) for row in SIMILARITY_TYPES)
    told = [each for kind in types[1:] for each in kind.statements]
    said = tuple(told[: draw(st.integers(0, 3))])
    return Why("a", "b", types, "m", "v", " ".join(f"{each.text}." for each in said), said)
