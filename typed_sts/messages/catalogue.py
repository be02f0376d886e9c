"""The translations of messages: gettext's .po files, read as they are, with the plural forms of each language.

    locale/de.po    msgid "Also by {name}"
                    msgstr "Ebenfalls von {name}"

English has no file: its sentences are the keys. A language is there when its file is; nothing else names it. What a
file does not have is said in English, and a test looks that no file lacks anything.
"""

import ast
import gettext
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from typed_sts.errors import BadOptions

ENGLISH = "en"
_PLURAL = re.compile(r"Plural-Forms:\s*nplurals=(?P<count>\d+);\s*plural=(?P<rule>[^;]+);")
_LINE = re.compile(r'(?:(?P<key>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+)?(?P<text>"(?:[^"\\]|\\.)*")\s*')


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The messages of a language by their English wording; several forms for those about a number of things."""

    language: str
    forms: dict[str, tuple[str, ...]]
    form_of: Callable[[int], int]

    def wording(self, text: str, plural: str = "", count: int | None = None) -> str:
        """Return how a message is worded, in English where the language has no words for it."""
        found = self.forms.get(text)
        if found is None:
            return text if count is None or count == 1 else plural
        return found[0] if count is None else found[min(self.form_of(count), len(found) - 1)]


def _folder() -> Traversable:
    return files("typed_sts.messages") / "locale"


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that sentences can be had in, English first."""
    names = sorted(file.name.removesuffix(".po") for file in _folder().iterdir() if file.name.endswith(".po"))
    return (ENGLISH, *names)


Language = StrEnum("Language", [(name.upper(), name) for name in languages()])  # type: ignore[misc]
"""The languages, as commands and the service offer them to choose from."""


@cache
def catalogue(language: str) -> Catalogue:
    """Return the messages of a language; raise BadOptions for one there is not."""
    if language not in languages():
        raise BadOptions(f"sentences are in {', '.join(languages())}, not in {language!r:.20}")
    if language == ENGLISH:
        return Catalogue(ENGLISH, {}, lambda count: int(count != 1))
    return parse(language, (_folder() / f"{language}.po").read_text(encoding="utf-8"))


def parse(language: str, text: str) -> Catalogue:
    """Return the catalogue of the text of a .po file; raise ValueError naming a line that cannot be one."""
    forms: dict[str, tuple[str, ...]] = {}
    header = ""
    for entry in _entries(text):
        if not entry["msgid"]:
            header = entry.get("msgstr", "")
            continue
        plurals = [entry[key] for key in sorted(entry) if key.startswith("msgstr[")]
        found = tuple(plurals) if plurals else (entry.get("msgstr", ""),)
        if all(found):
            forms[entry["msgid"]] = found
    rule = _PLURAL.search(header)
    if rule is None:
        raise ValueError(f"{language}.po: no Plural-Forms in the header")
    return Catalogue(language, forms, gettext.c2py(rule["rule"].strip()))


def _entries(text: str) -> Iterator[dict[str, str]]:
    """Yield the keywords of each entry and their texts; obsolete and fuzzy entries are left out."""
    entry: dict[str, str] = {}
    key = ""
    fuzzy = False
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        stripped = line.strip()
        if stripped.startswith("#"):
            fuzzy = fuzzy or (stripped.startswith("#,") and "fuzzy" in stripped)
        elif not stripped:
            if "msgid" in entry and not fuzzy:
                yield entry
            entry, key, fuzzy = {}, "", False
        elif found := _LINE.fullmatch(stripped):
            key = found["key"] or key
            if not key:
                raise ValueError(f"line {number} stands alone: {stripped:.60}")
            entry[key] = entry.get(key, "") + str(ast.literal_eval(found["text"]))
        else:
            raise ValueError(f"line {number} is no line of a .po file: {stripped:.60}")


def preferred(header: str, default: str = ENGLISH) -> str:
    """Return the language that suits an Accept-Language header best, out of those there are."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:1_000].split(",")):
        name, _, parameters = part.strip().partition(";")
        quality = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", parameters)
        if quality is None and parameters:
            continue
        wanted.append((-float(quality[1]) if quality else -1.0, place, name.strip().lower().partition("-")[0]))
    return next((name for low, _, name in sorted(wanted) if low < 0 and name in languages()), default)
