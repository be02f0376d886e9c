"""Why two items are related, as data: the one shape of `typed-sts why --json`, the service and the page.

    Why
    |-- a, b, model, version, language
    |-- sentence         what a person is told first: at most three statements, or nothing
    |-- statements       those it is made of (typed_sts.domain.statement)
    `-- types            eight, in the task's order
        |-- score        None when the type is not stated
        |-- stated       "both", "one" or "none" of the records say something about it
        |-- summary      one line in plain words, from evidence only
        |-- statements   what it states that both records share
        |-- baseline     the model's score for a pair of which nothing is known
        |-- estimate     baseline + the points of all reasons, always
        `-- reasons      by feature group, the largest first
            |-- group, points
            |-- relation one of typed_sts.domain.relation; "" for the cut at 0 or 5
            |-- values   what the relation holds between, in normal form
            |-- text     a few plain words
            `-- evidence where it stands in both records; one side is None when only the other says it

Where a record is too long to be read to its end (typed_sts.domain.limits), `unread` beside `types` says so.

A span says `getattr(item, field)[value][start:end] == text`; where it names a person, place, event or people whose id
is known, it has that as `concept` (typed_sts.domain.span.KnownSpan).
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from typed_sts.domain.scores import TypeScore
from typed_sts.domain.span import Evidence
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import type_number
from typed_sts_fetch.item import Item

SHOWN_FROM = 0.05
"""Points from which on a reason is worth a word."""
MARKED_FROM = 0.15
"""Points from which on the words behind a reason that is about another type are marked under general likeness."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What one feature group adds to the score, and why."""

    group: str
    points: float
    relation: str
    values: tuple[str, ...]
    text: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class TypeReasons:
    """One type of a pair, explained."""

    type: str
    score: float | None
    stated: str
    summary: str
    baseline: float
    estimate: float
    reasons: tuple[Reason, ...]
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """A pair, explained: `why["author"].summary`, or all eight respects in `types`, in the task's order."""

    a: str
    b: str
    types: tuple[TypeReasons, ...]
    model: str
    version: str
    sentence: str = ""
    statements: tuple[Statement, ...] = ()
    language: str = "en"

    def __getitem__(self, name: str) -> TypeReasons:
        return self.types[type_number(name)]


@dataclass(frozen=True, slots=True)
class WhyOfPart(Why):
    """A pair of which not all was read, explained: `unread` says in a line each what of which record was not."""

    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class More:
    """Items so much like a listed one that they are not listed: how many, the ids of the first, and that in words."""

    count: int
    ids: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Related:
    """An item related to another: how much by the chosen types (0..5), all eight scores, and the reason in a line."""

    item: Item
    score: float
    types: tuple[TypeScore, ...]
    best: str
    """The type that speaks most for it, under which a page groups it."""
    reason: str
    """What a person is told: at most three statements, or nothing."""
    statements: tuple[Statement, ...] = ()
    sentences: tuple[str, ...] = ()
    """The reason, sentence by sentence."""
    more: More | None = None
    """What is folded behind it: further leaves of its sketchbook, copies; None where nothing is."""
    pinned: bool = False
    """Whether an editor wants it here, whatever its score."""


class RelatedItems(list[Related]):
    """Related items, the best first; `complete` says that none was left out because it was not read yet.

    It is also false where the collection cannot be searched by meaning: one that was made by an older version.
    """

    def __init__(self, found: Iterable[Related] = (), *, complete: bool = True) -> None:
        super().__init__(found)
        self.complete = complete


def to_json(why: Why) -> dict[str, Any]:
    """Return the machine form."""
    return asdict(why)
