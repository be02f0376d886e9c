"""Words in another case or tense are known under their usual form."""

import pytest

from typed_sts.reading.entities.inflected import base_forms
from typed_sts.reading.entities.linking import link


@pytest.mark.parametrize(
    ("word", "language", "concept"),
    [
        ("Krieges", "de", "iconclass:45A1"),
        ("heiratete", "de", "own:wedding"),
        ("oorlogs", "nl", "iconclass:45A1"),
        ("krigets", "sv", "iconclass:45A1"),
        ("bitwie", "pl", "iconclass:45H3"),
        ("guerre", "fr", "iconclass:45A1"),
        ("kriget", "sv", "iconclass:45A1"),
        ("casó", "es", ""),
        ("Kolonne", "de", ""),
    ],
)
def test_an_action_is_found_under_its_inflected_forms(word: str, language: str, concept: str) -> None:
    assert link("EVENT", word, language) == concept


def test_short_words_and_unknown_languages_have_no_other_forms() -> None:
    assert not list(base_forms("gens", "de"))
    assert not list(base_forms("wars", "xx"))
    assert not list(base_forms("guerres civiles", "fr"))
