"""An editor's file is followed while the service runs: a right one is used, a wrong one logged, and nothing changes."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.overriding import decide, table
from tests.processes import command, wait_until
from tests.related.test_pinned import ITEMS
from tests.service.process import Service, computing, serving
from typed_sts.preparing.build_collection import build_collection
from typed_sts.reading.overrides import in_use, use
from typed_sts.reading.overrides_file import BadOverrides
from typed_sts.service.following_overrides import FollowedOverrides


def test_the_file_is_read_anew_when_it_changes_and_a_wrong_one_is_told_of_once(
    editor: Path, caplog: pytest.LogCaptureFixture
) -> None:
    decide(editor, "hide|pair|/p/0|/p/1")
    followed = FollowedOverrides(0.0)
    followed.open()
    first = followed.now()
    assert (first.path, first.content) == (str(editor), editor.read_bytes())
    assert followed.now() is first
    editor.write_bytes(table("hide|pair|/p/0"))
    assert followed.now() is followed.now() is first
    editor.unlink()
    assert followed.now() is followed.now() is first
    told = [record.__dict__["facts"]["problems"] for record in caplog.records if record.message == "overrides"]
    assert [problem.partition(str(editor))[2] for (problem,) in told] == [
        ", line 2: hide pair needs something in the column b",
        ": No such file or directory",
    ]
    editor.write_bytes(table("hide|pair|/p/0|/p/2"))
    assert followed.now().content == editor.read_bytes()


def test_without_a_file_nothing_is_followed_and_a_wrong_one_is_refused_at_the_start(editor: Path) -> None:
    use()
    none = FollowedOverrides(0.0)
    none.open()
    assert (none.now().path, in_use().digest) == ("", "")
    decide(editor)
    editor.write_bytes(b"nothing")
    with pytest.raises(BadOverrides, match="line 1: the columns are"):
        FollowedOverrides(0.0).open()


@pytest.mark.slow
def test_a_service_follows_the_file_in_api_and_page_and_in_processes_started_later(tmp_path: Path) -> None:
    file, index = tmp_path / "overrides.tsv", tmp_path / "collection"
    build_collection(ITEMS, index, tagger="crf")
    file.write_bytes(table("replace|sentence|/p/0|/p/4|||Sold together."))
    told = command("serve", "--index", index, "--port", "0", "--overrides", file)
    with serving(index, told) as service:
        assert why(service)["sentence"] == "Sold together."
        assert "Sold together." in service.get("/pair?a=/p/0&b=/p/4").text
        replaced(
            file, "pin|item|/p/0|/p/4", "replace|sentence|/p/0|/p/4|||Lent <b>together</b>.", "not|place|||||Leith"
        )
        wait_until(lambda: related(service)[0]["id"] == "/p/4")
        assert (related(service)[0]["pinned"], related(service)[0]["reason"]) == (True, "Lent <b>together</b>.")
        assert "Lent &lt;b&gt;together&lt;/b&gt;." in service.get("/item?id=/p/0").text
        location = next(each for each in why(service, "/p/1")["types"] if each["type"] == "location")
        assert location["stated"] == "none"
        replaced(file, "pin|item|/p/0")
        wait_until(lambda: bool(related(service) and service.events("overrides")[1:]))
        for process in computing(service):
            os.kill(process, 9)
        wait_until(lambda: service.get("/api/related?id=/p/0&k=1").status_code == 200)
        assert related(service)[0]["id"] == "/p/4"
        logged = service.events("overrides")
        assert "line 2: pin item needs something in the column b" in logged[-1]["problems"][0]
        assert len(logged) == 2


def replaced(file: Path, *rows: str) -> None:
    """Put another version in the place of a file, as editors of texts do."""
    file.with_suffix(".new").write_bytes(table(*rows))
    os.replace(file.with_suffix(".new"), file)


def why(service: Service, other: str = "/p/4") -> Any:
    return service.get(f"/api/why?a=/p/0&b={other}").json()


def related(service: Service) -> Any:
    return service.get("/api/related?id=/p/0&k=1").json()["related"]
