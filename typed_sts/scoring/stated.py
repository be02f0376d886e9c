"""What the records of a pair say something about, type by type: none of them, one, or both.

author       a maker                         location     a place or a culture
people       a person or a kind of people    event        something that happens
time         a date                          description  a description
subject      a subject or a title            general      any text at all
"""

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts.domain.types import TYPES
from typed_sts.features.parsed_entities import KINDS
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.features.terms import TERM_VIEWS
from typed_sts.scoring.scorer import Stated

_KINDS = {"author": ("maker",), "people": ("person", "group"), "location": ("place", "culture"), "event": ("event",)}
_VIEWS = {"general": ("text",), "subject": ("subject", "title"), "description": ("description",)}


def stated(profiles: Profiles, left: Rows, right: Rows) -> Stated:
    """Return for each pair and type how many of both records state it."""
    says = np.stack([_says(profiles, name) for name in TYPES], axis=1).astype(np.int8)
    counts: Stated = says[left] + says[right]
    return counts


def _says(profiles: Profiles, name: str) -> Stated:
    found: Bools
    if name == "time":
        found = ~np.isnan(profiles.years[:, 0])
    elif name in _KINDS:
        n_things = np.diff(profiles.thing_start).reshape(len(profiles), len(KINDS))
        found = np.any(n_things[:, [KINDS.index(kind) for kind in _KINDS[name]]], axis=1)
    else:
        found = np.any(profiles.view_idf[:, [TERM_VIEWS.index(view) for view in _VIEWS[name]]] > 0, axis=1)
    says: Stated = found.astype(np.int8)
    return says
