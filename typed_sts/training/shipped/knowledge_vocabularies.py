"""What the pack takes from other vocabularies: artists of American museums, periods of PeriodO, words of GEMET."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from typed_sts.knowledge.concepts import Name
from typed_sts.knowledge.folding import key_of
from typed_sts.training.shipped.knowledge_own import LANGUAGES, Draft

_LEFT_OUT = frozenset(("npg",))
"""Sources whose names stand in records that the tagger is trained on: it would learn to trust a list of them."""
_NO_PERSON = re.compile(
    r"\d|[?\[\]/&]|\b(?:unidentified|unknown|anonymous|attributed|company|co\.|after|school)\b", re.I
)
_THREE_LETTERS = {
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "nld": "nl", "dut": "nl", "spa": "es", "ita": "it",
    "por": "pt", "swe": "sv", "pol": "pl", "lat": "la",
}  # fmt: skip


def artists(lines: Iterable[dict[str, Any]]) -> list[Draft]:
    """Return the artists of museums whose data are free, each with at least two words in every name."""
    found: dict[str, Draft] = {}
    for line in lines:
        if line["src"] in _LEFT_OUT or _NO_PERSON.search(line["name"]):
            continue
        texts = [line["name"], line["sort"], *line.get("alt", ())]
        names = [
            Name(" ".join(text.split()), "")
            for text in texts
            if len(key_of(text).split()) > 1 and not _NO_PERSON.search(text)
        ]
        dates = line.get("dates", "")
        born = _year(line.get("birth")) if "born" in dates else None
        died = _year(line.get("death")) if "died" in dates else None
        if names and names[0].text == line["name"] and (born or died):
            draft = Draft(f"{line['src']}:{line['id']}", "artist", dict.fromkeys(names), (born, died), weight=5.2)
            found.setdefault(draft.id, draft)
    return list(found.values())


def _year(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{4}", text) else None


def merge_artists(own: Iterable[Draft], public: list[Draft]) -> list[Draft]:
    """Return the public artists that are none of ours; ours take over id and names of those of their name and years."""
    by_name: dict[str, dict[str, Draft]] = defaultdict(dict)
    for draft in public:
        for name in draft.names:
            by_name[key_of(name.text)][draft.id] = draft
    taken = set()
    for draft in own:
        if draft.kind != "artist":
            continue
        same = {
            id: one
            for name in draft.names
            for id, one in by_name.get(key_of(name.text), {}).items()
            if id not in taken and _same_life(draft, one)
        }
        if len(same) == 1:
            (other,) = same.values()
            taken.add(other.id)
            draft.id = other.id
            draft.add(other.names)
    return [draft for draft in public if draft.id not in taken]


def _same_life(draft: Draft, other: Draft) -> bool:
    pairs = [
        (one, two) for one, two in zip(draft.years, other.years, strict=True) if one is not None and two is not None
    ]
    return bool(pairs) and all(one == two for one, two in pairs)


def own_periods(table: Iterable[list[str]]) -> list[Draft]:
    """Return the periods that reading knows, from its table: columns name, aliases, start, end, region, source."""
    found: dict[str, Draft] = {}
    for name, aliases, start, end, *_ in table:
        names = [Name(name, "en"), *(Name(alias, "") for alias in aliases.split("|") if alias)]
        id = "own:period-" + key_of(name).strip().replace(" ", "-")
        if id not in found and not re.search(r" [IVX]+$", name):
            found[id] = Draft(id, "period", dict.fromkeys(names), (int(start), int(end)), weight=4.0)
            found[id].weak = {other for other in names[1:] if " " not in other.text}
    return list(found.values())


def periods(lines: Iterable[dict[str, Any]]) -> list[Draft]:
    """Return the periods of which all definitions agree, one for each English name."""
    by_name: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        for text in line.get("labels", {}).get("eng-latn", [])[:1]:
            if not re.search(r"[\d/(),.?]|\bindet", text) and text[:1].isupper():
                by_name[key_of(text)].append(line)
    found = []
    for same in by_name.values():
        names: dict[Name, None] = {}
        for line in same:
            for code, texts in sorted(line["labels"].items(), key=lambda told: told[0] != "eng-latn"):
                language = _THREE_LETTERS.get(code.partition("-")[0])
                if language:
                    names.update((Name(text, language), None) for text in texts if not re.search(r"[\d/(),.?]", text))
        starts, stops = ({int(line[end]) for line in same if line.get(end)} for end in ("start_y", "stop_y"))
        if len(starts) == len(stops) == 1:
            years = _before_christ(starts.pop()), _before_christ(stops.pop())
            id = "periodo:" + min(line["id"].rpartition("/")[2] for line in same)
            draft = Draft(id, "period", names, years, weight=3.0)
            draft.weak = {name for name in names if " " not in name.text}
            found.append(draft)
    return found


def _before_christ(year: int) -> int:
    return year if year > 0 else year - 1


def words(lines: Iterable[dict[str, Any]]) -> list[Draft]:
    """Return the concepts of GEMET that one or two English words name."""
    found = []
    for line in lines:
        labels = line["labels"]
        names = [
            Name(text, code)
            for code in LANGUAGES
            if (text := labels.get(code, "")) and len(text.split()) < 4 and not re.search(r"[(),;/]", text)
        ]
        if names and names[0].lang == "en" and len(names[0].text.split()) < 3:
            id = "gemet:" + line["id"].rpartition("/")[2]
            found.append(Draft(id, "subject", dict.fromkeys(names), weight=2.5))
    return found
