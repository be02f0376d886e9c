"""The tables of the domain speak of each other by name: every name is there, and nothing is said twice elsewhere."""

import re
from importlib.resources import files

import pytest

from typed_sts.domain.groups import CUT, FEATURE_GROUPS, GROUPS, REST, TELLING, Compared, compares_texts, group_title
from typed_sts.domain.labels import DATE_LABELS, KIND_OF_LABEL, LABELS, TERM_VIEWS, VIEWS
from typed_sts.domain.relation import Relation
from typed_sts.domain.types import GENERAL, SIMILARITY_TYPES, TYPES, type_of, type_of_group
from typed_sts.explaining.evidence import GROUP_EVIDENCE
from typed_sts.features.parsed_entities import GROUP_OF_KIND, KINDS
from typed_sts.reading.normal_forms import norm_of
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.service.pages.rendering import static_file
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS
from typed_sts_index.entry import FIELD_VIEWS, TEXT_VIEWS


@pytest.mark.parametrize("name", TYPES)
def test_a_type_speaks_of_groups_kinds_and_views_there_are(name: str) -> None:
    row = type_of(name)
    assert row.groups
    assert set(row.groups) <= set(GROUPS)
    assert set(row.kinds) <= set(KINDS)
    assert {*row.views, *row.search_views, row.baseline_view} <= set(TERM_VIEWS)
    assert row.kinds or row.views or row.dated, "no record could state it"


def test_a_group_is_about_one_type_at_most() -> None:
    named = [group for row in SIMILARITY_TYPES for group in row.groups]
    assert len(named) == len(set(named))
    assert {group for group in GROUPS if not type_of_group(group)} == {"provider"}


def test_the_examples_of_the_types_are_in_the_sample() -> None:
    there = {item.id for item in read_items(SAMPLE_ITEMS)}
    assert {name for row in SIMILARITY_TYPES for name in row.example} <= there


def test_the_head_of_a_score_table_fits_its_columns() -> None:
    assert max(len(row.column) for row in SIMILARITY_TYPES) <= 7


def test_every_group_is_either_telling_or_not_and_has_a_title() -> None:
    assert sorted((*TELLING, *REST)) == sorted(GROUPS)
    assert len({group_title(group) for group in (*GROUPS, CUT)}) == len(GROUPS) + 1


def test_a_group_of_one_field_names_a_field_and_words_for_it() -> None:
    for group in FEATURE_GROUPS:
        assert not group.field or (group.field in LIST_FIELDS and group.one and group.many)
        assert not group.field or group.compared is Compared.TEXTS
    assert not compares_texts(CUT)


def test_every_group_has_a_way_to_look_for_evidence() -> None:
    texts = {group.name for group in FEATURE_GROUPS if group.compared is Compared.TEXTS}
    assert set(GROUP_EVIDENCE) | texts == set(GROUPS)
    assert not set(GROUP_EVIDENCE) & texts


def test_views_belong_to_groups_and_hold_labels_there_are() -> None:
    assert TERM_VIEWS[: len(TEXT_VIEWS)] == TEXT_VIEWS
    for view in VIEWS:
        assert view.group in GROUPS
        assert set(view.labels) <= set(LABELS)
        assert not view.letters_of or view.letters_of in FIELD_VIEWS


@pytest.mark.parametrize("label", LABELS)
def test_a_label_has_a_normal_form_and_an_entity_a_kind(label: str) -> None:
    assert isinstance(norm_of(label, "1805 Nelson"), str)
    assert (label in DATE_LABELS) != (KIND_OF_LABEL.get(label) in KINDS)


def test_kinds_belong_to_groups() -> None:
    assert set(GROUP_OF_KIND.values()) <= set(GROUPS)


def test_relations_that_agree_are_told_apart_by_their_strength() -> None:
    agreeing = [relation for relation in Relation if relation.agrees]
    assert max(agreeing, key=lambda relation: relation.strength) is Relation.SAME
    assert len({relation.strength for relation in agreeing}) == len(agreeing)
    assert all(relation.strength == 0 for relation in Relation if not relation.agrees)
    assert len({relation.shown for relation in Relation}) == len(Relation)


def test_a_relation_is_its_name_wherever_it_is_written() -> None:
    assert Relation("within") is Relation.WITHIN
    assert (f"{Relation.WITHIN}", str(Relation.WITHIN), Relation.WITHIN.value) == ("within",) * 3


def test_the_style_sheet_has_the_look_of_every_type_and_its_file_of_none() -> None:
    served = static_file("page.css").decode()
    for row in SIMILARITY_TYPES:
        assert f"--{row.name}: {row.look.light};" in served
        assert f"--{row.name}: {row.look.dark};" in served
        assert f".t-{row.name} {{ --c: var(--{row.name}); --u: {row.look.underline};" in served
        assert f'.pair[data-chosen="{row.name}"] mark[data-types~="{row.name}"]' in served
    static = files("typed_sts.service.pages").joinpath("static")
    for file in ("page.css", "page.js"):
        written = static.joinpath(file).read_text(encoding="utf-8")
        assert not re.search(rf"\.t-|--(?:{'|'.join(TYPES)})\b|\"(?:{'|'.join(TYPES)})\"", written)


def test_types_look_different_from_each_other() -> None:
    looks = {(row.look.underline, row.look.width) for row in SIMILARITY_TYPES}
    assert len(looks) == len({row.look.light for row in SIMILARITY_TYPES}) == len(TYPES)
    assert type_of(GENERAL).tag == ""
