"""Lists of JSON of any size as a stream of their entries: no more than one entry, and a piece of the file, is kept."""

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass

from typed_sts_fetch.formats.lines import MAX_LINE, Lines, text_of
from typed_sts_fetch.texts import as_told

_SPACE = " \t\r\n"
_NEAR_THE_END = 32
"""So near the end of what is there, an error may be one of what is not there yet."""
Entry = tuple[int, int, object]
"""The line on which a value begins, its number in its list from 1 (0 outside of any), and the value."""


@dataclass
class BadJson(Exception):
    """Where the JSON ends to be any, and why."""

    line: int
    problem: str

    def __str__(self) -> str:
        return self.problem


def values_of(lines: Lines) -> Iterator[Entry]:
    """Yield each entry of the lists, and what stands outside of lists; raise BadJson where it cannot be read on."""
    text = _Text(lines)
    number = -1  # of the last entry; -1 outside of any list
    while character := text.next_character():
        if number < 0 and character == "[":
            text.position += 1
            number = 0
        elif number >= 0 and character == "]":
            text.position += 1
            number = -1
        else:
            if number > 0:
                if character != ",":
                    raise text.problem("a comma or ] is missing")
                text.position += 1
                text.next_character()
            line = text.line
            number += number >= 0
            yield line, max(number, 0), text.value()
    if number >= 0:
        raise text.problem("the list does not end; is the file cut off?")


class _Text:
    """The text of a file as far as it was read, and where in it the reader stands."""

    def __init__(self, lines: Lines) -> None:
        self.position = 0
        self._lines = lines
        self._text = ""
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._counted = (0, 1)
        self._json = json.JSONDecoder(parse_constant=_refuse)
        self._begun = False

    @property
    def line(self) -> int:
        """The line on which the reader stands."""
        position, line = self._counted
        line += self._text.count("\n", position, self.position)
        self._counted = (self.position, line)
        return line

    def next_character(self) -> str:
        """Go to the next character that is no white space, and return it; "" at the end."""
        while True:
            while self.position < len(self._text) and self._text[self.position] in _SPACE:
                self.position += 1
            if self.position < len(self._text):
                return self._text[self.position]
            if not self._more(1):
                return ""

    def value(self) -> object:
        """Return the value that begins here, and go behind it."""
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self.position)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos >= len(self._text) - _NEAR_THE_END
                place = error.pos - self.position
                if cut and self._more(len(self._text) - self.position):
                    continue
                self.position += place
                raise self.problem(f"not valid JSON ({error.msg})") from error
            except (RecursionError, ValueError) as error:
                told = "lists within lists" if isinstance(error, RecursionError) else str(error)
                raise self.problem(f"not valid JSON ({told})") from error
            length = end - self.position
            if end == len(self._text) and self._more(1):
                continue  # a number may go on
            self.position += length
            return value

    def problem(self, what: str) -> BadJson:
        near = self._text[self.position : self.position + 30]
        return BadJson(self.line, f"{what}, at {as_told(near)}" if near else what)

    def _more(self, least: int) -> bool:
        """Read on, at least so many characters if there are; forget what the reader has passed."""
        if len(self._text) - self.position > MAX_LINE:
            raise self.problem(f"a record longer than {MAX_LINE // 2**20} MB; is this the right file?")
        line = self.line
        pieces, size = [self._text[self.position :]], 0
        for number, piece in self._lines:
            if not self._begun:
                line, self._begun = number, True
            try:
                text = self._decode.decode(piece)
            except UnicodeDecodeError as error:
                raise BadJson(number, _not_utf8(piece, error)) from error
            pieces.append(text)
            size += len(text)
            if size >= max(least, 1 << 16):
                break
        self._text, self.position, self._counted = "".join(pieces), 0, (0, line)
        return size > 0


def _not_utf8(piece: bytes, error: UnicodeDecodeError) -> str:
    try:
        text_of(piece)
    except ValueError as problem:
        return str(problem)
    return str(error)


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON")
