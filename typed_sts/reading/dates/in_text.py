"""Dates in running text, and how far each is trusted to date the item: by labels, words of making, and form.

    Date(s): 1944;           a label
    Photograph by X, 1905    a title's date; "Battle of X, 1815" and "Jan Steen, 1626-1679" are its subject's
    painted in 1850          beside a word of making, with no word of the subject's history between them
    built in 1850            the subject's, as is every date that nothing ties to the item
    1850 mm, no. 1850        no date

Where a text holds dates, `text_runs` finds.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from typed_sts.reading.dates import cue_words as cues
from typed_sts.reading.dates.interval import CIRCA, Interval
from typed_sts.reading.dates.read import read_dates
from typed_sts.reading.dates.text_runs import WORD, Run, moved, runs_of
from typed_sts.reading.dates.trust import Trust, centuries

_LEFT, _RIGHT, _AFTER_A_NOUN = 80, 50, 60
_SHORTEST_LIFE, _LONGEST_LIFE = 18, 105
_BROAD, _LONG = 40, 10
_WARS = {(1914, 1918), (1939, 1945), (1940, 1945), (1914, 1919), (1870, 1871), (1618, 1648), (1861, 1865)}
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
_NAME_BEFORE = re.compile(r"[^\W\d_a-zà-ÿ][\w'’.-]*+\)?,?\s{0,2}\Z")
_NOUN_TO_DATE = re.compile(
    r"[\s,.:(\[]*+(?:(?:from|of|von|vom|aus|de|du|d'|van|uit|från|z|di|da|din|dated|about)\s++)?[(\[]?\Z"
)
_OF = {"of", "de", "du", "von", "vom", "van", "di", "del", "av", "z", "ze", "din"}
_SINCE = {
    "from",
    "since",
    "ab",
    "seit",
    "von",
    "depuis",
    "vanaf",
    "sinds",
    "desde",
    "dal",
    "från",
    "sedan",
    "od",
    "din",
}
_REFERENCE = re.compile(r":\s{0,2}\d{1,4}+/\d{1,4}+\s")
"""Behind a kind of paper: the number of one that is kept elsewhere, "Letter: 33/77 1977/04/01"."""
_FEW = 20
_SET_OFF = re.compile(r"(?:\A|[,(\[;:|\n]|[.]\s)\s{0,2}\Z")
_ENDS_THERE = re.compile(r"\s{0,2}(?:\Z|[)\];|\n]|\.(?:\s|\Z)|,\s(?![^\W\d_]))")
_OF_PEOPLE = {
    "prisoner",
    "to",
    "ill",
    "captive",
    "over",
    "part",
    "up",
    "away",
    "plans",
    "captain",
    "knight",
    "prisionero",
}
"""After "taken" and "made" they tell of people: "taken prisoner", "made captain"."""


@dataclass(frozen=True, slots=True)
class TextDate:
    """A date in a text, where it stands, and how far it is trusted."""

    interval: Interval
    """Its span points into the text."""
    trust: Trust


def dates_in_text(
    text: str, others: Iterable[tuple[int, int]] = (), *, title: bool, of_its_time: bool
) -> list[TextDate]:
    """Return the dates of a title or description, in their order.

    `others` are places where somebody else has found dates; they count where this finds none. `of_its_time` says that
    the item is a photograph, letter or the like, so that an event in its title dates it.
    """
    runs = runs_of(text, others)
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
    return any(cues.plain(word[0]) in cues.OF_ITS_TIME for text in texts for word in WORD.finditer(text, 0, 300))


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
            yield [TextDate(moved(interval, label.end()), Trust.LABEL) for interval in found]


def _before_label(text: str, colon: int) -> str | None:
    """Return the word right before the label that a colon ends ("" for none), or None where it ends no label."""
    start = max(0, colon - _LONGEST_LABEL)
    words = [cues.plain(_ENDING.sub("", word)) for word in re.split(r"[ \xa0]", text[start:colon].rstrip())[-5:]]
    for count in range(min(4, len(words)), 0, -1):
        label = " ".join(words[-count:]).lstrip(".;,|([\n\t-")
        if label in _LABELS or label.removesuffix("s") in _LABELS:
            return words[-count - 1] if len(words) > count and words[-count][:1].isalpha() else ""
    return None


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


def _of_an_event(text: str, run: Run, before: int, of_its_time: bool) -> bool:
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
    if last > first and any(word in cues.MEDALS or word in cues.OFFICES for word, _, _ in words):
        return True
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
    return any(cues.plain(word[0]) in cues.EVENTS for word in WORD.finditer(text, max(0, run.start - 200), run.start))


def _words_before(text: str, place: int, earliest: int) -> list[tuple[str, int, int]]:
    """Return the folded words of the sentence before a place, and where they stand."""
    start = max(earliest, place - _LEFT)
    for end in _SENTENCE_END.finditer(text, start, place):
        start = end.end()
    return [(cues.plain(word[0]), word.start(), word.end()) for word in WORD.finditer(text, start, place)]


def _tells_making(text: str, run: Run, before: int, following: int) -> bool:
    """Tell whether a date of a description stands beside a word of making, or in a form that dates the item."""
    if run.start < 10 and len(text) - run.end < 10 and not WORD.search(text[: run.start] + text[run.end :]):
        return True
    if is_life(text, run.start, run.end):
        return False
    if _is_told_behind(text, run, following):
        return False
    words = _words_before(text, run.start, before)
    first = min(interval.start for interval in run.intervals)
    last = max(interval.end for interval in run.intervals)
    lasting = last > first or bool(words and words[-1][0] in _SINCE)
    for place in range(len(words) - 1, -1, -1):
        word, _, end = words[place]
        between = text[end : run.start]
        if word in cues.MAKING:
            if place + 1 < len(words) and words[place + 1][0] in _OF_PEOPLE:
                return False
            if any(other in cues.HISTORY for other, _, _ in words[max(0, place - 1) : place]):
                return False
            if word in cues.PUBLISHED and _is_first(text, run, words[max(0, place - 2) : place]):
                return False
            told = place > 0 and words[place - 1][0] in cues.PRONOUNS
            return not told or any(other in cues.OWN for other, _, _ in words[place:])
        if word in cues.SIGNED:
            return place == 0 or text[end : end + 1] == ":"
        if word in cues.OF_ITS_TIME:
            near = run.start - end <= _AFTER_A_NOUN and between.count(")") <= between.count("(")
            return near and not _REFERENCE.match(text, end)
        if word in cues.OBJECTS and _NOUN_TO_DATE.match(between):
            return (first, last) not in _WARS and not (last > first and word in cues.MEDALS)
        if word in cues.SUBJECT or word in cues.HISTORY or (lasting and word in cues.OFFICES):
            return False
    stop = min(run.end + _RIGHT, following)
    if end_of_clause := _CLAUSE_END.search(text, run.end, stop):
        stop = end_of_clause.start()
    for match in WORD.finditer(text, run.end, stop):
        word = cues.plain(match[0])
        if word in cues.MAKING:
            return True
        if word in cues.SUBJECT or word in cues.HISTORY or word in cues.PRONOUNS:
            return False
    about = any(CIRCA in interval.flags for interval in run.intervals)
    return about and _stands_alone(text, run)


def _is_first(text: str, run: Run, words: list[tuple[str, int, int]]) -> bool:
    """Tell whether words before a date, or right behind it, say that something was the first time."""
    end = max(interval.span[1] for interval in run.intervals)
    behind = (cues.plain(word[0]) for word in WORD.finditer(text, end, end + _FEW))
    return any(word in cues.FIRST for word in (*(word for word, _, _ in words), *behind))


def _is_told_behind(text: str, run: Run, following: int) -> bool:
    """Tell whether the word right behind a date says what happened then: "der 1915 gefallen war", "1946 geschenkt"."""
    word = (
        WORD.match(text, run.end + 1, min(run.end + _RIGHT, following)) if text[run.end : run.end + 1] == " " else None
    )
    return word is not None and cues.plain(word[0]) in cues.TOLD_BEHIND


def _stands_alone(text: str, run: Run) -> bool:
    """Tell whether a date is set off on both sides: "Oak, c. 1750." """
    before = text[max(0, run.start - 4) : run.start]
    return _SET_OFF.search(before) is not None and _ENDS_THERE.match(text, run.end) is not None
