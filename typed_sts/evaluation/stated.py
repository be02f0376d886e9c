"""How well a system tells that a type is not stated: the area under the ROC curve.

    AUC = P(score of a pair that is not stated > score of one that is) + P(equal) / 2

0.5 is guessing, 1 is perfect. Ties count half (Mann-Whitney).
"""

import numpy as np

from typed_sts.arrays import Bools, Floats


def auc(predictor: Floats, positive: Bools) -> float | None:
    """Return the AUC, None when all pairs or no pair are positive."""
    high, low = predictor[positive], np.sort(predictor[~positive])
    if not high.size or not low.size:
        return None
    below = np.searchsorted(low, high, side="left")
    not_above = np.searchsorted(low, high, side="right")
    return float((below + not_above).mean() / (2 * low.size))
