"""The curl commands of docs/service.md, asked of a running service; and what the docs say of codes and limits."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
import requests

from tests.processes import PATIENCE
from tests.service.process import Service
from typed_sts.service.openapi import _WHEN

PAGE = (Path(__file__).parent.parent.parent / "docs" / "service.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    """Return the words of every curl command in the page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    words = [
        shlex.split(part, comments=True) for block in blocks for part in re.split(r"^(?=curl )", block, flags=re.M)
    ]
    return [found for found in words if found[:1] == ["curl"]]


@pytest.mark.parametrize("command", commands(), ids=lambda words: words[1][:60])
def test_a_documented_request_is_answered(service: Service, command: list[str]) -> None:
    url = next(word for word in command if word.startswith("http://127.0.0.1:8000"))
    url = url.replace("http://127.0.0.1:8000", service.url)
    options = dict(pairwise(command))
    headers = dict(value.split(": ", 1) for name, value in pairwise(command) if name == "-H")
    method = "POST" if "-d" in options else "GET"
    answer = requests.request(method, url, data=options.get("-d"), headers=headers, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text


def test_the_page_has_a_request_for_every_route(service: Service) -> None:
    paths = {re.sub(r"\?.*", "", word) for command in commands() for word in command if "://" in word}
    described = service.get("/openapi.json").json()["paths"]
    assert {path.removeprefix("http://127.0.0.1:8000") for path in paths} == set(described)


def test_every_code_is_in_the_table() -> None:
    for status, (code, _) in _WHEN.items():
        assert re.search(rf"^\| {status} \| [^|]*\b{code}\b", PAGE, re.M), (status, code)
