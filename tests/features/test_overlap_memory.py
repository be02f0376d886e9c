"""What was compared before does not change what is found now."""

import numpy as np
import pytest

from typed_sts.features import overlap
from typed_sts.features.feature_table import feature_table
from typed_sts.features.profiles import profile_documents
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_index.background import background_stats


@pytest.mark.slow
def test_features_do_not_hang_on_what_was_compared_before() -> None:
    documents = list(Reader("crf").read_all(read_items(SAMPLE_ITEMS)))
    profiles = profile_documents(
        documents, background_stats(), np.zeros((len(documents), len(VECTOR_VIEWS), DIMENSIONS), np.float32)
    )
    left, right = (rows.ravel() for rows in np.triu_indices(len(documents), k=1))
    overlap._degrees.clear()
    forwards = feature_table(profiles, left, right)
    overlap._degrees.clear()
    backwards = feature_table(profiles, left[::-1], right[::-1])[::-1]
    assert np.array_equal(forwards, backwards)
