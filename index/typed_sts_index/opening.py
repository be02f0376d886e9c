"""One way to a collection, wherever it is."""

from pathlib import Path

from typed_sts_index.contract import Collection
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.errors import MissingEngine


def open_collection(
    where: str | Path, *, shards: int | None = None, replicas: int | None = None, patience: float = 120.0
) -> Collection:
    """Return the collection in a directory or at "http://host:9200/name"; nothing is read or sent before its first use.

    `shards`, and `replicas` of each, count for an Elasticsearch index that is yet to be made: by default as many as the
    one that it takes the place of, else one shard, and a replica where there is a second node. `patience` is how many
    seconds a write waits for a server that has gone away.
    """
    if str(where).startswith(("http://", "https://")):
        try:  # here, for it is an extra, and takes longer to import than most commands take to run
            import elasticsearch  # noqa: F401
        except ModuleNotFoundError as exc:
            raise MissingEngine(
                "a collection on Elasticsearch needs its client, which is not installed;"
                " run: pip install 'typed-sts[elastic]'"
            ) from exc
        from typed_sts_index.elastic.collection import ElasticCollection
        from typed_sts_index.elastic.connection import credentials_from, parse_address
        from typed_sts_index.elastic.schema import Layout

        wanted = Layout(shards, replicas)
        return ElasticCollection(parse_address(str(where)), credentials_from(), wanted=wanted, patience=patience)
    return EmbeddedCollection(Path(where))
