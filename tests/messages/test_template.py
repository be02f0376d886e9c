"""Every message of the code is in every language, with the same places; nothing else is."""

from importlib.resources import files

import pytest

from typed_sts.messages.catalogue import ENGLISH, catalogue, languages, parse
from typed_sts.messages.template import in_source, main, messages, problems, template

OTHERS = [name for name in languages() if name != ENGLISH]
SOURCE = '''
"""Says {nothing}."""
from typed_sts.domain.message import counted, message
TABLE = {1: ("Both by {name}", "Also by {name}")}
"""Of {this}."""
PLAIN = "no message"
one = message("no text")
two = message("same {name}" if one else "other", name=f"{one} {two}")
three = counted("{count} year", "{count} years", 3)
four = Wording(same="same: {names}", differ="different")
five = message(TABLE[1])
'''


def test_there_are_five_languages_besides_english() -> None:
    assert OTHERS == ["de", "es", "fr", "it", "nl"]


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_misses_a_message_has_an_unknown_one_or_other_places(language: str) -> None:
    assert problems(language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_file_says_which_language_it_is_and_who_looked_at_it(language: str) -> None:
    text = (files("typed_sts.messages") / "locale" / f"{language}.po").read_text(encoding="utf-8")
    assert f'"Language: {language}\\n"' in text
    assert "eviewed by a native speaker" in text.partition("msgid")[0]
    assert "fuzzy" not in text


def test_messages_are_found_in_calls_choices_tables_and_plurals() -> None:
    assert list(in_source(SOURCE)) == [
        ("no text", ""),
        ("same {name}", ""),
        ("other", ""),
        ("{count} year", "{count} years"),
        ("same: {names}", ""),
        ("different", ""),
    ]
    loose = [text for text, _ in in_source(SOURCE, every_place=True)]
    assert "Both by {name}" in loose
    assert "Also by {name}" in loose
    assert not {"Says {nothing}.", "Of {this}.", "no message"} & set(loose)
    assert list(in_source('message("no text")')) == []  # a function of somebody else's


def test_what_is_said_everywhere_is_found() -> None:
    found = messages()
    for text in ("Both by {name}", "same title", "nothing related found", "People involved", "Why?", "not stated"):
        assert text in found
    assert found["{count} related item"].plural == "{count} related items"
    assert "{count} related items" not in found
    assert "saying/persons.py" in found["Also by {name}"].files


def test_what_a_translation_lacks_invents_or_gets_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = catalogue("de")
    forms = dict(whole.forms)
    del forms["no text"]
    forms |= {"Also by {name}": ("Ebenfalls",), "no such message": ("x",), "same title": ("a", "b")}
    forms["{count} related item"] = ("ein Objekt", "Objekte")
    broken = type(whole)("de", forms, whole.form_of)
    monkeypatch.setattr("typed_sts.messages.template.catalogue", lambda language: broken)
    assert sorted(problems("de")) == [
        "de.po has 2 form(s) of: same title",
        "de.po has other places than: Also by {name}",
        "de.po has other places than: {count} related item",
        "de.po has what the code does not say: no such message",
        "de.po lacks: no text",
    ]


def test_the_template_is_a_po_file_without_translations(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert parse("xx", printed).forms == {}
    assert printed.splitlines() == list(template())
    assert printed.count("\nmsgid ") == len(messages())
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == ""
