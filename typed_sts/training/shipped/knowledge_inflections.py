"""Forms of names that stand in titles and in no list of names: the cases of German and Polish, small first letters.

    Westfälischer Friede    des Westfälischen Friedens    Trettioåriga kriget   trettioåriga kriget
    Ludwig XIV.             Ludwigs XIV. von Frankreich   Jan III Sobieski      Jana III Sobieskiego
    Kraków                  Krakowa, Krakowie             grający w karty       grające w karty

The rules are those of regular words. A form that is already a name of something else is left out, and so are small
towns: there are too many of them.
"""

import re
from collections.abc import Iterable, Iterator

from typed_sts.knowledge.concepts import Name
from typed_sts.knowledge.folding import key_of
from typed_sts.knowledge.kinds import EVENTS, PERSONS, PLACES
from typed_sts.training.shipped.knowledge_own import Draft

_SMALL_LETTERS = frozenset(("fr", "nl", "es", "it", "pt", "sv", "pl"))
"""Languages that write the first word of an event's name small within a sentence."""
_SIZE_WORDS = frozenset("grande gran grote groote wielka stora große".split())
"""A great war with a small letter is any."""
_ROMAN = re.compile(r"[IVX]++\.?")
_GERMAN_RULER = re.compile(r"([A-ZÄÖÜ][a-zäöüß]*[a-rt-wyäöü]) ((?:[IVX]++\.|der |die ).*)")
_OF_REALM = re.compile(r"([\w' -]+? [IVX]++) of ([A-Z]\w+)")
_REALMS = {"de": "von {}", "fr": "de {}", "nl": "van {}", "es": "de {}", "it": "di {}", "pt": "de {}", "sv": "av {}"}
_AT_RIVER = re.compile(r"(\w+) \((Oder|Saale|Spree|Havel|Elbe)\)")
_AT = ("{} an der {}", "{} a. d. {}", "{}/{}")
_LARGE = 4.7
"""log10 of the inhabitants of a town that is inflected."""


_SEVERAL = "several"


def add_inflections(drafts: list[Draft]) -> int:
    """Add forms to the drafts; return how many."""
    countries = {key: draft for draft in drafts if draft.kind == "country" for key in draft.english()}
    owners: dict[str, str] = {}
    for draft in drafts:
        for name in draft.names:
            key = key_of(name.text)
            owners[key] = draft.id if owners.get(key, draft.id) == draft.id else _SEVERAL
    added = 0
    for draft in drafts:
        if draft.kind == "ruler":
            draft.add(_with_realm(draft, countries))
        forms = (name for known in list(draft.names) for name in _forms(draft, known) if name not in draft.names)
        new = [name for name in forms if owners.get(key_of(name.text), draft.id) == draft.id]
        draft.add(new)
        added += len(new)
    return added


def _forms(draft: Draft, name: Name) -> Iterator[Name]:
    text, language = name
    several = " " in text
    if draft.kind in EVENTS and several:
        if language == "de":
            yield from (Name(form, language) for form in german_event(text))
        forms = polish_event(text) if language == "pl" else ()
        for form in (text, *forms):
            if form != text:
                yield Name(form, language)
            if language in _SMALL_LETTERS and _small(form) != form:
                yield Name(_small(form), language)
    elif draft.kind in PERSONS and draft.kind != "artist" and several:
        if language == "pl":
            yield Name(polish_person(text), language)
        elif language == "de" and (told := _GERMAN_RULER.fullmatch(text)):
            yield Name(f"{told[1]}s {told[2].replace('der ', 'des ').replace('Große', 'Großen')}", language)
    elif draft.kind == "town" and (told := _AT_RIVER.fullmatch(text)):
        yield from (Name(pattern.format(told[1], told[2]), "de") for pattern in _AT)
    elif draft.kind in PLACES and language == "pl" and not several and draft.weight >= _LARGE:
        yield from (Name(form, language) for form in polish_place(text))
    elif draft.kind == "action":
        yield from (Name(form, language) for form in _participles(text, language))


def _small(text: str) -> str:
    first, _, rest = text.partition(" ")
    if not first[1:].islower() or first.lower() in _SIZE_WORDS:
        return text
    return f"{first.lower()} {rest}"


def _with_realm(draft: Draft, countries: dict[str, Draft]) -> Iterator[Name]:
    """Yield the names of a numbered ruler with the realm that the English name has."""
    told = next(
        (found for name in draft.names if name.lang == "en" and (found := _OF_REALM.fullmatch(name.text))), None
    )
    realm = countries.get(key_of(told[2])) if told else None
    if realm is None:
        return
    for name in list(draft.names):
        pattern = _REALMS.get(name.lang)
        if pattern and " " in name.text and _ROMAN.fullmatch(name.text.rpartition(" ")[2]):
            where = next((other.text for other in realm.names if other.lang == name.lang), "")
            if where:
                elided = name.lang == "fr" and where[0] in "AEIOUÉ"
                yield Name(f"{name.text} " + (f"d'{where}" if elided else pattern.format(where)), name.lang)


def german_event(text: str) -> Iterator[str]:
    """Yield the cases of an adjective and a noun: "Erster Weltkrieg", "Ersten Weltkrieg"."""
    words = text.split(" ")
    first, noun = words[:2]
    if first.endswith("er") and len(first) > 4:
        nouns = (noun, f"{noun}n", f"{noun}ns") if noun.endswith("e") else (noun, f"{noun}s", f"{noun}es")
        for form in (f"{first[:-1]}n", first[:-1]):
            yield from (" ".join((form, each, *words[2:])) for each in nouns)
        if noun.endswith("e"):
            yield " ".join((first, f"{noun}n", *words[2:]))
    elif first.endswith("e") and len(first) > 4:
        yield " ".join((f"{first}n", *words[1:]))


_POLISH_HEADS = {
    "wojna": ("wojny", "wojnie", "wojnę"), "bitwa": ("bitwy", "bitwie", "bitwę"), "pokój": ("pokoju",),
    "traktat": ("traktatu", "traktacie"), "powstanie": ("powstania", "powstaniu"), "rewolucja": ("rewolucji",),
    "oblężenie": ("oblężenia", "oblężeniu"), "koronacja": ("koronacji", "koronację"), "unia": ("unii",),
    "hołd": ("hołdu",), "kongres": ("kongresu", "kongresie"), "konstytucja": ("konstytucji",), "pożar": ("pożaru",),
}  # fmt: skip


def polish_event(text: str) -> Iterator[str]:
    """Yield the cases of an event with a Polish head: "II wojna światowa", "II wojny światowej"."""
    words = text.split(" ")
    place = next((number for number, word in enumerate(words) if word.lower() in _POLISH_HEADS), None)
    if place is None:
        return
    for head in _POLISH_HEADS[words[place].lower()]:
        case = 3 if head.endswith("ę") else 2
        told = [_polish_adjective(word, case) for word in words[:place]]
        told.append(head.capitalize() if words[place][0].isupper() else head)
        for number, word in enumerate(words[place + 1 :], start=place + 1):
            if word[0].isupper() or len(word) < 4:
                told += words[number:]
                break
            told.append(_polish_adjective(word, case))
        yield " ".join(told)


def _polish_adjective(word: str, case: int) -> str:
    if _ROMAN.fullmatch(word) or len(word) < 4:
        return word
    if word.endswith("a"):
        return f"{word[:-1]}ą" if case == 3 else f"{word[:-1]}ej"
    if word.endswith("ie"):
        return f"{word[:-1]}go" if word.endswith("kie") else word
    if word.endswith(("ki", "gi")):
        return f"{word}ego"
    return f"{word[:-1]}ego" if word.endswith(("y", "e")) else word


def polish_person(text: str) -> str:
    """Return the genitive of a name: "Portret Jana III Sobieskiego"."""
    return " ".join(map(_polish_genitive, text.split(" ")))


_GENITIVE = (
    ("święta", "świętej"), ("ski", "skiego"), ("cki", "ckiego"), ("dzki", "dzkiego"), ("ki", "kiego"), ("y", "ego"),
    ("ska", "skiej"), ("cka", "ckiej"), ("wielka", "wielkiej"), ("ia", "ii"), ("ja", "ji"), ("ga", "gi"), ("ka", "ki"),
    ("ko", "ki"), ("a", "y"), ("ek", "ka"), ("eł", "ła"), ("ń", "nia"), ("i", "iego"),
)  # fmt: skip


def _polish_genitive(word: str) -> str:
    if _ROMAN.fullmatch(word) or word.endswith(".") or not word[:1].isupper() or len(word) < 3:
        return word
    for ending, genitive in _GENITIVE:
        if word.lower().endswith(ending):
            stem = word[: len(word) - len(ending)]
            return stem + genitive if stem else genitive.capitalize()
    return word if word[-1] in "oeuąęó" else f"{word}a"


_PLACES = (
    ("ów", ("owa", "owie", "owem")), ("awa", ("awy", "awie", "awę")), ("owa", ("owy", "owie")),
    ("ice", ("ic", "icach")), ("ń", ("nia", "niu")), ("sk", ("ska", "sku")), ("in", ("ina", "inie")),
    ("yn", ("yna", "ynie")), ("ań", ("ania", "aniu")), ("ław", ("ławia", "ławiu")), ("ia", ("ii",)), ("ja", ("ji",)),
    ("ga", ("gi", "dze")), ("ka", ("ki", "ce")), ("burg", ("burga", "burgu")), ("no", ("na", "nie")),
    ("ódź", ("odzi",)), ("aryż", ("aryża", "aryżu")), ("zym", ("zymu", "zymie")), ("en", ("na", "niu")),
    ("dyn", ("dynu", "dynie")), ("lin", ("lina", "linie")), ("st", ("stu", "ście")),
)  # fmt: skip


def polish_place(text: str) -> Iterator[str]:
    """Yield the cases in which a town stands after words such as "Widok" and "w"."""
    for ending, forms in _PLACES:
        if text.lower().endswith(ending):
            stem = text[: len(text) - len(ending)]
            yield from (stem + form if stem else form.capitalize() for form in forms)


def _participles(text: str, language: str) -> Iterable[str]:
    first, _, rest = text.partition(" ")
    rest = f" {rest}" if rest else ""
    if language == "pl" and first.endswith("ący"):
        return (f"{first[:-1]}{ending}{rest}" for ending in ("a", "e", "ego", "ych", "ą"))
    if language == "de" and text.endswith("end") and text[0].islower() and not rest:
        forms = [f"{text}{ending}" for ending in ("e", "er", "en", "es")]
        return [*forms, *(form.capitalize() for form in forms)]
    return ()
