"""What is quoted of two records, and what is said once only."""

from dataclasses import replace

from typed_sts.answers.similarity import TypedSimilarity
from typed_sts.domain.explanation import Why
from typed_sts_fetch.item import Item

SENTENCE = "The harbour at Leith with two brigs, a lighthouse, fishermen mending nets beside barrels of salted herring"
ONE = Item(id="/t/1", dcTitle=("The harbour",), dcDate=("1861",), dcDescription=(SENTENCE + " at dawn.",))
OTHER = replace(ONE, id="/t/2", dcTitle=("A port",), dcDescription=(SENTENCE + ", painted on oak.",))


def why(left: Item, right: Item) -> Why:
    return TypedSimilarity.load().why(left, right)


def line(answer: Why, name: str) -> str:
    return next(entry.summary for entry in answer.types if entry.type == name)


def test_descriptions_of_nearly_the_same_words_are_said_to_be_alike() -> None:
    other = replace(OTHER, dcDescription=("At dawn: " + ", ".join(reversed(SENTENCE.split(", "))),))
    assert "The descriptions are much alike" in line(why(ONE, other), "description")


def test_a_subject_that_only_names_a_place_again_is_not_said_beside_it() -> None:
    left, right = (
        Item(
            id=f"/t/{number}", dcTitle=(title,), dctermsSpatial=("Petworth, Sussex",), dcSubject=("Petworth (Sussex)",)
        )
        for number, title in enumerate(("The park", "The lake"))
    )
    answer = why(left, right)
    assert answer.sentence.count("Petworth") <= 1


def test_two_things_that_one_class_of_iconclass_holds_are_not_the_same_subject() -> None:
    left, right = (
        Item(id=f"/t/{n}", dcTitle=(title,), dcSubject=(word,), language="en")
        for n, (title, word) in enumerate((("A player at dawn", "oboe"), ("A player at night", "clarinet")))
    )
    assert "clarinet" not in line(why(left, right), "subject").lower()
    same = replace(right, dcSubject=("oboes",))
    assert "different" not in line(why(left, same), "subject")
