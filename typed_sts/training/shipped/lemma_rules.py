"""Learn lemma rules from verbs whose base is known: which repair each ending wants, and what the rules get wrong."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from typed_sts.reading.tagging.irregular_verbs import IRREGULAR
from typed_sts.reading.tagging.lemmas import LONGEST_ENDING, LemmaRules, candidates

_REPAIRS = "kedy"


def learn_lemma_rules(verbs: Iterable[tuple[str, str, str]]) -> LemmaRules:
    """Return the rules for forms with their lemma and XPOS tag, each as often as it occurs."""
    counts = Counter((form.lower(), lemma.lower(), tag) for form, lemma, tag in verbs)
    by_form: dict[str, Counter[str]] = defaultdict(Counter)
    for (form, lemma, tag), count in sorted(counts.items()):
        if tag not in ("VB", "VBP") and form.isalpha():
            by_form[form][lemma] += count
    lemmas = {form: _commonest(found) for form, found in by_form.items()}
    bases = _bases(counts)
    endings = _endings(lemmas)
    bare = LemmaRules({}, bases, endings)
    # Misspelt forms whose lemma is a guess at the writer's mind ("teh" -> "the") are learned only when seen twice.
    wrong = {
        form: lemma
        for form, lemma in lemmas.items()
        if bare.lemma(form, "VBD") != lemma and form not in IRREGULAR and by_form[form][lemma] > 1
    }
    return LemmaRules(dict(sorted(wrong.items())), bases, endings)


def _bases(counts: Counter[tuple[str, str, str]]) -> frozenset[str]:
    seen: Counter[str] = Counter()
    for (_, lemma, _), count in counts.items():
        seen[lemma] += count
    # A lemma seen once may be a slip; forms that carry an ending themselves would hide the verb they come from.
    return frozenset(lemma for lemma, count in seen.items() if lemma.isalpha() and count > 0)


def _endings(lemmas: dict[str, str]) -> dict[str, str]:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for form, lemma in sorted(lemmas.items()):
        for repair, base in candidates(form).items():
            if base == lemma:
                for length in range(1, min(LONGEST_ENDING, len(form)) + 1):
                    votes[form[-length:]][repair] += 1
    orders = {ending: _order(found) for ending, found in votes.items()}
    # An ending that says no more than the one inside it is left out.
    kept = {e: order for e, order in orders.items() if len(e) == 1 or orders[e[1:]] != order}
    return dict(sorted((e, o) for e, o in kept.items() if sum(votes[e].values()) > 1 or len(e) > 4))


def _order(found: Counter[str]) -> str:
    return "".join(sorted(found, key=lambda repair: (-found[repair], _REPAIRS.index(repair))))


def _commonest(found: Counter[str]) -> str:
    return min(found, key=lambda lemma: (-found[lemma], lemma))
