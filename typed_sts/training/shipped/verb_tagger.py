"""Train the default verb tagger and its lemma rules: `python -m typed_sts.training.shipped.verb_tagger`.

Museum text is not web text: titles are in Title Case, captions leave articles out, subject terms are a word or two.
Each treebank sentence is therefore learned twice, as written and as a caption might have it, and pieces of some
sentences are learned alone. The same data and seed give the same bytes. Lemma rules are learned from verbs whose base
is known. Figures of the tagger on treebank sentences are those of docs/verbs.md and docs/stanza.md.
"""

import argparse
import gzip
import hashlib
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pycrfsuite

from typed_sts.errors import BadTrainingData
from typed_sts.reading.tagging.irregular_verbs import IRREGULAR
from typed_sts.reading.tagging.lemmas import LONGEST_ENDING, LemmaRules, candidates
from typed_sts.reading.tagging.metrics import Counts, count_found
from typed_sts.reading.tagging.verb_attributes import contexts, word_places
from typed_sts.reading.tagging.verb_tagger import FORMAT_VERSION, MODEL, VERB_TAGS, Verb, VerbTagger


@dataclass(frozen=True, slots=True)
class TreebankWord:
    """A word of a treebank: its form, lemma, tags, and where it stands in the text of its sentence."""

    form: str
    lemma: str
    upos: str
    xpos: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a treebank."""

    text: str
    words: tuple[TreebankWord, ...]


def read_conllu(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a CoNLL-U file, gzipped when its name says so."""
    if not path.is_file():
        raise BadTrainingData(f"no treebank at {path}; name the folder that holds it with --data")
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    with opened as lines:
        text, rows = "", list[list[str]]()
        for line in lines:
            if line.startswith("# text = "):
                text = line.rstrip("\n")[9:]
            elif line[0].isdigit():
                rows.append(line.rstrip("\n").split("\t"))
            elif line == "\n" and rows:
                yield Sentence(text, tuple(_placed(text, rows)))
                text, rows = "", []


def _placed(text: str, rows: list[list[str]]) -> Iterator[TreebankWord]:
    # Words inside a range may be spelt otherwise than the text (never in EWT): then all stand where the range stands.
    place, last_of_range, range_end = 0, 0, 0
    for row in rows:
        number, form = row[0], row[1]
        if "." in number:
            continue
        if "-" in number:
            place = text.index(form, place)
            last_of_range, range_end = int(number.split("-")[1]), place + len(form)
            continue
        inside = int(number) <= last_of_range
        start = text.find(form, place, range_end if inside else len(text))
        if start < 0:
            start, end = place, range_end
        else:
            end = place = start + len(form)
        yield TreebankWord(form, row[2], row[3], row[4], start, end)


_REPAIRS = "kedy"


def learn_lemma_rules(verbs: Iterable[tuple[str, str, str]]) -> LemmaRules:
    """Return the rules for forms with their lemma and XPOS tag, each as often as it occurs."""
    counts = Counter((form.lower(), lemma.lower(), tag) for form, lemma, tag in verbs)
    by_form: dict[str, Counter[str]] = defaultdict(Counter)
    for (form, lemma, tag), count in sorted(counts.items()):
        if tag not in ("VB", "VBP") and form.isalpha():
            by_form[form][lemma] += count
    lemmas = {form: _commonest(found) for form, found in by_form.items()}
    bases = _bases(counts)
    endings = _endings(lemmas)
    bare = LemmaRules({}, bases, endings)
    # Misspelt forms whose lemma is a guess at the writer's mind ("teh" -> "the") are learned only when seen twice.
    wrong = {
        form: lemma
        for form, lemma in lemmas.items()
        if bare.lemma(form, "VBD") != lemma and form not in IRREGULAR and by_form[form][lemma] > 1
    }
    return LemmaRules(dict(sorted(wrong.items())), bases, endings)


def _bases(counts: Counter[tuple[str, str, str]]) -> frozenset[str]:
    seen: Counter[str] = Counter()
    for (_, lemma, _), count in counts.items():
        seen[lemma] += count
    # A lemma seen once may be a slip; forms that carry an ending themselves would hide the verb they come from.
    return frozenset(lemma for lemma, count in seen.items() if lemma.isalpha() and count > 0)


def _endings(lemmas: dict[str, str]) -> dict[str, str]:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for form, lemma in sorted(lemmas.items()):
        for repair, base in candidates(form).items():
            if base == lemma:
                for length in range(1, min(LONGEST_ENDING, len(form)) + 1):
                    votes[form[-length:]][repair] += 1
    orders = {ending: _order(found) for ending, found in votes.items()}
    # An ending that says no more than the one inside it is left out.
    kept = {e: order for e, order in orders.items() if len(e) == 1 or orders[e[1:]] != order}
    return dict(sorted((e, o) for e, o in kept.items() if sum(votes[e].values()) > 1 or len(e) > 4))


def _order(found: Counter[str]) -> str:
    return "".join(sorted(found, key=lambda repair: (-found[repair], _REPAIRS.index(repair))))


def _commonest(found: Counter[str]) -> str:
    return min(found, key=lambda lemma: (-found[lemma], lemma))


SEED = 1
PARAMETERS = {"c1": 0.5, "c2": 0.1, "max_iterations": 150}
_KEPT_UPOS = frozenset(("ADJ", "ADP", "ADV", "AUX", "DET", "NOUN", "PART", "PRON", "PROPN"))
_SHARED = Path(__file__).parents[4] / "shared" / "data"

Spelt = tuple[list[str], Sequence[TreebankWord]]
"""Words as they are to be read, and the treebank's words they stand for."""


def train_verb_tagger(sentences: Iterable[Sentence], model: Path, *, parameters: dict[str, Any]) -> LemmaRules:
    """Write the weights learned from treebank sentences to a file and return the lemma rules."""
    trainer = pycrfsuite.Trainer(verbose=False)
    rng = random.Random(SEED)
    kept = list(sentences)
    for forms, words in museum_like(kept, rng):
        trainer.append(contexts(forms), [tag_of(word) for word in words])
    trainer.set_params(parameters)
    model.parent.mkdir(parents=True, exist_ok=True)
    trainer.train(str(model))
    return learn_lemma_rules((w.form, w.lemma, w.xpos) for s in kept for w in s.words if w.upos == "VERB")


def museum_like(sentences: Sequence[Sentence], rng: random.Random) -> Iterator[Spelt]:
    """Yield every sentence as written and as a caption, and pieces of some alone."""
    for sentence in sentences:
        yield [word.form for word in sentence.words], sentence.words
        if caption := _captioned(sentence.words, rng):
            yield _recased(caption, rng.choices((0, 1, 2), (2, 2, 6))[0]), caption
        if (names := _name_runs(sentence.words)) and rng.random() < 0.6:
            run = rng.choice(names)
            yield _recased(run, rng.choices((0, 2), (5, 5))[0]), run
        doing = [word for word in sentence.words if word.upos == "VERB" and word.xpos == "VBG"]
        if doing and rng.random() < 0.5:
            piece = [*_some_noun(sentence.words, rng), rng.choice(doing)]
            yield _recased(piece, rng.choices((1, 2), (6, 4))[0]), piece


def _some_noun(words: Sequence[TreebankWord], rng: random.Random) -> list[TreebankWord]:
    """Return one noun or none: "woman" before "dancing", as captions end."""
    nouns = [word for word in words if word.upos == "NOUN"]
    return [rng.choice(nouns)] if nouns and rng.random() < 0.6 else []


def tag_of(word: TreebankWord) -> str:
    """Return the tag the model learns: the form of a verb (XPOS), a coarse part of speech, or O."""
    if word.upos == "VERB":
        return word.xpos if word.xpos in VERB_TAGS else "VB"
    return word.upos if word.upos in _KEPT_UPOS else "O"


def title_case(words: Sequence[str]) -> list[str]:
    """Return words as a title has them: the first and every word of four letters or more with a capital."""
    return [word[:1].upper() + word[1:] if at == 0 or len(word) > 3 else word for at, word in enumerate(words)]


def _captioned(words: Sequence[TreebankWord], rng: random.Random) -> list[TreebankWord]:
    """Return the words without articles, forms of "be" before a participle, or the full stop, as chance has it."""
    kept = list(words)
    if rng.random() < 0.6:
        kept = [word for word, after in zip(kept, [*kept[1:], None], strict=True) if not _is_of_participle(word, after)]
    if rng.random() < 0.5:
        kept = [word for word in kept if not (word.upos == "DET" and word.form.lower() in ("a", "an", "the"))]
    if kept and kept[-1].upos == "PUNCT" and rng.random() < 0.5:
        kept.pop()
    return kept


def _is_of_participle(word: TreebankWord, after: TreebankWord | None) -> bool:
    """Tell whether a word is the "is" of "is sitting" or "is seated"."""
    return word.upos == "AUX" and word.lemma == "be" and after is not None and after.xpos in ("VBG", "VBN")


def _name_runs(words: Sequence[TreebankWord]) -> list[list[TreebankWord]]:
    """Return the longest runs of nouns, names and adjectives, with prepositions between them ("works on paper")."""
    runs: list[list[TreebankWord]] = [[]]
    for word in words:
        if word.upos in ("ADJ", "NOUN", "PROPN") or (word.upos == "ADP" and runs[-1]):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [_without_last_prepositions(run) for run in runs if run]


def _without_last_prepositions(run: list[TreebankWord]) -> list[TreebankWord]:
    end = max(at for at, word in enumerate(run, start=1) if word.upos != "ADP")
    return run[:end]


def _recased(words: Sequence[TreebankWord], how: int) -> list[str]:
    """Return the forms as written (0), in lower case (1) or in title case (2)."""
    forms = [word.form for word in words]
    return (forms, [form.lower() for form in forms], title_case(forms))[how]


def card_of(rules: LemmaRules, data: Path, weights: Path) -> dict[str, Any]:
    """Return what stands beside the weights: where they come from, and the lemma rules."""
    return {
        "format_version": FORMAT_VERSION,
        "name": "typed_sts.verbs.v1",
        "licence": "CC BY-SA 4.0 (made from UD English-EWT)",
        "parameters": PARAMETERS | {"seed": SEED},
        "training_data": "UD English-EWT 2.15, train",
        "training_data_sha256": hashlib.sha256(data.read_bytes()).hexdigest(),
        "weights_sha256": hashlib.sha256(weights.read_bytes()).hexdigest(),
        "lemmas": {
            "exceptions": dict(rules.exceptions),
            "bases": sorted(rules.bases),
            "endings": dict(rules.endings),
        },
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the shared treebank and write the model into the package, or where told."""
    parser = argparse.ArgumentParser(description="Train the default verb tagger.")
    parser.add_argument("--data", type=Path, default=_SHARED / "pos" / "train.conllu.gz", help="CoNLL-U training file")
    parser.add_argument("--to", type=Path, default=MODEL, help="file to write the weights to")
    options = parser.parse_args(arguments)
    rules = train_verb_tagger(read_conllu(options.data), options.to, parameters=PARAMETERS)
    card = card_of(rules, options.data, options.to)
    options.to.with_suffix(".json").write_bytes(orjson.dumps(card, option=orjson.OPT_INDENT_2) + b"\n")
    sys.stderr.write(f"wrote {options.to} ({options.to.stat().st_size / 1e6:.2f} MB)\n")


@dataclass(frozen=True, slots=True)
class VerbFigures:
    """How well verbs were found in texts, and how many of those found right have the right lemma."""

    text: Counts
    lemmas_right: int

    @property
    def lemma_accuracy(self) -> float:
        """Return the share of right lemmas among the verbs found right."""
        return self.lemmas_right / self.text.right if self.text.right else 0.0


def figures_on_text(find: Callable[[str], Iterable[Verb]], sentences: Iterable[Sentence]) -> VerbFigures:
    """Return the figures of any way to find verbs in a text."""
    total, lemmas_right = Counts(), 0
    for sentence in sentences:
        gold = {(word.start, word.end): word.lemma.lower() for word in sentence.words if word.upos == "VERB"}
        found = {(verb.start, verb.end): verb.lemma for verb in find(sentence.text)}
        total += count_found(found.keys(), gold.keys())
        lemmas_right += sum(gold.get(place) == lemma for place, lemma in found.items())
    return VerbFigures(total, lemmas_right)


def found_on_words(
    tagger: VerbTagger, sentences: Iterable[Sentence], recase: Callable[[Sequence[str]], list[str]] = list
) -> Counts:
    """Return the counts on the treebank's own words, in the case given."""
    total = Counts()
    for sentence in sentences:
        tags = tagger.tags(recase([word.form for word in sentence.words]))
        found = [at for at, tag in enumerate(tags) if tag in VERB_TAGS]
        total += count_found(found, [at for at, word in enumerate(sentence.words) if word.upos == "VERB"])
    return total


def lemma_accuracy_on_forms(tagger: VerbTagger, sentences: Iterable[Sentence]) -> float:
    """Return the share of gold verbs whose lemma comes out right from the form alone."""
    verbs = [word for sentence in sentences for word in sentence.words if word.upos == "VERB"]
    return sum(tagger.lemma(word.form) == word.lemma.lower() for word in verbs) / len(verbs)


def word_agreement(sentences: Iterable[Sentence]) -> Counts:
    """Return how well our words agree with the treebank's, by place."""
    total = Counts()
    for sentence in sentences:
        gold = {(word.start, word.end) for word in sentence.words}
        total += count_found(set(word_places(sentence.text)), gold)
    return total


if __name__ == "__main__":
    main()
