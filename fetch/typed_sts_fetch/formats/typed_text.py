"""The TYPED task's own layout: one text file a record, one line a field, values separated by TABs.

text/3b_09405u_427691F4.txt        line 3 of the pairs file, second item, /09405u/427691F4
dcTitle:<TAB>Holy Trinity Church
dcSubject:<TAB>church<TAB>Lenton
"""

import re
from collections.abc import Iterable

from typed_sts_fetch.item import TEXT_FIELDS, Item, item_from_dict
from typed_sts_fetch.texts import tidy

FIELD_LINE = re.compile(rb"(?:dc|dcterms)[A-Z][A-Za-z]*:(?:\t|\r?\n|$)")
_FILE_NAME = re.compile(r"\d+[ab]?_([^_/]+)_(.+)")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.\-]")


def item_from_text(text: str, stem: str) -> Item:
    """Return the Item of a text record; its id is in the stem of the file's name. Raise ValueError on other texts."""
    record: dict[str, str | list[str]] = {"id": _identifier(stem)}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        name, *values = line.rstrip("\r").split("\t")
        if not FIELD_LINE.match(name.encode()):
            raise ValueError(f'line {number} of the record must start with a field such as "dcTitle:" and a TAB')
        if name[:-1] in record:
            raise ValueError(f"{name[:-1]} stands twice in the record")
        record[name[:-1]] = values
    return item_from_dict(record)


def text_of_item(item: Item) -> str:
    """Return the text record of an item: the six fields of the task that are not empty."""
    lines = [(field, [tidy(value) for value in getattr(item, field)]) for field in TEXT_FIELDS]
    return "".join("\t".join([f"{field}:", *values]) + "\n" for field, values in lines if values)


def file_stem(line: int, side: str, identifier: str) -> str:
    """Return the stem of a record's files; an id cannot lead out of the folder, whatever it holds."""
    safe = _UNSAFE.sub("_", identifier.strip("/").replace("/", "_"))
    return f"{line}{side}_{safe[:150]}"


def natural_order(names: Iterable[str]) -> list[str]:
    """Return the names sorted as people count: 2b before 10a."""
    return sorted(names, key=lambda name: [(int(p), "") if p.isdecimal() else (0, p) for p in re.split(r"(\d+)", name)])


def _identifier(stem: str) -> str:
    match = _FILE_NAME.fullmatch(stem)
    return f"/{match[1]}/{match[2]}" if match else f"/text/{stem}"
