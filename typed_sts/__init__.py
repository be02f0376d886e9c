"""Say how similar two cultural-heritage records are in eight respects, and why.

    from typed_sts import TypedSimilarity

    ts = TypedSimilarity.load()
    why = ts.why({"title": "View of Tivoli", "creator": "Turner"}, {"title": "Tivoli from the river"})
    print(why["location"].score, why["location"].summary)

What is listed in `__all__` is what to build on; docs/python.md shows each of them at work.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typed_sts.answers.collection import CollectionAnswers, open_answers
    from typed_sts.answers.similarity import FeatureTable, TypedSimilarity
    from typed_sts.client.received import FailedPair, RelatedItems, SearchResults
    from typed_sts.client.service_client import Client, ServiceError
    from typed_sts.domain.explanation import More, Reason, Related, TypeReasons, Why
    from typed_sts.domain.scores import PairScores, TypeScore
    from typed_sts.domain.span import Evidence, Span
    from typed_sts.domain.statement import SharedThing, Statement
    from typed_sts.domain.types import TYPES
    from typed_sts.errors import TypedStsError
    from typed_sts.preparing.build_collection import build_collection
    from typed_sts.scoring.record_scorer import RecordScorer
    from typed_sts.scoring.scorer import Estimates, Scorer
    from typed_sts_fetch.errors import FetchError
    from typed_sts_fetch.formats.read import read_items
    from typed_sts_fetch.formats.write import write_items
    from typed_sts_fetch.item import Item
    from typed_sts_index.contract import Hit
    from typed_sts_index.errors import CollectionError

__all__ = [
    "TYPES",
    "Client",
    "CollectionAnswers",
    "CollectionError",
    "Estimates",
    "Evidence",
    "FailedPair",
    "FeatureTable",
    "FetchError",
    "Hit",
    "Item",
    "More",
    "PairScores",
    "Reason",
    "RecordScorer",
    "Related",
    "RelatedItems",
    "Scorer",
    "SearchResults",
    "ServiceError",
    "SharedThing",
    "Span",
    "Statement",
    "TypeReasons",
    "TypeScore",
    "TypedSimilarity",
    "TypedStsError",
    "Why",
    "build_collection",
    "open_answers",
    "read_items",
    "write_items",
]
__version__ = "0.2.0"

_ROOMS = {
    "TYPES": "typed_sts.domain.types",
    "Client": "typed_sts.client.service_client",
    "CollectionAnswers": "typed_sts.answers.collection",
    "CollectionError": "typed_sts_index.errors",
    "Estimates": "typed_sts.scoring.scorer",
    "Evidence": "typed_sts.domain.span",
    "FailedPair": "typed_sts.client.received",
    "FeatureTable": "typed_sts.answers.similarity",
    "FetchError": "typed_sts_fetch.errors",
    "Hit": "typed_sts_index.contract",
    "Item": "typed_sts_fetch.item",
    "More": "typed_sts.domain.explanation",
    "PairScores": "typed_sts.domain.scores",
    "Reason": "typed_sts.domain.explanation",
    "RecordScorer": "typed_sts.scoring.record_scorer",
    "Related": "typed_sts.domain.explanation",
    "RelatedItems": "typed_sts.client.received",
    "Scorer": "typed_sts.scoring.scorer",
    "SearchResults": "typed_sts.client.received",
    "ServiceError": "typed_sts.client.service_client",
    "SharedThing": "typed_sts.domain.statement",
    "Span": "typed_sts.domain.span",
    "Statement": "typed_sts.domain.statement",
    "TypeReasons": "typed_sts.domain.explanation",
    "TypeScore": "typed_sts.domain.scores",
    "TypedSimilarity": "typed_sts.answers.similarity",
    "TypedStsError": "typed_sts.errors",
    "Why": "typed_sts.domain.explanation",
    "build_collection": "typed_sts.preparing.build_collection",
    "open_answers": "typed_sts.answers.collection",
    "read_items": "typed_sts_fetch.formats.read",
    "write_items": "typed_sts_fetch.formats.write",
}
"""Where each name comes from: it is imported when it is first asked for, so that `import typed_sts` costs nothing."""


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
