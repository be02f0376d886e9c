"""What a judge is asked of a sample, question by question, and what counts as an answer.

A1.2.1    a statement about the second related item of card A1    T, V or F
A1.2      that related item                                       good, so-so, no, or repeat
B3.4      the fourth statement of a pair                          T, V or F, perhaps with a score: "T 4.5", "V NA"
B3.missed the types in which the pair shares what no line says    names of types, or -
C1.7      an item that some system found, nobody knows which      good, so-so or no
"""

from collections.abc import Iterator
from dataclasses import dataclass

from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.evaluation.judging.sample_file import POOL, RELATED, WHY, Card, Other, Sample
from typed_sts.evaluation.judging.statements import Said

TRUE, TRIVIAL, FALSE = "T", "V", "F"
GOOD, SO_SO, NO, REPEAT = "good", "so-so", "no", "repeat"
NONE = "-"
NOT_STATED = "NA"
_MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to be judged: its key, the answers there are by what is typed for them, and what it is about."""

    key: str
    answers: tuple[tuple[str, str], ...]
    card: Card
    other: Other
    said: Said | None = None

    @property
    def missed(self) -> bool:
        """Whether it asks for types, not for a verdict."""
        return not self.answers


_STATEMENT = (("t", TRUE), ("v", TRIVIAL), ("f", FALSE))
_FOUND = (("g", GOOD), ("s", SO_SO), ("n", NO))
_RELATED = (*_FOUND, ("r", REPEAT))


def questions_of(sample: Sample) -> Iterator[Question]:
    """Yield all the questions of a sample, in the order in which they are asked."""
    for card in sample.cards:
        for number, other in enumerate(card.others, 1):
            place = card.key if card.kind == WHY else f"{card.key}.{number}"
            for count, said in enumerate(other.statements, 1):
                yield Question(f"{place}.{count}", _STATEMENT, card, other, said)
            if card.kind == WHY:
                yield Question(f"{place}.{_MISSED}", (), card, other)
            else:
                yield Question(place, _RELATED if card.kind == RELATED else _FOUND, card, other)


def parse_answer(question: Question, text: str) -> str:
    """Return an answer as it is kept; raise ValueError saying what is expected."""
    words = text.replace(",", " ").split()
    if question.missed:
        return _types(words)
    known = {shown.casefold(): shown for typed, shown in question.answers}
    known |= dict(question.answers)
    verdict = known.get(words[0].casefold()) if words else None
    if verdict is None or len(words) > (2 if _scored(question) else 1):
        expected = ", ".join(f"{shown}" for _, shown in question.answers)
        raise ValueError(
            f"{text.strip()!r:.40} is none of {expected}" + (", with or without a score" * _scored(question))
        )
    return verdict if len(words) == 1 else f"{verdict} {_score(words[1])}"


def _scored(question: Question) -> bool:
    return question.said is not None and question.card.kind == WHY


def _types(words: list[str]) -> str:
    if not words or words == [NONE]:
        return NONE
    for word in words:
        if word not in TYPES:
            raise ValueError(f"{word!r:.40} is no type; there are {', '.join(TYPES)}, and {NONE} for nothing missed")
    return " ".join(name for name in TYPES if name in words)


def _score(text: str) -> str:
    if text.upper() == NOT_STATED:
        return NOT_STATED
    try:
        value = float(text)
    except ValueError:
        value = LOWEST - 1
    if not LOWEST <= value <= HIGHEST:
        raise ValueError(f"{text!r:.40} is no score: a number from 0 to 5, or {NOT_STATED} where it is not stated")
    return f"{value:g}"


def is_blind(sample: Sample) -> bool:
    """Tell whether a sample is of systems whose names the judge is not to know."""
    return any(card.kind == POOL for card in sample.cards)
