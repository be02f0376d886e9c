"""What a collection does, whichever engine holds it."""

from collections.abc import Callable, Iterator
from itertools import chain

import pytest

from tests.engines import NewCollection
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.contract import Filters, Hit
from typed_sts_index.entry import Entry, entry_of
from typed_sts_index.errors import BadQuery, ItemMissing, NoCollection
from typed_sts_index.neighbour_query import tie_breaker

HARBOUR = Item(
    id="/a/1", provider="Town Museum", dcTitle=("Boats in the harbour",), dcCreator=("Berit Holm",), dcDate=("1905",),
    dcSubject=("boats", "harbours"), dcDescription=("Three fishing boats at the quay, evening light",),
)  # fmt: skip
QUAY = Item(
    id="/a/2", provider="Town Museum", dcTitle=("The quay",), dcCreator=("Berit Holm",), dcDate=("c. 1910-1915",),
    dcSubject=("quays", "fishing"), dcDescription=("Fishing boats unloading",),
)  # fmt: skip
PORTRAIT = Item(
    id="/b/3", provider="Portrait Gallery", dcTitle=("Portrait of a pilot",), dcCreator=("Ann Lee",), dcDate=("1944",),
    dcSubject=("pilots",), dcDescription=("A pilot in the harbour office",),
)  # fmt: skip
NOWHERE = Item(id="/c/4", dcTitle=("Untitled",))
ITEMS = (HARBOUR, QUAY, PORTRAIT, NOWHERE)


def ids(hits: list[Hit]) -> list[str]:
    return [hit.item.id for hit in hits]


def test_a_collection_that_is_not_there_says_how_to_make_it(new_collection: NewCollection) -> None:
    collection = new_collection()
    assert not collection.exists()
    with pytest.raises(NoCollection, match=r'run "typed-sts index ITEMS --to'):
        _ = collection.n_docs


def test_items_come_back_as_they_went_in(new_collection: NewCollection) -> None:
    collection = new_collection()
    assert collection.add(map(entry_of, ITEMS)) == 4
    assert collection.exists()
    assert collection.n_docs == 4
    assert [collection.item(item.id) for item in ITEMS] == list(ITEMS)
    assert sorted(collection.all_items(), key=lambda item: item.id) == list(ITEMS)


def test_ids_languages_and_labels_come_back_as_they_went_in(new_collection: NewCollection) -> None:
    known = item_from_dict(
        {
            "id": "/k/1",
            "dcTitle": ["Ufer", "Shore"],
            "dcCreator": ["Ada Moss", "Unknown"],
            "ids": {"dcCreator": [["wikidata:Q42", "http://vocab.example/people/7"]]},
            "languages": {"dcTitle": ["de", "en"], "dcCreator": ["en"]},
            "labels": {"dcCreator": [[["de", "Moos, Ada"], ["", "A. M."]]]},
            "otherIds": {"dctermsSpatial": [["geonames:2954172"]]},
        }
    )
    collection = new_collection()
    collection.add([entry_of(known), entry_of(HARBOUR)])
    assert collection.item("/k/1") == known
    assert list(collection.all_items()).count(known) == 1
    assert collection.search("shore")[0].item == known
    assert hash(collection.item("/k/1")) == hash(known)


def test_items_by_ids_keep_the_order_asked_and_leave_out_the_unknown(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert list(collection.items(["/c/4", "/none", "/a/1"])) == [NOWHERE, HARBOUR]
    with pytest.raises(ItemMissing, match="/none"):
        collection.item("/none")


def test_an_item_is_found_by_the_ids_it_had_before(new_collection: NewCollection) -> None:
    collection = new_collection()
    moved = Item(id="/new/1", dcTitle=("Boats",), aliases=("/old/1", "http://old.example.org/1?x=é", "/long" * 400))
    collection.add(map(entry_of, (moved, HARBOUR, QUAY)))
    for alias in moved.aliases:
        assert collection.item(alias) == moved
        assert ids(collection.similar(alias)) == ids(collection.similar("/new/1"))
    asked = ["/old/1", "/none", "/a/1", "/new/1", "/old/1"]
    assert list(collection.items(asked)) == [moved, HARBOUR, moved, moved]
    assert set(ids(collection.similar("/old/1"))) == {"/a/1", "/a/2"}
    assert list(collection.items([])) == []
    with pytest.raises(ItemMissing, match="/old"):
        collection.item("/old")


def test_an_id_counts_before_an_alias_and_a_shared_alias_is_always_the_same_item(new_collection: NewCollection) -> None:
    collection = new_collection()
    posing = Item(id="/x/1", dcTitle=("Tree",), aliases=("/a/1", "/shared"))
    rival = Item(id="/x/2", dcTitle=("House",), aliases=("/shared", "/x/2"))
    collection.add(map(entry_of, (posing, rival, HARBOUR)))
    assert collection.item("/a/1") == HARBOUR
    assert collection.item("/x/2") == rival
    first = min((posing, rival), key=lambda item: tie_breaker(item.id))
    assert collection.item("/shared") == first
    assert list(collection.items(["/shared", "/a/1"])) == [first, HARBOUR]


def test_aliases_go_with_their_item(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add([entry_of(Item(id="/1", aliases=("/old",))), entry_of(Item(id="/2", aliases=("/older",)))])
    collection.add([entry_of(Item(id="/1", dcTitle=("Without an alias",)))])
    assert collection.delete(["/2", "/older"]) == 1
    for alias in ("/old", "/older"):
        with pytest.raises(ItemMissing):
            collection.item(alias)


def test_document_frequencies_are_per_view(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert collection.doc_freq("text", ["boat", "harbour", "pilot", "zebra"]) == [2, 2, 1, 0]
    assert collection.doc_freq("title", ["boat", "harbour", "pilot", "boat"]) == [1, 1, 1, 1]
    assert collection.doc_freq("creator", ["holm", "lee"]) == [2, 1]
    assert collection.doc_freq("description", ["boat"]) == [2]
    assert collection.doc_freq("subject", []) == []
    with pytest.raises(BadQuery, match='no view "people"'):
        collection.doc_freq("people", ["holm"])


def test_adding_an_id_again_replaces_the_item_and_its_statistics(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    collection.doc_freq("text", ["boat"])
    changed = Item(id="/a/1", provider="Other Museum", dcTitle=("Zebras",))
    assert collection.add([entry_of(changed)]) == 1
    assert collection.n_docs == 4
    assert collection.item("/a/1") == changed
    assert collection.doc_freq("text", ["boat", "zebra"]) == [1, 1]
    assert collection.providers()["Other Museum"] == 1


def test_an_id_twice_in_one_stream_keeps_the_later(new_collection: NewCollection) -> None:
    collection = new_collection()
    later = Item(id="/a/1", dcTitle=("Zebras",))
    assert collection.add(map(entry_of, (HARBOUR, QUAY, later))) == 3
    assert collection.n_docs == 2
    assert collection.item("/a/1") == later
    assert collection.doc_freq("text", ["harbour", "boat", "zebra"]) == [0, 1, 1]


def test_deleted_items_are_gone_from_everything(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert collection.delete(["/a/1", "/none", "/a/1"]) == 1
    assert collection.n_docs == 3
    assert collection.doc_freq("text", ["boat", "harbour"]) == [1, 1]
    assert "/a/1" not in ids(collection.search("boats in the harbour"))
    assert "/a/1" not in {item.id for item in collection.all_items()}
    with pytest.raises(ItemMissing):
        collection.item("/a/1")


def test_a_rebuild_holds_the_new_items_alone(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert collection.rebuild([entry_of(NOWHERE)]) == 1
    assert list(collection.all_items()) == [NOWHERE]
    assert collection.doc_freq("text", ["boat", "untitled"]) == [0, 1]
    assert collection.rebuild(map(entry_of, ITEMS)) == 4
    assert collection.n_docs == 4


def test_a_rebuild_that_fails_leaves_what_was_there(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    with pytest.raises(RuntimeError, match="the source broke"):
        collection.rebuild(chain([entry_of(NOWHERE)], _breaking()))
    collection.refresh()
    assert collection.n_docs == 4
    assert collection.doc_freq("text", ["boat"]) == [2]


def _breaking() -> Iterator[Entry]:
    raise RuntimeError("the source broke")
    yield


def test_an_empty_rebuild_is_an_empty_collection(new_collection: NewCollection) -> None:
    collection = new_collection()
    assert collection.rebuild([]) == 0
    assert collection.n_docs == 0
    assert list(collection.all_items()) == []
    assert collection.providers() == {}
    assert collection.search("boats") == []
    assert collection.doc_freq("text", ["boat"]) == [0]


def test_neighbours_share_words_and_never_hold_the_item_itself(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert ids(collection.similar("/a/1")) == ["/a/2", "/b/3"]
    assert ids(collection.similar(HARBOUR)) == ["/a/2", "/b/3"]
    assert ids(collection.similar("/c/4")) == []
    stranger = Item(id="/new", dcTitle=("A pilot",))
    assert ids(collection.similar(stranger)) == ["/b/3"]


def test_scores_fall_and_weights_count(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    hits = collection.search("harbour boats fishing")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert ids(collection.search("harbour", weights={"title": 1.0})) == ["/a/1"]
    assert ids(collection.search("harbour", weights={"title": 1.0, "description": 5.0})) == ["/b/3", "/a/1"]
    assert ids(collection.search("harbour", weights={"title": 5.0, "description": 1.0})) == ["/a/1", "/b/3"]
    with pytest.raises(BadQuery, match='no view "colour"'):
        collection.search("harbour", weights={"colour": 1.0})


def test_filters_by_provider_and_years(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    text = "harbour boats fishing pilot untitled"
    assert set(ids(collection.search(text))) == {"/a/1", "/a/2", "/b/3", "/c/4"}
    assert set(ids(collection.search(text, filters=Filters(("Town Museum",))))) == {"/a/1", "/a/2"}
    both = Filters(("Town Museum", "Portrait Gallery"), first_year=1912)
    assert set(ids(collection.search(text, filters=both))) == {"/a/2", "/b/3"}
    assert set(ids(collection.search(text, filters=Filters(first_year=1911, last_year=1912)))) == {"/a/2"}
    assert set(ids(collection.search(text, filters=Filters(last_year=1905)))) == {"/a/1"}
    assert ids(collection.search(text, filters=Filters(("No such",)))) == []
    assert ids(collection.similar("/a/1", filters=Filters(last_year=1930))) == ["/a/2"]


def test_filters_by_language_and_type_whatever_their_case(new_collection: NewCollection) -> None:
    collection = new_collection()
    german = Item(id="/g/1", dcTitle=("Rembrandt",), language="de", dcType=("Ölgemälde", "Painting "))
    dutch = Item(id="/g/2", dcTitle=("Rembrandt",), language="NL", dcType=("painting", "painting", "x" * 40_000))
    silent = Item(id="/g/3", dcTitle=("Rembrandt",), dcDescription=("de painting",))
    collection.add(map(entry_of, (german, dutch, silent)))

    def found(**asked: tuple[str, ...]) -> list[str]:
        return sorted(ids(collection.search("rembrandt", filters=Filters(**asked))))  # type: ignore[arg-type]

    assert found() == ["/g/1", "/g/2", "/g/3"]
    assert found(languages=("nl",)) == ["/g/2"]
    assert found(languages=("nl", "DE")) == ["/g/1", "/g/2"]
    assert found(types=("PAINTING",)) == ["/g/1", "/g/2"]
    assert found(types=("ölgemälde",), languages=("nl",)) == []
    assert found(types=("paint",)) == []
    assert found(types=("",)) == []
    assert found(types=("x" * 40_000,)) == ["/g/2"]
    assert ids(collection.similar("/g/1", filters=Filters(languages=("nl",)))) == ["/g/2"]


def test_all_that_a_search_finds_is_counted(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(entry_of(Item(id=f"/n/{n}", provider=f"P{n % 2}", dcTitle=("Boat",))) for n in range(25))
    collection.add([entry_of(PORTRAIT)])
    assert collection.count("boat") == 25
    assert collection.count("boat pilot", filters=Filters(("P1", "Portrait Gallery"))) == 13
    assert collection.count("boat", weights={"description": 1.0}) == 0
    assert (collection.count("zeppelin"), collection.count(" ☃ ")) == (0, 0)
    collection.delete(["/n/0"])
    assert collection.count("boat") == 24
    with pytest.raises(BadQuery):
        collection.count("boat", filters=Filters(first_year=10**30))


def test_years_can_be_handed_in(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add([Entry(NOWHERE, years=(-450, -400)), entry_of(HARBOUR)])
    assert ids(collection.search("untitled boats", filters=Filters(last_year=-420))) == ["/c/4"]
    assert ids(collection.search("untitled boats", filters=Filters(first_year=-400, last_year=-300))) == ["/c/4"]
    assert ids(collection.search("untitled boats", filters=Filters(first_year=-399, last_year=0))) == []
    meteorite = Entry(Item(id="/m/1", dcTitle=("Meteorite",)), years=(-4_600_000_000, -4_500_000_000))
    collection.add([meteorite])
    assert ids(collection.search("meteorite", filters=Filters(last_year=-4_000_000_000))) == ["/m/1"]


def test_pages_join_into_the_whole_even_where_scores_are_equal(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(entry_of(Item(id=f"/same/{n}", dcTitle=("A blank page",))) for n in range(57))
    whole = ids(collection.search("blank page", 57))
    assert len(set(whole)) == 57
    pages = [ids(collection.search("blank page", 10, offset=start)) for start in range(0, 60, 10)]
    assert list(chain.from_iterable(pages)) == whole
    assert len(collection.similar("/same/3", 100)) == 56
    for k, offset in ((0, 0), (1, -1), (10_000, 1)):
        with pytest.raises(BadQuery):
            collection.search("blank", k, offset=offset)


@pytest.mark.parametrize(
    "item_id",
    ['/q/"double" and \'single\'', "/ünïcode/雪/🎨", "http://api.example.org/objects/8685?x=1&y=%20#z", "/a b/  c",
     "/*", "/\\back\\slash", "/" + "long" * 400, "_all", "..", "+-&&||!(){}[]^~:"],
)  # fmt: skip
def test_ids_of_any_kind_are_taken(new_collection: NewCollection, item_id: str) -> None:
    collection = new_collection()
    odd = Item(id=item_id, dcTitle=("Boats",))
    collection.add([entry_of(odd), entry_of(HARBOUR)])
    assert collection.item(item_id) == odd
    assert list(collection.items([item_id])) == [odd]
    assert ids(collection.similar(item_id)) == ["/a/1"]
    assert ids(collection.similar("/a/1")) == [item_id]
    assert collection.add([entry_of(odd)]) == 1
    assert collection.n_docs == 2
    assert collection.delete([item_id]) == 1
    assert list(collection.all_items()) == [HARBOUR]


def test_providers_are_counted_the_largest_first(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    assert list(collection.providers().items()) == [("Town Museum", 2), ("", 1), ("Portrait Gallery", 1)]


def test_further_views_are_handed_in_as_tokens(new_collection: NewCollection) -> None:
    collection = new_collection()
    entries = [
        Entry(HARBOUR, {"people": ["berit holm", "Nils Åberg"], "verbs": ["fish"]}, years=(1905, 1905)),
        Entry(QUAY, {"people": ["berit holm"]}),
        Entry(NOWHERE),
    ]
    assert collection.rebuild(entries, extra_views=["verbs", "people"]) == 3
    assert collection.views == ("text", "title", "creator", "subject", "description", "people", "verbs")
    assert collection.doc_freq("people", ["berit holm", "Nils Åberg", "nils", "berit"]) == [2, 1, 0, 0]
    assert collection.doc_freq("verbs", ["fish"]) == [1]
    assert ids(collection.similar("/a/2", weights={"people": 1.0})) == ["/a/1"]
    assert collection.add([Entry(PORTRAIT, {"people": ["berit holm"]})]) == 1
    assert collection.doc_freq("people", ["berit holm"]) == [3]
    with pytest.raises(BadQuery, match="has no view places"):
        collection.add([Entry(PORTRAIT, {"places": ["oslo"]})])


def test_what_made_the_further_views_is_kept_until_the_collection_is_made_anew(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.rebuild([Entry(HARBOUR, {"people": ["berit holm"]})], ["people"], "engine+0123abcd", '{"å": [1]}')
    assert (collection.made_by, collection.made_with) == ("engine+0123abcd", '{"å": [1]}')
    collection.add([Entry(QUAY, {"people": ["berit holm"]})])
    collection.delete(["/a/1"])
    collection.refresh()
    assert (collection.made_by, collection.made_with) == ("engine+0123abcd", '{"å": [1]}')
    collection.rebuild([entry_of(HARBOUR)])
    assert (collection.made_by, collection.made_with) == ("", "")
    plain = new_collection()
    plain.add([entry_of(HARBOUR)])
    assert (plain.made_by, plain.made_with) == ("", "")


@pytest.mark.parametrize("name", ["text", "With Space", "", "ä", "1st"])
def test_views_that_could_not_be_stored_are_refused(new_collection: NewCollection, name: str) -> None:
    with pytest.raises(BadQuery, match="cannot name a further view"):
        new_collection().rebuild([], extra_views=[name])


def test_tokens_no_text_would_give_are_kept_whole(new_collection: NewCollection) -> None:
    collection = new_collection()
    odd = ["a\tb\nc", "x" * 3000, "\u3000wide\u00a0space ", '"quoted"', "*", "AND", "a:b", "☃"]
    collection.rebuild([Entry(NOWHERE, {"odd": odd})], extra_views=["odd"])
    assert collection.doc_freq("odd", odd) == [1] * len(odd)
    assert collection.doc_freq("odd", ["a", "b", "wide", "quoted"]) == [0] * 4


def test_a_reader_opened_before_sees_the_new_state_after_refresh(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add([entry_of(HARBOUR)])
    assert collection.doc_freq("text", ["boat"]) == [1]
    collection.add([entry_of(QUAY)])
    assert collection.doc_freq("text", ["boat"]) == [2]
    assert ids(collection.similar("/a/1")) == ["/a/2"]


def test_the_state_of_a_collection_changes_with_every_write_of_another_reader(new_collection: NewCollection) -> None:
    collection = new_collection()
    with pytest.raises(NoCollection):
        collection.state()
    writes: list[Callable[[], int]] = [
        lambda: collection.add([entry_of(HARBOUR)]),
        lambda: collection.add([entry_of(QUAY)]),
        lambda: collection.add([entry_of(QUAY)]),
        lambda: collection.delete(["/a/2"]),
        lambda: collection.rebuild([entry_of(HARBOUR)]),
    ]
    seen = set()
    for write in writes:
        write()
        seen.add(collection.state())
        assert collection.state() in seen
    assert len(seen) == len(writes)


@pytest.mark.parametrize("everything", [False, True])
def test_a_check_is_silent_while_the_collection_answers(new_collection: NewCollection, everything: bool) -> None:
    collection = new_collection()
    with pytest.raises(NoCollection):
        collection.check(everything=everything)
    collection.rebuild([])
    collection.check(everything=everything)
    collection.add(map(entry_of, ITEMS))
    collection.check(everything=everything)
    collection.delete(["/a/1"])
    collection.check(everything=everything)


def test_years_no_engine_can_hold_are_refused(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.add(map(entry_of, ITEMS))
    for filters in (Filters(first_year=10**30), Filters(last_year=-(10**30))):
        with pytest.raises(BadQuery, match="not a year"):
            collection.search("harbour", filters=filters)
