"""`typed-sts open`: one command from an export to its page, and a tidy end."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from tests.fetch import table_exports
from tests.processes import PATIENCE, environment, started, typed_sts, wait_until

pytestmark = pytest.mark.slow
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # ignored where pytest runs behind
    "from typed_sts.cli.main import main; main()"
)
BROWSER = '#!/bin/sh\necho "$1" > "$SEEN"\n'


@contextmanager
def opening(folder: Path, *arguments: str, **env: str) -> Iterator[subprocess.Popen[bytes]]:
    line = [sys.executable, "-c", START, "open", *arguments, "--port", "0"]
    with (folder / "stderr").open("wb") as err:
        with started(line, cwd=folder, env=environment(env), stdin=subprocess.DEVNULL, stderr=err) as process:
            yield process


def said(folder: Path) -> str:
    return (folder / "stderr").read_text()


def address(folder: Path, process: subprocess.Popen[bytes]) -> str:
    wait_until(lambda: "open at http" in said(folder), process)
    found = re.search(r"open at (http://127\.0\.0\.1:\d+) \(Ctrl-C ends it\)\n", said(folder))
    assert found, said(folder)
    return found[1]


def test_an_export_is_opened_ended_and_opened_again(tmp_path: Path) -> None:
    (tmp_path / "german.csv").write_bytes(table_exports.GERMAN)
    with opening(tmp_path, "german.csv", "--no-browser") as process:
        where = address(tmp_path, process)
        page = requests.get(where, timeout=PATIENCE)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        found = requests.get(f"{where}/api/v1/search", params={"q": "Brücke"}, timeout=PATIENCE).json()
        assert found["hits"][0]["item"]["dcTitle"] == ["Brücke über die Spree"]
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    lines = said(tmp_path).splitlines()
    assert lines[0] == "german.csv: 3 records, into german.csv.collection"
    assert lines[-1] == (
        "typed-sts: stopped; the collection stays in german.csv.collection, the same command opens it again"
    )
    assert "Traceback" not in said(tmp_path)
    before = (tmp_path / "german.csv.collection" / "collection.json").stat().st_mtime_ns
    with opening(tmp_path, "german.csv", "--no-browser") as process:
        address(tmp_path, process)
        assert "german.csv is unchanged: its collection in german.csv.collection is used again" in said(tmp_path)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 143
    assert (tmp_path / "german.csv.collection" / "collection.json").stat().st_mtime_ns == before
    (tmp_path / "german.csv").write_bytes(table_exports.GERMAN.replace(b"Hafen", b"Kanal"))
    with opening(tmp_path, "german.csv", "--no-browser") as process:
        where = address(tmp_path, process)
        item = requests.get(f"{where}/api/v1/item", params={"id": "A 2"}, timeout=PATIENCE).json()
        assert item["dcTitle"] == ["Kanal"]


def test_the_browser_is_shown_the_page_of_xml_with_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "modes.xml").write_bytes(table_exports.MODES)
    (tmp_path / "modes.toml").write_text(table_exports.MODES_MAPPING)
    (tmp_path / "browser").write_text(BROWSER)
    (tmp_path / "browser").chmod(0o755)
    seen = tmp_path / "seen"
    env = {"BROWSER": f"{tmp_path}/browser %s", "SEEN": str(seen)}
    with opening(tmp_path, "modes.xml", "--mapping", "modes.toml", **env) as process:
        where = address(tmp_path, process)
        wait_until(lambda: seen.exists() and seen.read_text().endswith("\n"), process)
        assert seen.read_text().strip() == where


def test_what_cannot_be_opened_says_what_to_type_next(tmp_path: Path) -> None:
    (tmp_path / "modes.xml").write_bytes(table_exports.MODES)
    (tmp_path / "cards.csv").write_text("Card;Title\nx;Mill\n")
    done = typed_sts("open", "modes.xml", "--no-browser", cwd=tmp_path)
    assert done.returncode == 1
    assert "typed-sts inspect modes.xml --write modes.toml" in done.stderr
    done = typed_sts("open", "cards.csv", "--no-browser", cwd=tmp_path)
    assert done.returncode == 1
    assert "typed-sts open cards.csv --id row" in done.stderr
    done = typed_sts("open", "nothing.csv", "--no-browser", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "typed-sts: nothing.csv is not a file; name one file of records\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.csv", "modes.xml"]


def test_a_folder_of_that_name_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "german.csv").write_bytes(table_exports.GERMAN)
    mine = tmp_path / "german.csv.collection"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    cache = tmp_path / "cache"
    with opening(tmp_path, "german.csv", "--no-browser", XDG_CACHE_HOME=str(cache)) as process:
        address(tmp_path, process)
    assert [path.name for path in mine.iterdir()] == ["notes.txt"]
    assert list(cache.glob("typed-sts/opened/*/collection.json"))
