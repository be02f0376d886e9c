"""The senses table: what kinds of thing each word of WordNet can name, and what kinds of act it can tell.

WordNet sorts its synsets into 45 files (noun.person, noun.act, verb.motion, ...). A row of the table is a lemma and
four texts: the files of its first three noun senses and of its first verb sense, a letter each; how often it was seen
as noun and as verb in WordNet's tagged texts, as a power of two; and whether it is an adjective or adverb too.

Needs the database files of WordNet 3.0 (Debian: wordnet-base).
"""

import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FILE_LETTERS = string.ascii_lowercase + string.ascii_uppercase
"""The letter of each of WordNet's lexicographer files, by its number: `s` is noun.person, `e` noun.act."""


def sense_rows(folder: Path) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the rows of the senses table, sorted by lemma: lemma, nouns, verb, counts, other parts of speech."""
    counts = _counts(folder)
    nouns, verbs = _files_of(folder, "noun"), _files_of(folder, "verb")
    others: dict[str, str] = {}
    for part, sign in (("adj", "a"), ("adv", "r")):
        for lemma, _ in _index(folder, part):
            others[lemma] = others.get(lemma, "") + sign
    for lemma in sorted(set(nouns) | set(verbs) | set(others)):
        seen = f"{_power(counts[lemma, '1'])}{_power(counts[lemma, '2'])}"
        yield lemma, nouns.get(lemma, "")[:3], verbs.get(lemma, "")[:1], seen, others.get(lemma, "")


def irregular_rows(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield irregular forms, sorted: the form, n or v, its lemma."""
    rows = []
    for part in ("noun", "verb"):
        for line in (folder / f"{part}.exc").read_text(encoding="utf-8").splitlines():
            form, lemma, *_ = line.split()
            if "_" not in form:
                rows.append((form, part[0], lemma))
    yield from sorted(rows)


def _power(count: int) -> str:
    return f"{min(count.bit_length(), 15):x}"


def _index(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    for line in (folder / f"index.{part}").read_text(encoding="utf-8").splitlines():
        columns = line.split()
        if not line.startswith(" ") and "_" not in columns[0]:
            yield columns[0], columns[-int(columns[2]) :]


def _files_of(folder: Path, part: str) -> dict[str, str]:
    letters = {}
    for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            offset, file, _ = line.split(" ", 2)
            letters[offset] = FILE_LETTERS[int(file)]
    return {lemma: "".join(letters[offset] for offset in offsets) for lemma, offsets in _index(folder, part)}


def _counts(folder: Path) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, rest[0]] += int(count)
    return counts
