"""From the place of a collection and the name of a model to what the service answers with."""

from dataclasses import dataclass

from typed_sts.errors import BadModel
from typed_sts.why.answers import Answers
from typed_sts_index.contract import Collection
from typed_sts_index.opening import open_collection


@dataclass(frozen=True, slots=True)
class Opened:
    """Answers, and the collection they come from."""

    answers: Answers
    collection: Collection


def open_answers(index: str, *, model: str = "evidence", provider: bool = True, wait: bool = False) -> Opened:
    """Return the answers of a collection by a model, safe to ask from several threads at once.

    Without a collection there, or without a way to reach it, raise what is wrong; with `wait` leave that to the
    requests, which are told to come back until there is one.
    """
    collection = open_collection(index)
    if not wait:
        _ = collection.n_docs  # raises what is wrong with it
    raise BadModel(f'the model "{model}" is not part of this version')
