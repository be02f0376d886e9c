"""Forms under which a word may be known: "Krieges" is of Krieg, "heiratete" of heiratet, "bitwie" of bitwa.

Endings only, for words that a tagger has marked already; what comes out is looked up in the pack, and mostly not found.
"""

from collections.abc import Iterator

_ENDINGS = {
    "de": "es: s: en: n: e: ete:et eten:et te:t",
    "nl": "en: s: de:t den:t te:t ten:t",
    "fr": "es:e s: ent:e ait:er èrent:er a:er é:er ée:er",
    "es": "es: s: ó:ar aron:ar ó:er ado:ar ada:ar aba:ar",
    "pt": "es: s: ou:ar aram:ar eu:er ado:ar ada:ar ava:ar",
    "it": "i:o i:a e:a ò:are arono:are ato:are ata:are",
    "sv": "ets: ens: et: en: s: ade:a ades:a arna:",
    "pl": "ie:a y:a ę:a ą:a u: em: ach:a ami:a om:a",
}
"""By language: an ending, and what stands in its place in another form."""
_SHORTEST = 4


def base_forms(word: str, language: str) -> Iterator[str]:
    """Yield the forms a word may be of, the word itself not among them."""
    if " " in word:
        return
    for row in _ENDINGS.get(language, "").split():
        ending, base = row.split(":")
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            yield word[: len(word) - len(ending)] + base
