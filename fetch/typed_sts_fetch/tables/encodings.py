"""The encoding of a text that does not say it: UTF-8 where it can be, else the one whose letters make words.

    Br\\xfccke   cp1252: ü between small letters    mac_roman: a cedilla between them    cp850: ³ between them

Texts of western Europe only: of others, people name the encoding. What was guessed is told, with a word to check it by.
"""

import re
from collections.abc import Callable
from itertools import islice

from typed_sts_fetch.formats.lines import text_of

_CANDIDATES = ("cp1252", "mac_roman", "cp850")
_COMMON = frozenset("äöüßéèêëàâçîïôûùñáíóúòìæøåœÄÖÜÉÈÀÇÑÓÁÅØ")
_MARKS = frozenset("’‘“”„«»–—…€°£§©·×½¼º¿¡\xa0")
_WORD = re.compile(r"[\w’]+")
_ODD = re.compile(rb"[\x80-\xff]")
_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_MOST_WORDS = 100
_LOOKED_AT = 20_000
"""Letters outside ASCII after which it is plain which encoding a text has."""


def is_utf8(sample: bytes) -> bool:
    """Tell whether a sample is UTF-8, whatever is wrong with a few of its characters."""
    try:
        sample.decode()
        return True
    except UnicodeDecodeError:
        whole = b"".join(_UTF8.findall(sample))
        return 2 * len(whole) > len(_ODD.findall(sample))


def utf16_without_mark(head: bytes) -> str:
    """Return the encoding of UTF-16 without its mark, known by the zeros between Latin letters; "" for other bytes."""
    head = head[: len(head) // 2 * 2]
    if len(head) < 8 or b"\0" not in head:
        return ""
    first, second = (head[start::2].count(0) / (len(head) / 2) for start in (0, 1))
    if second > 0.7 and first < 0.1:
        return "utf-16-le"
    return "utf-16-be" if first > 0.7 and second < 0.1 else ""


def likeliest(sample: bytes) -> str:
    """Return the encoding in which the odd bytes of a sample make the likeliest words."""
    scores = {encoding: _likelihood(sample, encoding) for encoding in _CANDIDATES}
    best = max(_CANDIDATES, key=lambda encoding: scores[encoding])
    return best if scores[best] > scores["cp1252"] else "cp1252"


def evidence(sample: bytes, encoding: str) -> str:
    """Return what a guess can be checked by: how many letters outside ASCII there are, and words with them."""
    text = sample.decode(encoding, "replace")
    odd = (match[0] for match in _WORD.finditer(text) if not match[0].isascii() and match[0] != "’")
    words = dict.fromkeys(islice(odd, _MOST_WORDS))
    shown = ", ".join(f"“{word[:30]}”" for word in list(words)[:3])
    count = sum(1 for letter in text if letter > "\x7f")
    return f"{count:,} {'character' if count == 1 else 'characters'} outside ASCII{f', as in {shown}' if shown else ''}"


class Decoder:
    """Turns the lines of a file into text: UTF-8 until a line is not, then what that line and the sample speak for.

    Where there were letters of UTF-8 before, such a line is damaged, and `bad` is told. Where there were none, nothing
    that was read could be read otherwise, and the whole file is in the other encoding.
    """

    def __init__(self, sample: bytes, bad: Callable[[int, str], None], say: Callable[[str], None], fixed: bool) -> None:
        self._bad = bad
        self._say = say
        self._settled = fixed
        self.encoding = "utf-8"
        self.about = ""
        if not fixed and not sample.isascii():
            self._settle(sample)

    def _settle(self, sample: bytes) -> None:
        self._settled = True
        if not is_utf8(sample):
            self.encoding = likeliest(sample)
            self.about = f"not UTF-8: {evidence(sample, self.encoding)}; --encoding names another"

    def text(self, number: int, line: bytes) -> str:
        """Return a line as text; a blank line for one that cannot be read."""
        if self.encoding != "utf-8":
            return line.decode(self.encoding, "replace")
        try:
            decoded = line.decode()
        except UnicodeDecodeError:
            if not self._settled:
                self._settle(line)
                if self.encoding != "utf-8":
                    self._say(f"from line {number:,} on read as {self.encoding}, {self.about}")
                    return line.decode(self.encoding, "replace")
            try:
                return text_of(line)
            except ValueError as error:
                self._bad(number, str(error))
                return "\n"
        if not self._settled and not line.isascii():
            self._settled = True
        return decoded


def _likelihood(sample: bytes, encoding: str) -> float:
    """Return how likely an encoding is: letters of the right case inside words count for it, signs there against it."""
    text = sample.decode(encoding, "replace")
    score = 0.0
    for number, match in enumerate(re.finditer(r"[^\x00-\x7f]", text)):
        if number == _LOOKED_AT:
            break
        letter, at = match[0], match.start()
        before, after = text[at - 1 : at] if at else " ", text[at + 1 : at + 2] or " "
        inside = before.isalpha() and after.isalpha()
        if letter in _COMMON:
            wrong_case = letter.isupper() and (before.islower() or (after.islower() and before.isalpha()))
            score += -1 if wrong_case else 1
        elif letter in _MARKS:
            score += -1 if inside and letter != "’" else 0.9
        else:
            score -= 1 if inside or not letter.isalpha() else 0.3
    return score
