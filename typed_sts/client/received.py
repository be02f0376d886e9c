"""What the service sends, as the values that the package itself answers with."""

from collections.abc import Sequence
from dataclasses import dataclass

from typed_sts.domain.explanation import More, Reason, Related, TypeReasons, Why, WhyOfPart
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.output.from_json import Found, evidence_of, statements_of
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.contract import Hit


@dataclass(frozen=True, slots=True)
class RelatedItems:
    """What is related to an item, the best first; `complete` is False where not everything had been read yet."""

    id: str
    related: tuple[Related, ...]
    model: str
    version: str
    language: str
    complete: bool = True


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Items found, the best first, from number `offset` on, of `total` in all."""

    hits: tuple[Hit, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class FailedPair:
    """A pair without scores, and why: a code for programs (no_such_item, too_slow), a message for people."""

    a: str
    b: str
    status: int
    code: str
    message: str


def why_of(found: Found) -> Why:
    """Return the reasons of a pair."""
    types = tuple(map(_type_reasons, found["types"]))
    said = (found["sentence"], statements_of(found["statements"]), found["language"])
    pair = (found["a"], found["b"], types, found["model"], found["version"], *said)
    return WhyOfPart(*pair, tuple(found["unread"])) if found.get("unread") else Why(*pair)


def related_of(found: Found) -> RelatedItems:
    """Return what is related to an item."""
    related = tuple(map(_related, found["related"]))
    complete = bool(found.get("complete", True))
    return RelatedItems(found["id"], related, found["model"], found["version"], found["language"], complete)


def results_of(found: Found) -> SearchResults:
    """Return what a search has found."""
    hits = tuple([Hit(item_from_dict(hit["item"]), hit["score"]) for hit in found["hits"]])
    return SearchResults(hits, found["total"], found["offset"])


def item_of(found: Found) -> Item:
    """Return a record."""
    return item_from_dict(found)


def pair_of(found: Found) -> PairScores | FailedPair:
    """Return the scores of a pair, or why there are none."""
    if "error" in found:
        error = found["error"]
        return FailedPair(found["a"], found["b"], error["status"], error["code"], error["message"])
    return PairScores(found["a"], found["b"], _scores(found["types"]), found["model"], found["version"])


def _related(found: Found) -> Related:
    more = found.get("more")
    return Related(
        item=item_from_dict(found["item"]),
        score=found["score"],
        types=_scores(found["types"]),
        best=found["best"],
        reason=found["reason"],
        statements=statements_of(found["statements"]),
        more=More(more["count"], tuple(more["ids"]), more["text"]) if more else None,
        pinned=found.get("pinned", False),
    )


def _scores(found: Sequence[Found]) -> tuple[TypeScore, ...]:
    return tuple(
        [TypeScore(one["type"], one["score"], one["estimate"], one["stated"], one.get("not_stated")) for one in found]
    )


def _type_reasons(found: Found) -> TypeReasons:
    return TypeReasons(
        type=found["type"],
        score=found["score"],
        stated=found["stated"],
        summary=found["summary"],
        baseline=found["baseline"],
        estimate=found["estimate"],
        reasons=tuple(map(_reason, found["reasons"])),
        statements=statements_of(found["statements"]),
    )


def _reason(found: Found) -> Reason:
    said = (tuple(found["values"]), found["text"], evidence_of(found["evidence"]))
    return Reason(found["group"], found["points"], found["relation"], *said)
