"""Both engines, each with a place of its own that is gone after the test."""

import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from elasticsearch import Elasticsearch

from typed_sts_index.contract import Collection
from typed_sts_index.opening import open_collection

NewCollection = Callable[[], Collection]
ENGINES = ["embedded", pytest.param("elastic", marks=pytest.mark.elastic)]
SHARDS = 3


def elastic_url() -> str:
    """Return the server to test against; skip when there is none, unless it is required."""
    url = os.environ.get("ELASTICSEARCH_URL")
    if not url:
        reason = "no Elasticsearch to test against (set ELASTICSEARCH_URL)"
        if os.environ.get("TYPED_STS_REQUIRE_ELASTIC") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return url.rstrip("/")


@contextmanager
def _elastic_names() -> Iterator[Callable[[], str]]:
    names: list[str] = []

    def new() -> str:
        names.append(f"{elastic_url()}/test-{uuid.uuid4().hex[:12]}")
        return names[-1]

    yield new
    if names:
        with Elasticsearch(elastic_url()) as client:
            patterns = ",".join(f"{name.rpartition('/')[2]}-v*" for name in names)
            if left := list(client.indices.get(index=patterns, features="aliases")):
                client.indices.delete(index=left)


@pytest.fixture
def elastic_name() -> Iterator[Callable[[], str]]:
    """Give addresses of collections on the server that no one else uses, and remove them after the test."""
    with _elastic_names() as new:
        yield new


@pytest.fixture(scope="module")
def lasting_elastic_name() -> Iterator[Callable[[], str]]:
    """Give such addresses to all the tests of a module."""
    with _elastic_names() as new:
        yield new


@pytest.fixture(params=ENGINES)
def new_collection(request: pytest.FixtureRequest, tmp_path: Path, elastic_name: Callable[[], str]) -> NewCollection:
    """Give a function that returns a collection that does not exist yet; on Elasticsearch it will have three shards."""
    made = iter(range(100))
    if request.param == "embedded":
        return lambda: open_collection(tmp_path / f"collection-{next(made)}")
    elastic_url()
    return lambda: open_collection(elastic_name(), shards=SHARDS)
