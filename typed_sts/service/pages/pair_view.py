"""Everything the page of a pair shows: its head, chips and timeline, the aligned records, and how the scores add up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typed_sts.domain.explanation import TypeReasons, Why
from typed_sts.domain.message import Message
from typed_sts.service.pages.aligned import FieldRow, aligned, anchors
from typed_sts.service.pages.chips import Chip, chips, in_state
from typed_sts.service.pages.marks import STATES, number_evidence
from typed_sts.service.pages.record_view import RecordView, language_of, record_view
from typed_sts.service.pages.timeline import Timeline, timeline
from typed_sts.service.pages.verdict import heading, lead
from typed_sts.service.pages.waterfall import Waterfall, waterfall
from typed_sts_fetch.item import Item


@dataclass(frozen=True, slots=True)
class TypeView:
    """A type of a pair and how its score adds up."""

    reasons: TypeReasons
    waterfall: Waterfall


@dataclass(frozen=True, slots=True)
class PairView:
    """A pair as its page shows it; `chips` by state, and `anchors` name the words that each evidence begins with."""

    left: RecordView
    right: RecordView
    why: Why
    heading: Message
    lead: str | Message
    chips: Mapping[str, Sequence[Chip]]
    timeline: Timeline | None
    rows: Sequence[FieldRow]
    anchors: Mapping[int, str]
    types: Sequence[TypeView]

    @property
    def sides(self) -> tuple[tuple[str, RecordView], tuple[str, RecordView]]:
        """Return both records with their letters."""
        return ("A", self.left), ("B", self.right)

    def anchor(self, evidence: Sequence[int]) -> str:
        """Return the name of the words that evidence begins with; that of both records where there are none."""
        return next((self.anchors[number] for number in evidence if number in self.anchors), "records")


def pair_view(left: Item, right: Item, why: Why) -> PairView:
    """Return the view of two records and why they are related."""
    marked = number_evidence(why)
    told = chips(why, marked, (language_of(left), language_of(right)))
    rows = aligned(left, right, marked)
    return PairView(
        left=record_view(left),
        right=record_view(right),
        why=why,
        heading=heading(why),
        lead=lead(why),
        chips={state: found for state in STATES if (found := in_state(told, state))},
        timeline=timeline(why),
        rows=rows,
        anchors=anchors(rows),
        types=[TypeView(kind, waterfall(kind, found)) for kind, found in zip(why.types, marked.listed, strict=True)],
    )
