"""The bundled sample is what its README promises: readable, tidy, varied, and its pairs name its items."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import typed_sts
from typed_sts.sample import SAMPLE_GOLD
from typed_sts.task_files.ratings import read_gold
from typed_sts_fetch.item import LIST_FIELDS, SINGLE_FIELDS, TEXT_FIELDS, item_from_dict
from typed_sts_fetch.texts import tidy

SAMPLE = Path(typed_sts.__file__).parent / "sample"
KEY_ORDER = ("id", "provider", *LIST_FIELDS, *SINGLE_FIELDS)

LINES = (SAMPLE / "items.jsonl").read_text(encoding="utf-8").splitlines()
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
PAIRS = [tuple(line.split("\t")) for line in (SAMPLE / "pairs.tsv").read_text(encoding="utf-8").splitlines()]
README = (SAMPLE / "README.md").read_text(encoding="utf-8")


def test_every_line_reads_as_an_item_and_writes_back_the_same() -> None:
    assert [item_from_dict(record).to_dict() for record in RECORDS] == RECORDS


def test_every_line_is_compact_json_with_letters_written_as_they_are() -> None:
    assert [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in RECORDS] == LINES


def test_there_are_enough_items_and_pairs_to_try_things_on() -> None:
    assert len(RECORDS) >= 150
    assert len(PAIRS) >= 70


@pytest.mark.parametrize(
    "words",
    [
        "painting|oil on (canvas|panel)|Öl auf",
        "photograph|Daguerreotypie|photographie",
        "map|carte",
        "coin",
        "costume|coat|dress|uniform",
        "letter|Brief",
        "helmet|torc|hoard|grave|tomb|Iron Age",
        "symphony|oratorio|song|music|violin|piano|lyre",
    ],
)
def test_there_are_several_objects_of_every_kind(words: str) -> None:
    pattern = re.compile(rf"\b({words})s?\b", re.IGNORECASE)
    fields = ("dcTitle", "dcSubject", "dcType", "dctermsMedium", "dcDescription")
    found = [r["id"] for r in RECORDS if pattern.search(" | ".join(text for f in fields for text in r.get(f, [])))]
    assert len(found) >= 5, found


def test_ids_are_unique_and_short_slugs() -> None:
    ids = [record["id"] for record in RECORDS]
    assert len(set(ids)) == len(ids)
    assert [item_id for item_id in ids if not re.fullmatch(r"/sample/[a-z0-9]+(-[a-z0-9]+)*", item_id)] == []


def test_every_item_names_who_holds_the_object_and_its_language_and_country() -> None:
    assert [r["id"] for r in RECORDS if not {"provider", "language", "country"} <= r.keys()] == []


def test_keys_come_in_one_order() -> None:
    for record in RECORDS:
        assert list(record) == [key for key in KEY_ORDER if key in record], record["id"]


def test_values_are_tidy_and_not_empty() -> None:
    for record in RECORDS:
        for key, value in record.items():
            assert isinstance(value, list) == (key in LIST_FIELDS), (record["id"], key)
            texts = value if isinstance(value, list) else [value]
            assert texts, (record["id"], key)
            assert [text for text in texts if not text or text != tidy(text)] == [], (record["id"], key)


@pytest.mark.parametrize("field", TEXT_FIELDS)
def test_each_text_field_is_missing_somewhere_and_present_mostly_elsewhere(field: str) -> None:
    missing = sum(field not in record for record in RECORDS)
    assert 1 <= missing <= len(RECORDS) // 2


def test_descriptions_are_one_to_four_sentences() -> None:
    for record in RECORDS:
        for text in record.get("dcDescription", []):
            assert len(re.findall(r"[.!?](?= [A-ZÀ-Þ]|$)", text)) <= 4, record["id"]


def test_there_are_records_in_german_dutch_and_french() -> None:
    languages = Counter(record["language"] for record in RECORDS)
    assert languages.keys() == {"en", "de", "nl", "fr"}
    assert min(languages.values()) >= 3


def test_every_pair_names_two_different_items_of_the_sample() -> None:
    ids = {record["id"] for record in RECORDS}
    assert [pair for pair in PAIRS if len(pair) != 2 or len(set(pair)) != 2 or not set(pair) <= ids] == []


def test_no_pair_comes_twice_in_either_order() -> None:
    assert len({frozenset(pair) for pair in PAIRS}) == len(PAIRS)


def test_the_first_pair_is_short_enough_to_print_side_by_side() -> None:
    by_id = {record["id"]: record for record in RECORDS}
    for item_id in PAIRS[0]:
        texts = [text for field in TEXT_FIELDS for text in by_id[item_id].get(field, [])]
        assert sum(map(len, texts)) <= 450, item_id


def test_the_readme_counts_are_true_and_its_table_covers_every_pair() -> None:
    assert f"{len(RECORDS)} records" in README
    assert f"{len(PAIRS)} pairs" in README
    ranges = re.findall(r"^\| (\d+)(?:–(\d+))? \|", README, flags=re.MULTILINE)
    numbers = [n for first, last in ranges for n in range(int(first), int(last or first) + 1)]
    assert numbers == list(range(1, len(PAIRS) + 1))


def test_there_is_gold_for_every_pair_with_all_kinds_of_scores_in_it() -> None:
    gold = read_gold(SAMPLE_GOLD)
    assert gold.values.shape == (len(PAIRS), 8)
    assert gold.not_stated is not None
    assert 40 < gold.not_stated.sum() < 100
    assert (np.nanstd(gold.values, axis=0) > 1).all()
    assert (np.nanmin(gold.values, axis=0) == 0).all()
    assert (np.nanmax(gold.values, axis=0) >= 4.5).all()
