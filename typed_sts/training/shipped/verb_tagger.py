"""Train the default verb tagger and its lemma rules: `python -m typed_sts.training.shipped.verb_tagger`.

Museum text is not web text: titles are in Title Case, captions leave articles out, subject terms are a word or two.
Each treebank sentence is therefore learned twice, as written and as a caption might have it, and pieces of some
sentences are learned alone. The same data and seed give the same bytes.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
import pycrfsuite

from typed_sts.reading.tagging.lemmas import LemmaRules
from typed_sts.reading.tagging.verb_attributes import contexts
from typed_sts.reading.tagging.verb_tagger import FORMAT_VERSION, MODEL, VERB_TAGS
from typed_sts.training.shipped.conllu import Sentence, Word, read_conllu
from typed_sts.training.shipped.lemma_rules import learn_lemma_rules

SEED = 1
PARAMETERS = {"c1": 0.5, "c2": 0.1, "max_iterations": 150}
_KEPT_UPOS = frozenset(("ADJ", "ADP", "ADV", "AUX", "DET", "NOUN", "PART", "PRON", "PROPN"))
_SHARED = Path(__file__).parents[4] / "shared" / "data"

Spelt = tuple[list[str], Sequence[Word]]
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


def _some_noun(words: Sequence[Word], rng: random.Random) -> list[Word]:
    """Return one noun or none: "woman" before "dancing", as captions end."""
    nouns = [word for word in words if word.upos == "NOUN"]
    return [rng.choice(nouns)] if nouns and rng.random() < 0.6 else []


def tag_of(word: Word) -> str:
    """Return the tag the model learns: the form of a verb (XPOS), a coarse part of speech, or O."""
    if word.upos == "VERB":
        return word.xpos if word.xpos in VERB_TAGS else "VB"
    return word.upos if word.upos in _KEPT_UPOS else "O"


def title_case(words: Sequence[str]) -> list[str]:
    """Return words as a title has them: the first and every word of four letters or more with a capital."""
    return [word[:1].upper() + word[1:] if at == 0 or len(word) > 3 else word for at, word in enumerate(words)]


def _captioned(words: Sequence[Word], rng: random.Random) -> list[Word]:
    """Return the words without articles, forms of "be" before a participle, or the full stop, as chance has it."""
    kept = list(words)
    if rng.random() < 0.6:
        kept = [word for word, after in zip(kept, [*kept[1:], None], strict=True) if not _is_of_participle(word, after)]
    if rng.random() < 0.5:
        kept = [word for word in kept if not (word.upos == "DET" and word.form.lower() in ("a", "an", "the"))]
    if kept and kept[-1].upos == "PUNCT" and rng.random() < 0.5:
        kept.pop()
    return kept


def _is_of_participle(word: Word, after: Word | None) -> bool:
    """Tell whether a word is the "is" of "is sitting" or "is seated"."""
    return word.upos == "AUX" and word.lemma == "be" and after is not None and after.xpos in ("VBG", "VBN")


def _name_runs(words: Sequence[Word]) -> list[list[Word]]:
    """Return the longest runs of nouns, names and adjectives, with prepositions between them ("works on paper")."""
    runs: list[list[Word]] = [[]]
    for word in words:
        if word.upos in ("ADJ", "NOUN", "PROPN") or (word.upos == "ADP" and runs[-1]):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [_without_last_prepositions(run) for run in runs if run]


def _without_last_prepositions(run: list[Word]) -> list[Word]:
    end = max(at for at, word in enumerate(run, start=1) if word.upos != "ADP")
    return run[:end]


def _recased(words: Sequence[Word], how: int) -> list[str]:
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


if __name__ == "__main__":
    main()
