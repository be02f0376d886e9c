"""Sets of sentence pairs in our own words, with gold that follows from how they were made."""

from pathlib import Path

SUBJECTS = ("dog", "cat", "horse", "woman", "child", "sailor")
VERBS = ("runs", "sleeps", "sings", "waits")
PLACES = ("in the garden", "on a bridge", "near the old church", "at the harbour", "by the river")


def made_pairs(n: int, shift: int = 0) -> list[tuple[str, str, float]]:
    """Return so many pairs that share subject, verb and place, or not; each that is shared is worth a part of 5."""
    found = []
    for number in range(n):
        at = number + shift
        subject, verb, place = SUBJECTS[at % 6], VERBS[at % 4], PLACES[at % 5]
        shared = (at % 2 == 0, at % 3 == 0, at % 5 < 3)
        other = (
            subject if shared[0] else SUBJECTS[(at + 1) % 6],
            verb if shared[1] else VERBS[(at + 1) % 4],
            place if shared[2] else PLACES[(at + 1) % 5],
        )
        gold = round(5 * sum(shared) / 3, 2)
        found.append((f"The {subject} {verb} {place}.", f"A {other[0]} {other[1]} {other[2]}", gold))
    return found


def write_set(folder: Path, name: str, n: int = 40, shift: int = 0, highest: float = 5.0) -> None:
    """Write a set as the tasks publish it."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = made_pairs(n, shift)
    (folder / f"STS.input.{name}.txt").write_text("".join(f"{left}\t{right}\n" for left, right, _ in rows))
    (folder / f"STS.gs.{name}.txt").write_text("".join(f"{gold * highest / 5:.3f}\n" for _, _, gold in rows))
