"""The words of a sentence, as alignment and features see them: form, lemma, kind.

    "Two dogs weren't in Rome."  ->  two/2 NUMBER, dogs/dog CONTENT, were/be FUNCTION, n't/not FUNCTION, in FUNCTION,
                                     Rome/rome NAME, . SIGN

Lemmas of English words come from the tables of the tagger (`typed_sts.reading.tagging.lexicons`), those of Spanish
words are stems: what is left when the endings of gender, number and person are cut. Numbers in words are digits.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from typed_sts.reading.tagging.irregular_verbs import IRREGULAR
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts_index.analyser import fold, stem_plural, stop_words

CONTENT, FUNCTION, NUMBER, NAME, SIGN = "content", "function", "number", "name", "sign"
LANGUAGES = ("en", "es")
LONGEST = 20_000
"""Characters of a sentence that are read."""

# A number; letters with apostrophes inside; or one sign. A word written in CamelCase ("#AaronSwartz") is cut later.
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:[’'][^\W\d_]+)*|[^\w\s]|_", re.UNICODE)
_CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-Z])")
_CLITIC = re.compile(r"(?:n[’']t|[’'](?:s|re|ve|ll|d|m))$", re.IGNORECASE)
_CLITICS = {"n't": "not", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would", "'m": "be", "'s": "'s"}
_CUT = {"ca": "can", "wo": "will", "sha": "shall", "ai": "be"}
_NUMBERS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte",
}
_VALUES = {
    language: {word: str(value) for value, word in enumerate(words.split()) if word not in ("one", "uno")}
    | {"hundred": "100", "thousand": "1000", "million": "1000000", "cien": "100", "mil": "1000", "millon": "1000000"}
    for language, words in _NUMBERS.items()
}
_MORE_FUNCTION = {
    "en": "am because between during each every few how just let many me much must my myself now off once one onto per "
    "shall since someone something still though toward towards upon whether why without yet 's n't 're 've 'll 'd 'm "
    "yours against around before behind below beneath beside besides down near here his hers himself herself "
    "themselves",
    "es": "ante bajo cada cual cuando cuyo cuya durante eran esa esas ese eso esos esto estaba estan estar fueron "
    "habia haber han hay hacia he mas mediante mientras mis mucho nuestra nuestro otra otras otro otros porque pues "
    "quien ser sera si sido siempre sino solo sea segun tal tan tanto tras todo toda todos todas unas",
}
_FUNCTION = {language: stop_words(language) | frozenset(words.split()) for language, words in _MORE_FUNCTION.items()}
NEGATIONS = {
    "en": frozenset("no not never none nobody nothing neither nor without cannot n't nowhere hardly".split()),
    "es": frozenset("no nunca jamas nadie nada ningun ninguna ninguno tampoco ni sin".split()),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence: as written, lower-case and folded, its lemma, what it is, and where it stands."""

    text: str
    form: str
    lemma: str
    kind: str
    start: int
    end: int

    @property
    def counts(self) -> bool:
        """Tell whether it says something of its own: a content word, a name or a number."""
        return self.kind in (CONTENT, NAME, NUMBER)


def words_of(text: str, language: str = "en") -> tuple[Word, ...]:
    """Return the words and signs of a sentence in order."""
    tokens = list(_tokens(text[:LONGEST], language))
    letters = [token for token, _ in tokens if token[0].isalpha()]
    shouted = sum(token[0].isupper() for token in letters) > 0.6 * len(letters)
    found = []
    first = True
    for token, start in tokens:
        found.append(_word(token, start, language, names_show=not (shouted or first)))
        first = first and not token[0].isalnum()
    return tuple(found)


def words_of_tokens(tokens: Sequence[str], language: str = "en") -> tuple[Word, ...]:
    """Return one word for each token of a sentence that is cut already; the places are those of the joined tokens."""
    letters = [token for token in tokens if token[:1].isalpha()]
    shouted = sum(token[0].isupper() for token in letters) > 0.6 * len(letters)
    found = []
    place = 0
    for number, token in enumerate(tokens):
        found.append(_word(token, place, language, names_show=not shouted and number > 0))
        place += len(token) + 1
    return tuple(found)


def _tokens(text: str, language: str) -> list[tuple[str, int]]:
    found = []
    for match in _TOKEN.finditer(text):
        token, start = match[0], match.start()
        clitic = _CLITIC.search(token) if language == "en" and len(token) > 2 else None
        cut = clitic.start() if clitic and clitic.start() else len(token)
        for part in _CAMEL.split(token[:cut]) if cut > 5 else (token[:cut],):
            found.append((part, start))
            start += len(part)
        if cut < len(token):
            found.append((token[cut:], start))
    return found


def _word(token: str, start: int, language: str, names_show: bool) -> Word:
    form, lemma, kind = _read(token, language)
    if kind == CONTENT and token[0].isupper() and (names_show or not _is_common(form, language)):
        kind = NAME
    return Word(token, form, lemma, kind, start, start + len(token))


@lru_cache(1 << 16)
def _read(token: str, language: str) -> tuple[str, str, str]:
    """Return the form, the lemma and the kind of a token, names not yet told from other words."""
    if token[0].isdigit():
        plain = token.replace(",", "")
        return token, plain, NUMBER
    if not token[0].isalpha() and token[:1] not in "'’":
        return token, token, SIGN
    form = token.lower().replace("’", "'")
    if form in _CLITICS:
        return form, _CLITICS[form], FUNCTION
    form = _CUT.get(form, form) if language == "en" else form
    folded = form if "'" in form else fold(form) or form
    if folded in _VALUES[language]:
        return folded, _VALUES[language][folded], NUMBER
    if not any(letter.isalnum() for letter in folded):
        return token, token, SIGN
    lemma = english_lemma(folded) if language == "en" else spanish_stem(folded)
    return folded, lemma, FUNCTION if folded in _FUNCTION[language] else CONTENT


def _is_common(form: str, language: str) -> bool:
    """Tell whether a word with a capital may be a common word all the same."""
    if language != "en":
        return len(form) < 4
    tables = lexicons()
    known = tables.words.get(form)
    if known is not None and known.capitals in "34":
        return False
    return bool(tables.readings(form)) or form in tables.senses


@lru_cache(1 << 16)
def english_lemma(form: str) -> str:
    """Return the base form of a lower-case English word, whatever its part of speech; of two, the more frequent one."""
    if form in IRREGULAR:
        return IRREGULAR[form]
    tables = lexicons()
    readings = tables.readings(form)
    if not readings:
        return form if form in tables.senses else stem_plural(form)

    def weight(number: int) -> tuple[int, int]:
        reading = readings[number]
        senses = tables.senses[reading.lemma]
        return senses.noun_count if reading.part == "n" else senses.verb_count, -number

    best = readings[max(range(len(readings)), key=weight)]
    if best.form == "0" and form.endswith(("ing", "ed", "s")):  # "sitting" is a noun too, but says what "sit" does
        others = [reading for reading in readings if reading.form != "0"]
        best = others[0] if others and not form.endswith("ss") else best
    return best.lemma


_ENDINGS_ES = tuple(
    sorted(
        (
            "amientos imientos amiento imiento aciones uciones adoras adores ancias logias acion ucion adora ador "
            "ancia mente idades idad ivas ivos iva ivo encias encia ables ibles able ible istas ista icos icas ico ica "
            "iendo ando aron ieron aban abas aba ados adas idos idas ado ada ido ida arian arias aria erian erias eria "
            "irian iria aran eran iran ara era ira aremos eremos iremos asen iesen ase iese amos emos imos ais eis "
            "ian ias ia ar er ir an en as es os o a e s"
        ).split(),
        key=lambda ending: (-len(ending), ending),
    )
)


@lru_cache(1 << 16)
def spanish_stem(form: str) -> str:
    """Return what is left of a folded Spanish word without its ending; at least four letters."""
    if len(form) <= 4:
        return form[:-1] if len(form) == 4 and form.endswith("s") else form
    for ending in _ENDINGS_ES:
        if form.endswith(ending) and len(form) - len(ending) >= 4:
            return form[: -len(ending)]
    return form
