"""Everything this package raises on purpose.

FetchError
|-- BadRecord       one record or line that cannot be read: file, line, what is wrong
|-- BadInput        a whole file that cannot be read, or a value a user gave
|   |-- NoIdColumn    a table in which nothing says which column holds the ids      tables.understanding
|   `-- NothingKnown  a table of which no column is known                           tables.understanding
|-- KeyMissing      no API key was given
|-- BadThumbnail    a picture that may not, or cannot, be had      europeana.thumbnails
`-- ApiError        Europeana did not answer as it should
    |-- KeyRefused  401 or 403: asking again cannot help
    |-- NotFound    404 or 410: the record is gone
    |-- QuotaSpent  the server asks for a longer wait than allowed
    `-- Unreachable no usable answer after all tries
"""

from dataclasses import dataclass


class FetchError(Exception):
    """Base of every error of typed_sts_fetch."""


class BadInput(FetchError):
    """A file or a value that cannot be used at all."""


@dataclass
class BadRecord(FetchError):
    """One record that cannot be read; reading can go on after it."""

    file: str
    line: int | None
    problem: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.problem}"


class KeyMissing(FetchError):
    """No API key was given."""


@dataclass
class ApiError(FetchError):
    """An answer that is not the one asked for, with the HTTP status when there was one."""

    message: str
    status: int | None = None

    def __str__(self) -> str:
        return self.message


class KeyRefused(ApiError):
    """The server does not accept the key."""


class NotFound(ApiError):
    """The server does not know the record."""


class QuotaSpent(ApiError):
    """The server asks to wait longer than allowed."""


class Unreachable(ApiError):
    """No usable answer came, whatever was tried."""
