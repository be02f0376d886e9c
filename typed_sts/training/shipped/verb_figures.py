"""Figures of a verb tagger on treebank sentences, as docs/verbs.md and docs/stanza.md report them.

A verb is right when it begins and ends where a word tagged VERB does. `words` counts on the treebank's own words,
`text` on the text as it was written, split by the tagger. Lemmas are compared in lower case, on every gold verb's
form alone, and on the verbs found right in the text.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from typed_sts.reading.tagging.metrics import Found, count_found
from typed_sts.reading.tagging.treebank_words import word_places
from typed_sts.reading.tagging.verb_tagger import VERB_TAGS, Verb, VerbTagger
from typed_sts.training.shipped.conllu import Sentence


@dataclass(frozen=True, slots=True)
class VerbFigures:
    """How well verbs were found in texts, and how many of those found right have the right lemma."""

    text: Found
    lemmas_right: int

    @property
    def lemma_accuracy(self) -> float:
        """Return the share of right lemmas among the verbs found right."""
        return self.lemmas_right / self.text.right if self.text.right else 0.0


def figures_on_text(find: Callable[[str], Iterable[Verb]], sentences: Iterable[Sentence]) -> VerbFigures:
    """Return the figures of any way to find verbs in a text."""
    total, lemmas_right = Found(), 0
    for sentence in sentences:
        gold = {(word.start, word.end): word.lemma.lower() for word in sentence.words if word.upos == "VERB"}
        found = {(verb.start, verb.end): verb.lemma for verb in find(sentence.text)}
        total += count_found(found.keys(), gold.keys())
        lemmas_right += sum(gold.get(place) == lemma for place, lemma in found.items())
    return VerbFigures(total, lemmas_right)


def found_on_words(
    tagger: VerbTagger, sentences: Iterable[Sentence], recase: Callable[[Sequence[str]], list[str]] = list
) -> Found:
    """Return the counts on the treebank's own words, in the case given."""
    total = Found()
    for sentence in sentences:
        tags = tagger.tags(recase([word.form for word in sentence.words]))
        found = [at for at, tag in enumerate(tags) if tag in VERB_TAGS]
        total += count_found(found, [at for at, word in enumerate(sentence.words) if word.upos == "VERB"])
    return total


def lemma_accuracy_on_forms(tagger: VerbTagger, sentences: Iterable[Sentence]) -> float:
    """Return the share of gold verbs whose lemma comes out right from the form alone."""
    verbs = [word for sentence in sentences for word in sentence.words if word.upos == "VERB"]
    return sum(tagger.lemma(word.form) == word.lemma.lower() for word in verbs) / len(verbs)


def word_agreement(sentences: Iterable[Sentence]) -> Found:
    """Return how well our words agree with the treebank's, by place."""
    total = Found()
    for sentence in sentences:
        gold = {(word.start, word.end) for word in sentence.words}
        total += count_found(set(word_places(sentence.text)), gold)
    return total
