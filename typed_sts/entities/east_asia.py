"""Names that put the family, or the school, first: "Katsushika Hokusai", "Li Gonglin", "Kim Hong-do"."""

from typed_sts.entities.tables import word_set

_JAPANESE = word_set("japanese")
"""Families, art schools and acting lines of Japanese makers and sitters."""

_CHINESE = word_set("chinese")
_KOREAN = word_set("korean")

_WESTERN_SECOND = word_set("western_second")


def family_first(found: tuple[str, ...]) -> bool:
    """Say whether the first of the words of a name is its family name by East Asian custom."""
    if not 2 <= len(found) <= 3 or found[1] in _WESTERN_SECOND or len(found[1]) < 2:
        return False
    first = found[0]
    if first in _JAPANESE:
        return True
    if first in _CHINESE:
        return len(found) == 2 and not found[1].endswith(("er", "son", "man", "ton", "ley", "ert", "ard"))
    return first in _KOREAN and ("-" in found[1] or len(found) == 3)
