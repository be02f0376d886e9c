"""The base form of an English verb, from its form and, where known, its tag.

    lemma(form) = the form itself                 when tagged VB or VBP (base form, present)
                  irregular base                  "knelt" -> kneel
                  learned exception               forms of the training data that the rules below get wrong
                  candidate that is a known verb  "bathing" -> bathe, bath: bathe is known
                  candidate of the learned rule   the longest ending seen in training decides: "-rating" -> "-rate"

Candidates undo -s, -es, -ies, -ed, -ied, -ing, with a doubled consonant halved or a lost e put back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from typed_sts.reading.tagging.irregular_verbs import IRREGULAR, MUSEUM_BASES

_VOWELS = frozenset("aeiouyàâäéèêëïîôöùûü")
_BASE_TAGS = ("VB", "VBP")
_CLITICS = {"'s": "be", "’s": "be", "'re": "be", "’re": "be", "'m": "be", "’m": "be", "'ve": "have", "’ve": "have"}
# Known for their lemmas alone; the lists in irregular_verbs are also what the tagger sees, and so part of its model.
_MORE = {"belying": "belie", "untying": "untie", "dyeing": "dye"}
_MORE_BASES = frozenset("bequeath brood bestow bedevil collar curtain feather pinstripe texture".split())
# No English verb ends in these: "carv", "danc", "juggl".
_LOST_E = re.compile("[bcdfgkpstz]l$|[cv]$")
LONGEST_ENDING = 7


@dataclass(frozen=True)
class LemmaRules:
    """What training adds to the hand-written tables: exceptions, known bases, and which repair an ending wants."""

    exceptions: Mapping[str, str]
    bases: frozenset[str]
    endings: Mapping[str, str]

    def lemma(self, form: str, tag: str = "") -> str:
        """Return the lower-case base form of a verb."""
        lower = form.lower()
        if lower in _CLITICS:
            return _CLITICS[lower]
        if tag in _BASE_TAGS and lower not in self.exceptions:
            return IRREGULAR[lower] if lower in ("am", "are", "is") else lower
        if (known := IRREGULAR.get(lower) or _MORE.get(lower) or self.exceptions.get(lower)) is not None:
            return known
        options = candidates(lower)
        if not options:
            return lower
        ranked = self._ranked(lower, options)
        if not tag and lower in self.bases:
            return lower
        for known_bases in (MUSEUM_BASES, _MORE_BASES, self.bases):
            for _, base in ranked:
                if base in known_bases:
                    return base
        return ranked[0][1]

    def _ranked(self, lower: str, options: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return repair and base of each option, the likeliest repair for this ending first."""
        for length in range(min(LONGEST_ENDING, len(lower)), 0, -1):
            order = self.endings.get(lower[-length:], "")
            if any(repair in options for repair in order):
                first = [(repair, options[repair]) for repair in order if repair in options]
                return first + [(repair, base) for repair, base in options.items() if repair not in order]
        return list(options.items())


@lru_cache(1 << 14)
def candidates(lower: str) -> dict[str, str]:
    """Return the bases a form could have by rule, by the letter of their repair, the plainest first.

    `k` keeps what is left, `e` puts an e back, `d` halves a double consonant, `y` turns i into y.

    >>> candidates("sitting"), candidates("bathed"), candidates("carries")
    ({'k': 'sitt', 'd': 'sit', 'e': 'sitte'}, {'k': 'bath', 'e': 'bathe'}, {'y': 'carry', 'e': 'carrie'})
    """
    if lower.endswith("ies") and len(lower) > 4:
        return {"y": f"{lower[:-3]}y", "e": lower[:-1]}
    if lower.endswith("ied") and len(lower) > 4:
        return {"y": f"{lower[:-3]}y", "e": lower[:-1]}
    if lower.endswith("ing") and _has_vowel(lower[:-3]):
        return _of_stem(lower[:-3])
    if lower.endswith("eed") and len(lower) > 4:
        return {"e": lower[:-1], "k": lower}
    if lower.endswith("ed") and _has_vowel(lower[:-2]):
        return _of_stem(lower[:-2])
    if lower.endswith("es") and len(lower) > 3:
        return {"e": lower[:-1], "k": lower[:-2]}
    if lower.endswith("s") and not lower.endswith("ss") and len(lower) > 2:
        return {"k": lower[:-1]}
    return {}


def _of_stem(stem: str) -> dict[str, str]:
    if _LOST_E.search(stem):
        return {"e": f"{stem}e"}
    options = {"k": stem}
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        options["d"] = stem[:-1]
    if not stem.endswith("e"):
        options["e"] = f"{stem}e"
    return options


def _has_vowel(stem: str) -> bool:
    return len(stem) > 1 and any(letter in _VOWELS for letter in stem)
