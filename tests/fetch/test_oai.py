"""Harvesting by OAI-PMH, from a server that misbehaves as real ones do."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.oai_standin import Server, oai_standin, records
from typed_sts_fetch.errors import ApiError, BadInput, BadRecord, QuotaSpent, Unreachable
from typed_sts_fetch.item import Item
from typed_sts_fetch.oai.client import OaiClient, OaiSettings, base_url
from typed_sts_fetch.oai.harvest import Harvested, PageStore, Question, download, formats_of, sets_of


@pytest.fixture
def server() -> Server:
    return Server(records(5))


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    with oai_standin(server) as address:
        yield address


def client_at(url: str, **settings: Any) -> OaiClient:
    options = {"first_wait": 0.001, "longest_wait": 0.01, **settings}
    return OaiClient(OaiSettings(url=url, **options))


class Run:
    """A harvest: its items, what was bad, what was deleted."""

    def __init__(self, url: str, cache: Path, *, limit: int | None = None, settings: Any = None, **asked: str) -> None:
        question = Question(url=url, **asked)
        store = PageStore(cache, question)
        self.bad: list[BadRecord] = []
        self.pages: list[tuple[int, int, int]] = []
        client = client_at(url, **(settings or {}))
        download(client, store, question, limit=limit, on_page=lambda *told: self.pages.append(told))
        harvested = Harvested(store)
        self.items: list[Item] = list(harvested.items(self.bad.append))
        self.ids = [item.id.removeprefix("oai:a.example:") for item in self.items]
        self.deleted = [header.identifier for header in harvested.deleted]
        self.told = [problem.problem for problem in self.bad]


def test_a_list_is_followed_from_token_to_token_to_its_end(url: str, server: Server, tmp_path: Path) -> None:
    run = Run(url, tmp_path, set="photos", since="2026-01-01")
    assert run.items[0] == Item(id="oai:a.example:1", dcTitle=("Harbour 1",), dcCreator=("Ada Moss",))
    assert run.ids == ["1", "2", "3", "4", "5"]
    assert run.pages == [(2, 5, 1), (4, 5, 2), (5, 5, 3)]
    assert server.verbs() == ["Identify", "ListRecords", "2", "4"]
    assert server.asked[1] == {
        "verb": "ListRecords",
        "metadataPrefix": "oai_dc",
        "set": "photos",
        "from": "2026-01-01",
    }
    assert server.asked[2] == {"verb": "ListRecords", "resumptionToken": "2"}


def test_a_harvest_that_has_ended_asks_nothing_more(url: str, server: Server, tmp_path: Path) -> None:
    first = Run(url, tmp_path)
    server.asked.clear()
    assert Run(url, tmp_path).items == first.items
    assert server.asked == []


@pytest.mark.parametrize("fault", ["drop", "500", "503", "503 until", "cut"])
def test_a_bad_moment_is_waited_out(url: str, server: Server, tmp_path: Path, fault: str) -> None:
    server.faults = {1: fault, 3: fault, 4: fault, 6: fault}
    assert Run(url, tmp_path).ids == ["1", "2", "3", "4", "5"]


def test_a_server_that_is_gone_for_good_is_given_up_and_what_came_is_kept(
    url: str, server: Server, tmp_path: Path
) -> None:
    server.die_at = 3
    with pytest.raises(Unreachable, match="no connection"):
        Run(url, tmp_path, settings={"tries": 3})
    server.die_at = 0
    server.asked.clear()
    assert Run(url, tmp_path).ids == ["1", "2", "3", "4", "5"]
    assert server.verbs() == ["4"]


def test_a_wait_that_is_too_long_is_an_error_that_says_what_to_do(url: str, server: Server, tmp_path: Path) -> None:
    server.faults, server.wait = {2: "503"}, "86400"
    with pytest.raises(QuotaSpent, match=r"wait 86400 s; .* run the same command again later"):
        Run(url, tmp_path)


def test_a_token_that_has_expired_begins_the_list_again_and_nothing_comes_twice(
    url: str, server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server.expired = {"4"}
    assert Run(url, tmp_path).ids == ["1", "2", "3", "4", "5"]
    assert server.verbs() == ["Identify", "ListRecords", "2", "4", "ListRecords", "2", "4"]
    assert "the list is begun again" in caplog.text
    server.asked.clear()
    assert Run(url, tmp_path).ids == ["1", "2", "3", "4", "5"]
    assert server.asked == []


def test_a_server_that_refuses_every_token_is_given_up(url: str, server: Server, tmp_path: Path) -> None:
    server.always_expired = True
    with pytest.raises(ApiError, match="refuses its own resumption tokens, 4 times now"):
        Run(url, tmp_path)


@pytest.mark.parametrize("token", ["0", "2"])
def test_a_server_that_goes_round_in_a_circle_is_left(
    url: str, server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture, token: str
) -> None:
    server.next_token = {2: token}
    assert sorted(Run(url, tmp_path).ids) == ["1", "2", "3", "4"]
    assert "goes round in a circle" in caplog.text
    assert "the server announced 5 records, and gave 4" in caplog.text
    assert len(server.asked) < 8


def test_ever_new_tokens_that_bring_nothing_new_end_too(url: str, server: Server, tmp_path: Path) -> None:
    server.next_token = {3: "4?x"}
    server.damage = {3: lambda body: body.replace(b"4?x", f"4?{len(server.asked)}".encode())}
    assert Run(url, tmp_path).ids == ["1", "2", "3", "4", "5"]
    assert len(server.asked) == 24


def test_deleted_records_are_noted_and_left_out(url: str, server: Server, tmp_path: Path) -> None:
    server.records[1] = ("oai:a.example:2", "")
    server.records.append(("oai:a.example:3", ""))
    run = Run(url, tmp_path)
    assert run.ids == ["1", "4", "5"]
    assert run.deleted == ["oai:a.example:2", "oai:a.example:3"]


def test_of_a_record_that_comes_twice_the_last_one_counts(url: str, server: Server, tmp_path: Path) -> None:
    server.records.append(("oai:a.example:1", "Harbour at night"))
    run = Run(url, tmp_path)
    assert run.ids == ["2", "3", "4", "5", "1"]
    assert run.items[-1].dcTitle == ("Harbour at night",)


def test_no_record_that_matches_is_no_error(url: str, tmp_path: Path) -> None:
    run = Run(url, tmp_path, set="coins")
    assert (run.items, run.bad, run.deleted) == ([], [], [])


def test_a_format_that_is_not_there_names_those_that_are(url: str, tmp_path: Path) -> None:
    with pytest.raises(ApiError, match=r"cannotDisseminateFormat.*It has no 'lido'; name one of these.*: oai_dc"):
        Run(url, tmp_path, prefix="lido")


def test_an_error_with_a_status_of_its_own_is_told_in_one_line(url: str, server: Server, tmp_path: Path) -> None:
    server.faults = {2: "422"}
    with pytest.raises(ApiError, match="the server answers badArgument: from is later than until"):
        Run(url, tmp_path)


def test_an_address_that_is_no_interface_is_told_at_once(url: str, server: Server, tmp_path: Path) -> None:
    server.faults = {1: "page"}
    with pytest.raises(ApiError, match=r"answers 200 with text/html, which is no OAI-PMH: is it the address"):
        Run(url, tmp_path)
    assert len(server.asked) == 1


def test_the_content_type_does_not_matter(url: str, server: Server, tmp_path: Path) -> None:
    server.content_type = "text/html"
    assert len(Run(url, tmp_path).items) == 5


def test_bytes_of_another_encoding_and_control_characters_are_mended(url: str, server: Server, tmp_path: Path) -> None:
    server.damage = {
        1: lambda body: body.replace(b"Harbour 1", b"Br\xfccke \x01 &#x1f; 1 \x96 S\xc3\xbcd"),
    }
    run = Run(url, tmp_path)
    assert run.items[0].dcTitle == ("Brücke 1 – Süd",)
    assert (len(run.items), run.bad) == (5, [])


def test_a_page_that_is_no_xml_is_read_as_far_as_it_goes_and_the_list_goes_on(
    url: str, server: Server, tmp_path: Path
) -> None:
    server.damage = {2: lambda body: body.replace(b"Harbour 4", b"Harbour <4")}
    run = Run(url, tmp_path)
    assert run.ids == ["1", "2", "3", "5"]
    assert [problem.file for problem in run.bad] == ["page 2"]
    assert "not valid XML" in run.told[0]
    assert server.verbs() == ["Identify", "ListRecords", "2", "2", "2", "4"]


def test_a_page_that_does_not_say_where_the_list_goes_on_is_an_error(url: str, server: Server, tmp_path: Path) -> None:
    server.damage = {2: lambda body: body[:400]}
    with pytest.raises(ApiError, match=r"page 2 is not valid XML .* does not say where the list goes on"):
        Run(url, tmp_path)


def test_a_declaration_of_entities_is_refused(url: str, server: Server, tmp_path: Path) -> None:
    bomb = b'?><!DOCTYPE x [<!ENTITY a "aaaa">]><OAI-PMH'
    server.damage = {1: lambda body: body.replace(b"?>\n<OAI-PMH", bomb)}
    with pytest.raises(ApiError):
        Run(url, tmp_path, settings={"tries": 2})


def test_a_page_that_is_too_large_is_refused_with_the_way_out(url: str, tmp_path: Path) -> None:
    with pytest.raises(ApiError, match=r"larger than 300 bytes: ask for a set \(--set\)"):
        Run(url, tmp_path, settings={"max_answer_bytes": 300})


def test_redirects_are_followed_to_http_only(url: str, server: Server, tmp_path: Path) -> None:
    server.faults = {1: f"to {url}?verb=Identify"}
    assert len(Run(url, tmp_path).items) == 5
    server.faults = {len(server.asked) + 1: "to file:///etc/passwd"}
    with pytest.raises(ApiError, match="redirects to something that is not http"):
        Run(url, tmp_path / "other")


def test_a_limit_ends_early_and_a_later_run_without_it_goes_on(url: str, server: Server, tmp_path: Path) -> None:
    assert len(Run(url, tmp_path, limit=1).items) == 2
    assert server.verbs() == ["Identify", "ListRecords"]
    assert len(Run(url, tmp_path).items) == 5
    assert server.verbs() == ["Identify", "ListRecords", "2", "4"]


def test_sets_and_formats_are_listed(url: str) -> None:
    assert list(sets_of(client_at(url))) == [("photos", "Photographs"), ("maps", "Maps & plans")]
    assert formats_of(client_at(url)) == [("oai_dc", "http://www.openarchives.org/OAI/2.0/oai_dc/")]


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "2026-1-1", "2026-01-01T12:00"])
def test_a_day_must_be_one(day: str) -> None:
    with pytest.raises(BadInput, match="--from needs a day such as 2026-03-01"):
        Question(url="http://a.example/oai", since=day)


def test_a_time_is_refused_where_the_server_knows_days_only(url: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="knows days only"):
        Run(url, tmp_path, since="2026-01-01T12:00:00Z")


def test_questions_that_differ_have_folders_that_differ(tmp_path: Path) -> None:
    question = Question(url="http://a.example/oai?verb=Identify")
    assert (
        PageStore(tmp_path, question).folder
        == PageStore(tmp_path, replace(question, url="http://a.example/oai")).folder
    )
    assert PageStore(tmp_path, question).folder != PageStore(tmp_path, replace(question, set="x")).folder
    assert PageStore(tmp_path, question).folder.parent == tmp_path


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (" https://a.example/oai?verb=ListRecords&metadataPrefix=x ", "https://a.example/oai"),
        ("https://a.example/oai.php?db=7&verb=Identify", "https://a.example/oai.php?db=7"),
    ],
)
def test_a_question_that_was_copied_with_the_address_is_left_out(given: str, meant: str) -> None:
    assert base_url(given) == meant


@pytest.mark.parametrize("given", ["a.example/oai", "ftp://a.example/", "https://me:secret@a.example/oai", "http://["])
def test_an_address_must_be_http_without_a_password(given: str) -> None:
    with pytest.raises(BadInput, match="--oai needs an address"):
        base_url(given)


def test_the_library_logs_and_prints_nothing(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("typed_sts_fetch").setLevel(logging.NOTSET)
    Run(url, tmp_path)
    assert capsys.readouterr() == ("", "")
