"""`typed-sts harvest --oai` as a user runs it, against a stand-in that speaks OAI-PMH."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oai_standin import Server, oai_standin, records
from tests.processes import PATIENCE, environment, started, typed_sts, wait_until

START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where pytest runs behind
    "from typed_sts.cli.main import main; main()"
)

pytestmark = pytest.mark.slow


@pytest.fixture
def server() -> Server:
    return Server(records(5))


@pytest.fixture
def url(server: Server) -> Iterator[str]:
    with oai_standin(server) as address:
        yield address


def harvest(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return typed_sts("harvest", *arguments, "--first-wait", "0.01", cwd=folder)


def ids_in(folder: Path) -> list[str]:
    return [json.loads(line)["id"] for line in (folder / "items.jsonl").read_text().splitlines()]


def test_a_server_is_harvested_into_items_and_deletions(tmp_path: Path, url: str, server: Server) -> None:
    server.records[1] = ("oai:a.example:2", "")
    done = harvest(tmp_path, "--oai", url)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == "4 items in items.jsonl, 1 deleted (in deleted.tsv)"
    assert ids_in(tmp_path) == [f"oai:a.example:{number}" for number in (1, 3, 4, 5)]
    assert (tmp_path / "deleted.tsv").read_text() == "oai:a.example:2\t2026-01-01\n"


def test_nothing_that_matches_is_said_and_is_no_error(tmp_path: Path, url: str) -> None:
    done = harvest(tmp_path, "--oai", url, "--set", "coins")
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "0 items in items.jsonl; the server has no records that match"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name either a QUERY for Europeana, or --oai URL of a server, and not both"),
        (("turner", "--oai", "http://127.0.0.1:9/oai"), "name either a QUERY for Europeana, or --oai URL"),
        (("turner", "--set", "photos"), "--set goes with --oai URL; a search is narrowed with --filter"),
        (("turner", "--list-sets"), "--list-sets goes with --oai URL"),
        (("--oai", "http://127.0.0.1:9/oai", "--filter", "TYPE:IMAGE"), "narrowed with --set, --from and --until"),
        (("--oai", "127.0.0.1/oai"), "--oai needs an address such as https://archive.example/oai"),
        (("--oai", "http://127.0.0.1:9/oai", "--from", "2026"), "--from needs a day such as 2026-03-01"),
        (
            ("--oai", "http://127.0.0.1:9/oai", "--deleted", "items.jsonl"),
            "--deleted and --output are both items.jsonl",
        ),
    ],
)
def test_a_wrong_step_says_the_next(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = harvest(tmp_path, *arguments)
    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_protocol_is_one_line_and_leaves_earlier_output(tmp_path: Path, url: str) -> None:
    (tmp_path / "items.jsonl").write_text("earlier\n")
    done = harvest(tmp_path, "--oai", url, "--prefix", "lido", "--quiet")
    assert done.returncode == 1
    assert done.stderr == (
        "typed-sts: the server answers cannotDisseminateFormat: no such format. It has no 'lido'; "
        "name one of these with --prefix: oai_dc\n"
    )
    assert (tmp_path / "items.jsonl").read_text() == "earlier\n"


def test_sets_and_formats_are_printed(tmp_path: Path, url: str) -> None:
    assert harvest(tmp_path, "--oai", url, "--list-sets").stdout == "photos\tPhotographs\nmaps\tMaps & plans\n"
    assert harvest(tmp_path, "--oai", url, "--list-formats").stdout.startswith("oai_dc\thttp://www.openarchives.org/")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_a_harvest_that_was_stopped_goes_on_where_it_ended(
    tmp_path: Path, url: str, server: Server, ending: signal.Signals
) -> None:
    server.faults, server.wait = {4: "503"}, "600"
    line = [sys.executable, "-c", START, "harvest", "--oai", url, "--quiet"]
    with started(line, cwd=tmp_path, env=environment({})) as running:
        wait_until(lambda: len(server.asked) == 4, running)
        running.send_signal(ending)
        running.wait(PATIENCE)
    assert not (tmp_path / "items.jsonl").exists()
    server.asked.clear()
    server.faults = {}
    assert harvest(tmp_path, "--oai", url).returncode == 0
    assert server.verbs() == ["4"]
    assert len(ids_in(tmp_path)) == 5
