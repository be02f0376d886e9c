"""What a user is told when Elasticsearch is not there, not itself, not well or not willing."""

import json
import socket
from typing import Any

import pytest

from tests.conftest import Cli
from tests.fake_elastic import Answer, fake_elastic
from typed_sts_fetch.item import Item
from typed_sts_index.elastic.collection import ElasticCollection
from typed_sts_index.elastic.connection import Credentials, credentials_from, make_client, parse_address, urls_of
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import (
    AccessRefused,
    BadAddress,
    ClusterRed,
    CollectionError,
    NoCollection,
    RecordsRefused,
    WriteFailed,
    WrongFormat,
    WrongServer,
)
from typed_sts_index.opening import open_collection

SECRET = "c2VjcmV0OmtleQ=="


def collection_at(base: str, *, name: str = "known", patience: float = 0.0) -> ElasticCollection:
    return ElasticCollection(parse_address(f"{base}/{name}"), Credentials(), patience=patience)


def failing(status: int, kind: str, reason: str = "because") -> Answer:
    error = {"type": kind, "reason": reason}
    return status, {"error": {"root_cause": [error], **error}, "status": status}


def test_no_server_is_one_line_that_says_what_to_do(cli: Cli) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = cli("info", f"http://127.0.0.1:{port}/name")
    assert told.code == 1
    assert told.err == (
        f"typed-sts: no Elasticsearch answers at http://127.0.0.1:{port}; start it, or index into a directory instead:"
        " --to collection/\n"
    )


def test_opensearch_is_not_taken_for_elasticsearch() -> None:
    def opensearch(method: str, path: str, body: bytes) -> Answer:
        return 200, {"version": {"distribution": "opensearch", "number": "2.11.0"}}

    with fake_elastic(opensearch, product=None) as base, pytest.raises(WrongServer, match="is not Elasticsearch"):
        _ = collection_at(base).n_docs


@pytest.mark.parametrize("number", ["7.17.9", "10.0.0", "odd"])
def test_a_version_the_client_does_not_speak_is_named(number: str) -> None:
    def other(method: str, path: str, body: bytes) -> Answer | None:
        return (200, {"version": {"number": number}}) if path == "/" else None

    with fake_elastic(other) as base, pytest.raises(WrongServer, match=f"is Elasticsearch {number}, .* needs 8 or 9"):
        _ = collection_at(base).n_docs


def test_version_nine_is_spoken_to() -> None:
    def nine(method: str, path: str, body: bytes) -> Answer | None:
        return (200, {"version": {"number": "9.2.0"}}) if path == "/" else None

    with fake_elastic(nine) as base:
        assert collection_at(base).n_docs == 0


def test_a_server_that_does_not_know_the_api_version_is_named() -> None:
    def refusing(method: str, path: str, body: bytes) -> Answer:
        return failing(400, "media_type_header_exception", "Invalid media-type value on headers [Accept]")

    with fake_elastic(refusing) as base, pytest.raises(WrongServer, match="does not speak version 8 of the API"):
        _ = collection_at(base).n_docs


def test_a_red_collection_is_not_searched_by_halves() -> None:
    def red(method: str, path: str, body: bytes) -> Answer | None:
        return (200, {"status": "red"}) if path.startswith("/_cluster/health") else None

    with fake_elastic(red) as base, pytest.raises(ClusterRed, match=r"health is red.*run this again when it is yellow"):
        _ = collection_at(base).n_docs


def test_missing_shards_at_search_time_are_a_red_cluster_too() -> None:
    def partial(method: str, path: str, body: bytes) -> Answer | None:
        if "/_search" in path and "_search_shards" not in path:
            assert "allow_partial_search_results=false" in path
            return failing(503, "no_shard_available_action_exception")
        return None

    with fake_elastic(partial) as base, pytest.raises(ClusterRed, match="no_shard_available"):
        collection_at(base).providers()


@pytest.mark.parametrize("red", [True, False])
def test_a_new_index_without_its_copies_is_filled_and_one_without_shards_is_not(
    red: bool, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def short_of_nodes(method: str, path: str, body: bytes) -> Answer | None:
        where = path.partition("?")[0]
        asked.append(f"{method} {where}")
        if method == "PUT" and where == "/new-v000001":
            assert "wait_for_active_shards=all" in path
            return 200, {"acknowledged": True, "shards_acknowledged": False, "index": "new-v000001"}
        if where.endswith("/_shard_stores"):
            return 200, {"indices": {"new-v000001": {"shards": {}}} if red else {}}
        if where in ("/new", "/_alias/new") or method == "DELETE" or "_settings" in where or "_aliases" in where:
            return (404 if method in ("GET", "HEAD") else 200), {"acknowledged": True}
        return (200, {}) if where == "/new-v*" else None

    with fake_elastic(short_of_nodes) as base:
        collection, entries = collection_at(base, name="new"), [entry_of(Item(id="/1"))]
        if red:
            with pytest.raises(ClusterRed, match="cannot place the shards"):
                collection.rebuild(entries)
            assert "DELETE /new-v000001" in asked
        else:
            assert collection.rebuild(entries) == 1
            assert "not every copy has its place yet" in caplog.text


def test_a_missing_collection_says_how_to_make_it() -> None:
    with fake_elastic(lambda *_: None) as base, pytest.raises(NoCollection, match=rf"--to {base}/other"):
        _ = collection_at(base, name="other").n_docs


def test_a_foreign_index_is_not_written_to() -> None:
    def foreign(method: str, path: str, body: bytes) -> Answer | None:
        if path.startswith("/known?") or path == "/known":
            return 200, {"known": {"mappings": {}, "settings": {"index": {"number_of_shards": "1"}}}}
        return None

    with fake_elastic(foreign) as base, pytest.raises(WrongFormat, match="typed-sts did not make"):
        collection_at(base).add([entry_of(Item(id="/1"))])


@pytest.mark.parametrize(("status", "match"), [(401, "does not accept the credentials"), (403, "forbids this")])
def test_refused_credentials_say_which_variables_to_set(status: int, match: str) -> None:
    def refusing(method: str, path: str, body: bytes) -> Answer:
        return failing(status, "security_exception", "missing authentication")

    with fake_elastic(refusing) as base, pytest.raises(AccessRefused, match=match) as caught:
        _ = collection_at(base).n_docs
    assert status == 403 or "ELASTICSEARCH_API_KEY" in str(caught.value)


def test_a_key_without_the_right_to_monitor_is_enough() -> None:
    def limited(method: str, path: str, body: bytes) -> Answer | None:
        return failing(403, "security_exception") if path == "/" or path.startswith("/_cluster/health") else None

    with fake_elastic(limited) as base:
        assert collection_at(base).n_docs == 0


def test_any_other_answer_keeps_its_reason() -> None:
    def broken(method: str, path: str, body: bytes) -> Answer | None:
        return failing(400, "odd_exception", "the moon is full") if "_count" in path else None

    with fake_elastic(broken) as base, pytest.raises(CollectionError, match="answered 400: odd_exception: the moon"):
        _ = collection_at(base).n_docs


def bulk_items(body: bytes, answer: dict[str, Any]) -> Answer:
    ids = [json.loads(line)["index"]["_id"] for line in body.splitlines()[::2]]
    items = [{"index": {"_id": item_id, **(answer if item_id == "/1" else {"status": 201})}} for item_id in ids]
    return 200, {"errors": True, "items": items}


def test_records_the_server_is_too_busy_for_are_sent_again_alone() -> None:
    sent: list[list[str]] = []

    def busy(method: str, path: str, body: bytes) -> Answer | None:
        if "_bulk" not in path:
            return None
        sent.append([json.loads(line)["index"]["_id"] for line in body.splitlines()[::2]])
        error = {"type": "es_rejected_execution_exception", "reason": "queue full"}
        return bulk_items(body, {"status": 429, "error": error}) if len(sent) < 3 else None

    with fake_elastic(busy) as base:
        items = [entry_of(Item(id=f"/{n}")) for n in range(3)]
        assert collection_at(base, patience=30).add(items) == 3
    assert sent == [["/0", "/1", "/2"], ["/1"], ["/1"]]


@pytest.mark.slow
def test_records_the_server_will_never_take_are_reported_and_the_others_sent() -> None:
    taken: list[int] = []

    def strict(method: str, path: str, body: bytes) -> Answer | None:
        if "_bulk" not in path:
            return None
        taken.append(len(body.splitlines()) // 2)
        return bulk_items(body, {"status": 400, "error": {"type": "mapper_parsing_exception", "reason": "odd"}})

    with (
        fake_elastic(strict) as base,
        pytest.raises(RecordsRefused, match=r'refused 1 of 1,500 .*"/1": mapper') as error,
    ):
        collection_at(base).add(entry_of(Item(id=f"/{n}")) for n in range(1_500))
    assert error.value.failures == {"/1": "mapper_parsing_exception: odd"}
    assert taken == [1_000, 500]


def test_a_server_that_stays_away_ends_the_write_with_the_number_done() -> None:
    calls: list[str] = []

    def dying(method: str, path: str, body: bytes) -> Answer | None:
        if "_bulk" in path:
            calls.append(path)
            return failing(503, "cluster_block_exception") if len(calls) > 1 else None
        return None

    with fake_elastic(dying) as base, pytest.raises(WriteFailed, match=r"took 1,000 records and then no more.*again"):
        collection_at(base, patience=0.5).add(entry_of(Item(id=f"/{n}")) for n in range(1_500))


@pytest.mark.parametrize(
    "url",
    ["http://user:pa55word@localhost:9200/name", "https://:pa55word@localhost/name", "http://user@localhost:9200/n"],
)
def test_passwords_in_addresses_are_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(BadAddress, match="ELASTICSEARCH_PASSWORD") as caught:
        open_collection(url)
    assert "pa55word" not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["http://localhost:9200", "http://localhost:9200/", "http://localhost:9200/Upper", "http://localhost:x/a",
            "http://localhost:9200/a*", "http:///name", "http://localhost:9200/_all",
            "http://one:9200,/name", "http://one:9200,two:x/name"],
)  # fmt: skip
def test_addresses_without_a_name_for_a_collection_are_refused(url: str) -> None:
    with pytest.raises(BadAddress, match="give http"):
        open_collection(url)


@pytest.mark.parametrize(
    ("url", "base", "name"),
    [
        ("http://localhost:9200/heritage", "http://localhost:9200", "heritage"),
        ("http://localhost/heritage/", "http://localhost:9200", "heritage"),
        ("https://search.example.org/proxy/es/my-items.2", "https://search.example.org:443/proxy/es", "my-items.2"),
        ("http://[::1]:9200/x", "http://[::1]:9200", "x"),
        ("http://one:9201,two,[::1]/x", "http://one:9201,two:9200,[::1]:9200", "x"),
        ("http://one,one:9200/x", "http://one:9200", "x"),
        ("https://one:9200,two:9200/es/x", "https://one:9200,two:9200/es", "x"),
    ],
)
def test_addresses_are_taken_apart(url: str, base: str, name: str) -> None:
    address = parse_address(url)
    assert (address.base, address.name) == (base, name)


def test_credentials_come_from_the_environment_and_are_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ELASTICSEARCH_API_KEY", SECRET)
    monkeypatch.setenv("ELASTICSEARCH_PASSWORD", "pa55word")
    found = credentials_from()
    assert found.api_key == SECRET
    collection = open_collection("http://localhost:9200/name")
    shown = f"{found!r} {found} {collection!r} {collection.name} {vars(collection)}"
    assert SECRET not in shown
    assert "pa55word" not in shown


@pytest.mark.parametrize(
    ("credentials", "header"),
    [
        (Credentials(api_key=SECRET), f"ApiKey {SECRET}"),
        (Credentials(user="ann", password="pw"), "Basic YW5uOnB3"),
        (Credentials(), None),
    ],
)
def test_credentials_are_sent(credentials: Credentials, header: str | None) -> None:
    with make_client("http://localhost:9200", credentials) as client:
        assert client._headers.get("authorization") == header


def test_an_address_of_several_nodes_is_asked_at_the_next_where_one_does_not_answer(cli: Cli) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        gone = f"127.0.0.1:{free.getsockname()[1]}"
    with fake_elastic(lambda *_: None) as base:
        both = f"http://{gone},{base.removeprefix('http://')}"
        for _ in range(3):
            assert collection_at(both).n_docs == 0
    told = cli("info", f"http://{gone},[::1]:9/name")
    assert told.err.startswith(f"typed-sts: no Elasticsearch answers at http://{gone},[::1]:9; start it")
    assert urls_of("https://one:1,two:2/es") == ["https://one:1/es", "https://two:2/es"]


def test_a_refusal_names_the_privilege_that_it_takes() -> None:
    reason = (
        "action [indices:admin/get] is unauthorized for API key id [x] of user [ann] on indices [known], this action is"
        " granted by the index privileges [view_index_metadata,manage,all]"
    )

    def limited(method: str, path: str, body: bytes) -> Answer | None:
        return failing(403, "security_exception", reason) if path.startswith("/known?") else None

    with fake_elastic(limited) as base, pytest.raises(AccessRefused) as caught:
        _ = collection_at(base).n_docs
    told = "(403): indices:admin/get on known takes one of the privileges view_index_metadata, manage, all; give them"
    assert told in str(caught.value)


def test_records_that_credentials_may_not_write_are_refused_once_and_not_one_by_one() -> None:
    def limited(method: str, path: str, body: bytes) -> Answer | None:
        return failing(403, "security_exception", "not you") if "_bulk" in path else None

    with (
        fake_elastic(limited) as base,
        pytest.raises(AccessRefused, match=r"\(403\).* to index read, write and manage"),
    ):
        collection_at(base, patience=60).add(entry_of(Item(id=f"/{n}")) for n in range(3))


def test_certificates_are_verified() -> None:
    with make_client("https://localhost:9200", Credentials()) as client:
        assert all(node.config.verify_certs for node in client.transport.node_pool.all())
