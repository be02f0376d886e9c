"""The bundled sample gives one answer, whichever way it is asked."""

from pathlib import Path

import orjson
import pytest

from tests.processes import command, typed_sts
from tests.service.process import serving

A, B = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_the_command_and_the_service_say_the_same_of_the_sample(tmp_path: Path) -> None:
    with serving(tmp_path, command("serve", "--sample", "--port", "0")) as service:
        why = service.get("/api/why", params={"a": A, "b": B}).json()
        related = service.get("/api/related", params={"id": A, "k": 2, "by": "author,time:2"}).json()
    printed = typed_sts("why", A, B, "--sample", "--json")
    assert printed.returncode == 0, printed.stderr
    assert orjson.loads(printed.stdout) == why
    listed = typed_sts("related", A, "--sample", "--json", "-k", "2", "--by", "author,time:2")
    assert listed.returncode == 0, listed.stderr
    found = [entry["id"] for entry in orjson.loads(listed.stdout)["related"]]
    assert found == [entry["id"] for entry in related["related"]]
