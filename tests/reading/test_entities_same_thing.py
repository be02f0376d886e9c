"""The same thing in other words: one person, place, event, group, action or people in ten languages."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.relation import Match, Relation
from typed_sts.reading.entities.cultures import compare_cultures, read_culture
from typed_sts.reading.entities.events import compare_events, read_event
from typed_sts.reading.entities.linking import NO_CONTEXT, Context, broader, english_name, link
from typed_sts.reading.entities.name_match import same_name, same_text, scheme
from typed_sts.reading.entities.names import as_said, parse_name
from typed_sts.reading.entities.people_kinds import compare_groups, read_group
from typed_sts.reading.entities.places import compare_places, hints_of, kilometres, resolve
from typed_sts.reading.normal_forms import norm_of


@pytest.mark.parametrize(
    "names",
    [
        "Kaiser Wilhelm II.|Emperor William II|Wilhelm II., deutscher Kaiser|William II, German Emperor",
        "Louis XIV|Ludwig XIV.|Lodewijk XIV|Luis XIV|Luigi XIV|Luís XIV|Ludvig XIV|Ludwik XIV|Ludovicus XIV",
        "Louis XIV, King of France|Ludwig XIV. von Frankreich|Ludwig XIV., Frankreich, König|roi Louis XIV de France",
        "König Ludwig II. von Bayern|Louis II of Bavaria|Ludwig II., König von Bayern",
        "Pope Pius IX|Papst Pius IX.|Pie IX, pape|Pio IX|paus Pius IX|papież Pius IX",
        "Karl XII|Charles XII|Carlos XII|Kung Karl XII|Karol XII",
        "Frederick the Great|Friedrich der Große|Frédéric le Grand|Frederik de Grote|Federico il Grande",
        "Catherine the Great|Katharina die Große|Catherine la Grande|Catharina de Grote|Caterina la Grande",
        "Saint George|St. Georg|Sankt Georg|Sint-Joris|Sint Joris|San Giorgio|San Jorge|São Jorge|Sant Jordi|Św. Jerzy",
        "Saint Catherine|Heilige Katharina|Sainte Catherine|Santa Caterina|Santa Catalina|Sankta Katarina",
        "Joan of Arc|Jeanne d'Arc",
        "Master of Ashgrove|Meister von Ashgrove|Maître d'Ashgrove|Meester van Ashgrove|Maestro di Ashgrove",
        "Arthur Wendell, Duke of Ashgrove|Ashgrove, Arthur Wendell, Duke of|Wendell, Arthur, Duke of Ashgrove",
        "Johann Ashgrove|John Ashgrove|Jan Ashgrove|Jean Ashgrove|Giovanni Ashgrove|Juan Ashgrove|Johan Ashgrove",
        "Wilhelm Ashgrove|William Ashgrove|Willem Ashgrove|Guillaume Ashgrove|Guglielmo Ashgrove|Vilhelm Ashgrove",
        "A. B. C. Ashgrove|Anna Berta Clara Ashgrove|Ashgrove, A.B.C.",
        "Otto Graf von Ashgrove|Otto von Ashgrove|Ashgrove, Otto von",
    ],
)
def test_one_person_in_many_languages_is_the_same(names: str) -> None:
    first, *others = names.split("|")
    for other in others:
        match = same_text(first, other)
        assert match.relation is Relation.SAME, (first, other, match)
        assert match == same_text(other, first)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Henry IV", "Henry VIII"),
        ("Heinrich IV.", "Henri III"),
        ("King Henry IV of England", "Henri IV de France"),
        ("Pope Paul V", "King Paul V"),
        ("Mr Hart", "Mr Stone"),
        ("Lady Ashgrove", "Lady Stone"),
        ("Sankt Georg", "Sankt Martin"),
        ("Duke of Ashgrove", "Duke of Stone"),
        ("Countess of Ashgrove", "Countess of Stone"),
        ("Master of Ashgrove", "Master of Stone"),
        ("Ludwig II", "Ludwig Ashgrove"),
        ("Ashgrove, Jan (1560-1620)", "Ashgrove, Jan (1660-1720)"),
    ],
)
def test_a_title_a_given_name_or_another_number_is_no_match(left: str, right: str) -> None:
    assert same_text(left, right).relation is Relation.DIFFERS


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Mrs. Ashgrove", "Abraham Ashgrove"),
        ("Earl of Ashgrove", "Countess of Ashgrove"),
        ("circle of Jan Ashgrove", "Jan Ashgrove"),
        ("after Jan Ashgrove", "Johann Ashgrove"),
        ("Werkstatt von Jan Ashgrove", "Jan Ashgrove"),
        ("Anna Ashgrove", "Berta Ashgrove"),
    ],
)
def test_wives_workshops_and_relatives_are_near(left: str, right: str) -> None:
    assert same_text(left, right).relation is Relation.NEAR


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ashgrove, Anna", "Anna Ashgrove"),
        ("Ashgrove, Jan van", "Jan van Ashgrove"),
        ("Stone, Hart & Co.", "Stone, Hart & Co."),
        ("Duke of Ashgrove, Arthur", "Duke of Ashgrove, Arthur"),
        ("Ashgrove, Duke of", "Ashgrove, Duke of"),
        ("Verlag Stein, Berlin", "Verlag Stein, Berlin"),
        ("Ashgrove, Paris", "Ashgrove, Paris"),
        ("Ashgrove, the Younger", "Ashgrove, the Younger"),
        ("Louis XIV, King of France", "Louis XIV, King of France"),
        ("Anna Ashgrove", "Anna Ashgrove"),
    ],
)
def test_only_names_of_persons_are_turned_round_at_a_comma(text: str, said: str) -> None:
    assert as_said(text) == said


@pytest.mark.parametrize(
    "names",
    [
        "Köln|Cologne|Colonia|Keulen|Kolonia",
        "Den Haag|The Hague|La Haye|'s-Gravenhage|La Haya|L'Aia",
        "Lwów|Lviv|Lemberg|Leopoli",
        "Wien|Vienna|Vienne|Wenen|Viena|Wiedeń",
        "Aachen|Aix-la-Chapelle|Aken|Aquisgrana",
        "Praha|Prag|Prague|Praag|Praga",
        "Firenze|Florence|Florenz|Florencia",
        "Genève|Genf|Geneva|Ginevra",
        "Deutschland|Germany|Allemagne|Duitsland|Alemania|Germania|Alemanha|Tyskland|Niemcy",
        "Sverige|Sweden|Schweden|Suède|Zweden|Suecia|Svezia|Suécia|Szwecja",
        "Tschechien|Czechia|Tchéquie|Tsjechië|Chequia|Cechia",
    ],
)
def test_one_place_in_many_languages_has_one_key_and_one_id(names: str) -> None:
    places = [resolve(name) for name in names.split("|")]
    assert {place.norm for place in places} == {places[0].norm}
    assert {place.concept for place in places} == {places[0].concept} != {""}
    assert all(compare_places(places[0], place).relation is Relation.SAME for place in places)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("EVENT", "en:Battle of Waterloo|de:Schlacht bei Waterloo|fr:Bataille de Waterloo|nl:Slag bij Waterloo"),
        ("EVENT", "en:First World War|de:Erster Weltkrieg|fr:Première Guerre mondiale|nl:Eerste Wereldoorlog"),
        ("EVENT", "en:bathing|de:baden|nl:badend|es:bañándose"),
        ("EVENT", "en:Crucifixion|de:Kreuzigung|fr:Crucifixion|nl:Kruisiging|it:Crocifissione|es:Crucifixión"),
        ("GROUP", "en:soldiers|de:Soldaten|fr:soldats|nl:soldaten|es:soldados|it:soldati|pt:soldados|pl:żołnierze"),
        ("GROUP", "en:women|de:Frauen|fr:femmes|nl:vrouwen|es:mujeres|it:donne|pt:mulheres|sv:kvinnor|pl:kobiety"),
        ("GROUP", "en:farmers|de:Bauern|fr:paysans|nl:boeren|es:campesinos|it:contadini|pl:chłopi"),
        ("CULTURE", "en:Dutch|de:niederländisch|fr:néerlandais|nl:Nederlandse|it:olandese|sv:holländsk"),
        ("CULTURE", "en:French|de:französisch|fr:française|nl:Franse|es:francés|it:francese|sv:fransk|pl:francuski"),
    ],
)
def test_a_word_has_the_key_of_the_english_one_and_one_id(label: str, words: str) -> None:
    told = [word.split(":") for word in words.split("|")]
    assert len({norm_of(label, text, language) for language, text in told}) == 1
    ids = {link(label, text, language) for language, text in told}
    assert len(ids) == 1
    assert "" not in ids


@pytest.mark.parametrize(
    ("label", "names"),
    [
        ("PERSON", "President Lincoln|Abraham Lincoln|Lincoln, Abraham (1809-1865)"),
        ("PERSON", "Lord Byron|Byron, George Gordon (1788-1824)|George Gordon Byron"),
        ("PERSON", "Louis XIV, King of France|Ludwig XIV.|Lodewijk XIV|Louis XIV (1638-1715)"),
        ("PERSON", "Sant Jordi|Saint George|Sankt Georg|Sint-Joris"),
        ("MAKER", "Rembrandt|Rijn, Rembrandt Harmensz. van|after Rembrandt|Rembrandt van Rijn (1606-1669)"),
    ],
)
def test_one_person_under_several_names_has_one_id(label: str, names: str) -> None:
    ids = {link(label, name) for name in names.split("|")}
    assert len(ids) == 1
    assert "" not in ids


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("PERSON", "Smith"), ("PERSON", "Maria"), ("PERSON", "Mr Hart"), ("PERSON", "Henri IV"), ("PERSON", "Ruth"),
        ("PERSON", "Abraham Lincoln (1901-1970)"), ("MAKER", "Smith, John"), ("MAKER", "Rembrandt & Co."),
        ("PLACE", "Springfield"), ("PLACE", "High Street"), ("EVENT", "qwertz"), ("GROUP", "54e Régiment d'Infanterie"),
        ("GROUP", "12th Battalion"), ("CULTURE", "qwertz"), ("DATE", "1850"), ("PERSON", ""),
    ],
)  # fmt: skip
def test_what_is_not_sure_is_not_linked(label: str, text: str) -> None:
    assert link(label, text) == ""


def test_a_name_of_several_is_linked_where_the_record_tells_which() -> None:
    spain, ohio = (
        (link("PLACE", "Toledo", "", Context(hints=hints_of("Spain", "")))),
        link("PLACE", "Toledo", "", Context(places=("Ohio",))),
    )
    assert len({spain, ohio, ""}) == 3
    assert link("PLACE", "Toledo", "", NO_CONTEXT) == ""


def test_numbered_regiments_are_near_and_not_the_same() -> None:
    assert compare_groups(read_group("12th Regiment"), read_group("54th Regiment")).relation is Relation.NEAR


def test_equal_ids_are_the_same_whatever_the_spelling() -> None:
    one = replace(parse_name("Anna Ashgrove"), concept="viaf:1")
    other = replace(parse_name("Anne Esgrofe"), concept="viaf:1")
    assert same_name(one, other).relation is Relation.SAME
    assert same_name(one, replace(parse_name("after A. Esgrofe"), concept="viaf:1")).relation is Relation.NEAR


def test_two_ids_of_one_scheme_are_two_people_unless_the_names_are_equal() -> None:
    one = replace(parse_name("Anna Ashgrove"), concept="http://viaf.org/viaf/1")
    assert same_name(one, replace(parse_name("A. Ashgrove"), concept="http://viaf.org/viaf/2")).degree == 0
    assert same_name(one, replace(parse_name("Anna Ashgrove"), concept="http://viaf.org/viaf/2")).degree == 1
    assert same_name(one, replace(parse_name("A. Ashgrove"), concept="gnd:2")).relation is Relation.SAME
    assert scheme("http://viaf.org/viaf/1") == scheme("https://viaf.org/viaf/22/") != scheme("gnd:1")


def test_other_things_of_equal_ids_are_the_same() -> None:
    assert compare_events(*(replace(read_event(t), concept="x:1") for t in ("abc", "def"))).relation is Relation.SAME
    assert compare_groups(*(replace(read_group(t), concept="x:1") for t in ("abc", "def"))).relation is Relation.SAME
    assert compare_cultures(*(replace(read_culture(t), concept="x:1") for t in ("ab", "de"))).relation is Relation.SAME
    assert compare_places(*(replace(resolve(t), concept="x:1") for t in ("abc", "def"))).relation is Relation.SAME


def test_a_scene_is_within_its_story() -> None:
    assert broader("iconclass:73A52")[:2] == ("iconclass:73A5", "iconclass:73A")
    scene, story = (replace(read_event(word), concept=f"iconclass:{word}") for word in ("73A52", "73A"))
    assert compare_events(scene, story) == compare_events(story, scene)
    assert compare_events(scene, story).relation is Relation.WITHIN


def test_a_concept_that_is_not_known_says_nothing() -> None:
    assert english_name("") == english_name("nowhere:1") == ""
    assert broader("nowhere:1") == ()


def test_distances_are_those_on_the_globe() -> None:
    assert kilometres(None, (1.0, 1.0)) is None
    assert kilometres((52.37, 4.89), (52.37, 4.89)) == 0
    assert kilometres((52.37, 4.89), (51.92, 4.48)) == pytest.approx(57, abs=3)


_WORDS = """Kaiser Wilhelm II. König Ludwig XIV. von Frankreich Louis of France the Great Saint Sankt Georg Jordi
Sint-Joris Duke Herzog duc of de Wellington, Arthur Mrs. Mr Lady Smith Abraham Lincoln President (1809-1865) after
Verlag & Paris Köln Cologne Schlacht bei Waterloo Bataille Soldaten soldats niederländisch Dutch baden 54e Régiment
Toledo d'Arc Jeanne Maria
""".split()
_texts = st.lists(st.sampled_from(_WORDS), max_size=6).map(" ".join)
_ids = st.sampled_from(("", "own:a", "own:b", "gnd:a", "iconclass:73A", "iconclass:73A52"))


_KINDS: tuple[tuple[Callable[[str], Any], Callable[[Any, Any], Match]], ...] = (
    (parse_name, same_name),
    (resolve, compare_places),
    (read_event, compare_events),
    (read_group, compare_groups),
    (read_culture, compare_cultures),
)


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(_texts, _texts, _ids, _ids)
def test_comparing_is_symmetric_also_by_ids(left: str, right: str, one: str, other: str) -> None:
    for read, compare in _KINDS:
        ours, theirs = replace(read(left), concept=one), replace(read(right), concept=other)
        match = compare(ours, theirs)
        assert match == compare(theirs, ours)
        assert 0 <= match.degree <= 1
        assert (match.degree == 0) == (match.relation is Relation.DIFFERS)


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(("PERSON", "MAKER", "PLACE", "EVENT", "GROUP", "CULTURE")),
    _texts,
    st.sampled_from(("", "de", "fr")),
)
def test_links_are_known_and_keys_are_their_own_keys(label: str, text: str, language: str) -> None:
    concept = link(label, text, language)
    assert not concept or english_name(concept)
    key = norm_of(label, text, language, concept)
    assert norm_of(label, key) == key
