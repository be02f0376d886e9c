"""Dates in running text, and how far each is trusted to date the item: by labels, words of making, and form.

    Date(s): 1944;           a label
    Photograph by X, 1905    a title's date; "Battle of X, 1815" and "Jan Steen, 1626-1679" are its subject's
    painted in 1850          beside a word of making, with no word of the subject's history between them
    built in 1850            the subject's, as is every date that nothing ties to the item
    1850 mm, no. 1850        no date

A date is a run of tokens of the date reader that holds a year of four digits, a century or a decade.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from typed_sts.domain.limits import read_to
from typed_sts.reading.dates import cue_words as cues
from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.interval import CIRCA, Interval
from typed_sts.reading.dates.read import read_dates
from typed_sts.reading.dates.tokens import Token, tokenise
from typed_sts.reading.dates.trust import Trust, centuries

_CORES = {lx.NUM, lx.ORD, lx.DECADE_NUM, lx.FIXED, lx.ROMAN, lx.CENTURY}
_HEADS = _CORES | {lx.CIRCA, lx.BEFORE, lx.AFTER, lx.PART, lx.MONTH, lx.DECADE, lx.BC, lx.AD}
_TAILS = _CORES | {lx.MILLENNIUM, lx.BC, lx.AD, lx.BP, lx.HIJRI, lx.OR_LATER, lx.OR_EARLIER}
_INSIDE = _HEADS | _TAILS | {lx.UNSURE, lx.UNTIL, lx.OR, lx.AND, lx.GLUE, lx.WEEKDAY, lx.DASH, lx.SLASH, lx.MARK}
_INSIDE |= {lx.APOSTROPHE, lx.DOT}
_FIRST_YEAR, _LAST_YEAR = 1000, 2030
_SURELY_A_YEAR = 1400
"""Smaller numbers are years only beside a word that says so: "NM 1020" is none."""
_LEFT, _RIGHT, _AFTER_A_NOUN = 80, 50, 60
_SHORTEST_LIFE, _LONGEST_LIFE = 18, 105
_BROAD, _LONG = 40, 10
_WARS = {(1914, 1918), (1939, 1945), (1940, 1945), (1914, 1919), (1870, 1871), (1618, 1648), (1861, 1865)}
_WORD = re.compile(r"[^\W\d_]++(?:['’-][^\W\d_]++)*+")
_SENTENCE_END = re.compile(r"[;!?\n|]|(?<=[^\W\d_A-Z]{3})\.\s|(?<=[\d)\]])\.\s")
_CLAUSE_END = re.compile(r"[,:;!?\n|()]|\.\s")
_COLON = re.compile(r"[:=]\s{0,3}+")
_ENDING = re.compile(r"\((?:s|n|en|e|i|es)\)")
_LABELS = frozenset(cues.LABELS.split("|"))
_LONGEST_LABEL = 40
_LABELLED = re.compile(r"[^;\n|]{0,80}")
_NEXT_LABEL = re.compile(r"(?<=\s)[^\W\d_a-zà-ÿ][\w()'/-]{1,25}+(?: [\w()'/-]{1,20}+)?:|\.\s+(?=[^\W\d_a-zà-ÿ])")
_NOT_OF_MAKING = cues.WordTable(
    "birth death entry scan upload modification digit* acc* inventory born accession last import export verwerving"
    " aankoop invoer geburts* sterbe* erwerbung* naissance décès acquisition nacimiento nascita nascimento inventaris*"
)
_OPENS = re.compile(r"[(\[][^()\[\]]{0,100}\Z")
_CLOSES = re.compile(r"[)\]]")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_BORN = re.compile(
    r"[*†]|\b(?:b|d|geb|gest|born|died|né|née|mort|nato|morto|nacid[oa]|nascid[oa]|född|död|zm)\b", re.IGNORECASE
)
_BORN_BEFORE = re.compile(r"(?:[*†]|\b(?:geb|gest|b|d|né|née|född|död|zm)\.?)\s{0,2}\Z", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"[^\W\d_a-zà-ÿ][\w'’.-]*+\)?,?\s{0,2}\Z")
_NOUN_TO_DATE = re.compile(
    r"[\s,.:(\[]*+(?:(?:from|of|von|vom|aus|de|du|d'|van|uit|från|z|di|da|din|dated|about)\s++)?[(\[]?\Z"
)
_OF = {"of", "de", "du", "von", "vom", "van", "di", "del", "av", "z", "ze", "din"}
_TAKEN_AWAY = {"prisoner", "to", "ill", "captive", "over", "part", "up", "away"}
_JOINED_TO = re.compile(r"[\w./:_-]\Z")


@dataclass(frozen=True, slots=True)
class TextDate:
    """A date in a text, where it stands, and how far it is trusted."""

    interval: Interval
    """Its span points into the text."""
    trust: Trust


@dataclass(frozen=True, slots=True)
class _Run:
    start: int
    end: int
    intervals: tuple[Interval, ...]


def dates_in_text(
    text: str, others: Iterable[tuple[int, int]] = (), *, title: bool, of_its_time: bool
) -> list[TextDate]:
    """Return the dates of a title or description, in their order.

    `others` are places where somebody else has found dates; they count where this finds none. `of_its_time` says that
    the item is a photograph, letter or the like, so that an event in its title dates it.
    """
    runs = _runs(text, others)
    if not runs:
        return []
    labelled = () if title else tuple(_labelled(text))
    found = [date for region in labelled for date in region]
    covered = iter(sorted(date.interval.span for date in found))
    taken = next(covered, None)
    about_a_life = title and any(is_life(text, run.start, run.end) for run in runs)
    before = 0
    for place, run in enumerate(runs):
        while taken and taken[1] <= run.start:
            taken = next(covered, None)
        if taken and taken[0] < run.end:
            before = run.end
            continue
        following = runs[place + 1].start if place + 1 < len(runs) else len(text)
        if title:
            subject = about_a_life or _of_an_event(text, run, before, of_its_time)
            trust = Trust.SUBJECT if subject else Trust.TITLE
        else:
            trust = Trust.MAKING if _tells_making(text, run, before, following) else Trust.SUBJECT
        found += [TextDate(interval, trust) for interval in run.intervals]
        before = run.end
    return sorted(found, key=lambda date: date.interval.span)


def is_of_its_time(texts: Iterable[str]) -> bool:
    """Tell whether texts call an item a photograph, letter or the like."""
    return any(cues.plain(word[0]) in cues.OF_ITS_TIME for text in texts for word in _WORD.finditer(text, 0, 300))


def _labelled(text: str) -> Iterator[list[TextDate]]:
    for label in _COLON.finditer(text):
        before = _before_label(text, label.start())
        if before is None or before in _NOT_OF_MAKING or before in cues.SUBJECT:
            continue
        region = _LABELLED.match(text, label.end())
        stop = region.end() if region else label.end()
        if following := _NEXT_LABEL.search(text, label.end(), stop):
            stop = following.start()
        found = read_dates(text[label.end() : stop])
        if found and min(interval.span[0] for interval in found) <= _AFTER_A_NOUN // 2:
            yield [TextDate(_moved(interval, label.end()), Trust.LABEL) for interval in found]


def _before_label(text: str, colon: int) -> str | None:
    """Return the word right before the label that a colon ends ("" for none), or None where it ends no label."""
    start = max(0, colon - _LONGEST_LABEL)
    words = [cues.plain(_ENDING.sub("", word)) for word in re.split(r"[ \xa0]", text[start:colon].rstrip())[-5:]]
    for count in range(min(4, len(words)), 0, -1):
        label = " ".join(words[-count:]).lstrip(".;,|([\n\t-")
        if label in _LABELS or label.removesuffix("s") in _LABELS:
            return words[-count - 1] if len(words) > count and words[-count][:1].isalpha() else ""
    return None


def _moved(interval: Interval, offset: int) -> Interval:
    return replace(interval, span=(interval.span[0] + offset, interval.span[1] + offset))


def _runs(text: str, others: Iterable[tuple[int, int]]) -> list[_Run]:
    runs = [_Run(start, end, read) for start, end in _places(text) if (read := _read(text, start, end))]
    starts = iter([*runs, None])
    current = next(starts)
    extra = []
    for start, end in sorted(others):
        while current and current.end <= start:
            current = next(starts)
        if (
            not (current and current.start < end)
            and not _is_number(text, start, end)
            and (read := tuple(date for date in _read(text, start, end) if not _is_number(text, *date.span)))
        ):
            extra.append(_Run(start, end, read))
    return sorted([*runs, *extra], key=lambda run: run.start) if extra else runs


def _read(text: str, start: int, end: int) -> tuple[Interval, ...]:
    return tuple(_moved(interval, start) for interval in read_dates(text[start:end]))


_ANCHOR = re.compile(
    r"\d{3,4}|(?<!\w)[MDCLXVI]{2,}|(?i:centur|siècle|eeuw|hundert|secol|sigl[oe]|sécul|séc\.|sec\.|saec|wiek|sekel|seklet)"
    r"|\d(?:\.|th|st|nd|rd)? ?(?:[Jj]h|[cC]\b|cent|w\.|B\.?C)"
)
"""What every date of a text holds; only what stands around it is cut into tokens."""
_AROUND, _MOST_OF_WORD = 45, 30


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that may hold dates, apart and in order."""
    first, last = 0, 0
    for anchor in _ANCHOR.finditer(text, 0, read_to(text)):
        start, end = max(anchor.start() - _AROUND, 0), min(anchor.end() + _AROUND, len(text))
        if start > last:
            if last:
                yield first, last
            first = max(text.rfind(" ", start - _MOST_OF_WORD if start > _MOST_OF_WORD else 0, start), last, 0)
        space = text.find(" ", end, end + _MOST_OF_WORD)
        last = space if space >= 0 else min(end + _MOST_OF_WORD, len(text))
    if last:
        yield first, last


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs of tokens that make a date start and end."""
    for first, last in _windows(text):
        tokens = tokenise(text[first:last])
        run: list[Token] = []
        for place, token in enumerate([*tokens, Token("", 0, 0, "", last, last)]):
            day = token.kind == lx.COMMA and run and (run[-1].kind == lx.MONTH or run[-1].text.isdigit())
            if token.kind in _INSIDE or (day and token.text == ","):
                run.append(token)
                continue
            if run and (found := _trimmed(run)):
                start, end = first + found[0].start, first + found[-1].end
                before = tokens[place - len(run) - 1] if place > len(run) else None
                numbered = before is not None and before.kind == lx.NUMBERING and before.text != "op"
                by_month = any(part.kind == lx.MONTH for part in found)
                if _is_date(found, run) and (by_month or not (numbered or _is_number(text, start, end))):
                    yield start, end
            run = []


def _trimmed(run: list[Token]) -> list[Token]:
    first, last = 0, len(run)
    while first < last and run[first].kind not in _HEADS:
        first += 1
    while last > first and (run[last - 1].kind not in _TAILS or _is_count(run, last - 1)):
        last -= 1
    return run[first:last]


def _is_count(run: list[Token], place: int) -> bool:
    """Tell whether the last number of a run counts what follows: "1918 et 7 photos"."""
    number, before = run[place], run[place - 1]
    return (
        place > 0 and number.kind == lx.NUM and number.extra <= 2 and before.kind in (lx.AND, lx.OR, lx.COMMA, lx.GLUE)
    )


def _is_date(found: list[Token], run: list[Token]) -> bool:
    """Tell whether tokens hold a year, decade or century for sure."""
    for place, token in enumerate(found):
        near = found[max(0, place - 2) : place + 4]
        if token.kind == lx.NUM:
            if token.extra == 4 and _SURELY_A_YEAR <= token.value <= _LAST_YEAR:
                return True
            if token.extra == 4 and _FIRST_YEAR <= token.value <= _LAST_YEAR and len(run) > 1:
                return True
            if any(other.kind in (lx.BC, lx.AD) for other in near):
                return True
        elif token.kind in (lx.FIXED, lx.DECADE_NUM):
            if token.extra >= 4 and _FIRST_YEAR <= token.value <= _LAST_YEAR:
                return True
        elif token.kind in (lx.CENTURY, lx.MILLENNIUM):
            if any(other.kind in (lx.ORD, lx.ROMAN, lx.NUM) and 1 <= other.value <= 21 for other in near):
                return True
        elif (
            token.kind == lx.ROMAN
            and token.extra
            and len(token.text) > 3
            and _SURELY_A_YEAR <= token.value <= _LAST_YEAR
        ):
            return True
    return False


def _is_number(text: str, start: int, end: int) -> bool:
    """Tell by what stands around it whether a number is a measure, a price, a page, a number of an object."""
    following = text[end : end + 2]
    if following[:1].isalnum() or (following[:1] in ("-", "/", ".", ":", "_", ",") and following[1:].isdigit()):
        return True
    before = text[max(0, start - 30) : start]
    if _JOINED_TO.search(before) and not before.endswith((". ", ": ")):
        joined = before[-1]
        if joined.isalnum() or joined == "_" or before[-2:-1].isalnum():
            return True
    unit = _WORD.match(text, end + len(text[end : end + 2]) - len(text[end : end + 2].lstrip()))
    word = cues.plain(unit[0]) if unit and unit[0][:1].islower() else ""
    if word in cues.COUNTED or text[end : end + 2].strip().startswith("×"):
        return True
    bare = before.rstrip(" .:#°º()[")
    last = re.search(r"[^\W\d_]{1,20}+\Z", bare)
    if last and cues.plain(last[0]) in cues.BEFORE_NUMBERS and len(before) - len(bare) <= 3:
        return True
    lowered = before.lower().rstrip()
    counted = word in cues.UNITS or lowered.endswith(("£", "$", "€", "×", " x", "#", "№"))
    return counted and lowered.endswith(cues.MORE_THAN)


def is_life(text: str, start: int, end: int) -> bool:
    """Tell whether years are somebody's: "(1626-1679)", "(Delft, 1632 - Delft, 1675)", "Jan Steen, 1626-1679"."""
    before = text[max(0, start - 110) : start]
    if opened := _OPENS.search(before):
        close = _CLOSES.search(text, end, end + 100)
        inside = text[start - len(opened[0]) : close.start() if close else end]
        years = [int(year) for year in _YEAR.findall(inside)]
        if _BORN.search(inside) and years:
            return True
        return len(years) > 1 and _SHORTEST_LIFE <= max(years) - min(years) <= _LONGEST_LIFE
    years = [int(year) for year in _YEAR.findall(text, start, end)]
    if len(years) > 1 and _SHORTEST_LIFE <= max(years) - min(years) <= _LONGEST_LIFE:
        return _NAME_BEFORE.search(before) is not None
    return (
        re.search(r"(?:[*†]|\b(?:geb|gest|b|d|né|née|född|död|zm)\.?)\s{0,2}\Z", before[-12:], re.IGNORECASE)
        is not None
    )


def _of_an_event(text: str, run: _Run, before: int, of_its_time: bool) -> bool:
    """Tell whether the date in a title is that of what it names."""
    words = _words_before(text, run.start, before)
    if (
        words
        and words[-1][0] in cues.SUBJECT
        and run.start - words[-1][2] <= 3
        and "," not in text[words[-1][2] : run.start]
    ):
        return True
    if len(words) > 1 and words[-2][0] in cues.SUBJECT and run.start - words[-2][2] <= 8:
        if "," not in text[words[-2][2] : run.start]:
            return True
    if words and words[-1][0] in _OF and run.start - words[-1][2] <= 2 and text[run.start].isdigit():
        if len(words) < 2 or not (words[-2][0] in cues.OBJECTS or words[-2][0] in cues.OF_ITS_TIME):
            return True  # "the convention of 1970"
    first = min(interval.start for interval in run.intervals)
    last = max(interval.end for interval in run.intervals)
    if last - first >= _BROAD:
        set_off = text[max(0, run.start - 9) : run.start].rstrip()[-1:] in ("", ",", "(", "[", ".", ";", "-", "–")
        return not set_off or (centuries((first, last)) is None and not any(i.flags for i in run.intervals))
    if text.count('"', max(0, run.start - 200), run.start) % 2:
        return True  # an inscription, or the name of something
    if of_its_time:
        return False
    if last - first >= _LONG and not any(interval.flags for interval in run.intervals):
        return True  # what a book is about
    if (first, last) in _WARS:
        return True
    return any(cues.plain(word[0]) in cues.EVENTS for word in _WORD.finditer(text, max(0, run.start - 200), run.start))


def _words_before(text: str, place: int, earliest: int) -> list[tuple[str, int, int]]:
    """Return the folded words of the sentence before a place, and where they stand."""
    start = max(earliest, place - _LEFT)
    for end in _SENTENCE_END.finditer(text, start, place):
        start = end.end()
    return [(cues.plain(word[0]), word.start(), word.end()) for word in _WORD.finditer(text, start, place)]


def _tells_making(text: str, run: _Run, before: int, following: int) -> bool:
    """Tell whether a date of a description stands beside a word of making, or in a form that dates the item."""
    if run.start < 10 and len(text) - run.end < 10 and not _WORD.search(text[: run.start] + text[run.end :]):
        return True
    if is_life(text, run.start, run.end):
        return False
    words = _words_before(text, run.start, before)
    for place in range(len(words) - 1, -1, -1):
        word, _, end = words[place]
        if word in cues.MAKING:
            if word == "taken" and place + 1 < len(words) and words[place + 1][0] in _TAKEN_AWAY:
                return False
            told = place > 0 and words[place - 1][0] in cues.PRONOUNS
            return not told or any(other in cues.OWN for other, _, _ in words[place:])
        if word in cues.SIGNED:
            return place == 0 or text[end : end + 1] == ":"
        if word in cues.OF_ITS_TIME:
            return run.start - end <= _AFTER_A_NOUN
        if word in cues.OBJECTS and _NOUN_TO_DATE.match(text[end : run.start]):
            return True
        if word in cues.SUBJECT:
            return False
    stop = min(run.end + _RIGHT, following)
    if end_of_clause := _CLAUSE_END.search(text, run.end, stop):
        stop = end_of_clause.start()
    for match in _WORD.finditer(text, run.end, stop):
        word = cues.plain(match[0])
        if word in cues.MAKING:
            return True
        if word in cues.SUBJECT or word in cues.PRONOUNS:
            return False
    return any(CIRCA in interval.flags for interval in run.intervals)
