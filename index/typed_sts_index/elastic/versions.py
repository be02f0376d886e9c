"""Versions of a collection behind one alias, so that a rebuild is seen all at once or not at all."""

import logging
from dataclasses import dataclass
from typing import Any

from elasticsearch import AuthorizationException, BadRequestError, Elasticsearch, NotFoundError

from typed_sts_index.elastic.connection import Address, translated, urls_of
from typed_sts_index.elastic.schema import Layout, settings_of
from typed_sts_index.errors import ClusterRed, CollectionError, Locked, ServerError, WrongFormat

_LOG = logging.getLogger(__name__)
_WAIT_FOR_COPIES = "30s"


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """One index of a collection, by number."""

    number: int
    name: str

    @property
    def index(self) -> str:
        return f"{self.name}-v{self.number:06}"

    @property
    def building(self) -> str:
        """The alias a build writes through: when it is gone, so is the build, and nothing is created by accident."""
        return f"{self.index}-building"


def versions_of(client: Elasticsearch, address: Address) -> list[Version]:
    """Return the versions there are of a collection, the finished and the unfinished, in order."""
    with translated(address.base):
        found = client.indices.get(index=f"{address.name}-v*", features="aliases", allow_no_indices=True)
    digits = (index.removeprefix(f"{address.name}-v") for index in found)
    return sorted(Version(int(part), address.name) for part in digits if len(part) == 6 and part.isdigit())


def state_of(client: Elasticsearch, name: str) -> str:
    """Return the index behind an alias and its counts of writes; without the right to monitor, of documents."""
    indices = sorted(client.indices.get_alias(index=name))
    try:
        found = client.indices.stats(index=name, metric=["docs", "indexing", "refresh"])["_all"]["primaries"]
        counts = [
            found["docs"]["count"],
            found["docs"]["deleted"],
            found["indexing"]["index_total"],
            found["indexing"]["delete_total"],
            found["refresh"]["external_total"],
        ]
    except AuthorizationException:
        counts = [client.count(index=name)["count"]]
    return " ".join(map(str, [*indices, *counts]))


def create(client: Elasticsearch, address: Address, mappings: dict[str, Any], wanted: Layout) -> Version:
    """Create the next version, unseen by readers; wait a while for its copies, so that a node may die at once."""
    existing = versions_of(client, address)
    version = Version(existing[-1].number + 1 if existing else 1, address.name)
    try:
        with translated(address.base):
            if client.indices.exists(index=address.name) and not client.indices.exists_alias(name=address.name):
                raise WrongFormat(f"{address} is an index that typed-sts did not make; choose another name")
            answer = client.indices.create(
                index=version.index,
                aliases={version.building: {}},
                mappings=mappings,
                settings=settings_of(wanted, _settings_now(client, address.name)),
                wait_for_active_shards="all",
                timeout=_WAIT_FOR_COPIES,
            )
            red = {} if answer["shards_acknowledged"] else _red_shards(client, version.index)
    except ServerError as error:
        if isinstance(error.__cause__, BadRequestError) and "already_exists" in str(error):
            raise Locked(f"another rebuild of {address} has just begun; wait for it to end") from error
        raise
    if red:
        discard(client, address, version)
        raise ClusterRed(
            f"Elasticsearch at {address.base} cannot place the shards of a new index; look at"
            f" {urls_of(address.base)[0]}/_cluster/allocation/explain, and run this again when it can"
        )
    if not answer["shards_acknowledged"]:
        _LOG.warning("%s: not every copy has its place yet; a node that dies now has to come back", version.index)
    return version


def _red_shards(client: Elasticsearch, index: str) -> dict[str, Any]:
    """Return the shards that no node holds, which nothing can be written to."""
    return dict(client.indices.shard_stores(index=index, status="red")["indices"])


def _settings_now(client: Elasticsearch, name: str) -> dict[str, Any]:
    """Return the settings of the index that an alias stands for, or none."""
    try:
        found = client.indices.get_settings(index=name)
    except NotFoundError:
        return {}
    return next((dict(described["settings"]["index"]) for described in found.values()), {})


def switch_to(client: Elasticsearch, address: Address, version: Version) -> None:
    """Make a version the one that readers see, in one step, and remove the older ones."""
    older = [other for other in versions_of(client, address) if other < version]
    with translated(address.base):
        client.indices.put_settings(index=version.index, settings={"refresh_interval": None})
        client.indices.update_aliases(
            actions=[
                *[{"remove": {"index": other.index, "alias": address.name, "must_exist": False}} for other in older],
                {"remove": {"index": version.index, "alias": version.building}},
                {"add": {"index": version.index, "alias": address.name}},
            ]
        )
        for other in older:
            client.options(ignore_status=404).indices.delete(index=other.index)


def discard(client: Elasticsearch, address: Address, version: Version) -> None:
    """Remove an unfinished version, if the server can be asked to."""
    try:
        with translated(address.base):
            client.options(ignore_status=404).indices.delete(index=version.index)
    except CollectionError as error:
        _LOG.warning("the unfinished %s stays until the next rebuild: %s", version.index, error)
