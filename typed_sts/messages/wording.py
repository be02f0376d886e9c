"""A message becomes a sentence: its wording in a language, with names, years and lists as that language has them.

    say(message("Also by {name}", name="Vincent van Gogh"), "de")    Ebenfalls von Vincent van Gogh

Texts of records stay as they are. A thing that is known has the name that the knowledge pack has in that language,
unless a record calls it something in that very language that is no abbreviation, or an editor has given it another
name.
"""

import re
from collections.abc import Iterable

from typed_sts.domain.message import Beside, Called, Listing, Message, Part, Quoted, YearSpan, counted, message
from typed_sts.knowledge.pack import concept
from typed_sts.messages.catalogue import ENGLISH, catalogue
from typed_sts.reading.dates.trust import centuries
from typed_sts.reading.overrides import in_use
from typed_sts.reading.overrides_file import name_key

_PLACE = re.compile(r"\{(\w+)\}")
_SHORT = 3
"""Letters of an abbreviation that stands for a name at most: "PA", "USA"."""
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def say(part: Part, language: str = ENGLISH) -> str:
    """Return what a message or a part of one is in a language."""
    match part:
        case str():
            return part
        case int():
            return str(part)
        case Called():
            return _name(part, language)
        case YearSpan():
            return years_said(part, language)
        case Listing():
            return _listed([say(each, language) for each in part.parts], part.most, language)
        case Quoted():
            return say(message("“{words}”", words=part.text), language)
        case Beside():
            return " / ".join(sorted({say(each, language) for each in part.parts}))
        case Message():
            words = catalogue(language).wording(part.text, part.plural, part.count)
            values = {name: say(value, language) for name, value in part.values}
            return _PLACE.sub(lambda place: values.get(place[1], place[0]), words)


def _name(called: Called, language: str) -> str:
    overrides = in_use()
    if overrides.new_names and (new := overrides.new_name((called.concept, name_key(called.text)), language)):
        return new
    is_short = len(called.text) <= _SHORT and called.text.isupper()  # "PA"
    if not is_short and (called.lang == language or (not called.lang and language == ENGLISH)):
        return called.text
    known = concept(called.concept) if called.concept else None
    names = [name for name in known.names if not is_short or len(name.text) > _SHORT] if known else ()
    spoken = (language, ENGLISH) if is_short else (language,)
    return next((name.text for lang in spoken for name in names if name.lang == lang), called.text)


def _listed(parts: Iterable[str], most: int, language: str) -> str:
    distinct = list(dict.fromkeys(parts))
    shown = ", ".join(distinct[:most])
    more = len(distinct) - most
    return (
        say(counted("{list} and {count} more", "{list} and {count} more", more, list=shown), language)
        if more > 0
        else shown
    )


# Years, as people write them: 1819–20, 1320–1201 BC, 18th century.


def years_said(years: YearSpan, language: str = ENGLISH) -> str:
    """Return years as a language writes them."""
    first, last = years.first, years.last
    if found := centuries((first, last)):
        return _centuries_said(*found, language)
    if first == last:
        return _year_said(first, language)
    if last < 0:
        return say(message("{year} BC", year=f"{-first}–{-last}"), language)
    if first < 0:
        return say(message("{before} to AD {after}", before=_year_said(first, language), after=last), language)
    return f"{first}–{last % 100:02d}" if first // 100 == last // 100 and first >= 1000 else f"{first}–{last}"


def _year_said(year: int, language: str) -> str:
    return say(message("{year} BC", year=-year), language) if year < 0 else str(year)


def _centuries_said(first: int, last: int, language: str) -> str:
    """Return centuries: a language takes the number, the English ordinal or the Roman numeral of each."""
    one, other = abs(first), abs(last)
    values: dict[str, Part] = {"ordinal": _ordinal(one), "number": one, "roman": _roman(one)}
    if first == last:
        said = say(message("1st century") if one == 1 else message("{ordinal} century", **values), language)
    else:
        values |= {"ordinal2": _ordinal(other), "number2": other, "roman2": _roman(other)}
        if one == 1:
            said = say(message("1st–{ordinal2} century", **values), language)
        elif other == 1:
            said = say(message("{ordinal}–1st century", **values), language)
        else:
            said = say(message("{ordinal}–{ordinal2} century", **values), language)
    return say(message("{year} BC", year=said), language) if first < 0 else said


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _roman(number: int) -> str:
    letters = ""
    for value, letter in _ROMAN:
        letters += letter * (number // value)
        number %= value
    return letters
