"""From the place of a collection and the name of a model to what the service answers with."""

from dataclasses import dataclass

from threadpoolctl import threadpool_limits

import typed_sts.answering as answering
from typed_sts.why.answers import Answers
from typed_sts_index.contract import Collection


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
    answers = answering.open_answers(index, model=model, provider=provider, wait=wait)
    # For good, in this process: requests run beside each other, and with threads of their own took three times as long.
    threadpool_limits(limits=1, user_api="blas")
    return Opened(answers, answers.collection)
