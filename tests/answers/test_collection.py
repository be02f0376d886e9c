"""Related items and answers over both engines, on the bundled sample."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.engines import ENGINES
from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.domain.types import HIGH_OVERALL, TYPES
from typed_sts.preparing.build_collection import documents_file, fill, read_entries
from typed_sts.related.find import find_candidates, is_same
from typed_sts.related.ranking import weight_row
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import ItemMissing, NoCollection
from typed_sts_index.opening import open_collection

SOME = ["/sample/turner-trafalgar", "/sample/hokusai-wave-met", "/sample/athens-owl", "/sample/beck-tube-map"]
COPIES = 12
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=ENGINES)
def answers(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    lasting_elastic_name: Callable[[], str],
) -> Iterator[CollectionAnswers]:
    """Give answers over the sample, read, with an item that had another id, and many copies of one record."""
    folder = tmp_path_factory.mktemp("related")
    where = str(folder / "collection") if request.param == "embedded" else lasting_elastic_name()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        items = [*read_items(SAMPLE_ITEMS), *copies()]
        fill(open_collection(where), read_entries(items, documents_file(where)), read=True, rebuild=True)
        yield open_answers(where, unread=None)


def copies() -> list[Item]:
    """Return nearly the same record many times over, as a series of photographs gives it, and one older id of each."""
    return [
        Item(
            id=f"/copies/{number}",
            aliases=(f"/older/{number}",),
            dcTitle=("Ship leaving the harbour of Leith",),
            dcCreator=("Smith, Ann (1820-1890)",),
            dcDate=("1861",),
            dcDescription=(f"A brig under sail passes the pier at Leith. Print {number} of the series.",),
        )
        for number in range(COPIES)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOME)
def test_related_items_are_others_each_once_by_falling_score_with_a_reason(
    answers: CollectionAnswers, name: str
) -> None:
    item = answers.item(name)
    found = answers.related(item, k=10, at_least=0)
    worth = answers.related(item, k=10)
    assert len(found) == 10
    assert len(worth) <= 10
    assert all(entry.reason for entry in worth if entry.score < HIGH_OVERALL)
    assert item.id not in [entry.item.id for entry in found]
    assert len({entry.item.id for entry in found}) == 10
    assert [entry.score for entry in found] == sorted((entry.score for entry in found), reverse=True)
    for entry in found:
        assert entry.item == answers.item(entry.item.id)
        assert entry.reason == " ".join(entry.sentences)
        assert [score.type for score in entry.types] == list(TYPES)
        assert 0 <= entry.score <= 5
        assert {score.type: score.score for score in entry.types}[entry.best] is not None


@pytest.mark.slow
def test_scores_of_related_items_are_those_of_predict(answers: CollectionAnswers) -> None:
    item = answers.item(SOME[0])
    found = answers.related(item, k=5)
    for entry, pair in zip(found, answers.predict([(item, entry.item) for entry in found]), strict=True):
        for one, other in zip(entry.types, pair.types, strict=True):
            assert one.estimate == pytest.approx(other.estimate, abs=1e-3)
            assert one.stated == other.stated


def test_by_author_lists_the_same_maker_first_and_by_people_other_items(answers: CollectionAnswers) -> None:
    item = answers.item("/sample/turner-trafalgar")
    by_author = answers.related(item, k=5, by={"author": 1.0})
    assert all("Turner" in " ".join(entry.item.dcCreator) for entry in by_author)
    assert {entry.best for entry in by_author} == {"author"}
    assert by_author
    assert all("by Joseph Mallord William Turner" in entry.reason for entry in by_author)
    by_people = answers.related(item, k=3, by={"people": 1.0})
    assert by_people
    assert all("Nelson" in entry.reason for entry in by_people)
    assert [entry.item.id for entry in by_people] != [entry.item.id for entry in by_author[:3]]


def test_a_heavier_type_moves_its_items_up(answers: CollectionAnswers) -> None:
    item = answers.item("/sample/turner-trafalgar")

    def place(by: dict[str, float]) -> float:
        turners = [
            rank
            for rank, entry in enumerate(answers.related(item, k=20, by=by))
            if "Turner" in " ".join(entry.item.dcCreator)
        ]
        return sum(turners[:4])

    assert place({"author": 5.0, "people": 1.0}) < place({"author": 1.0, "people": 5.0})


def test_copies_are_listed_once_and_the_others_counted(answers: CollectionAnswers) -> None:
    found = answers.related(answers.item("/copies/0"), k=10, by={"event": 1.0, "subject": 1.0})
    (copy,) = [entry for entry in found if entry.item.id.startswith("/copies/")]
    assert copy.more is not None
    assert copy.more.text == f"and {COPIES - 2} more with this title"
    assert copy.more.count == len(copy.more.ids) == COPIES - 2
    assert {copy.item.id, *copy.more.ids} == {f"/copies/{number}" for number in range(1, COPIES)}


def test_a_list_of_ones_own_holder_has_a_place_for_another(answers: CollectionAnswers) -> None:
    item = answers.item("/sample/turner-trafalgar")
    for k in (2, 5):
        found = answers.related(item, k=k)
        assert any(entry.item.provider != item.provider for entry in found)
        assert [entry.score for entry in found] == sorted((entry.score for entry in found), reverse=True)


def test_an_item_is_not_related_to_itself_under_an_older_id(answers: CollectionAnswers) -> None:
    moved = Item(id="/older/3", dcTitle=("Ship leaving the harbour of Leith",), dcCreator=("Smith, Ann (1820-1890)",))
    (first, *_) = answers.related(moved, k=10)
    assert first.more is not None
    found = {first.item.id, *first.more.ids}
    assert "/copies/3" not in found
    assert "/copies/4" in found
    assert is_same(moved, answers.item("/copies/3"))


def test_a_record_from_elsewhere_has_related_items_too(answers: CollectionAnswers) -> None:
    stranger = Item(id="x", dcTitle=("Portrait of Horatio Nelson",), dcDescription=("The admiral before Trafalgar.",))
    found = answers.related(stranger, k=5)
    assert any("Nelson" in str(entry.item.to_dict()) for entry in found[:2])


def test_a_record_that_says_nothing_has_no_related_items(answers: CollectionAnswers) -> None:
    assert answers.related(Item(id="nothing")) == []


def test_every_type_finds_candidates_of_its_own(answers: CollectionAnswers) -> None:
    item = answers.item("/sample/turner-trafalgar")
    lists = {
        name: [
            found.id
            for found in find_candidates(answers.collection, item, {name: 1.0}, 10, known=True, years=(1806, 1808))
        ]
        for name in TYPES
    }
    assert all(len(found) == 10 for found in lists.values())
    assert len({tuple(found) for found in lists.values()}) >= 6
    assert weight_row({"author": 2.0}).tolist() == [0, 2, 0, 0, 0, 0, 0, 0]


def test_items_are_found_by_older_ids_and_addresses_and_searched(answers: CollectionAnswers) -> None:
    assert answers.item("/older/5").id == "/copies/5"
    assert answers.item("http://www.europeana.eu/portal/en/record/older/5.html").id == "/copies/5"
    assert answers.search("brig under sail", k=1)[0].item.id.startswith("/copies/")
    assert len(answers.search("harbour", k=3, offset=2)) == 3
    with pytest.raises(ItemMissing, match="/no/such"):
        answers.item("/no/such")


def test_scores_and_reasons_of_a_pair_agree(answers: CollectionAnswers) -> None:
    left, right = answers.item(SOME[0]), answers.item("/sample/devis-death-of-nelson")
    (scores,) = answers.predict([(left, right)])
    why = answers.why(left, right)
    assert (why.a, why.b, why.model, why.version) == (left.id, right.id, answers.model, answers.version)
    for reasons, score in zip(why.types, scores.types, strict=True):
        assert reasons.estimate == pytest.approx(score.estimate, abs=1e-3)
    assert answers.predict([]) == []


@pytest.mark.slow
def test_threads_get_the_same_answers(answers: CollectionAnswers) -> None:
    items = [answers.item(name) for name in SOME]
    alone = [answers.related(item, k=5) for item in items]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda item: answers.related(item, k=5), items * 3))
    for number, found in enumerate(together):
        assert [entry.item.id for entry in found] == [entry.item.id for entry in alone[number % len(items)]]


@pytest.mark.slow
def test_a_collection_that_was_not_read_gives_related_items_too(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    where = tmp_path_factory.mktemp("plain")
    open_collection(where).rebuild(map(entry_of, read_items(SAMPLE_ITEMS)))
    answers = open_answers(str(where), unread=5)
    item = answers.item(SOME[0])
    first = answers.related(item, k=3, at_least=0)
    for _ in range(25):  # each question reads five more, until all candidates are known
        last = answers.related(item, k=3)
    assert len(first) == 3
    assert [entry.item.id for entry in last] == [
        entry.item.id for entry in open_answers(str(where), unread=None).related(item, k=3)
    ]


def test_answers_say_at_once_that_there_is_no_collection_unless_told_to_wait(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    where = str(tmp_path_factory.mktemp("none") / "nowhere")
    with pytest.raises(NoCollection, match="nowhere"):
        open_answers(where)
    waiting = open_answers(where, wait=True)
    with pytest.raises(NoCollection, match="nowhere"):
        waiting.search("ship")
