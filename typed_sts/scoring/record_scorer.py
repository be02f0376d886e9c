"""A model of your own that is given the records themselves, beside those of ours that are given profiles."""

from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadModel
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.reading.document import Document
from typed_sts.scoring.scorer import Estimates, NamedModel, Scorer
from typed_sts.scoring.trained import stated
from typed_sts_fetch.item import Item


class RecordScorer(NamedModel, Protocol):
    """A model of your own that is given the records themselves: a sentence encoder, a large language model.

    What is stated is still read from the records by us, so a type that neither states has no score.
    """

    def score_records(self, pairs: Sequence[tuple[Item, Item]]) -> Floats:
        """Return one row per pair with eight scores from 0 to 5, in the order of TYPES."""


def estimate(
    scorer: Scorer | RecordScorer, documents: Sequence[Document], profiles: Profiles, left: Rows, right: Rows
) -> Estimates:
    """Return the estimates of the pairs (left[i], right[i]) of documents by a model of either kind."""
    score_records = getattr(scorer, "score_records", None)
    if score_records is None:
        return cast(Scorer, scorer).score(profiles, left, right)
    pairs = [(documents[a].item, documents[b].item) for a, b in zip(left, right, strict=True)]
    values = np.asarray(score_records(pairs), dtype=np.float64)
    if values.shape != (len(pairs), len(TYPES)):
        raise BadModel(f"{scorer.name} gave scores of shape {values.shape}, not {(len(pairs), len(TYPES))}")
    if not ((values >= LOWEST) & (values <= HIGHEST)).all():
        raise BadModel(f"{scorer.name} gave a score that is not a number from {LOWEST:g} to {HIGHEST:g}")
    known = stated(profiles, left, right)
    return Estimates(values, known, 1 - known / 2)
