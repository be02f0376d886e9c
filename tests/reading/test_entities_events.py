"""Event words in families, and named events under their own keys."""

from dataclasses import replace

import pytest

from typed_sts.domain.relation import Match, Relation
from typed_sts.reading.entities.events import compare_events, inflections, lemma, read_event
from typed_sts.reading.entities.linking import link, link_in
from typed_sts.reading.entities.tables import rows


def compare(left: str, right: str) -> Match:
    return compare_events(read_event(left), read_event(right))


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("bathe", "bathe bathing bather bathers bath bathed"),
        ("fight", "battle battles fight fighting fighter fought combat"),
        ("dance", "dance dancing dancer dancers ballet danced"),
        ("hunt", "hunt hunting hunter hunts"),
        ("wed", "wedding weddings marry marriage married"),
        ("ride", "ride riding rider horseback rode"),
        ("sail", "sail sailing sailed boating"),
        ("sit", "sit seated sitting sat Seated"),
        ("stand", "stand standing stands stood"),
        ("pose", "pose posing posed"),
        ("work", "work working worker"),
        ("play", "play playing player game games"),
        ("read", "read reading reader"),
        ("sleep", "sleep sleeping asleep slept"),
        ("pray", "pray praying prayer prayers"),
        ("eat", "eat eating ate"),
        ("drink", "drink drinking drank"),
        ("die", "die dying death died dead deaths"),
        ("crucifixion", "crucify crucifixion crucified"),
        ("hold", "hold holding holds held"),
        ("wear", "wear wearing dressed"),
        ("look", "look looking watching staring"),
        ("swim", "swim swimming swimmer"),
    ],
)
def test_verb_noun_and_agent_belong_to_one_family(key: str, words: str) -> None:
    assert {read_event(word).norm for word in words.split()} == {key}


@pytest.mark.parametrize(
    ("text", "norm", "family"),
    [
        ("World War II", "world war ii", "war"),
        ("Second World War", "world war ii", "war"),
        ("WWII", "world war ii", "war"),
        ("the Second World War", "world war ii", "war"),
        ("First World War", "world war i", "war"),
        ("Crimean War", "crimean war", "war"),
        ("Battle of Trafalgar", "battle of trafalgar", "fight"),
        ("Battle of Long Meadow", "battle of long meadow", "fight"),
        ("French Revolution", "french revolution", "revolt"),
        ("Battle of the Little Big Horn", "battle of the little bighorn", "fight"),
        ("Green - Brown wedding", "green - brown wedding", "wed"),
        ("Harvest Moon Ball", "harvest moon ball", "dance"),
        ("12th Exhibition of Pots", "12th exhibition of pots", "exhibit"),
    ],
)
def test_named_events_keep_their_key_and_belong_to_a_family(text: str, norm: str, family: str) -> None:
    event = read_event(text)
    assert (event.norm, event.family, event.named) == (norm, family, True)
    assert event.kind


@pytest.mark.parametrize(
    ("left", "right", "relation", "degree"),
    [
        ("bathing", "bathers", Relation.SAME, 1.0),
        ("bathing", "bath", Relation.SAME, 0.9),
        ("battle", "fighting", Relation.SAME, 0.9),
        ("Crimean War", "war", Relation.WITHIN, 0.6),
        ("Crimean War", "World War I", Relation.NEAR, 0.4),
        ("war", "battle", Relation.NEAR, 0.35),
        ("standing", "seated", Relation.NEAR, 0.35),
        ("bathing", "battle", Relation.DIFFERS, 0.0),
        ("glorping", "glorped", Relation.SAME, 1.0),
    ],
)
def test_events_are_the_same_within_or_near(left: str, right: str, relation: Relation, degree: float) -> None:
    match = compare(left, right)
    assert (match.relation, match.degree) == (relation, degree)


def test_there_are_many_families_and_no_key_twice() -> None:
    keys = [key for key, _, _ in rows("events", 3)]
    assert len(keys) == len(set(keys)) >= 150
    assert all(kind for _, kind, _ in rows("events", 3))


def test_every_named_event_belongs_to_a_family() -> None:
    families = {key for key, _, _ in rows("events", 3)}
    assert {family for _, family, _ in rows("named_events", 3)} - families <= {"art movement"}


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("walk", ("walks", "walked", "walking", "walker", "walkers")),
        ("bathe", ("bathes", "bathed", "bathing", "bather", "bathers")),
        ("sit", ("sits", "sitted", "sitting", "sitter", "sitters")),
        ("carry", ("carries", "carried", "carrying", "carrier", "carriers")),
        ("watch", ("watches", "watched", "watching", "watcher", "watchers")),
        ("die", ("dies", "died", "dying")),
        ("visit", ("visits", "visited", "visiting", "visiter", "visiters")),
    ],
)
def test_regular_forms_are_made(base: str, forms: tuple[str, ...]) -> None:
    assert inflections(base, agent=True) == forms


@pytest.mark.parametrize(
    ("form", "base"),
    [("stirring", "stir"), ("hurries", "hurry"), ("blanching", "blanch"), ("placing", "place"), ("boxes", "box"),
     ("moss", "moss"), ("juggling", "juggle"), ("quarrelling", "quarrel"), ("so", "so"), ("grieving", "grieve")],
)  # fmt: skip
def test_bases_are_guessed(form: str, base: str) -> None:
    assert lemma(form) == base


def compare_known(left: str, right: str) -> Match:
    return compare_events(*(replace(read_event(text), concept=link("EVENT", text)) for text in (left, right)))


@pytest.mark.parametrize(
    ("battle", "war"),
    [
        ("Battle of Waterloo", "Napoleonic Wars"),
        ("Schlacht bei Waterloo", "Napoleonische Kriege"),
        ("Battle of the Somme", "First World War"),
        ("Slag bij Nieuwpoort", "Tachtigjarige Oorlog"),
        ("Siege of Sevastopol", "Crimean War"),
        ("Bataille de Verdun", "Première Guerre mondiale"),
    ],
)
def test_a_battle_is_near_a_war_of_its_years(battle: str, war: str) -> None:
    assert compare_known(battle, war).relation is Relation.NEAR
    assert compare_known(battle, war) == compare_known(war, battle)


def test_a_battle_and_a_war_of_another_century_have_nothing_in_common() -> None:
    assert compare_known("Battle of Waterloo", "First World War").relation is Relation.DIFFERS


@pytest.mark.parametrize(
    ("heading", "event"),
    [
        ("World War, 1914-1918", "own:first-world-war"),
        ("World War, 1939-1945 -- Women", "own:second-world-war"),
        ("United States--History--Civil War, 1861-1865", "own:american-civil-war"),
        ("Guerre mondiale (1914-1918)", "own:first-world-war"),
        ("Weltkrieg <1914-1918>", "own:first-world-war"),
        ("Civil War, 1936-39", "wikidata:Q10859"),
    ],
)
def test_a_heading_of_libraries_is_the_event_that_its_years_tell(heading: str, event: str) -> None:
    word = next(word for word in ("World War", "Civil War", "Guerre mondiale", "Weltkrieg") if word in heading)
    start = heading.index(word)
    assert link_in("EVENT", heading, (start, start + len(word)), "en") == event


@pytest.mark.parametrize("heading", ["Civil War, 1990-1995", "World War", "Civil War, 1861", "World War 1914-19187"])
def test_a_word_for_war_without_the_years_of_one_is_no_event_that_is_known(heading: str) -> None:
    word = "World War" if "World" in heading else "Civil War"
    assert link_in("EVENT", heading, (0, len(word)), "en") == ""
