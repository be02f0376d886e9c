"""Everything this package raises on purpose.

CollectionError
|-- NoCollection         nothing there, or nothing of ours
|-- WrongFormat          made by another version: rebuild
|-- CollectionDamaged    its files are not what was written: make it again
|-- Locked               another process is writing
|-- WriteFailed          the write did not end; says how much is safe
|   `-- RecordsRefused   the server took all but some records, and why not these
|-- ItemMissing          no item with that id
|-- BadQuery             a view or a filter the collection does not have
|-- BadAddress           an address that cannot be that of a collection
|-- MissingEngine        the package that talks to Elasticsearch is not installed
`-- ServerError          Elasticsearch cannot be used as it is
    |-- NoServer         nothing answers at the address
    |-- WrongServer      something else, or another version, answers
    |-- AccessRefused    it answers, but not to these credentials
    `-- ClusterRed       it answers, but its data is not there
"""


class CollectionError(Exception):
    """Base of every error of typed_sts_index."""


class NoCollection(CollectionError):
    """There is no collection at that place."""


class WrongFormat(CollectionError):
    """The collection was made by another version of typed-sts."""


class CollectionDamaged(CollectionError):
    """Files of the collection are missing, cut short or changed: names which, and how to make it again.

    `problem` is what is wrong, without the place of the collection.
    """

    def __init__(self, collection: str, problem: str) -> None:
        super().__init__(collection, problem)
        self.collection = collection
        self.problem = problem

    def __str__(self) -> str:
        again = f'"typed-sts index ITEMS --to {self.collection} --rebuild"'
        return f"the collection {self.collection} is damaged: {self.problem}; make it again with {again}"


class Locked(CollectionError):
    """Another process is writing to the collection."""


class WriteFailed(CollectionError):
    """A write did not come to its end."""


class RecordsRefused(WriteFailed):
    """Records the server would not take; `failures` maps their ids to its reasons."""

    def __init__(self, message: str, failures: dict[str, str]) -> None:
        super().__init__(message)
        self.failures = failures


class ItemMissing(CollectionError):
    """The collection has no item with that id."""


class BadQuery(CollectionError):
    """A view or filter that the collection cannot answer."""


class BadAddress(CollectionError):
    """An address that cannot be that of a collection; never repeated in full, it may hold a password."""


class MissingEngine(CollectionError):
    """The packages of an engine are not installed: names the command that installs them."""


class ServerError(CollectionError):
    """Elasticsearch cannot be used as it is."""


class NoServer(ServerError):
    """Nothing answers at the address."""


class WrongServer(ServerError):
    """What answers is not an Elasticsearch this client can use."""


class AccessRefused(ServerError):
    """The server does not accept the credentials, or asks for some."""


class ClusterRed(ServerError):
    """The server answers, but part of its data cannot be read."""
