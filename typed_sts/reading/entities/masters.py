"""Well-known people under all their names: "Rembrandt Harmensz. van Rijn" is "rembrandt"."""

from dataclasses import dataclass
from functools import cache

from typed_sts.reading.entities.fold import fold
from typed_sts.reading.entities.life import Life, agree, read_life
from typed_sts.reading.entities.name_split import Split, split_inverted, split_natural
from typed_sts.reading.entities.tables import cell_words, rows


@dataclass(frozen=True, slots=True)
class Master:
    """A well-known person: the key, the words of the fullest name, and the life."""

    norm: str
    family: tuple[str, ...]
    given: tuple[str, ...]
    particles: tuple[str, ...]
    life: Life | None


def find_master(key: str, life: Life | None = None) -> Master | None:
    """Return the well-known person of a key, or None: also when life dates say it is another."""
    master = _table().get(key)
    return None if master is None or agree(master.life, life) is False else master


@cache
def _table() -> dict[str, Master]:
    table: dict[str, Master] = {}
    for full, usual, life, others in rows("masters", 4):
        split = _split(full)
        norm = _split(usual).key() if usual else split.key()
        master = Master(norm, split.family, split.given, split.particles, read_life(life))
        for name in (norm, full, *cell_words(others)):
            table.setdefault(_split(name).key() if name != norm else norm, master)
    return table


def _split(name: str) -> Split:
    family, comma, given = fold(name).partition(",")
    return split_inverted(family, given) if comma else split_natural(family)
