"""The Elasticsearch engine: the same contract over one node or many shards."""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from elasticsearch import AuthorizationException, Elasticsearch, NotFoundError
from elasticsearch.helpers import scan

import typed_sts_index.elastic.schema as layout
import typed_sts_index.elastic.versions as versions
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters, Hit
from typed_sts_index.elastic.bulk import Action, Sent, batches, send
from typed_sts_index.elastic.connection import Address, Credentials, check_server, make_client, translated, urls_of
from typed_sts_index.elastic.schema import AS_BEFORE, BY_SCORE, BY_TIE, Layout, alias_query, likeness_query
from typed_sts_index.elastic.statistics import doc_freqs, routes_to_shards
from typed_sts_index.embedded.files import check_versions
from typed_sts_index.entry import (
    KEPT_FILTERS,
    TEXT_VIEWS,
    Entry,
    Vector,
    check_entry,
    check_view_names,
    entry_from_stored,
    indexable,
    item_from_stored,
)
from typed_sts_index.errors import BadQuery, ClusterRed, CollectionDamaged, ItemMissing, NoCollection, WrongFormat
from typed_sts_index.neighbour_query import (
    BaseCollection,
    DocFreqMemory,
    WeightedTerm,
    check_kept,
    check_view,
    tie_breaker,
)

_ITEMS_PER_REQUEST = 500
_MOST_HITS = 10_000


@dataclass(frozen=True, slots=True)
class _Opened:
    """The index an alias stands for, as it was when looked up."""

    index: str
    extra_views: tuple[str, ...]
    routes: tuple[str, ...]
    made_by: str
    made_with: str
    vectors: str
    dimensions: int
    filters: tuple[str, ...]


class ElasticCollection(BaseCollection):
    """A collection on an Elasticsearch server; nothing is sent before its first use."""

    def __init__(
        self, address: Address, credentials: Credentials, *, wanted: Layout = AS_BEFORE, patience: float = 120.0
    ) -> None:
        self.address = address
        self.wanted = wanted
        self.patience = patience
        self._credentials = credentials
        self._opened: _Opened | None = None
        self._n_docs: int | None = None
        self._n_vectors: int | None = None
        self._memory = DocFreqMemory()

    def __repr__(self) -> str:
        return f"ElasticCollection({str(self.address)!r})"

    @property
    def name(self) -> str:
        return str(self.address)

    @property
    def views(self) -> tuple[str, ...]:
        return (*TEXT_VIEWS, *self._open().extra_views)

    @property
    def made_by(self) -> str:
        return self._open().made_by

    @property
    def made_with(self) -> str:
        return self._open().made_with

    @property
    def vectors(self) -> str:
        return self._open().vectors

    @property
    def n_vectors(self) -> int:
        opened, n_vectors = self._open(), self._n_vectors
        if n_vectors is None:
            has_vector = {"exists": {"field": "vector"}}
            with translated(self.address.base):
                found = self._client.count(index=opened.index, query=has_vector) if opened.vectors else {"count": 0}
            self._n_vectors = n_vectors = int(found["count"])
        return n_vectors

    @property
    def keeps_readings(self) -> bool:
        return True

    def readings(self, ids: Sequence[str]) -> dict[str, bytes]:
        index, found = self._open().index, dict[str, bytes]()
        for batch in batches(ids, _ITEMS_PER_REQUEST):
            asked = {layout.document_id(item_id): item_id for item_id in batch}
            with translated(self.address.base):
                answer = self._client.mget(index=index, ids=list(asked), stored_fields=["reading"], source=False)
            for document in answer["docs"]:
                if kept := document.get("fields", {}).get("reading"):
                    found[asked[document["_id"]]] = b64decode(kept[0])
        return found

    @property
    def n_docs(self) -> int:
        index = self._open().index
        n_docs = self._n_docs  # another thread may refresh meanwhile
        if n_docs is None:
            with translated(self.address.base):
                self._n_docs = n_docs = int(self._client.count(index=index)["count"])
        return n_docs

    def exists(self) -> bool:
        try:
            self._open()
        except NoCollection:
            return False
        except WrongFormat:
            return True
        return True

    def refresh(self) -> None:
        """See what others have written since."""
        self._opened = None
        self._forget()

    def state(self) -> str:
        """Return which index stands behind the name now, and how much has been written to it."""
        with translated(self.address.base):
            try:
                return versions.state_of(self._client, self.address.name)
            except NotFoundError:
                raise NoCollection(f"no collection at {self.name}") from None

    def check(self, *, everything: bool = False) -> None:
        """Raise what is wrong when the server, the index or its documents do not answer."""
        self.state()
        self._check_health(self._open().index)
        if not everything:
            for hit in self._search(size=1)["hits"]["hits"]:
                item_from_stored(hit["_source"]["entry"])
            return
        count = sum(1 for _ in self.all_items())
        if count != self.n_docs:
            raise CollectionDamaged(self.name, f"it holds {count:,} items, and not the {self.n_docs:,} it should")

    def _forget(self) -> None:
        self._n_docs = self._n_vectors = None
        self._memory.forget()

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        check_view(view, self)
        opened, field = self._open(), layout.view_field(view)

        def ask(asked: list[str]) -> list[int]:
            with translated(self.address.base):
                return doc_freqs(self._client, opened.index, field, asked, opened.routes)

        return self._memory.look_up(view, [indexable(term) for term in terms], ask)

    def entry(self, item_id: str) -> Entry:
        for stored in self._stored([item_id]):
            return entry_from_stored(stored)
        raise ItemMissing(f'no item "{item_id}" in {self.name}')

    def items(self, ids: Iterable[str]) -> Iterator[Item]:
        for batch in batches(ids, _ITEMS_PER_REQUEST):
            yield from (item_from_stored(stored) for stored in self._stored(batch))

    def _stored(self, ids: Sequence[str]) -> list[dict[str, Any]]:
        index = self._open().index
        with translated(self.address.base):
            documents = self._client.mget(index=index, ids=[layout.document_id(item_id) for item_id in ids])["docs"]
        found = {d["_id"]: d["_source"]["entry"] for d in documents if d.get("found")}
        missing = [item_id for item_id in ids if layout.document_id(item_id) not in found]
        found |= self._by_alias(missing) if missing else {}
        return [found[key] for item_id in ids if (key := layout.document_id(item_id)) in found]

    def _by_alias(self, aliases: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Return what is stored of the items that had these ids before; of several, the first by their tie-breakers."""
        hits = self._search(query=alias_query(aliases), sort=BY_TIE, size=_MOST_HITS)["hits"]["hits"]
        wanted = {layout.document_id(alias) for alias in aliases}
        found: dict[str, dict[str, Any]] = {}
        for stored in (hit["_source"]["entry"] for hit in hits):
            for key in map(layout.document_id, stored["item"]["aliases"]):
                if key in wanted:
                    found.setdefault(key, stored)
        return found

    def all_items(self) -> Iterator[Item]:
        index = self._open().index
        with translated(self.address.base):
            for hit in scan(self._client, index=index, query={"query": {"match_all": {}}}, size=1_000):
                yield item_from_stored(hit["_source"]["entry"])

    def providers(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        composite: dict[str, Any] = {"size": 1_000, "sources": [{"provider": {"terms": {"field": "provider"}}}]}
        while True:
            found = self._search(size=0, aggregations={"providers": {"composite": composite}})
            page = found["aggregations"]["providers"]
            counts |= {bucket["key"]["provider"]: bucket["doc_count"] for bucket in page["buckets"]}
            if "after_key" not in page:
                return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
            composite["after"] = page["after_key"]

    def _hits(
        self, terms: Sequence[WeightedTerm], k: int, offset: int, filters: Filters, without: str | None
    ) -> list[Hit]:
        check_kept(filters, self._open().filters, self.name)
        found = self._search(
            query=likeness_query(terms, filters, without),
            sort=BY_SCORE,
            size=k,
            from_=offset,
            search_type="dfs_query_then_fetch",
        )
        return [
            Hit(item_from_stored(hit["_source"]["entry"]), round(hit["sort"][0], 4)) for hit in found["hits"]["hits"]
        ]

    def _nearest(self, vector: Vector, k: int, filters: Filters, without: str | None) -> list[Hit]:
        opened = self._open()
        check_kept(filters, opened.filters, self.name)
        if len(vector) != opened.dimensions:
            raise BadQuery(f"a vector of {len(vector)} numbers; those of {self.name} have {opened.dimensions}")
        found = self._search(knn=layout.nearest_query(vector, k, filters, without), size=k)["hits"]["hits"]
        hits = [Hit(item_from_stored(hit["_source"]["entry"]), round(2 * hit["_score"] - 1, 4)) for hit in found]
        return sorted(hits, key=lambda hit: (-hit.score, tie_breaker(hit.item.id)))

    def _count(self, terms: Sequence[WeightedTerm], filters: Filters) -> int:
        opened = self._open()
        check_kept(filters, opened.filters, self.name)
        with translated(self.address.base):
            return int(self._client.count(index=opened.index, query=likeness_query(terms, filters, None))["count"])

    def _search(self, **body: Any) -> Any:
        index = self._open().index
        with translated(self.address.base):
            return self._client.search(
                index=index,
                preference=layout.copies_for(body),
                track_total_hits=False,
                allow_partial_search_results=False,
                **body,
            )

    def add(self, entries: Iterable[Entry]) -> int:
        if not self.exists():
            return self.rebuild(entries)
        opened = self._open()
        actions = _index_actions(entries, opened.extra_views, opened.filters, opened.dimensions, self.name)
        return self._send(actions, self.address.name).given

    def delete(self, ids: Iterable[str]) -> int:
        self._open()
        actions = ({"_op_type": "delete", "_id": layout.document_id(item_id)} for item_id in ids)
        return self._send(actions, self.address.name).changed

    def rebuild(
        self,
        entries: Iterable[Entry],
        extra_views: Iterable[str] = (),
        made_by: str = "",
        made_with: str = "",
        vectors: str = "",
    ) -> int:
        extra = check_view_names(extra_views)
        check_server(self._client, self.address.base)
        entries, dimensions = _dimensions_of(entries) if vectors else (entries, 0)
        mapping = layout.mapping_of(extra, made_by, made_with, vectors if dimensions else "", dimensions)
        version = versions.create(self._client, self.address, mapping, self.wanted)
        try:
            sent = self._send(_index_actions(entries, extra, KEPT_FILTERS, dimensions, self.name), version.building)
        except BaseException:
            versions.discard(self._client, self.address, version)
            raise
        versions.switch_to(self._client, self.address, version)
        self.refresh()
        return sent.given

    def _send(self, actions: Iterable[Action], alias: str) -> Sent:
        try:
            with translated(self.address.base):
                client, where = self._client, self.name
                sent = send(client, actions, where=where, patience=self.patience, index=alias, require_alias=True)
                self._client.indices.refresh(index=alias)
        finally:
            self._forget()
        return sent

    def _open(self) -> _Opened:
        opened = self._opened  # another thread may refresh meanwhile
        if opened is None:
            check_server(self._client, self.address.base)
            with translated(self.address.base):
                self._opened = opened = self._look_up()
        return opened

    def _look_up(self) -> _Opened:
        try:
            found = self._client.indices.get(index=self.address.name, features=["mappings", "settings"])
        except NotFoundError:
            raise NoCollection(
                f'no collection at {self.name}; run "typed-sts index ITEMS --to {self.name}" first'
            ) from None
        ((index, description),) = found.items()
        meta = description["mappings"].get("_meta", {})
        if "typed_sts" not in meta:
            raise WrongFormat(f"{self.name} is an index that typed-sts did not make; choose another name")
        check_versions(self.name, meta["typed_sts"], meta.get("analyser_version"))
        self._check_health(index)
        shards = int(description["settings"]["index"]["number_of_shards"])
        routes = tuple(routes_to_shards(self._client, index, shards))
        made_by, made_with = (str(meta.get(name, "")) for name in ("made_by", "made_with"))
        vectors, dimensions = str(meta.get("vectors", "")), int(meta.get("dimensions", 0))
        filters = tuple(meta.get("filters", ()))
        return _Opened(index, tuple(meta["extra_views"]), routes, made_by, made_with, vectors, dimensions, filters)

    def _check_health(self, index: str) -> None:
        try:
            status = self._client.cluster.health(index=index)["status"]
        except AuthorizationException:
            return  # the right to monitor is not needed for anything else; a red index will show itself
        if status == "red":
            raise ClusterRed(
                f"part of {self.name} cannot be read (its health is red); look at"
                f" {urls_of(self.address.base)[0]}/_cluster/allocation/explain,"
                " and run this again when it is yellow or green"
            )

    @cached_property
    def _client(self) -> Elasticsearch:
        return make_client(self.address.base, self._credentials)


def _index_actions(
    entries: Iterable[Entry], extra_views: tuple[str, ...], filters: tuple[str, ...], dimensions: int, name: str
) -> Iterator[Action]:
    for entry in entries:
        check_entry(entry, extra_views, name)
        yield {"_id": layout.document_id(entry.item.id), **layout.document_of(entry, filters, dimensions)}


def _dimensions_of(entries: Iterable[Entry]) -> tuple[Iterator[Entry], int]:
    """Return the entries, and of how many numbers the first vector among them is, which the mapping must say ahead."""
    coming, seen = iter(entries), list[Entry]()
    for entry in coming:
        seen.append(entry)
        if entry.vector is not None:
            return chain(seen, coming), len(entry.vector)
    return iter(seen), 0
