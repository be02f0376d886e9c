"""The figures of interpretable STS, against cases worked by hand.

Each case says in its comment what the links between tokens are and what they weigh. Figures are ALI, TYPE, SCORE, T+S.
"""

from fractions import Fraction

import pytest

from typed_sts.errors import BadScores
from typed_sts.sts.chunk_scores import check_same_pairs, evaluate_chunks, unseen
from typed_sts.sts.wa_file import AlignedPair, Link, parse_link

LEFT = "A cat sits on a branch .".split()
RIGHT = "The black cat is on a big branch".split()


def pair(*links: str, identifier: str = "1", left: list[str] = LEFT, right: list[str] = RIGHT) -> AlignedPair:
    return AlignedPair(identifier, tuple(left), tuple(right), tuple(map(parse_link, links)))


def figures(gold: list[AlignedPair], system: list[AlignedPair]) -> tuple[float, ...]:
    return evaluate_chunks(gold, system).values()


CAT = "1 2 <==> 1 2 3 // SPE2 // 4"
SITS = "3 <==> 4 // EQUI // 5"
BRANCH = "4 5 6 <==> 5 6 7 8 // SPE2 // 4"


def test_case_1_gold_against_itself_is_right() -> None:
    gold = [pair(CAT, SITS, BRANCH)]
    assert figures(gold, gold) == (1, 1, 1, 1)


def test_case_2_a_missing_link_costs_recall() -> None:
    # Weights in gold: CAT 2x3 links, each 1/3: 2. SITS 1. BRANCH 3x4 links, each 1/4: 3. In all 6.
    # The system has CAT and SITS: P = 3/3, R = 3/6, F1 = 2 * 1/2 / (3/2) = 2/3.
    assert figures([pair(CAT, SITS, BRANCH)], [pair(CAT, SITS)]) == pytest.approx([2 / 3] * 4)


def test_case_3_a_needless_link_costs_precision() -> None:
    # Gold: SITS, weight 1. System: SITS and CAT, 1 + 2. P = 1/3, R = 1, F1 = 1/2.
    assert figures([pair(SITS)], [pair(SITS, CAT)]) == pytest.approx([1 / 2] * 4)


def test_case_4_a_wrong_type_costs_type_and_not_the_others() -> None:
    # SITS (1) is right, CAT (2) has SIMI for SPE2. TYPE: P = R = 1/3. T+S the same, for the scores agree.
    wrong = "1 2 <==> 1 2 3 // SIMI // 4"
    assert figures([pair(CAT, SITS)], [pair(wrong, SITS)]) == pytest.approx([1, 1 / 3, 1, 1 / 3])


def test_case_5_a_wrong_score_costs_by_its_distance() -> None:
    # CAT (2) has 1 for 4: 1 - 3/5 = 2/5. SCORE: (2 * 2/5 + 1) / 3 = 3/5; T+S the same, for the types agree.
    wrong = "1 2 <==> 1 2 3 // SPE2 // 1"
    assert figures([pair(CAT, SITS)], [pair(wrong, SITS)]) == pytest.approx([1, 1, 3 / 5, 3 / 5])


def test_case_6_type_and_score_are_multiplied_and_no_case_is_excused() -> None:
    # EQUI 5 for SPE2 4, which the lenient scorer lets pass. TYPE 1/3 (SITS alone). SCORE (2 * 4/5 + 1) / 3 = 13/15.
    # T+S: CAT counts 0 * 4/5, SITS 1: 1/3.
    wrong = "1 2 <==> 1 2 3 // EQUI // 5"
    assert figures([pair(CAT, SITS)], [pair(wrong, SITS)]) == pytest.approx([1, 1 / 3, 13 / 15, 1 / 3])
    # Nor are SIMI and REL with scores up to 2 taken for one another.
    low, lower = "3 <==> 4 // SIMI // 2", "3 <==> 4 // REL // 2"
    assert figures([pair(low)], [pair(lower)]) == (1, 0, 1, 0)


def test_case_7_sets_of_labels_count_by_what_they_share() -> None:
    # {EQUI, FACT} and {EQUI}: 1/2. {SPE1, FACT} and {SIMI, FACT}: 1/3.
    gold = [pair("3 <==> 4 // EQUI_FACT // 5")]
    assert figures(gold, [pair(SITS)]) == pytest.approx([1, 1 / 2, 1, 1 / 2])
    gold = [pair("3 <==> 4 // SPE1_FACT // 3")]
    assert figures(gold, [pair("3 <==> 4 // SIMI_FACT // 2")]) == pytest.approx([1, 1 / 3, 4 / 5, 4 / 15])


def test_case_8_punctuation_has_no_links() -> None:
    # Token 7 of the left sentence is a full stop: BRANCH with it has the same links as without.
    with_stop = "4 5 6 7 <==> 5 6 7 8 // SPE2 // 4"
    assert figures([pair(BRANCH)], [pair(with_stop)]) == (1, 1, 1, 1)
    # And a chunk of nothing else has none at all, on either side.
    assert figures([pair(SITS, "7 <==> 8 // EQUI // 5")], [pair(SITS)]) == (1, 1, 1, 1)


def test_case_9_other_chunks_share_some_links_and_each_side_weighs_its_own() -> None:
    # Gold: cat (2) with black cat (2 3): two links, 1/2 each: 1 in all. A (1) with The (1): 1. Together 2.
    # System: A cat (1 2) with black cat (2 3): four links, 1/2 each: 2.
    # Shared: 2-2 and 2-3. In the system they weigh 1/2 + 1/2 = 1: P = 1/2. In gold 1/2 + 1/2 = 1: R = 1/2. F1 = 1/2.
    gold = [pair("2 <==> 2 3 // EQUI // 5", "1 <==> 1 // EQUI // 5")]
    system = [pair("1 2 <==> 2 3 // EQUI // 4")]
    assert figures(gold, system) == pytest.approx([1 / 2, 1 / 2, 4 / 10, 4 / 10])
    # System: A cat (1 2) with The black cat (1 2 3): six links, 1/3 each: 2. Shared: 1-1, 2-2, 2-3.
    # P = 3 * 1/3 / 2 = 1/2; R = (1 + 1/2 + 1/2) / 2 = 1; F1 = 2/3.
    system = [pair("1 2 <==> 1 2 3 // EQUI // 5")]
    assert figures(gold, system) == pytest.approx([2 / 3] * 4)


def test_case_10_all_pairs_together_make_one_figure() -> None:
    # Pair 1: gold SITS (1), system SITS. Pair 2: gold CAT (2), system nothing. Pair 3: system SITS (1), gold nothing.
    # P = 1/2, R = 1/3, F1 = 2 * 1/6 / (5/6) = 2/5: not a mean over pairs.
    gold = [pair(SITS), pair(CAT, identifier="2"), pair(identifier="3")]
    system = [pair(SITS), pair(identifier="2"), pair(SITS, identifier="3")]
    assert figures(gold, system) == pytest.approx([float(Fraction(2, 5))] * 4)


def test_case_11_chunks_alone_and_their_labels_do_not_count() -> None:
    gold = [pair(SITS, "1 2 <==> 0 // ALIC // NIL")]
    assert figures(gold, [pair(SITS, "1 2 <==> 0 // NOALI // 0")]) == (1, 1, 1, 1)


def test_nothing_at_all_is_no_agreement() -> None:
    assert figures([], []) == figures([pair()], [pair()]) == (0, 0, 0, 0)


def test_the_tokens_are_those_of_gold() -> None:
    system = AlignedPair("1", (), (), (parse_link("4 5 6 7 <==> 5 6 7 8 // SPE2 // 4"),))
    assert figures([pair(BRANCH)], [system]) == (1, 1, 1, 1)


def test_a_link_of_a_chunk_of_a_thousand_tokens_is_refused() -> None:
    long = tuple(range(1, 2001))
    system = AlignedPair("1", (), (), (Link(long, long, ("EQUI",), 5.0),))
    with pytest.raises(BadScores, match="sentence 1: more than 1,000,000 links"):
        evaluate_chunks([pair(SITS)], [system])


def test_files_of_other_pairs_are_told() -> None:
    check_same_pairs([pair(SITS)], [pair(SITS)], "mine.wa")
    with pytest.raises(BadScores, match=r"mine\.wa: none of its sentence ids"):
        check_same_pairs([pair(SITS)], [pair(SITS, identifier="9")], "mine.wa")


def test_a_pair_is_seen_when_one_of_its_sentences_is() -> None:
    other = pair(SITS, identifier="2", right="A dog runs .".split())
    fresh = pair(SITS, identifier="3", left="A dog swims .".split(), right="It rains".split())
    train = [pair(left="a DOG runs".split(), right="Nobody knows".split())]
    assert [found.id for found in unseen([pair(SITS), other, fresh], train)] == ["1", "3"]
