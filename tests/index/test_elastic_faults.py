"""The real Elasticsearch when the way to it breaks, and when versions of a collection come and go."""

import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from elasticsearch import Elasticsearch

from tests.engines import SHARDS, elastic_url
from tests.processes import PATIENCE
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.elastic.collection import ElasticCollection
from typed_sts_index.elastic.connection import Credentials, parse_address
from typed_sts_index.elastic.schema import Layout
from typed_sts_index.embedded.files import FORMAT_VERSION
from typed_sts_index.entry import Entry, entry_of
from typed_sts_index.errors import WriteFailed, WrongFormat
from typed_sts_index.opening import open_collection

pytestmark = pytest.mark.elastic


class Wire:
    """A wire to the server that can be cut and mended: a proxy on a port of its own."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._server = (parts.hostname or "", parts.port or 9200)
        self._ends: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.port = 0
        self.mend()

    def mend(self) -> None:
        """Listen (again) and pass everything on."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """Close every connection and answer no more."""
        assert self._listener
        ends, self._ends = [self._listener, *self._ends], []
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(self._server, timeout=PATIENCE)
            except OSError:
                return
            self._ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    try:
        while data := source.recv(65_536):
            sink.sendall(data)
    except OSError:
        pass
    finally:
        for end in (source, sink):
            end.close()


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire(elastic_url())
    yield made
    made.cut()


def through(wire: Wire, name: str, patience: float) -> ElasticCollection:
    address = parse_address(f"http://127.0.0.1:{wire.port}/{name.rpartition('/')[2]}")
    return ElasticCollection(address, Credentials(), wanted=Layout(SHARDS), patience=patience)


def items(count: int) -> Iterator[Item]:
    return (Item(id=f"/made/{n}", provider="Museum", dcTitle=(f"Drawing {n}",)) for n in range(count))


def breaking_at(number: int, wire: Wire, count: int, mend_after: float | None) -> Iterator[Entry]:
    for position, item in enumerate(items(count)):
        if position == number:
            wire.cut()
            if mend_after is not None:
                threading.Timer(mend_after, wire.mend).start()
        yield entry_of(item)


def check_whole(collection: Collection, count: int) -> None:
    assert collection.n_docs == count
    assert {item.id for item in collection.all_items()} == {f"/made/{n}" for n in range(count)}
    assert collection.doc_freq("text", ["drawing"]) == [count]


def test_indexing_waits_for_a_server_that_comes_back_and_loses_nothing(
    wire: Wire, elastic_name: Callable[[], str]
) -> None:
    collection = through(wire, elastic_name(), patience=60)
    assert collection.add(breaking_at(2_500, wire, 5_000, mend_after=2.0)) == 5_000
    check_whole(collection, 5_000)


def test_indexing_gives_up_with_the_number_done_and_can_be_run_again(
    wire: Wire, elastic_name: Callable[[], str]
) -> None:
    name = elastic_name()
    open_collection(name, shards=SHARDS).rebuild(entry_of(item) for item in items(10))
    with pytest.raises(WriteFailed, match="took 2,000 records and then no more"):
        through(wire, name, patience=1).add(breaking_at(2_500, wire, 5_000, mend_after=None))
    again = open_collection(name)
    assert again.add(entry_of(item) for item in items(5_000)) == 5_000
    check_whole(again, 5_000)


def test_a_rebuild_that_gives_up_is_never_seen_and_its_litter_goes_with_the_next(
    wire: Wire, elastic_name: Callable[[], str]
) -> None:
    name = elastic_name()
    collection = open_collection(name)
    collection.rebuild(entry_of(item) for item in items(10))
    with pytest.raises(WriteFailed):
        through(wire, name, patience=1).rebuild(breaking_at(1_500, wire, 3_000, mend_after=None))
    collection.refresh()
    check_whole(collection, 10)
    assert len(indices_of(name)) == 2
    collection.rebuild(entry_of(item) for item in items(20))
    check_whole(collection, 20)
    assert len(indices_of(name)) == 1


def test_readers_see_the_old_version_until_the_new_one_is_whole(elastic_name: Callable[[], str]) -> None:
    name = elastic_name()
    open_collection(name).rebuild(entry_of(item) for item in items(10))
    seen = []

    def watched() -> Iterator[Entry]:
        for item in items(1_500):
            if item.id in ("/made/0", "/made/1400"):
                seen.append(open_collection(name).n_docs)
            yield entry_of(item)

    open_collection(name).rebuild(watched())
    assert seen == [10, 10]
    assert open_collection(name).n_docs == 1_500


def test_a_rebuild_whose_version_is_taken_away_fails_and_creates_nothing(elastic_name: Callable[[], str]) -> None:
    name = elastic_name()
    collection = open_collection(name, patience=0)
    collection.rebuild(entry_of(item) for item in items(10))

    def overtaken() -> Iterator[Entry]:
        for item in items(2_500):
            if item.id == "/made/1200":
                with Elasticsearch(elastic_url()) as client:
                    client.indices.delete(index=f"{name.rpartition('/')[2]}-v000002")
            yield entry_of(item)

    with pytest.raises(WriteFailed, match="refused"):
        collection.rebuild(overtaken())
    assert len(indices_of(name)) == 1
    collection.refresh()
    check_whole(collection, 10)


def test_another_versions_collection_asks_to_be_rebuilt_and_can_be(elastic_name: Callable[[], str]) -> None:
    name = elastic_name()
    collection = open_collection(name)
    collection.rebuild(entry_of(item) for item in items(3))
    with Elasticsearch(elastic_url()) as client:
        meta = {"typed_sts": FORMAT_VERSION, "analyser_version": 99, "extra_views": []}
        client.indices.put_mapping(index=name.rpartition("/")[2], meta=meta)
    collection.refresh()
    with pytest.raises(WrongFormat, match=r"made with analyser version 99.*--rebuild"):
        _ = collection.n_docs
    collection.rebuild(entry_of(item) for item in items(4))
    check_whole(collection, 4)


def test_shards_are_as_asked_and_all_hold_something(elastic_name: Callable[[], str]) -> None:
    name = elastic_name()
    open_collection(name, shards=SHARDS).rebuild(entry_of(item) for item in items(100))
    with Elasticsearch(elastic_url()) as client:
        shards = client.cat.shards(index=name.rpartition("/")[2], format="json")
    held = [int(shard["docs"]) for shard in shards if shard["prirep"] == "p"]  # type: ignore[index]
    assert len(held) == SHARDS
    assert sum(held) == 100
    assert all(0 < count < 100 for count in held)


def test_frequencies_are_asked_for_in_few_requests_and_once(
    elastic_name: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = open_collection(elastic_name(), shards=SHARDS)
    collection.rebuild(entry_of(item) for item in items(500))
    assert isinstance(collection, ElasticCollection)
    terms = [str(n) for n in range(500)]
    collection.doc_freq("text", ["drawing"])
    requests: list[str] = []
    sending = collection._client.transport.perform_request

    def counted(method: str, target: str, **options: object) -> object:
        requests.append(target)
        return sending(method, target, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(collection._client.transport, "perform_request", counted)
    assert collection.doc_freq("text", terms) == [1] * 500
    assert collection.doc_freq("text", terms[:100]) == [1] * 100
    assert len(requests) == 2, requests


def indices_of(name: str) -> list[str]:
    with Elasticsearch(elastic_url()) as client:
        return list(client.indices.get(index=f"{name.rpartition('/')[2]}-v*", features="aliases"))
