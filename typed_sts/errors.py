"""Everything typed_sts raises on purpose, and the errors a user is shown as one line.

TypedStsError
|-- BadScores           a scores, gold, pairs or ratings file that breaks its format
|-- BadOptions          arguments or options that cannot be used, or not together
|-- UnknownType         a type of similarity that does not exist; also a KeyError
|-- BadModel            a model that is not there, or cannot be read
|-- UnknownEngine       a tagger that does not exist
|-- MissingExtra        an optional package that is not installed
|-- BadTrainingData     training data that is not there, or not as its guide says
|-- BadKnowledge        a user's knowledge that is not as told   knowledge.own_file
|-- BadOverrides        an editor's file that is not as told  reading.overrides_file
|-- BadSpans            annotated records that are not        reading.tagging.annotated
|-- StoreFailed         kept documents that cannot be used    reading.store
|-- WorkerLost          a worker process that was killed      running.workers
|-- ClusterFailed       a cluster that cannot do the work     running.spark
|-- UnreadableRecord    a record that a reader fails on       reading.unreadable
|-- UnknownItems        pairs of items without records        preparing.named_items
|-- ExperimentStopped   a step that could not be done         reproduction.settings
|-- BadSurvey           a file that is no survey              survey.survey_file
|-- InvitationFull      an invitation without a free seat     survey.raters
|-- ServiceError        a service that fails or refuses       client.service_client
|-- BadKeys             a file of keys that is none           service.http.access
|-- NotOpened           nothing to answer from                service.computing.process
|-- CannotServe         an address that cannot be had         service.server
`-- Problem             an answer other than 200              service.http.errors
FetchError              records and their sources, drawn in typed_sts_fetch.errors
CollectionError         collections, drawn in typed_sts_index.errors
"""

from collections.abc import Iterator
from contextlib import contextmanager

from typed_sts_fetch.errors import FetchError
from typed_sts_index.errors import CollectionError


class TypedStsError(Exception):
    """Base of every error of typed_sts."""


class BadScores(TypedStsError):
    """A scores, gold, pairs or ratings file that breaks its format: each problem names file, line and column."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        more = len(self.problems) - 1
        return self.problems[0] + (f" (and {more} more like it)" if more else "")


class BadOptions(TypedStsError):
    """Arguments or options that cannot be used, or not together."""


class UnknownType(TypedStsError, KeyError):
    """A type of similarity that does not exist: names those that do."""

    def __str__(self) -> str:
        return str(self.args[0])


class BadModel(TypedStsError):
    """A model that is not there or cannot be read by this version: names its file and what to do."""


class UnknownEngine(TypedStsError):
    """An engine that does not exist: names those that do."""


class MissingExtra(TypedStsError):
    """An optional package that is not installed: names the command that installs it."""


class BadTrainingData(TypedStsError):
    """Training data that is not there or not as its guide says: names the file."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import optional packages inside: one that is not installed raises MissingExtra with the extra that brings it."""
    try:
        yield
    except ModuleNotFoundError as exc:
        package = (exc.name or extra).partition(".")[0]
        raise MissingExtra(f"{package} is not installed; run: pip install 'typed-sts[{extra}]'") from exc


USER_ERRORS = (TypedStsError, FetchError, CollectionError)
"""What cli.py (and later the service) shows as one line; anything else is a bug and keeps its traceback."""
