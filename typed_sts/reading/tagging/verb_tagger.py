"""Verbs of a text with their lemmas: the default tagger, a conditional random field over words.

A verb is a word the English Web Treebank tags VERB (UPOS): full verbs, with participles that act ("a woman bathing",
"seated at a table"), without auxiliaries ("is", "has been") and without participles that are adjectives there.
docs/verbs.md has the figures; `python -m typed_sts.training.shipped.verb_tagger` rebuilds the model.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import orjson
import pycrfsuite

from typed_sts.errors import BadModel
from typed_sts.reading.tagging.lemmas import LemmaRules
from typed_sts.reading.tagging.verb_attributes import contexts, sentences, word_places

FORMAT_VERSION = 1
MODEL = Path(__file__).parent / "models" / "verbs.crf"
VERB_TAGS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
"""The tags of the model that are verbs; its other tags only help to tell them apart."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: where it stands in its text (in characters), as written, and its base form in lower case."""

    start: int
    end: int
    text: str
    lemma: str


class VerbTagger:
    """Finds verbs; open one with `load` and keep it."""

    def __init__(self, model: bytes, rules: LemmaRules) -> None:
        # crfsuite reads from these bytes and does not own them: they must live as long as the tagger.
        self._weights = model
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(self._weights)
        self._rules = rules

    @classmethod
    def load(cls, model: Path = MODEL) -> Self:
        """Open a model: the `.crf` file and the `.json` file of the same name beside it."""
        beside = model.with_suffix(".json")
        try:
            card, weights = orjson.loads(beside.read_bytes()), model.read_bytes()
        except (OSError, orjson.JSONDecodeError) as exc:
            raise BadModel(f"no verb model at {model}: {exc}; reinstall typed-sts or train one") from exc
        if not isinstance(card, dict):
            raise BadModel(f"{beside} is not the card of a verb model; reinstall typed-sts or train one")
        if card.get("format_version") != FORMAT_VERSION:
            raise BadModel(f"{beside} has format_version {card.get('format_version')}, wanted {FORMAT_VERSION}")
        try:
            if sha256(weights).hexdigest() != card["weights_sha256"]:  # crfsuite itself trusts what it reads
                raise ValueError("it is not the file that its card speaks of")
            return cls(weights, rules_from_card(card))
        except (KeyError, TypeError, ValueError) as exc:
            raise BadModel(f"{model} cannot be read: {exc}; reinstall typed-sts or train one") from exc

    def verbs(self, text: str) -> tuple[Verb, ...]:
        """Return the verbs of a text in order."""
        places = word_places(text)
        words = [text[start:end] for start, end in places]
        return tuple(
            Verb(*place, word, self._rules.lemma(word, tag))
            for place, word, tag in zip(places, words, self.tags(words), strict=True)
            if tag in VERB_TAGS
        )

    def tags(self, words: list[str]) -> list[str]:
        """Return one tag a word for words that may be several sentences."""
        return [tag for start, end in sentences(words) for tag in self._tagger.tag(contexts(words[start:end]))]

    def lemma(self, form: str, tag: str = "") -> str:
        """Return the base form of a verb form, by its tag where that is known."""
        return self._rules.lemma(form, tag)


@cache
def default_verb_tagger() -> VerbTagger:
    """Return the tagger that ships with the package, opened once."""
    return VerbTagger.load()


def rules_from_card(card: dict[str, Any]) -> LemmaRules:
    """Return the lemma rules of a model's JSON file."""
    rules = card["lemmas"]
    return LemmaRules(rules["exceptions"], frozenset(rules["bases"]), rules["endings"])
