"""Make the table of words that tell a language: `python -m typed_sts.training.shipped.language_words`.

The words for kinds of people, actions, objects and nationalities of our own tables in nine languages; a word that more
than two of them have tells nothing and is left out. The same tables give the same bytes.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import typed_sts.reading
from typed_sts.reading.tagging.lexicons import table_bytes
from typed_sts_fetch.formats.write import write_bytes

SHIPPED = Path(typed_sts.reading.__file__).parent / "data" / "language_words.tsv.gz"
OWN = Path(__file__).parent / "own"
TABLES = ("groups", "actions", "objects", "cultures")
LANGUAGES = ("en", "de", "fr", "nl", "es", "it", "pt", "sv", "pl")
MOST_LANGUAGES = 2
_WORD = re.compile(r"[^\W\d_]{3,}")


def words_of(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each word of a table and its language."""
    header, *rows = (line.split("\t") for line in lines)
    for row in rows:
        for column, cell in zip(header, row, strict=False):
            if column in LANGUAGES:
                yield from ((word, column) for word in _WORD.findall(cell.lower()))


def build(folder: Path) -> bytes:
    """Return the table of the words in a folder of our own tables, gzipped."""
    languages: dict[str, set[str]] = {}
    for table in TABLES:
        for word, language in words_of((folder / f"{table}.tsv").read_text(encoding="utf-8").splitlines()):
            languages.setdefault(word, set()).add(language)
    telling = sorted((word, found) for word, found in languages.items() if len(found) <= MOST_LANGUAGES)
    return table_bytes((word, " ".join(sorted(found))) for word, found in telling)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--own", type=Path, default=OWN)
    parser.add_argument("--output", "-o", type=Path, default=SHIPPED)
    given = parser.parse_args()
    write_bytes(given.output, build(given.own))


if __name__ == "__main__":
    main()
