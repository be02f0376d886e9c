"""`typed-sts knowledge`: what is known under a name, or in a text."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from typed_sts.cli.outputs import READ
from typed_sts.errors import TypedStsError

_MOST_NAMES = 6


def knowledge(
    names: Annotated[list[str], typer.Argument(help='Names, or ids such as "iconclass:11H(GEORGE)".')],
    own: Annotated[
        Path | None,
        typer.Option("--knowledge", help="Your own knowledge: a table (TSV), or a vocabulary in SKOS (RDF/XML)."),
        READ,
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Take them for texts: print what each of them names.")] = False,
    language: Annotated[str, typer.Option("--language", "-l", help="Language of the texts: en, de, ...")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Print what the knowledge pack knows under a name: id, kind, dates, what contains it, names by language.

    All things of that name are printed, the likeliest first. With --text the names in a text are looked for, each
    line telling where it stands, what it may mean, and whether it alone tells that.

    Example: typed-sts knowledge "Sant Jordi" "Slag bij Nieuwpoort"
    """
    import orjson

    from typed_sts.knowledge.pack import knowledge as opened

    known = opened(str(own) if own else "")
    stdout = typer.get_binary_stream("stdout")
    for name in names:
        for answer, lines in _mentioned(name, language, known) if text else _known(name, known):
            shown = orjson.dumps(answer).decode() if as_json else "\n".join(lines)
            stdout.write(f"{shown}\n".encode("utf-8", "surrogateescape"))


def _known(name: str, known: Any) -> Iterator[tuple[dict[str, Any], list[str]]]:
    by_id = known.concept(name)
    found = (by_id,) if by_id else known.named(name)
    if not found:
        raise TypedStsError(f"nothing is known under {name!r}; write it as a name, or try another language")
    for concept in found:
        within = known.concept(concept.within) if concept.within else None
        container = {"id": concept.within, "name": within.names[0].text if within else ""} if concept.within else None
        by_language: dict[str, list[str]] = {}
        for each in concept.names:
            by_language.setdefault(each.lang, []).append(each.text)
        answer = {
            "id": concept.id,
            "kind": concept.kind,
            "names": by_language,
            "from": concept.first_year,
            "to": concept.last_year,
            "point": concept.point,
            "within": container,
            "size": concept.size or None,
        }
        yield answer, list(_lines(answer))


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    yield f"{answer['id']}  {answer['kind']}"
    years = [f"{-year} BC" if year < 0 else str(year) for year in (answer["from"], answer["to"]) if year is not None]
    if years:
        yield f"  when    {' to '.join(dict.fromkeys(years))}"
    if answer["within"]:
        yield f"  within  {answer['within']['name'] or '?'} ({answer['within']['id']})"
    if answer["point"]:
        yield f"  at      {answer['point'][0]:g}, {answer['point'][1]:g}"
    for language, names in answer["names"].items():
        more = f", and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        yield f"  {language or 'any':<6}  {', '.join(names[:_MOST_NAMES])}{more}"


def _mentioned(text: str, language: str, known: Any) -> Iterator[tuple[dict[str, Any], list[str]]]:
    from typed_sts.domain.limits import read_to
    from typed_sts.knowledge.search import find

    for mention in find(text[: read_to(text)], language, among=known):
        words = text[mention.start : mention.end]
        answer = {"text": words, **mention._asdict()}
        cells = (
            mention.start,
            mention.end,
            words,
            mention.kind,
            "sure" if mention.sure else "",
            " ".join(mention.concepts),
        )
        yield answer, ["\t".join(map(str, cells))]
