"""What the pack takes from Iconclass: saints, gods, figures, scenes, and subjects with short names.

    11H(GEORGE)   keyword "George (St.)"                     saint      Saint George, Hl. Georg, San Giorgio
    92B3          (story of) Apollo (Phoebus)                god        Apollo, Phoebus
    73A52         the Annunciation: Mary, usually ...        scene      Annunciation
    46A14         farmers                                    subject    farmers, Bauern

The head of a label is what stands before its first colon, bracket, semicolon or tilde. Labels in other languages are
sometimes those of another notation (95B(HELEN) is Hypsipyle in German): a figure's name has to look like the English.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping

from rapidfuzz.fuzz import ratio

from typed_sts.knowledge.concepts import Name
from typed_sts.knowledge.folding import key_of
from typed_sts.training.shipped.knowledge_own import Draft

_LANGUAGES = ("en", "de", "fr", "it", "nl", "es", "pt")
_SAINT = re.compile(r"11HH?\([^()&]+\)")
_FIGURE = re.compile(r"(?:82[A-Z]{1,2}|9[4-8][A-Z]{1,2})\([^()]+\)|9[2-6][A-Z]{1,2}\d{0,3}|94[A-Z]")
_BIBLICAL = re.compile(r"7[13][A-Z]\d*")
_STORY_OF_ONE = re.compile(r"(?:the )?story of [A-Z]\w+(?: (?:and|the|of) [A-Z]?\w+)?(?: \([^()]*\))?")
_STORY = re.compile(
    r"^(?:\(?(?:the )?story of\)? |die Geschichte (?:der |des |von (?:der |dem )?|vom )"
    r"|\(?(?:la )?histoire (?:de (?:la )?|d'|du )\)? ?"
    r"|\(?storia (?:di|d'|del|della|dei)\)? ?|\(?(?:la )?historia (?:de|del)\)? |\(?(?:a )?história (?:de|do|da)\)? "
    r"|(?:de )?geschiedenis van )"
)
_STORY_IN_BRACKETS = re.compile(r"^\((?:story of|histoire d(?:e|'|u|e la)|storia di|historia de|história d[eoa])\) ?")
_ARTICLE = re.compile(
    r"^(?:(?:the|a|an|der|die|das|ein|eine|le|la|les|un|une|il|lo|gli|i|el|los|las|o|os|as|de|het|een|uno|una|um|uma) "
    r"|l'|un')",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[:;(~\[]| - ")
_SCENES = re.compile(r"7[13][A-Z]\d*|11[DF]\d*|9[24][A-Z]\d*")
_SUBJECTS = re.compile(r"(?:2|3|4|5)\d[A-Z]*\d*")
_WORD_COUNT = {"scene": (2, 7), "subject": (1, 3)}
_SAINT_FORMS = {
    "en": (re.compile(r"(.+?) \(St\.\)"), ("Saint {}", "St. {}")),
    "de": (re.compile(r"(.+?) \(Heiliger?\)"), ("Hl. {}", "St. {}", "Sankt {}")),
    "fr": (re.compile(r"(.+?) \((Ste?)\)"), ("Saint {}", "St {}")),
    "it": (re.compile(r"((?:San|Santa|Santo|Sant')\b.+)"), ("{}",)),
}
_GOOD_RATIO = 45


def saints(labels: Mapping[str, dict[str, str]], keywords: Mapping[str, dict[str, list[str]]]) -> list[Draft]:
    """Return the saints of whom a single keyword names each."""
    found = []
    for notation in labels:
        if not _SAINT.fullmatch(notation):
            continue
        names: list[Name] = []
        for language, (shape, forms) in _SAINT_FORMS.items():
            told = [match for word in keywords.get(notation, {}).get(language, ()) if (match := shape.fullmatch(word))]
            if len(told) == 1 and "&" not in told[0][1]:
                female = language == "fr" and told[0][2] == "Ste"
                feminine = (
                    form.replace("Saint ", "Sainte ").replace("St ", "Ste ") if female else form for form in forms
                )
                names.extend(Name(form.format(_unbracketed(told[0][1])), language) for form in feminine)
            if language == "en" and not names:
                break
        if names:
            found.append(Draft(f"iconclass:{notation}", "saint", dict.fromkeys(names), weight=5.0))
    return found


def figures(labels: Mapping[str, dict[str, str]]) -> list[Draft]:
    """Return gods, heroes and figures of literature and ancient history."""
    found = []
    for notation, texts in labels.items():
        label = texts.get("en", "")
        biblical = bool(_BIBLICAL.fullmatch(notation) and _STORY_OF_ONE.fullmatch(label))
        classical = _FIGURE.fullmatch(notation) and (_STORY_IN_BRACKETS.match(label) or notation.startswith("82"))
        if not (biblical or classical) or " - " in label or "~" in label:
            continue
        english = _figure_names(label)
        if not english or any(len(name.split()) > 4 for name in english):
            continue
        names = [Name(name, "en") for name in english]
        for language in _LANGUAGES[1:]:
            for name in _figure_names(texts.get(language, "")):
                if max(ratio(key_of(name), key_of(one)) for one in english) >= _GOOD_RATIO:
                    names.append(Name(name, language))
        kind = "literary" if notation[0] == "8" else "god" if notation.startswith(("92", "96")) else "mythical"
        if notation.startswith("98"):
            kind = "person"
        if biblical:
            kind = "biblical"
        found.append(
            Draft(f"iconclass:{notation}", kind, dict.fromkeys(names), weight=5.0 if kind != "person" else 4.6)
        )
    return found


def _figure_names(label: str) -> list[str]:
    """Return the name in the label of a figure, and those in brackets after it."""
    rest = _STORY.sub("", _STORY_IN_BRACKETS.sub("", label)).strip()
    head, _, others = rest.partition("(")
    names = [head.partition(",")[0].partition(";")[0], *others.partition(")")[0].split(",")]
    clean = [_ARTICLE.sub("", name.strip(" '\"")) for name in names]
    return [name for name in clean if name[:1].isupper() and len(name) > 2 and not re.search(r"[\d.~:]", name)]


def scenes(labels: Mapping[str, dict[str, str]]) -> list[Draft]:
    """Return scenes of the Bible and of mythology whose heads name them in a few words."""
    return _headed(labels, _SCENES, "scene", 4.8)


def subjects(labels: Mapping[str, dict[str, str]]) -> list[Draft]:
    """Return other subjects that a few words name."""
    return _headed(labels, _SUBJECTS, "subject", 3.0)


def _headed(labels: Mapping[str, dict[str, str]], shape: re.Pattern[str], kind: str, weight: float) -> list[Draft]:
    found: list[Draft] = []
    used: defaultdict[str, int] = defaultdict(int)
    fewest, most = _WORD_COUNT[kind]
    for notation, texts in labels.items():
        if not shape.fullmatch(notation) or "story of" in texts.get("en", "") or " - " in texts.get("en", ""):
            continue
        names = []
        for language in _LANGUAGES:
            if kind == "subject" and re.search(r"[;(~:]", texts.get(language, "")):
                continue
            for head in _heads(texts.get(language, ""), kind):
                if fewest <= len(key_of(head).split()) <= most:
                    names.append(Name(head, language))
        if names and names[0].lang == "en":
            draft = Draft(f"iconclass:{notation}", kind, dict.fromkeys(names), weight=weight)
            draft.weak = {name for name in names if kind == "scene" and name.text.islower()}
            found.append(draft)
            for key in {key_of(name.text) for name in draft.names}:
                used[key] += 1
    for draft in found:  # a name of several notations tells none of them
        draft.names = {name: None for name in draft.names if used[key_of(name.text)] == 1}
    return [draft for draft in found if draft.names]


def _heads(label: str, kind: str) -> Iterator[str]:
    head = _ENDS.split(label)[0].strip(" ,.'\"")
    parts = head.split(",")
    if kind != "subject" or any(len(part.split()) > 2 for part in parts):
        parts = [head]
    for part in parts:
        name = _ARTICLE.sub("", part.strip(" '\""))
        if len(name) > 2 and "NAME" not in name and "," not in name and not re.search(r"\d", name):
            yield name


def _unbracketed(text: str) -> str:
    return re.sub(r"\s*\([^()]*\)", "", text)


_KIN = {
    "saint": ("saint",), "god": ("god",), "mythical": ("mythical", "god", "literary", "person"),
    "literary": ("literary", "mythical"), "biblical": ("saint", "biblical", "scene"), "ruler": ("person",),
    "person": ("person",), "scene": ("scene",), "group": ("subject",), "action": ("subject",), "object": ("subject",),
}  # fmt: skip
_ANTIQUITY = 550
_NOT_THE_SAME = frozenset(("own:phoenix",))
"""Rows of ours that share their name with something else: the bird, and a teacher of Achilles."""


def _same_word(draft: Draft, subject: Draft) -> bool:
    """Say whether a subject has a single English name, which is one of the first two of ours: "farmer", "farmers"."""
    english = [name.text for name in subject.names if name.lang == "en"]
    return len(english) == 1 and english[0].islower() and key_of(english[0]) in draft.english()[:2]


def merge_iconclass(own: Iterable[Draft], public: list[Draft]) -> list[Draft]:
    """Return the public drafts that are none of ours; ours take over id and names where an English name is the same."""
    by_name: dict[str, dict[str, Draft]] = defaultdict(dict)
    for draft in public:
        for key in draft.english():
            by_name[key][draft.id] = draft
    wanted: dict[str, list[Draft]] = defaultdict(list)
    for draft in own:
        kinds = _KIN.get(draft.kind, ())
        if draft.kind in ("ruler", "person") and (draft.years[1] or 9999) > _ANTIQUITY:
            continue
        same = {
            id: one
            for key in draft.english()
            for id, one in by_name.get(key, {}).items()
            if one.kind in kinds and (one.kind != "subject" or _same_word(draft, one))
        }
        if draft.id in _NOT_THE_SAME:
            same = {}
        if draft.kind in ("god", "mythical"):  # "Mars" and "Ares" are one row of ours and one notation
            same = {id: one for id, one in same.items() if one.kind == draft.kind} or same
        if len(same) == 1:
            wanted[next(iter(same))].append(draft)
    taken = set()
    by_id = {draft.id: draft for draft in public}
    for id, claims in wanted.items():
        if len(claims) == 1:
            taken.add(id)
            (draft,) = claims
            draft.id = id
            draft.add(by_id[id].names)
    return [draft for draft in public if draft.id not in taken]


def without_groups(subjects: Iterable[Draft], people: Container[str]) -> list[Draft]:
    """Return the drafts but for subjects whose English names end with a word for people, which says enough: "woman"."""

    def is_group(draft: Draft) -> bool:
        last = {f"{key.split()[-1]} " for key in draft.english() if key}
        return draft.kind == "subject" and bool(last) and all(word in people for word in last)

    return [draft for draft in subjects if not is_group(draft)]
