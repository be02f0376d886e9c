"""Messages in languages: the files translators edit, plural forms, and which language somebody prefers."""

import pytest

from typed_sts.domain.message import Called, Listing, Quoted, YearSpan, counted, message, sequence
from typed_sts.errors import BadOptions
from typed_sts.messages.catalogue import ENGLISH, Language, catalogue, languages, parse, preferred
from typed_sts.messages.wording import say

HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"\n'


def test_a_message_is_said_in_the_words_of_its_file() -> None:
    made = parse(
        "xx", HEADER + '\n# by hand\n#: saying/named.py\nmsgid "Also by {name}"\nmsgstr "Auch "\n"von {name}"\n'
    )
    assert made.wording("Also by {name}") == "Auch von {name}"
    assert made.wording("Both by {name}") == "Both by {name}"


def test_every_number_takes_its_plural_form() -> None:
    entry = '\nmsgid "{count} year"\nmsgid_plural "{count} years"\nmsgstr[0] "rok"\nmsgstr[1] "lata"\nmsgstr[2] "lat"\n'
    made = parse("xx", HEADER + entry)
    assert [made.wording("{count} year", "{count} years", n) for n in (1, 2, 4, 5, 22, 25)] == [
        *("rok", "lata", "lata"),
        *("lat", "lata", "lat"),
    ]
    assert catalogue(ENGLISH).wording("{count} year", "{count} years", 1) == "{count} year"
    assert catalogue(ENGLISH).wording("{count} year", "{count} years", 0) == "{count} years"


def test_french_counts_nothing_in_the_singular() -> None:
    def related(count: int) -> str:
        return say(counted("{count} related item", "{count} related items", count), "fr")

    assert [related(count) for count in (0, 1, 2)] == ["0 objet apparenté", "1 objet apparenté", "2 objets apparentés"]


def test_fuzzy_obsolete_and_empty_translations_are_not_used() -> None:
    text = '\n#, fuzzy\nmsgid "a"\nmsgstr "x"\n\n#~ msgid "b"\n#~ msgstr "y"\n\nmsgid "c"\nmsgstr ""\n'
    assert parse("xx", HEADER + text).forms == {}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgid "a"\nmsgstr a\n', "line 2 is no line of a .po file: msgstr a"),
        ('msgid "a"\nmsgstr "b" c\n', "line 2 is no line"),
        ('msgid "a\nmsgstr "b"\n', "line 1 is no line"),
        ('\n"alone"\n', "line 2 stands alone"),
        ('msgid "a"\n\nmsgtext "b"\n', "line 3 is no line"),
    ],
)
def test_a_line_that_is_none_of_a_po_file_is_named(text: str, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        parse("xx", text)


def test_a_file_without_plural_forms_says_so() -> None:
    with pytest.raises(ValueError, match=r"xx\.po: no Plural-Forms"):
        parse("xx", 'msgid "a"\nmsgstr "b"\n')


def test_a_language_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match=r"sentences are in en, de, es, fr, it, nl, not in 'xx'"):
        catalogue("xx")
    assert tuple(Language) == languages()


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT, en;q=0.9", "de"),
        ("pl, fr;q=0.4, nl;q=0.7", "nl"),
        ("FR-ch", "fr"),
        ("en;q=0.2, it;q=0.8", "it"),
        ("it;q=0, es;q=0.1", "es"),
        ("*", "en"),
        ("est, esu", "en"),  # Estonian and Yup'ik, not Spanish
        ("de;q=nonsense, nl", "nl"),
        ("de;;;,,;q=,", "en"),
        ("x" * 100_000 + ", de", "en"),
    ],
)
def test_the_language_a_client_prefers_is_the_best_of_those_there_are(header: str, language: str) -> None:
    assert preferred(header) == language


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["19th century", "1st century BC", "16th–17th century", "2nd–1st century BC", "31 BC to AD 14"]),
        ("de", ["19. Jahrhundert", "1. Jahrhundert v. Chr.", "16.–17. Jahrhundert", "2.–1. Jahrhundert v. Chr."]),
        ("fr", ["XIXe siècle", "Ier siècle av. J.-C.", "XVIe–XVIIe siècle", "IIe–Ier siècle av. J.-C."]),
        ("nl", ["19e eeuw", "1e eeuw v.Chr.", "16e–17e eeuw", "2e–1e eeuw v.Chr.", "31 v.Chr. tot 14 n.Chr."]),
        ("es", ["siglo XIX", "siglo I a. C.", "siglos XVI–XVII", "siglos II–I a. C.", "31 a. C. – 14 d. C."]),
        ("it", ["XIX secolo", "I secolo a.C.", "XVI–XVII secolo", "II–I secolo a.C.", "31 a.C. – 14 d.C."]),
    ],
)
def test_years_and_centuries_are_written_as_the_language_writes_them(language: str, said: list[str]) -> None:
    years = [(1801, 1900), (-100, -1), (1501, 1700), (-200, -1), (-31, 14)]
    assert [say(YearSpan(*span), language) for span in years][: len(said)] == said


def test_words_of_records_stand_in_the_quotation_marks_of_the_language() -> None:
    said = {language: say(Quoted("Rain"), language) for language in languages()}
    assert said["en"] == "“Rain”"
    assert said["de"] == "„Rain“"
    assert said["fr"] == "«\N{NO-BREAK SPACE}Rain\N{NO-BREAK SPACE}»"
    assert said["it"] == said["es"] == "«Rain»"


def test_things_that_are_known_have_the_name_of_the_language() -> None:
    trafalgar, cologne = Called("wikidata:Q171416", "Battle of Trafalgar", "en"), Called("geonames:2886242", "Cologne")
    assert say(trafalgar, "de") == "Seeschlacht von Trafalgar"
    assert [say(cologne, language) for language in ("en", "de", "nl", "it")] == ["Cologne", "Köln", "Keulen", "Colonia"]
    assert say(Called("", "Nobody in particular"), "fr") == "Nobody in particular"
    assert say(Called("geonames:2886242", "Cöln", "de"), "de") == "Cöln"


def test_what_is_in_braces_in_a_record_stays_as_it_is() -> None:
    title = "{name} {0} {words}"
    assert say(message("Also by {name}", name=title), "de") == f"Ebenfalls von {title}"
    assert (
        say(sequence(message("no text"), message("Also by {name}", name=title)), "nl") == f"geen tekst; Ook van {title}"
    )


def test_a_list_says_how_many_more_there_are() -> None:
    names = Listing(("Ada", "Bea", "Cleo", "Dora"), 2)
    assert [say(names, language) for language in ("en", "de", "es")] == [
        *("Ada, Bea and 2 more", "Ada, Bea und noch 2", "Ada, Bea y 2 más"),
    ]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "United States"), ("fr", "États-Unis"), ("de", "Vereinigte Staaten")]
)
def test_letters_that_stand_for_a_name_are_said_as_the_name(language: str, said: str) -> None:
    assert say(Called("geonames:6252001", "USA", "en"), language) == said
    assert say(Called("", "USA", "en"), language) == "USA"
