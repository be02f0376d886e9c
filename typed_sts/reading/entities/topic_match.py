"""Topics compared: the same concept, or one within the other, as Iconclass and the knowledge pack have them."""

from dataclasses import dataclass

from typed_sts.domain.relation import DIFFERS, SAME, Match, near, within
from typed_sts.reading.entities.linking import broader

_WITHIN, _NEAR = 0.6, 0.3


@dataclass(frozen=True, slots=True)
class Topic:
    """What an item is or is about, by the id of its concept."""

    concept: str


def compare_topics(left: Topic, right: Topic) -> Match:
    """Compare two topics: the same, one a kind of the other, or both of one kind."""
    if left.concept == right.concept:
        return SAME
    above_left, above_right = broader(left.concept), broader(right.concept)
    if left.concept in above_right or right.concept in above_left:
        return within(_WITHIN, "one is a kind of the other")
    if above_left[:1] and above_left[:1] == above_right[:1]:
        return near(_NEAR, "both of one kind")
    return DIFFERS
