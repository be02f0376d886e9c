"""The best pairing of rows with columns, one to one, some left alone (the Hungarian method with potentials).

    gain[i, j] > 0   what it is worth to pair row i with column j; a gain of 0 or less is worth leaving both alone
    returned         the pairs whose gains sum to the most

Rows are added one at a time. Each looks for the cheapest way to a free column, over columns that others hold and could
exchange; potentials keep all costs of the search at 0 or more, so that the first free column reached is the best.
"""

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats


def best_pairs(gain: Floats) -> list[tuple[int, int]]:
    """Return the pairs (row, column) of the most gain, in the order of the rows; none without a gain."""
    if gain.shape[0] > gain.shape[1]:
        return sorted((row, column) for column, row in best_pairs(gain.T))
    useful = np.maximum(gain, 0)
    held = _hold(-useful)
    return sorted((int(row), column) for column, row in enumerate(held) if row >= 0 and gain[row, column] > 0)


def _hold(cost: Floats) -> npt.NDArray[np.intp]:
    """Return for each column the row that holds it, -1 for none; there are at least as many columns as rows."""
    n_rows, n_columns = cost.shape
    row_potential, column_potential = np.zeros(n_rows), np.zeros(n_columns + 1)
    held = np.full(n_columns + 1, -1, dtype=np.intp)  # the last column is where a new row starts
    for row in range(n_rows):
        held[n_columns] = row
        column = n_columns
        distance, origin = np.full(n_columns, np.inf), np.full(n_columns, -1, dtype=np.intp)
        done = np.zeros(n_columns + 1, dtype=bool)
        while held[column] >= 0:
            done[column] = True
            at = held[column]
            reduced = cost[at] - row_potential[at] - column_potential[:-1]
            nearer = ~done[:-1] & (reduced < distance)
            distance[nearer], origin[nearer] = reduced[nearer], column
            following = int(np.where(done[:-1], np.inf, distance).argmin())
            step = distance[following]
            row_potential[held[done]] += step
            column_potential[done] -= step
            distance[~done[:-1]] -= step
            column = following
        while column != n_columns:
            held[column] = held[origin[column]]
            column = int(origin[column])
        held[n_columns] = -1
    return held[:-1]
