"""What the knowledge pack says of the words of a text, as attributes for the taggers.

    "Schlacht bei Waterloo"    Schlacht B, bei I, Waterloo I of an EVENT, sure; Waterloo B of a PLACE, sure

A tagger learns how far to trust each: a sure name is nearly always right, a word that is many things is a hint.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from typed_sts.knowledge.search import LABEL_OF_KIND
from typed_sts.reading.mentions import mentions_in
from typed_sts.reading.tagging.annotated import Token

_NO_LABEL = "THING"


def known_marks(text: str, tokens: Sequence[Token], language: str) -> Iterator[tuple[int, str]]:
    """Yield attributes of the words that names of the pack stand on, each with the place of the word."""
    starts = [start for _, start, _ in tokens]
    for mention in mentions_in(text, language):
        label = LABEL_OF_KIND[mention.kind] or _NO_LABEL
        sign = "!" if mention.sure else "?"
        part = "B"
        for place in range(bisect_left(starts, mention.start), bisect_left(starts, mention.end)):
            yield place, f"g{part}{label}{sign}"
            part = "I"
