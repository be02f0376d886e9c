"""Entities on real records: makers, spans and ratings of the shared data."""

from collections import Counter
from pathlib import Path

import numpy as np
import orjson
import pytest

from typed_sts.domain.relation import Relation
from typed_sts.domain.types import TYPES
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.makers import makers
from typed_sts.reading.entities.name_match import same_name
from typed_sts.reading.entities.people_kinds import read_group
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.qualifiers import states_nobody
from typed_sts.reading.normal_forms import normalise
from typed_sts.task_files.ratings import gold_of, read_ratings
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def spans(shared_data: Path) -> dict[str, Counter[str]]:
    """Return the annotated spans by label, with how often each occurs."""
    found: dict[str, Counter[str]] = {}
    for line in (shared_data / "spans" / "spans.jsonl").read_bytes().splitlines():
        for value in orjson.loads(line)["values"]:
            for start, end, label in value["spans"]:
                found.setdefault(label, Counter())[value["text"][start:end]] += 1
    return found


@pytest.fixture(scope="module")
def annotated(shared_data: Path) -> dict[str, Item]:
    """Return the annotated items by id."""
    return {item.id: item for item in read_items(shared_data / "annotated" / "dev" / "items.jsonl")}


def test_every_turner_variant_is_one_maker(annotated: dict[str, Item]) -> None:
    values = {
        value for item in annotated.values() for value in item.dcCreator if "Turner" in value and "Mallord" in value
    }
    norms = {maker.name.norm for item in annotated.values() for maker in makers(item) if "Mallord" in maker.text}
    assert len(values) >= 2
    assert norms == {"turner, joseph mallord william"}


def test_fitzwilliam_makers_are_found_in_their_descriptions(shared_data: Path) -> None:
    stated, found = 0, 0
    for item in read_items(shared_data / "typed" / "train" / "fitzwilliam.items.jsonl"):
        text = item.dcDescription[0] if item.dcDescription else ""
        if not text.startswith("Artist: "):
            assert makers(item) == ()
            continue
        artist = text[len("Artist: ") : text.index(";")]
        if states_nobody(artist) or artist.endswith((", ruler", ", origin", ", commissioned", ", state")):
            assert makers(item) == (), artist
            continue
        stated += 1
        found += any(text[m.start : m.end] == m.text and artist.startswith(m.text) for m in makers(item))
    assert stated > 80
    assert found / stated >= 0.95


def test_same_makers_are_what_annotators_call_the_same_author(shared_data: Path, annotated: dict[str, Item]) -> None:
    folder = shared_data / "annotated" / "dev"
    pairs = read_pairs(folder / "pairs.tsv")
    gold = gold_of("ratings", read_ratings(folder / "ratings.tsv"), len(pairs))
    author = gold.values[:, TYPES.index("author")]
    rows = []
    for (a, b), score in zip(pairs, author, strict=True):
        left, right = makers(annotated[a]), makers(annotated[b])
        if left and right:
            assert not np.isnan(score), (a, b)
            rows.append((max(same_name(one.name, other.name).degree for one in left for other in right), score))
    assert len(rows) > 400
    assert np.corrcoef(np.array(rows).T)[0, 1] > 0.97


def test_the_most_frequent_events_have_a_family(spans: dict[str, Counter[str]]) -> None:
    frequent = [text for text, _ in spans["EVENT"].most_common(300)]
    known = [text for text in frequent if read_event(text).kind]
    assert len(known) / len(frequent) > 0.95


def test_most_groups_have_a_class(spans: dict[str, Counter[str]]) -> None:
    total = sum(spans["GROUP"].values())
    assert sum(n for text, n in spans["GROUP"].items() if read_group(text).kind) / total > 0.95


def test_most_mentions_of_places_that_recur_are_known(spans: dict[str, Counter[str]]) -> None:
    recurring = {text: n for text, n in spans["PLACE"].items() if n >= 3}
    known = sum(n for text, n in recurring.items() if resolve(text).known)
    assert known / sum(recurring.values()) > 0.9


def test_keys_of_all_spans_are_their_own_keys(spans: dict[str, Counter[str]]) -> None:
    for label, texts in spans.items():
        for text in texts:
            key = normalise(label, text)
            assert normalise(label, key) == key, (label, text)


def test_full_names_and_makers_of_the_spans_compare_with_themselves_as_the_same(
    spans: dict[str, Counter[str]],
) -> None:
    from typed_sts.reading.entities.names import parse_name

    for label in ("PERSON", "MAKER"):
        for text in spans[label]:
            name = parse_name(text)
            known = (Relation.SAME,) if name.given or name.firm else (Relation.SAME, Relation.PERHAPS)
            assert same_name(name, name).relation in known
