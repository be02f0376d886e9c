"""Regular English verb forms: make them from a base, and guess the base of a form."""

import re

_VOWELS = frozenset("aeiou")
_DOUBLES = re.compile(r"(?:^|.*[^aeiou])(?:[aeiou]|qui)[bdfgklmnprt]$")
_STAYS_SINGLE = re.compile(
    r".+(?:en|er|on|or|it|et|el|al|om|op|an)$"  # opening, visiting: the stress is not on the last syllable
)
_SHORT = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")


def inflections(base: str, *, agent: bool = False) -> tuple[str, ...]:
    """Return the -s, -ed and -ing forms of a regular verb, and with `agent` its -er and -ers."""
    stem = base
    if _doubles(base):
        stem = base + base[-1]
    elif base.endswith("ie"):
        return (base + "s", base + "d", base[:-2] + "ying")
    elif base.endswith("e"):
        stem = base[:-1]
    past = stem + "ed"
    plural = base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    ing = (base if base.endswith(("ee", "oe", "ye")) else stem) + "ing"
    doer = stem + "er"
    if base.endswith("y") and len(base) > 2 and base[-2] not in _VOWELS:
        past, plural, doer = base[:-1] + "ied", base[:-1] + "ies", base[:-1] + "ier"
    return (plural, past, ing, *((doer, doer + "s") if agent else ()))


def _doubles(base: str) -> bool:
    if _SHORT.match(base):
        return True
    return bool(_DOUBLES.match(base)) and not _STAYS_SINGLE.match(base) and base.startswith(("be", "re", "for", "com"))


def lemma(word: str) -> str:
    """Return a guess at the base of a folded word: its plural -s, -ed or -ing taken off."""
    if len(word) < 4 or " " in word:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")):
        return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes")) else word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3 and any(letter in "aeiouy" for letter in stem):
            return _base(stem)
    return word


def _base(stem: str) -> str:
    if stem.endswith("i"):
        return stem[:-1] + "y"
    if len(stem) > 3 and stem[-1] == stem[-2] and (stem[-1] not in "lsz" or (stem[-3:] == "ell" and len(stem) > 5)):
        return stem[:-1]
    if re.search(
        r"(?:[cvu]|[^aeioul]l|dg|[aeiou][aeiou]?s|[^aeiou][aeiou]z|iz|at|[^aeiou]ar|[^aeiou]ir|uir|our)$", stem
    ):
        return stem + "e"
    return stem
