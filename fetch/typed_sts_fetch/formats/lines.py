"""Numbered lines of a file, gzip or not, as UTF-8 bytes: what every reader starts from.

A byte-order mark is dropped; UTF-16 is known by its mark; other encodings must be named. Bytes that are not in
the encoding are for the reader of the line to refuse, so that one bad line does not spoil the rest. XML and JSON lists
need no line feeds: of a long line of theirs come pieces, all with its number.
"""

from __future__ import annotations  # io.BufferedReader takes its type parameter only when checked, not when run

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, cast

from typed_sts_fetch.errors import BadInput, BadRecord

MAX_LINE = 256 * 2**20
_PIECE = 1 << 20
Lines = Iterator[tuple[int, bytes]]


def numbered_lines(stream: BinaryIO, name: str, encoding: str | None = None) -> Lines:
    """Yield (number, line) as UTF-8 with its line feed; raise BadRecord where a gzip file is cut off or damaged."""
    number = 0
    source: io.BufferedReader[io.RawIOBase] | io.TextIOWrapper[io.BufferedReader[io.RawIOBase]] | None = None
    try:
        source = _recoded(unzipped(stream), encoding)
        longest, whole, begun = _PIECE, True, False
        while read := source.readline(longest):
            line = read if isinstance(read, bytes) else read.encode("utf-8", "surrogatepass")
            number += whole
            if not begun and line.strip():
                begun = True
                if line.lstrip()[:1] not in (b"<", b"["):
                    longest = MAX_LINE + 1
                    if not line.endswith(b"\n"):
                        more = source.readline(longest)
                        line += more if isinstance(more, bytes) else more.encode("utf-8", "surrogatepass")
            if len(line) > MAX_LINE:
                raise BadInput(f"{name}, line {number}: longer than {MAX_LINE // 2**20} MB; is this the right file?")
            whole = line.endswith(b"\n")
            yield number, line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadRecord(name, number + 1, f"the gzip file is cut off or damaged here ({error})") from error
    except UnicodeError as error:
        raise BadRecord(name, number + 1, f"not valid text in this encoding ({error})") from error
    except LookupError as error:
        raise BadInput(f'unknown encoding "{encoding}"; common ones are utf-8, cp1252, latin-1') from error
    finally:
        if isinstance(source, io.TextIOWrapper) and not source.closed:
            source.detach()  # whoever opened the file closes it


def text_of(line: bytes) -> str:
    """Return the line as text; raise ValueError with the way out when it is not UTF-8."""
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise ValueError(
            f"byte {error.start + 1} (0x{byte:02x}) is not UTF-8; name the encoding with --encoding, for example cp1252"
        ) from error


def unzipped(stream: BinaryIO) -> io.BufferedReader[io.RawIOBase]:
    """Return a stream of what a file holds, unzipped when it is gzip."""
    # A second buffer around one that exists would close the file behind its owner's back when it is forgotten.
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    if buffered.peek(2)[:2] == b"\x1f\x8b":
        return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=buffered)), 1 << 20)
    return buffered


def _recoded(
    stream: io.BufferedReader[io.RawIOBase], encoding: str | None
) -> io.BufferedReader[io.RawIOBase] | io.TextIOWrapper[io.BufferedReader[io.RawIOBase]]:
    head = stream.peek(4)[:3]
    if head.startswith(codecs.BOM_UTF8):
        stream.read(3)
    elif head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return io.TextIOWrapper(stream, "utf-16", newline="\n")
    elif encoding and codecs.lookup(encoding).name != "utf-8":
        return io.TextIOWrapper(stream, encoding, newline="\n")
    return stream
