"""Judging in a terminal, or through pipes: records side by side, a statement, a letter; and all of it as one text.

Every question is a line of text and is answered by a line, so that a person, a script or a file can answer. Texts come
from strangers: nothing of them that a terminal would obey is printed.
"""

from collections.abc import Callable, Iterator

from typed_sts.domain.span import printable
from typed_sts.domain.types import TYPES
from typed_sts.evaluation.judging.questions import Question, parse_answer, questions_of
from typed_sts.evaluation.judging.sample_file import WHY, Card, Other, Sample
from typed_sts.evaluation.judging.verdict_file import Verdicts
from typed_sts.output.records import side_by_side

HELP = """\
Answer with a letter and Enter.
  of a statement   t  true and worth saying
                   v  true, but trivial, repeated or misleading
                   f  false
                   in a pair a score may follow, yours from 0 to 5 or NA: "t 4"
  of an item       g good   s so-so   n no   r repeats the item, or another one in its list
  missed           types in which the pair plainly shares what no line says; Enter for none
  b  back one question     ?  this help     q  stop; what is judged is kept"""
_BACK, _QUIT, _HELP = "b", "q", "?"
ReadLine = Callable[[], str]
"""Returns the next line with its end; "" when there are no more."""
Say = Callable[[str], None]


def run_session(sample: Sample, verdicts: Verdicts, read_line: ReadLine, say: Say) -> int:
    """Ask every question that has no verdict yet, keep each answer at once, and return how many are left."""
    questions = list(questions_of(sample))
    place = _next(questions, verdicts, 0)
    if place < len(questions):
        say(HELP)
    shown: tuple[Card, Other] | None = None
    while place < len(questions):
        question = questions[place]
        if shown != (question.card, question.other):
            shown = question.card, question.other
            say("\n" + _records(question))
        say(_asked(question, _left(questions, verdicts)))
        typed = read_line()
        if not typed or typed.strip().casefold() == _QUIT:
            break
        if typed.strip() == _HELP:
            say(HELP)
        elif typed.strip().casefold() == _BACK:
            place = max(place - 1, 0)
        else:
            try:
                verdicts.keep({question.key: parse_answer(question, typed)})
            except ValueError as error:
                say(f"{error}; ? for help")
                continue
            place = _next(questions, verdicts, place + 1)
    return _left(questions, verdicts)


def _next(questions: list[Question], verdicts: Verdicts, start: int) -> int:
    """Return the place of the first question without a verdict from there on, else of the first of all."""
    open_ = [place for place, question in enumerate(questions) if question.key not in verdicts.given]
    return next((place for place in open_ if place >= start), open_[0] if open_ else len(questions))


def _left(questions: list[Question], verdicts: Verdicts) -> int:
    return sum(question.key not in verdicts.given for question in questions)


def _records(question: Question) -> str:
    shown = f"\n{printable(question.other.line)}\n" if question.other.line else ""
    return f"{'=' * 100}\n{side_by_side([question.card.item, question.other.item])}\n{shown}"


def _asked(question: Question, left: int) -> str:
    typed = " ".join(letter for letter, _ in question.answers) or f"types ({', '.join(TYPES)}), or Enter"
    return f"{_told(question)}\n[{left} left]  {typed} ?"


def _told(question: Question) -> str:
    if question.missed:
        return f"{question.key}  missed"
    if question.said is None:
        return f"{question.key}  related"
    said = question.said
    score = "" if question.card.kind != WHY else "  -  " if said.score is None else f"  {said.score:.1f}"
    return f"{question.key}{score}  {said.type}: {printable(said.text)}"


def as_text(sample: Sample) -> Iterator[str]:
    """Yield the whole sample as text with the key of every question, for who judges with an editor or a program."""
    shown: tuple[Card, Other] | None = None
    for question in questions_of(sample):
        if shown != (question.card, question.other):
            shown = question.card, question.other
            yield _records(question)
        yield _told(question)
