"""`typed-sts fetch` and `harvest` as a user runs them, against the stand-in server."""

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.processes import PATIENCE, command, environment, started, typed_sts, wait_until
from tests.standin import KEY, PIXEL, World, standin
from typed_sts_fetch.europeana.download import distinct_ids, read_wanted

pytestmark = pytest.mark.slow
HASH = "427691F4BC943FCC7D9E2B10244B241F9B849DE"


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def url(world: World) -> Iterator[str]:
    with standin(world, [f"/09405u/{HASH}{digit}" for digit in "0123456789"]) as address:
        yield address


def fetch(folder: Path, url: str, *arguments: str | Path, key: str = KEY) -> subprocess.CompletedProcess[str]:
    return typed_sts(
        "fetch", *arguments, "--base-url", url, "--first-wait", "0.01", cwd=folder, env={"EUROPEANA_API_KEY": key}
    )


def write_urls(folder: Path, *lines: str) -> Path:
    path = folder / "urls.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def items_in(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]


def test_records_come_in_input_order_and_duplicates_once(tmp_path: Path, url: str, world: World) -> None:
    urls = write_urls(tmp_path, "/c/2", "# a comment", "", "http://www.europeana.eu/portal/record/c/1.html", "c/2")
    done = fetch(tmp_path, url, urls)
    assert done.returncode == 0, done.stderr
    assert [item["id"] for item in items_in(tmp_path)] == ["/c/2", "/c/1"]
    assert (tmp_path / "failures.tsv").read_text() == ""
    assert done.stderr.splitlines()[-1] == "3 addresses, 2 distinct: 2 came (2 items), 0 gone, 0 failed"
    assert done.stdout == ""
    assert world.requests == {"/c/2": 1, "/c/1": 1}


def test_a_pairs_file_is_read_column_by_column(tmp_path: Path, url: str) -> None:
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1\t/c/2", "/c/2\t/c/3"))
    assert [item["id"] for item in items_in(tmp_path)] == ["/c/1", "/c/2", "/c/3"]


def test_an_item_keeps_landing_page_preview_rights_and_language(tmp_path: Path, url: str) -> None:
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1"))
    [item] = items_in(tmp_path)
    assert item["isShownAt"] == "http://museum.example/1"
    assert item["preview"] == f"{url}/thumbnail/1.png"
    assert item["rights"] == "http://creativecommons.org/publicdomain/mark/1.0/"
    assert item["language"] == "en"


def test_a_second_run_asks_only_for_what_is_missing(tmp_path: Path, url: str, world: World) -> None:
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1", "/c/2"))
    before = (tmp_path / "items.jsonl").read_bytes()
    world.requests.clear()
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1", "/c/2"))
    assert world.requests == {}
    assert (tmp_path / "items.jsonl").read_bytes() == before
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1", "/c/3"))
    assert world.requests == {"/c/3": 1}


def test_a_record_that_moved_has_its_new_id_and_the_old_one_as_alias(tmp_path: Path, url: str, world: World) -> None:
    world.moved = 1.0
    assert fetch(tmp_path, url, write_urls(tmp_path, "/c/1")).returncode == 0
    [item] = items_in(tmp_path)
    assert (item["id"], item["aliases"]) == ("/newc/1", ["/c/1"])


def test_two_old_ids_of_one_record_give_one_item_with_both_aliases(tmp_path: Path, url: str, world: World) -> None:
    for old in ("/old/1", "/older/1"):
        world.raw_records[old] = json.dumps({"success": True, "object": {"about": "/now/1"}}).encode()
    fetch(tmp_path, url, write_urls(tmp_path, "/old/1", "/c/5", "/older/1"))
    assert [(item["id"], item.get("aliases")) for item in items_in(tmp_path)] == [
        ("/now/1", ["/old/1", "/older/1"]),
        ("/c/5", None),
    ]


def test_a_record_that_is_gone_is_looked_up_by_the_hash_of_its_landing_page(
    tmp_path: Path, url: str, world: World
) -> None:
    world.rehomed = 1.0
    done = fetch(tmp_path, url, write_urls(tmp_path, f"/09405u/{HASH}6"))
    assert done.returncode == 0, done.stderr
    [item] = items_in(tmp_path)
    assert (item["id"], item["aliases"]) == (f"/new09405u/{HASH}6", [f"/09405u/{HASH}6"])


def test_records_gone_for_good_are_listed_and_exit_with_3(tmp_path: Path, url: str, world: World) -> None:
    world.gone = 1.0
    address = f"http://www.europeana.eu/portal/record/09405u/{HASH}6.html"
    done = fetch(tmp_path, url, write_urls(tmp_path, address, "/c/1"))
    assert done.returncode == 3
    assert (tmp_path / "items.jsonl").read_text() == ""
    reason = "gone: Europeana has no record under this id any more"
    assert (tmp_path / "failures.tsv").read_text() == f"{address}\t{reason}\t404\n/c/1\t{reason}\t404\n"
    assert "0 came (0 items), 2 gone, 0 failed" in done.stderr


def test_what_was_gone_is_asked_for_again_only_on_request(tmp_path: Path, url: str, world: World) -> None:
    world.gone = 1.0
    urls = write_urls(tmp_path, f"/09405u/{HASH}6")
    fetch(tmp_path, url, urls)
    world.gone, world.rehomed = 0.0, 1.0
    assert fetch(tmp_path, url, urls).returncode == 3
    assert fetch(tmp_path, url, urls, "--retry-gone").returncode == 0
    assert fetch(tmp_path, url, urls).returncode == 0


def test_a_server_that_fails_gives_exit_1_and_keeps_what_came(tmp_path: Path, url: str, world: World) -> None:
    fetch(tmp_path, url, write_urls(tmp_path, "/c/1"))
    world.unavailable = 1.0
    done = fetch(tmp_path, url, write_urls(tmp_path, "/c/1", "/c/2"), "--tries", "2")
    assert done.returncode == 1
    assert [item["id"] for item in items_in(tmp_path)] == ["/c/1"]
    assert (tmp_path / "failures.tsv").read_text() == "/c/2\tthe server answers 503 (tried 2 times)\t503\n"


def test_a_server_that_is_down_is_given_up_soon(tmp_path: Path) -> None:
    urls = write_urls(tmp_path, *[f"/c/{number}" for number in range(500)])
    done = fetch(tmp_path, "http://127.0.0.1:9", urls, "--tries", "1")
    assert done.returncode == 1
    assert "giving up after 12 records in a row: no connection" in done.stderr
    assert not (tmp_path / "items.jsonl").exists()


def test_a_refused_key_ends_at_once_and_leaves_earlier_output(tmp_path: Path, url: str) -> None:
    (tmp_path / "items.jsonl").write_text("earlier\n")
    done = fetch(tmp_path, url, write_urls(tmp_path, "/c/1"), key="not-the-key-99")
    assert done.returncode == 1
    assert "typed-sts: the server refuses the API key: Invalid API key provided!" in done.stderr
    assert "not-the-key-99" not in done.stderr
    assert (tmp_path / "items.jsonl").read_text() == "earlier\n"


def test_without_a_key_the_error_says_where_to_put_one(tmp_path: Path) -> None:
    done = typed_sts("fetch", write_urls(tmp_path, "/c/1"), cwd=tmp_path)
    assert done.returncode == 1
    assert "set EUROPEANA_API_KEY or name a file with --api-key-file" in done.stderr


def test_the_key_may_come_from_a_file(tmp_path: Path, url: str) -> None:
    (tmp_path / "key").write_text(KEY + "\n")
    urls = write_urls(tmp_path, "/c/1")
    done = typed_sts("fetch", urls, "--api-key-file", "key", "--base-url", url, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_line_that_is_no_address_is_named_and_can_be_skipped(tmp_path: Path, url: str) -> None:
    urls = write_urls(tmp_path, "/c/1", "http://museum.example/7", "a b c")
    done = fetch(tmp_path, url, urls)
    assert done.returncode == 1
    assert "urls.txt, line 2: 'http://museum.example/7' is not an address at europeana.eu" in done.stderr
    done = fetch(tmp_path, url, urls, "--skip-bad")
    assert done.returncode == 0
    assert "2 bad records skipped" in done.stderr


def test_addresses_come_from_standard_input_and_quiet_is_silent(tmp_path: Path, url: str) -> None:
    done = typed_sts(
        "fetch", "-", "--base-url", url, "-q", cwd=tmp_path, env={"EUROPEANA_API_KEY": KEY}, stdin="/c/1\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(items_in(tmp_path)) == 1


def test_the_typed_layout_is_that_of_the_task(tmp_path: Path, url: str, world: World) -> None:
    world.moved = 0.5
    urls = write_urls(tmp_path, "/c/1\t/c/2", "/c/2\t/c/x%2F..%2F..")
    done = fetch(tmp_path, url, urls, "--layout", "typed", "records", "--allow-private")
    assert done.returncode == 0, done.stderr
    names = ["1a_c_1", "1b_c_2", "2a_c_2", "2b_c_x_2F.._2F.."]
    for folder, suffix in (("text", ".txt"), ("json", ".json"), ("images", ".png")):
        found = sorted(path.name for path in (tmp_path / "records" / folder).glob(f"*{suffix}"))
        assert found == [name + suffix for name in names]
    text = (tmp_path / "records/text/1a_c_1.txt").read_text()
    assert text.startswith("dcTitle:\tA ")
    assert text.endswith("\n")
    assert (tmp_path / "records/images/1a_c_1.png").read_bytes() == PIXEL


def test_thumbnails_on_this_machine_are_not_touched_without_the_flag(tmp_path: Path, url: str, world: World) -> None:
    done = fetch(tmp_path, url, write_urls(tmp_path, "/c/1"), "--layout", "typed", "records")
    assert done.returncode == 0
    assert "1 images did not come" in done.stderr
    assert "not public" in (tmp_path / "records/images/failures.tsv").read_text()
    assert not any("thumbnail" in seen for seen in world.seen_urls)


def test_a_harvest_pages_through_the_whole_search(tmp_path: Path, url: str, world: World) -> None:
    world.search_results = [{"id": f"/s/{number}", "title": [f"Title {number}"]} for number in range(250)]
    world.search_results[120] = {"title": ["nameless"]}
    done = typed_sts(
        "harvest", 'PROVIDER:"CultureGrid"', "--base-url", url, cwd=tmp_path, env={"EUROPEANA_API_KEY": KEY}
    )
    assert done.returncode == 0, done.stderr
    assert len(items_in(tmp_path)) == 249
    assert done.stderr.splitlines()[-1] == "249 items in items.jsonl, 1 bad records skipped"
    assert "harvesting: 250 of 250" in done.stderr


def test_a_harvest_that_broke_off_goes_on_where_it_ended(tmp_path: Path, url: str, world: World) -> None:
    world.search_results = [{"id": f"/s/{number}"} for number in range(450)]
    world.refuse_next = 0

    def harvest(name: str, cache: str) -> subprocess.CompletedProcess[str]:
        options = ["--base-url", url, "-o", name, "--cache", cache, "--tries", "1", "--first-wait", "0.01"]
        return typed_sts("harvest", "x", *options, cwd=tmp_path, env={"EUROPEANA_API_KEY": KEY})

    assert harvest("whole.jsonl", "a").returncode == 0
    world.faults.seed(3)
    world.unavailable = 0.4
    runs = 1
    while harvest("broken.jsonl", "b").returncode:
        assert not (tmp_path / "broken.jsonl").exists()
        runs += 1
        assert runs < 50
    assert runs > 1
    assert (tmp_path / "broken.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert all(count <= runs + 1 for count in world.requests.values())
    world.requests.clear()
    assert harvest("again.jsonl", "b").returncode == 0
    assert world.requests == {}


def test_a_harvest_can_be_limited(tmp_path: Path, url: str, world: World) -> None:
    world.search_results = [{"id": f"/s/{number}"} for number in range(250)]
    typed_sts("harvest", "x", "--base-url", url, "--limit", "7", cwd=tmp_path, env={"EUROPEANA_API_KEY": KEY})
    assert len(items_in(tmp_path)) == 7
    assert len(world.seen_urls) == 1


def _has_served(world: World, requests: int) -> bool:
    return world.served >= requests


@pytest.mark.shared
def test_all_task_records_arrive_whatever_the_network_does(tmp_path: Path, shared_data: Path) -> None:
    """The bar of the issue: a bad network, and kill -9 three times, give the bytes of an undisturbed run."""
    pairs = shared_data / "typed/train/STS.input.europeana.txt"
    ids = distinct_ids(read_wanted(pairs))
    fates = {"moved": 0.01, "rehomed": 0.01, "gone": 0.03}
    faults = {"resets": 0.05, "unavailable": 0.05, "truncated": 0.02, "burst_every": 400, "burst_length": 4}
    calm = World(**fates)  # type: ignore[arg-type]
    expected = {fate: [i for i in ids if calm.fate(i) == fate] for fate in ("living", "moved", "rehomed", "gone")}
    assert all(expected.values())

    def run(name: str, world: World, kills: int) -> tuple[bytes, bytes]:
        folder = tmp_path / name
        folder.mkdir()
        with standin(world, ids) as url:
            arguments: list[str | Path] = [
                "fetch",
                pairs,
                "--base-url",
                url,
                "--first-wait",
                "0.01",
                "--in-flight",
                "8",
                "--tries",  # on a busy machine a connection the server has closed costs a try too
                "20",
            ]
            for kill in range(1, kills + 1):
                with started(
                    command(*arguments),
                    cwd=folder,
                    env=environment({"EUROPEANA_API_KEY": KEY}),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                ) as process:
                    wait_until(partial(_has_served, world, kill * 350), process)
                    process.send_signal(signal.SIGKILL)
                    process.wait(PATIENCE)
            done = typed_sts(*arguments, cwd=folder, env={"EUROPEANA_API_KEY": KEY})
            assert done.returncode == 3, done.stderr
            closing = f"1500 addresses, {len(ids)} distinct: {len(ids) - len(expected['gone'])} came "
            assert closing in done.stderr
            assert f"{len(expected['gone'])} gone, 0 failed" in done.stderr
        assert not any(KEY.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())
        items = (folder / "items.jsonl").read_bytes().replace(url.encode(), b"http://standin")
        return items, (folder / "failures.tsv").read_bytes()

    undisturbed = run("calm", calm, kills=0)
    assert undisturbed[0].count(b"\n") == len(ids) - len(expected["gone"])
    assert undisturbed[1].count(b"\n") == len(expected["gone"])
    assert run("faults", World(**fates, **faults), kills=0) == undisturbed  # type: ignore[arg-type]
    assert run("killed", World(**fates, **faults), kills=3) == undisturbed  # type: ignore[arg-type]


def test_the_key_is_found_nowhere(tmp_path: Path, url: str, world: World) -> None:
    """Not in the cache, the outputs, what is printed, or the list of processes."""
    world.gone, world.rehomed, world.truncated, world.think_seconds = 0.3, 0.3, 0.2, 0.05
    urls = write_urls(tmp_path, *[f"/09405u/{HASH}{digit}" for digit in "0123456789"])
    arguments: list[str | Path] = [
        "fetch",
        urls,
        "--base-url",
        url,
        "--first-wait",
        "0.01",
        "--layout",
        "typed",
        "records",
    ]
    with started(
        command(*arguments),
        cwd=tmp_path,
        env=environment({"EUROPEANA_API_KEY": KEY}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        wait_until(lambda: bool(world.seen_urls), process)
        command_line = Path(f"/proc/{process.pid}/cmdline")
        listed = command_line.read_bytes() if command_line.exists() else b""
        printed = b"".join(process.communicate(timeout=PATIENCE))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 10
    everything = (
        printed + listed + b"".join(path.read_bytes() for path in files) + os.fsencode("".join(map(str, files)))
    )
    assert KEY.encode() not in everything
    assert not re.search(re.escape(KEY).encode(), everything, re.IGNORECASE)
