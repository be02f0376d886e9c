"""Pairs of sentences in our own words, aligned, for tests of training: small, and regular enough to be learned."""

from itertools import product

from typed_sts.sts.wa_file import AlignedPair, Link

_WHO = (
    ("The old painter", "The painter", "SPE1", 4.0),
    ("A ship", "A vessel", "EQUI", 5.0),
    ("Two girls", "A boy", "SIMI", 2.0),
)
_DOES = (("leaves", "leaves", "EQUI", 5.0), ("is waiting", "waits", "EQUI", 5.0))
_WHERE = (("in the harbour", "in the port", "EQUI", 5.0), ("near Rome", "near the city of Rome", "SPE2", 4.0))
_LATE = ((), ("today",))


def aligned_pairs() -> list[AlignedPair]:
    """Return two dozen pairs; some have a chunk alone at their end."""
    return [
        _pair(str(number), parts, late) for number, (*parts, late) in enumerate(product(_WHO, _DOES, _WHERE, _LATE), 1)
    ]


def _pair(identifier: str, parts: list[tuple[str, str, str, float]], late: tuple[str, ...]) -> AlignedPair:
    left: list[str] = []
    right: list[str] = []
    links = []
    for one, other, label, score in parts:
        starts = len(left), len(right)
        left += one.split()
        right += other.split()
        ours, theirs = range(starts[0] + 1, len(left) + 1), range(starts[1] + 1, len(right) + 1)
        links.append(Link(tuple(ours), tuple(theirs), (label,), score))
    if late:
        left += late
        links.append(Link((len(left),), (), ("NOALI",), None))
    return AlignedPair(identifier, tuple(left), tuple(right), tuple(links))
