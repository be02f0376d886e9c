"""Phrases of two records that say the same, or one more: `python -m benchmarks.phrases DATA [--seed N]`.

DATA holds pairs.tsv and items.jsonl. English titles, and English sentences of descriptions that share a content word,
are cut into chunks and aligned by the model of interpretable STS. Prints, as a table with tabs, phrase pairs that `why`
could show: EQUI and SPE with a score of 4 or more, not word for word the same. They are drawn by the seed, at most one
of each kind from a pair of records, half of them EQUI as far as there are. With `--sure EQUI SPE` only those of which
the model is so sure: its p of the link times the share of the label.

Somebody reads each and writes "yes" or "no" into the first column: is it as labelled? `--verdicts FILE` reads the table
back and prints the precision of each kind with its interval of 95% (Wilson's).
"""

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from typed_sts.reading.language import languages_of_values
from typed_sts.reading.tagging.verb_attributes import sentences, word_places
from typed_sts.sts.chunk_features import chunk_features
from typed_sts.sts.chunk_readings import read_sentence
from typed_sts.sts.interpret_model import InterpretModel, read_interpret_model
from typed_sts.sts.wa_file import ALIGNED_LABELS, AlignedPair
from typed_sts.sts.words import CONTENT, NAME, words_of_tokens
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.task_format import read_pairs, split_columns
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

EQUI, SPE = "EQUI", "SPE"
HEAD = ("verdict", "field", "label", "score", "phrase A", "phrase B", "sentence A", "sentence B")
LEAST_SCORE = 4
MOST_TOKENS = 60
"""Of a sentence: longer ones are lists, or were not cut well."""
TRIED = 6
"""Pairs of sentences that are aligned for a pair of records, at most."""
Tokens = tuple[str, ...]
Interpret = Callable[[Tokens, Tokens], AlignedPair]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Two phrases, how they are said to relate, the field and the sentences they stand in."""

    field: str
    label: str
    score: float
    left: str
    right: str
    left_sentence: str
    right_sentence: str

    @property
    def kind(self) -> str:
        """EQUI, or SPE for either way round."""
        return self.label[: len(SPE)] if self.label.startswith(SPE) else self.label

    def row(self) -> str:
        """Return it as a line of the table, with an empty verdict."""
        texts = (self.left, self.right, self.left_sentence, self.right_sentence)
        return "\t".join(("", self.field, self.label, f"{self.score:g}", *texts))


def tokens_of_text(text: str) -> list[Tokens]:
    """Return the sentences of a text as tokens; words with hyphens are one, as in the training data."""
    found: list[Tokens] = []
    joined = re.sub(r"\s+", " ", text)
    places = word_places(joined)
    words = [joined[start:end] for start, end in places]
    for first, last in sentences(words):
        tokens: list[str] = []
        end = -1  # of the token before, where a hyphen may bind the next one to it
        for place in range(first, last):
            start, word = places[place][0], words[place]
            if start == end and (word == "-" or tokens[-1].endswith("-")):
                tokens[-1] += word
            else:
                tokens.append(word)
            end = places[place][1]
        found.append(tuple(tokens))
    return found


def english_sentences(item: Item, field: str) -> list[Tokens]:
    """Return the English sentences of a field, each once; a title is one sentence."""
    languages = languages_of_values(item)
    texts = [text for number, text in enumerate(getattr(item, field)) if languages[field, number] == "en"]
    if field == "dcTitle":
        found = [tuple(token for part in tokens_of_text(text) for token in part) for text in texts]
    else:
        found = [sentence for text in texts for sentence in tokens_of_text(text)]
    return [sentence for sentence in dict.fromkeys(found) if 0 < len(sentence) <= MOST_TOKENS]


def content_words(tokens: Tokens) -> frozenset[str]:
    """Return the lemmas of the content words and names of a sentence."""
    return frozenset(word.lemma for word in words_of_tokens(tokens) if word.kind in (CONTENT, NAME))


def sentence_pairs(left: Item, right: Item) -> list[tuple[str, Tokens, Tokens]]:
    """Return the pairs of titles, and of sentences of descriptions that share a content word, with their field."""
    found = []
    for field in ("dcTitle", "dcDescription"):
        ours, theirs = english_sentences(left, field), english_sentences(right, field)
        known = {tokens: content_words(tokens) for tokens in (*ours, *theirs)}
        for one in ours:
            for other in theirs:
                if one != other and (field == "dcTitle" or known[one] & known[other]):
                    found.append((field, one, other))
    return found


def sure_pair(model: InterpretModel, left: Tokens, right: Tokens, least: Mapping[str, float]) -> AlignedPair:
    """Return two sentences with the links between chunks that are as sure as their label has to be."""
    ours, theirs = model.chunker.chunks(left), model.chunker.chunks(right)
    table = chunk_features(read_sentence(left), read_sentence(right), ours, theirs)
    linked, shares = model.judge(table)
    links = []
    for link in model.links_from(table, ours, theirs):
        if link.is_pair and link.label in least:
            row = ours.index(link.left) * len(theirs) + theirs.index(link.right)
            if linked[row] * shares[row, ALIGNED_LABELS.index(link.label)] >= least[link.label]:
                links.append(link)
    return AlignedPair("1", left, right, tuple(links))


def shown(field: str, pair: AlignedPair) -> Iterator[Phrases]:
    """Yield the phrase pairs of two aligned sentences that could be shown."""
    for link in pair.links:
        if not link.is_pair or not link.label.startswith((EQUI, SPE)) or (link.score or 0) < LEAST_SCORE:
            continue
        left = " ".join(pair.left[number - 1] for number in link.left)
        right = " ".join(pair.right[number - 1] for number in link.right)
        if _plain(left) != _plain(right):
            whole = " ".join(pair.left), " ".join(pair.right)
            yield Phrases(field, link.label, link.score or 0.0, left, right, *whole)


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def draw(pairs: Iterable[tuple[Item, Item]], interpret: Interpret, *, seed: int, wanted: int) -> list[Phrases]:
    """Return so many phrase pairs, half of them EQUI as far as there are; no two of them the same."""
    chance = random.Random(seed)
    order = list(pairs)
    chance.shuffle(order)
    found: dict[str, list[Phrases]] = {EQUI: [], SPE: []}
    seen: set[frozenset[str]] = set()
    for left, right in order:
        if all(2 * len(kept) >= wanted for kept in found.values()):
            break
        candidates = sentence_pairs(left, right)
        tried = chance.sample(candidates, min(TRIED, len(candidates)))
        here = [each for field, one, other in tried for each in shown(field, interpret(one, other))]
        chance.shuffle(here)
        for kind, kept in found.items():
            new = [each for each in here if each.kind == kind and _key(each) not in seen]
            if new:
                kept.append(new[0])
                seen.add(_key(new[0]))
    equal, special = found[EQUI], found[SPE]
    share = max((wanted + 1) // 2, wanted - len(special))
    return [*equal[:share], *special[: wanted - min(share, len(equal))]]


def _key(phrases: Phrases) -> frozenset[str]:
    return frozenset(" ".join(_plain(text)) for text in (phrases.left, phrases.right))


@dataclass(frozen=True, slots=True)
class Precision:
    """How many of the phrase pairs that were read are as labelled."""

    right: int
    read: int

    def interval(self, deviations: float = 1.96) -> tuple[float, float]:
        """Return Wilson's interval of the share that is right."""
        if not self.read:
            return 0.0, 1.0
        share, square = self.right / self.read, deviations**2
        middle = (share + square / (2 * self.read)) / (1 + square / self.read)
        half = (
            deviations / (1 + square / self.read) * sqrt(share * (1 - share) / self.read + square / (4 * self.read**2))
        )
        return middle - half, middle + half


def read_verdicts(path: Path) -> list[tuple[Phrases, bool]]:
    """Return the phrase pairs of a table that was read, and whether each is as labelled."""
    head, *lines = read_lines(path)
    return parse_lines(path, lines, _verdict, first=2, expected=head)


def _verdict(line: str) -> tuple[Phrases, bool]:
    verdict, field, label, score, *texts = split_columns(line, len(HEAD))
    if verdict not in ("yes", "no"):
        raise Wrong(("column 1", f"{quoted(verdict)} is neither yes nor no"))
    return Phrases(field, label, float(score), *texts), verdict == "yes"


def reworded(phrases: Phrases) -> bool:
    """Tell whether the two phrases differ in more than little words, endings and signs."""
    return content_words(tuple(phrases.left.split())) != content_words(tuple(phrases.right.split()))


def figures(verdicts: Sequence[tuple[Phrases, bool]]) -> str:
    """Return the precision of each kind as lines of a table."""
    lines = [f"{'':<22}{'read':>6}{'right':>7}{'precision':>11}   interval"]
    for kind in (EQUI, SPE):
        of_kind = [(each, right) for each, right in verdicts if each.kind == kind]
        rows = {
            kind: [right for _, right in of_kind],
            f"{kind}, titles": [right for each, right in of_kind if each.field == "dcTitle"],
            f"{kind}, descriptions": [right for each, right in of_kind if each.field != "dcTitle"],
            f"{kind}, other words": [right for each, right in of_kind if reworded(each)],
        }
        for name, answers in rows.items():
            count = Precision(sum(answers), len(answers))
            low, high = count.interval()
            share = count.right / max(count.read, 1)
            lines.append(f"{name:<22}{count.read:>6}{count.right:>7}{share:>11.3f}   {low:.3f} to {high:.3f}")
    return "\n".join(lines)


def main() -> None:
    """Print the phrase pairs to read; or the figures, once they were read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="with pairs.tsv and items.jsonl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wanted", type=int, default=150)
    parser.add_argument("--sure", type=float, nargs=2, default=(0.0, 0.0), metavar=(EQUI, SPE), help="at least")
    parser.add_argument("--verdicts", type=Path, help="the table with its first column filled in")
    arguments = parser.parse_args()
    if arguments.verdicts:
        sys.stdout.write(f"{figures(read_verdicts(arguments.verdicts))}\n")
        return
    model = read_interpret_model()
    items = {item.id: item for item in read_items(arguments.folder / "items.jsonl")}
    pairs = [(items[left], items[right]) for left, right in read_pairs(arguments.folder / "pairs.tsv")]

    equal, special = arguments.sure
    least = {EQUI: equal, "SPE1": special, "SPE2": special}

    def interpret(left: Tokens, right: Tokens) -> AlignedPair:
        return sure_pair(model, left, right, least)

    drawn = draw(pairs, interpret, seed=arguments.seed, wanted=arguments.wanted)
    sys.stdout.write("".join(f"{line}\n" for line in ("\t".join(HEAD), *(each.row() for each in drawn))))


if __name__ == "__main__":
    main()
