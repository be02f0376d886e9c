"""The messages of the code, found in its sources: what a translation must have, as a template and as a check.

    python -m typed_sts.messages.template             print the template, messages.pot
    python -m typed_sts.messages.template --check     print what each language lacks or has wrong; exit code 1 for any

A message is the text of a call of `message` or `counted`; every text of the tables `Wording` and `_Words`; every
other text with a {place} in the rooms that word findings and statements; `said("...")` in a template of the page; and
the titles and names in the tables of the domain.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from typed_sts.domain.groups import CUT, FEATURE_GROUPS, group_title
from typed_sts.domain.relation import Relation
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.messages.catalogue import ENGLISH, catalogue, languages

_PLACE = re.compile(r"\{([a-z]\w*)\}")
_MAKES_MESSAGES = "typed_sts.domain.message"
_TABLES = ("Wording", "_Words")
_WORDING_ROOMS = ("explaining/", "saying/")
_IN_TEMPLATE = re.compile(r"\bsaid\(\s*\"([^\"]+)\"")
_SPELLINGS = {"number": "ordinal", "roman": "ordinal", "number2": "ordinal2", "roman2": "ordinal2"}
"""Places that say the same: a language takes the one it writes centuries with."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message of the code: its English wording, that for several things where it has one, and the files it is in."""

    text: str
    plural: str = ""
    files: set[str] = field(default_factory=set)


@cache
def messages() -> dict[str, Found]:
    """Return every message by its English wording, in the order of files and lines."""
    found: dict[str, Found] = {}
    for where, text, plural in _everywhere():
        known = found.get(text)
        if known is None or (plural and not known.plural):
            found[text] = known = Found(text, plural, known.files if known else set())
        known.files.add(where)
    plurals = {message.plural for message in found.values() if message.plural not in ("", message.text)}
    return {text: message for text, message in found.items() if text not in plurals}


def _everywhere() -> Iterator[tuple[str, str, str]]:
    """Yield where each message is, its text, and the one for several things or nothing."""
    yield from (("domain", text, "") for text in _titles())
    for name, file in _sources(files("typed_sts"), ""):
        source = file.read_text(encoding="utf-8")
        if name.endswith(".html"):
            yield from ((name, match[1], "") for match in _IN_TEMPLATE.finditer(source))
        else:
            found = in_source(source, every_place=name.startswith(_WORDING_ROOMS))
            yield from ((name, text, plural) for text, plural in found)


def _titles() -> Iterator[str]:
    for row in SIMILARITY_TYPES:
        yield from (row.title, row.meaning, row.one_sided, row.name)
    for group in FEATURE_GROUPS:
        yield from (group.title, group.name)
    yield from (group_title(CUT), CUT)
    yield from (relation.shown for relation in Relation)


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{path}{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, f"{name}/")
        elif name.endswith((".py", ".html")):
            yield name, entry


def in_source(source: str, *, every_place: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the messages of a Python source in the order of their lines, each with its plural or nothing.

    With `every_place` whatever text has a {place} is one.
    """
    if _MAKES_MESSAGES not in source:
        return
    tree = ast.parse(source)
    if not any(isinstance(node, ast.ImportFrom) and node.module == _MAKES_MESSAGES for node in ast.walk(tree)):
        return
    skipped = set(map(id, _docstrings(tree)))
    skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    found: list[tuple[int, int, str, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found += ((each.lineno, each.col_offset, text, plural) for each, text, plural in _in_call(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            if every_place and _PLACE.search(node.value):
                found.append((node.lineno, node.col_offset, node.value, ""))
    yield from ((text, plural) for _, _, text, plural in sorted(found))


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the texts that stand alone: docstrings, of modules and functions or below a value."""
    return (
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _in_call(call: ast.Call) -> Iterator[tuple[ast.expr, str, str]]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name == "counted" and len(call.args) > 1:
        for (one, text), (_, plural) in zip(_texts(call.args[:1]), _texts(call.args[1:2]), strict=True):
            yield one, text, plural
    elif name == "message" or name in _TABLES:
        given = call.args[:1] if name == "message" else [*call.args, *(keyword.value for keyword in call.keywords)]
        yield from ((one, text, "") for one, text in _texts(given))


def _texts(values: Iterable[ast.expr]) -> Iterator[tuple[ast.expr, str]]:
    """Yield the texts among values, and both of a choice between two."""
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value, value.value
        elif isinstance(value, ast.IfExp):
            yield from _texts((value.body, value.orelse))


def problems(language: str) -> list[str]:
    """Return what a language lacks, has beyond the code, or says with other places than the code fills."""
    wanted, there = messages(), catalogue(language).forms
    found = [f"{language}.po lacks: {text}" for text in wanted if text not in there]
    found += [f"{language}.po has what the code does not say: {text}" for text in there if text not in wanted]
    for text, message in wanted.items():
        forms = there.get(text, ())
        if forms and (len(forms) > 1) != bool(message.plural):
            found.append(f"{language}.po has {len(forms)} form(s) of: {text}")
        for number, form in enumerate(forms):
            if (places := _places(form)) != _places(text) and not (
                message.plural and number == 0 and places == _places(text) - {"count"}
            ):
                found.append(f"{language}.po has other places than: {text}")
    return found


def _places(text: str) -> set[str]:
    return {_SPELLINGS.get(name, name) for name in _PLACE.findall(text)}


def template() -> Iterator[str]:
    """Yield the lines of the template, each message with the files it is said in."""
    yield from ('msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=UTF-8\\n"')
    yield '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    for message in messages().values():
        yield ""
        yield f"#: {' '.join(sorted(message.files))}"
        yield f"msgid {_quoted(message.text)}"
        if message.plural:
            yield from (f"msgid_plural {_quoted(message.plural)}", 'msgstr[0] ""', 'msgstr[1] ""')
        else:
            yield 'msgstr ""'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def main(arguments: list[str]) -> int:
    """Print the template, or what is wrong with the languages there are."""
    checks = arguments == ["--check"]
    names = [name for name in languages() if name != ENGLISH]
    lines = [line for name in names for line in problems(name)] if checks else list(template())
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return int(checks and bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
