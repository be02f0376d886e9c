"""Base forms of verbs: irregular ones, doubled consonants, lost e, and what training adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.reading.tagging.irregular_verbs import IRREGULAR, MUSEUM_BASES
from typed_sts.reading.tagging.lemmas import candidates
from typed_sts.reading.tagging.verb_tagger import default_verb_tagger
from typed_sts.training.shipped.verb_tagger import learn_lemma_rules

TAGGER = default_verb_tagger()


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("knelt", "kneel"), ("woven", "weave"), ("lying", "lie"), ("Dying", "die"), ("gilt", "gild"), ("born", "bear"),
        ("sitting", "sit"), ("travelled", "travel"), ("calling", "call"), ("pressed", "press"), ("adding", "add"),
        ("bathing", "bathe"), ("carved", "carve"), ("juggling", "juggle"), ("dancing", "dance"), ("posed", "pose"),
        ("decorating", "decorate"), ("seated", "seat"), ("wearing", "wear"), ("kneeling", "kneel"),
        ("carries", "carry"), ("crucified", "crucify"), ("washes", "wash"), ("rides", "ride"), ("kisses", "kiss"),
        ("freed", "free"), ("picnicking", "picnic"), ("sings", "sing"), ("singing", "sing"), ("hanging", "hang"),
        ("SEATED", "seat"), ("bequeathed", "bequeath"), ("belying", "belie"), ("brooding", "brood"),
        ("’s", "be"), ("'ve", "have"), ("paint", "paint"), ("ing", "ing"), ("", ""),
    ],
)  # fmt: skip
def test_a_form_has_its_base(form: str, base: str) -> None:
    assert TAGGER.lemma(form) == base


@pytest.mark.parametrize(
    ("form", "tag", "base"),
    [("found", "VB", "found"), ("found", "VBD", "find"), ("lay", "VBD", "lie"), ("lay", "VBP", "lay"),
     ("saw", "VBD", "see"), ("ground", "VBN", "grind"), ("are", "VBP", "be")],
)  # fmt: skip
def test_a_tag_tells_two_readings_apart(form: str, tag: str, base: str) -> None:
    assert TAGGER.lemma(form, tag) == base


def test_a_verb_never_seen_follows_the_longest_ending_seen() -> None:
    rules = learn_lemma_rules(
        [
            ("creating", "create", "VBG"),
            ("rating", "rate", "VBG"),
            ("jumping", "jump", "VBG"),
            ("helping", "help", "VBG"),
        ]
    )
    assert rules.lemma("berating") == "berate"
    assert rules.lemma("pumping") == "pump"


def test_the_commonest_lemma_of_a_form_that_breaks_the_rules_is_learned() -> None:
    rules = learn_lemma_rules([("xferring", "transfer", "VBG")] * 2 + [("xferring", "xfer", "VBG")])
    assert rules.lemma("xferring", "VBG") == "transfer"


def test_a_slip_seen_once_is_not_learned() -> None:
    assert learn_lemma_rules([("effected", "affect", "VBD")]).exceptions == {}


def test_learning_does_not_depend_on_the_order_of_the_verbs() -> None:
    verbs = [("walked", "walk", "VBD"), ("baked", "bake", "VBD"), ("raked", "rake", "VBD"), ("sung", "sing", "VBN")]
    assert learn_lemma_rules(verbs) == learn_lemma_rules(reversed(verbs))


def test_the_table_of_irregular_verbs_holds_no_form_that_is_its_own_base() -> None:
    assert len(IRREGULAR) > 300
    assert all(form != base for form, base in IRREGULAR.items())


def test_museum_verbs_survive_all_their_regular_forms() -> None:
    for base in MUSEUM_BASES:
        stem = base[:-1] if base.endswith("e") else base
        assert TAGGER.lemma(f"{stem}ing") == base or TAGGER.lemma(f"{stem}{stem[-1]}ing") == base, base


@pytest.mark.slow
@given(st.text())
def test_any_form_has_a_lower_case_base(form: str) -> None:
    assert TAGGER.lemma(form) == TAGGER.lemma(form).lower()
    assert bool(TAGGER.lemma(form)) == bool(form)


@given(st.from_regex(r"[a-z]{1,12}(ing|ed|s|es|ies|ied)", fullmatch=True))
def test_every_candidate_shares_the_front_of_its_form(form: str) -> None:
    assert all(base.startswith(form[: max(len(form) - 4, 1)]) for base in candidates(form).values())
