"""Makes the table of how English words relate: `python -m typed_sts.training.shipped.wordnet WORDNET`.

WORDNET is the folder of WordNet 3.0's database files, as Debian's package wordnet-base has them (/usr/share/wordnet).
The table in the package was made so (`typed_sts.sts.wordnet`); the same files give the same bytes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from typed_sts.sts import wordnet
from typed_sts.sts.wordnet import WordNet, to_bytes
from typed_sts_fetch.formats.write import write_bytes

PARTS = ("noun", "verb", "adj", "adv")
MOST_SENSES = 6
"""Of a word, in each part of speech."""
_ABOVE = frozenset({"@", "@i", "&", "$"})
"""Pointers to what is above or about the same: hypernym, instance of, similar to, same group of verbs."""
_LETTERS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


class _Synset(NamedTuple):
    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int, int], ...]
    """Sign, key of the other synset, number of the word here and there (0 for all)."""


def build(folder: Path) -> WordNet:
    """Return the table of WordNet's files."""
    synsets = dict(_synsets(folder))
    senses = {part: dict(_index(folder, part)) for part in PARTS}
    lemmas = sorted({lemma for found in senses.values() for lemma in found})
    chosen = {
        lemma: [f"{part}{offset}" for part in PARTS for offset in senses[part].get(lemma, [])[:MOST_SENSES]]
        for lemma in lemmas
    }
    used = {key for keys in chosen.values() for key in keys}
    above = {key: _above(key, synsets, used) for key in used}
    shared = {key for key in used if above[key] or sum(key in chosen.get(word, ()) for word in synsets[key].words) > 1}
    shared |= {other for others in above.values() for other in others}
    number = {key: row for row, key in enumerate(sorted(shared))}
    antonyms, derived = (dict(_words_of(chosen, synsets, sign)) for sign in ("!", "+"))
    kept = [lemma for lemma in lemmas if antonyms[lemma] or any(key in number for key in chosen[lemma])]
    return WordNet(
        synsets={lemma: tuple(number[key] for key in chosen[lemma] if key in number) for lemma in kept},
        antonyms={lemma: antonyms[lemma] for lemma in kept if antonyms[lemma]},
        derived={lemma: derived[lemma] for lemma in kept if derived[lemma]},
        above={number[key]: tuple(number[other] for other in above[key]) for key in shared if above[key]},
    )


def _above(key: str, synsets: dict[str, _Synset], used: set[str]) -> list[str]:
    """Return the synsets above one; where that has no single word ("domestic animal"), those above it instead."""
    found: dict[str, None] = {}
    for sign, other, _, _ in synsets[key].pointers:
        if sign in _ABOVE and other in used:
            found[other] = None
        elif sign.startswith("@"):
            found |= dict.fromkeys(_above(other, synsets, used))
    return list(found)


def _words_of(
    chosen: dict[str, list[str]], synsets: dict[str, _Synset], sign: str
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield for each lemma the single words that a pointer between words leads to; each pair stands at one of both."""
    for lemma, keys in chosen.items():
        found = set()
        for key in keys:
            here = synsets[key]
            for pointer, other, source, target in here.pointers:
                if pointer == sign and source and here.words[source - 1] == lemma:
                    found.add(synsets[other].words[target - 1])
        yield lemma, tuple(sorted(word for word in found if word in chosen and lemma < word))


def _index(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    for line in (folder / f"index.{part}").read_text(encoding="utf-8").splitlines():
        columns = line.split()
        if not line.startswith(" ") and columns[0].isalpha():
            yield columns[0], columns[-int(columns[2]) :]


def _synsets(folder: Path) -> Iterator[tuple[str, _Synset]]:
    for part in PARTS:
        for line in (folder / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            columns = line.partition(" | ")[0].split()
            n_words = int(columns[3], 16)
            words = tuple(column.lower().partition("(")[0] for column in columns[4 : 4 + 2 * n_words : 2])
            rest = columns[4 + 2 * n_words :]
            fours = [rest[1 + 4 * row : 5 + 4 * row] for row in range(int(rest[0]))]
            pointers = tuple(
                (sign, f"{_LETTERS[letter]}{offset}", int(places[:2], 16), int(places[2:], 16))
                for sign, offset, letter, places in fours
            )
            yield f"{part}{columns[0]}", _Synset(words, pointers)


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of WordNet's database files.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the table goes.")] = Path(
        wordnet.__file__
    ).parent
    / "data"
    / wordnet.FILE,
) -> None:
    """Make the table of how English words relate."""
    write_bytes(output, to_bytes(build(folder)))


if __name__ == "__main__":
    typer.run(main)
