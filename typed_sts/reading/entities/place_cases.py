"""The nominatives that a place's name may have, where a language inflects it: "w Gnieźnie" is in Gniezno.

    Polish   Poznaniem, Poznania -> Poznań     Pyskowicach -> Pyskowice     Toszka -> Toszek     Nysie -> Nysa
    Czech    Prahy, Praze -> Praha             Brně -> Brno
    German   Deutschlands -> Deutschland       Swedish   Stockholms -> Stockholm      Hungarian   Budapesten -> Budapest

These are guesses by the ending. Who asks has to look whether there is such a place; large towns stand in the knowledge
pack in all their cases already.
"""

_POLISH = (
    ("iem", ("", "o", "ie")), ("em", ("", "o")), ("kiem", ("ek",)), ("niem", ("en", "n")), ("dzie", ("d", "da")),
    ("cie", ("t", "ta")), ("nie", ("n", "no", "na", "nie")), ("wie", ("w", "wo", "wa")), ("mie", ("m",)),
    ("ie", ("", "a", "o")), ("rze", ("r", "ra")), ("le", ("l", "la", "lo")), ("nia", ("n", "en", "nie")),
    ("ka", ("k", "ek")), ("ia", ("", "ie")), ("a", ("", "o")), ("niu", ("n", "en", "nie")), ("ku", ("k", "ek")),
    ("iu", ("", "ie")), ("u", ("", "o")), ("y", ("a",)), ("i", ("a", "")), ("ach", ("e", "y", "i")),
    ("ami", ("e", "y", "i")), ("om", ("e", "y", "i")), ("ic", ("ice",)), ("ej", ("a",)),
)  # fmt: skip
_CZECH = (
    ("ze", ("ha", "z")), ("y", ("a",)), ("e", ("", "a", "o")), ("u", ("", "o", "a")), ("a", ("", "o")), ("ou", ("a",)),
    ("em", ("", "o")), ("ich", ("e",)), ("i", ("",)),
)  # fmt: skip
_GERMAN = (("s", ("",)),)
_HUNGARIAN = (("en", ("",)), ("on", ("",)), ("ban", ("", "a")), ("ben", ("", "e")), ("bol", ("",)), ("rol", ("",)))
_ENDINGS = {
    "poland": _POLISH,
    "czechia": _CZECH,
    "slovakia": _CZECH,
    "hungary": _HUNGARIAN,
    **dict.fromkeys(("germany", "austria", "switzerland", "sweden", "denmark", "norway"), _GERMAN),
}
"""By the country that a record's language or provider hints at."""
_LEAST_STEM = 4


def nominatives(key: str, countries: frozenset[str]) -> tuple[str, ...]:
    """Return what the key of a place may be in the nominative, for the languages of these countries.

    Of a name of several words the first is inflected: "Frankfurcie nad Menem".
    """
    first, space, rest = key.partition(" ")
    found: dict[str, None] = {}
    for country in sorted(countries & _ENDINGS.keys()):
        for ending, replacements in _ENDINGS[country]:
            stem = first.removesuffix(ending)
            if stem != first and len(stem) >= _LEAST_STEM - (len(ending) > 1):
                found.update((f"{stem}{letters}{space}{rest}", None) for letters in replacements)
    return tuple(name for name in found if name != key)
