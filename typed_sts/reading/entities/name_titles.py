"""Titles that tell who somebody is: rulers with a number, saints, holders of a rank "of" somewhere.

    "Kaiser Wilhelm II."               rank emperor   name william   number ii
    "Ludwig XIV., König v. Frankreich" rank king      name louis     number xiv   realm france
    "Friedrich der Große"                             name frederick              epithet the great
    "Wellington, Duke of"              rank duke                                  realm wellington
    "Sant Jordi", "St. Georg"          rank saint     name george

Given names of rulers and saints are the English ones, so that their keys are equal in all languages.
"""

import re
from dataclasses import dataclass, field
from functools import cache

from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.gazetteer import area, place_key
from typed_sts.reading.entities.name_words import NUMBER, TITLES, english_given, is_given, sex_of_given
from typed_sts.reading.entities.tables import cell_words, rows, word_set

SAINT = "saint"
SAINTS = word_set("saints")
_SHORT_SAINTS = frozenset(("s", "h", "hl", "sw", "st", "ste", "hll"))
_JOINED_SAINT = re.compile(r"(?:saint|sankt|sint|sainte|st)-(\w++)$")
_CONNECTORS = r"(?:of|von|v\.|van|de|di|du|des|der|del|della|do|da|av|af|zu|z)"
_ARTICLE = re.compile(r"^(?:the|la|le|les|der|den|dem|het|las|los|el)\s++")
_ORDINALS = {"ier": "i", "1er": "i", "1re": "i", "iere": "i", "1": "i", "2": "ii", "3": "iii", "4": "iv", "5": "v"}
_ORDINALS |= {"6": "vi", "7": "vii", "8": "viii", "9": "ix"}
_BY_NAME: dict[str, tuple[str, ...]] = {
    "the great": ("der grosse", "die grosse", "le grand", "la grande", "de grote", "el grande", "il grande", "o grande",
                  "den store", "den stora", "wielki", "wielka", "magnus"),
    "the bold": ("der kuhne", "le temeraire", "de stoute", "il temerario", "el temerario", "le hardi"),
    "the good": ("der gute", "le bon", "de goede", "il buono", "el bueno", "o bom"),
    "the fair": ("der schone", "le bel", "de schone", "il bello", "el hermoso"),
    "the wise": ("der weise", "le sage", "de wijze", "il saggio", "el sabio"),
    "the terrible": ("der schreckliche", "le terrible", "de verschrikkelijke", "il terribile", "el terrible"),
    "the conqueror": ("der eroberer", "le conquerant", "de veroveraar", "il conquistatore", "el conquistador"),
    "lionheart": ("the lionheart", "lowenherz", "coeur de lion", "leeuwenhart", "cuor di leone", "corazon de leon"),
}  # fmt: skip
_EPITHETS = {words: key for key, others in _BY_NAME.items() for words in (key, *others)}
_LOW = frozenset("earl countess viscount viscountess baron baroness lord lady marquess marchioness".split())
_MEN = frozenset("mr herr monsieur sir signor senor esq esquire don dom father pere padre brother mister pan".split())
_WOMEN = frozenset(
    "mrs miss ms mme madame mademoiselle mlle frau fraulein dame signora senora dona sister mother ste sainte santa "
    "mevrouw juffrouw fru froken pani senhora".split()
)


@dataclass(frozen=True, slots=True)
class Titled:
    """A name and its style: `words` are a ruler's or saint's name, else `text` is what is left to be read as a name."""

    text: str = ""
    words: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    number: str = ""
    rank: str = ""
    realm: str = ""
    epithet: str = ""
    rest: tuple[str, ...] = field(default=())

    def key(self) -> str:
        """Return the key of a ruler, saint or title without any other name; it is read as the same again."""
        saint = SAINT if self.rank == SAINT else ""
        name = " ".join(part for part in (saint, *self.words, self.number, self.epithet) if part)
        if not self.realm:
            return name
        return f"{name} of {self.realm}" if name else f"{self.rank} of {self.realm}"


@cache
def _ranks() -> dict[str, tuple[str, str, bool]]:
    """Return by word: the rank, its sex, and whether the word is a title wherever it stands before a name."""
    found: dict[str, tuple[str, str, bool]] = {}
    for rank, sex, cell in rows("ranks", 3):
        for word in cell_words(cell):
            found.setdefault(word.rstrip("~"), (rank, sex, not word.endswith("~")))
    return found


@cache
def _rank_of() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, _ranks()), key=len, reverse=True))
    return re.compile(rf"(?:^|(?<=\s))({words})(?:\s++({_CONNECTORS})(?:\s++|$)|\s++(d'))")


def rank_of(titles: tuple[str, ...]) -> str:
    """Return the first rank among the titles of a name, or ""."""
    return next((SAINT if title in SAINTS else _ranks()[title][0] for title in titles if _is_rank(title)), "")


def _is_rank(title: str) -> bool:
    return title in SAINTS or title in _ranks()


def sex_of(titles: tuple[str, ...], rank: str, given: tuple[str, ...]) -> str:
    """Return "m" or "f" where titles or given names tell, else ""."""
    for title in titles:
        sex = "m" if title in _MEN else "f" if title in _WOMEN else _ranks().get(title, ("", "", False))[1]
        if sex:
            return sex
    by_rank = next((sex for known, sex, _ in _ranks().values() if known == rank), "")
    return by_rank or (sex_of_given(given[0]) if given else "")


def read_titled(text: str) -> Titled | None:
    """Return the style of a folded name, or None for a name that has none."""
    parts = [part.strip() for part in text.removeprefix("the ").split(",")]
    return _ruler(parts) or _saint(parts) or _holder(parts)


def _ruler(parts: list[str]) -> Titled | None:
    head = parts[0].replace(" d'", " d' ").split()
    start, rank = _leading_rank(head)
    words: list[str] = []
    spelled: list[str] = []
    number = epithet = realm = ""
    for at in range(start, len(head)):
        word = head[at]
        bare = word.rstrip(".")
        if words and (numbered := _number(word, named=bool(rank) or sex_of_given(words[0]) == "m")):
            number, tail = numbered, head[at + 1 :]
            break
        if words and (found := _EPITHETS.get(" ".join(head[at : at + 2])) or _EPITHETS.get(" ".join(head[at:]))):
            used = 2 if " ".join(head[at : at + 2]) in _EPITHETS else len(head) - at
            epithet, tail = found, head[at + used :]
            break
        if not is_given(bare) and not (rank and not words):
            return None
        words.append(english_given(bare))
        spelled.append(bare)
        if len(words) > 3:
            return None
    else:
        return None
    if tail:
        if not re.fullmatch(_CONNECTORS + "|d'", tail[0]) or len(tail) > 5:
            return None
        realm = realm_key(" ".join(tail[1:]))
    rest = []
    for part in parts[1:]:
        found_rank, found_realm = _style(part)
        rank, realm = rank or found_rank, realm or found_realm
        if not found_rank and not found_realm:
            rest.append(part)
    if not rank and not is_given(words[0]):
        return None
    return Titled("", tuple(words), tuple(spelled), number, rank, realm, epithet, tuple(rest))


def _leading_rank(head: list[str]) -> tuple[int, str]:
    """Return how many words at the start are titles, and the rank among them."""
    start, rank = 0, ""
    while start < len(head) - 1 and (word := head[start].rstrip(".")):
        if word in _ranks():
            rank = rank or _ranks()[word][0]
        elif word not in TITLES or word in SAINTS:
            break
        start += 1
    return start, rank


def _number(word: str, *, named: bool) -> str:
    bare = word.rstrip(".")
    if bare in _ORDINALS and ((bare.isalnum() and not bare.isdigit()) or word.endswith(".")):
        return _ORDINALS[bare]
    if not NUMBER.fullmatch(bare) or (len(bare) == 1 and word.endswith(".") and not named):
        return ""
    return bare


def _style(part: str) -> tuple[str, str]:
    """Return the rank and realm that a part after a comma says: "king of france", "german emperor", "frankreich"."""
    bare = part.strip(" .")
    if bare in _ranks():
        return _ranks()[bare][0], ""
    if found := _rank_of().match(bare):
        return _ranks()[found[1]][0], realm_key(bare[found.end() :])
    before, _, last = bare.rpartition(" ")
    if before and last in _ranks() and (culture := find_culture(before) or find_culture(before.removesuffix("er"))):
        return _ranks()[last][0], realm_key(culture.place or culture.norm)
    if bare and (known := area(place_key(_ARTICLE.sub("", re.sub(rf"^{_CONNECTORS}\s++", "", bare))))):
        return "", known.key.split(",")[0]
    return "", ""


def realm_key(text: str) -> str:
    """Return the English name of a country or region where the text names one, else the text without its article."""
    plain = _ARTICLE.sub("", text.strip(" .,"))
    known = area(place_key(plain)) or area(place_key(text))
    if known:
        return known.key.split(",")[0]
    culture = find_culture(plain)
    return place_key(culture.place) if culture and culture.place and " " not in culture.place else plain


def _saint(parts: list[str]) -> Titled | None:
    """Return the saint of a text that is nothing but "saint" and a given name, in any language and order."""
    head = [word.rstrip(".") for word in parts[0].split()]
    if len(head) == 1 and (joined := _JOINED_SAINT.match(head[0])):
        head = [SAINT, joined[1]]
    name, others = parts[0], list(parts[1:])
    if len(head) > 1 and head[0] in SAINTS:
        name = " ".join(head[1:])
    elif others and " ".join(others[0].split()).rstrip(".") in SAINTS:
        name, others = " ".join(head), others[1:]
    else:
        return None
    words = name.split()
    if len(words) != 1 or (head[0] in _SHORT_SAINTS and not is_given(words[0])):
        return None
    return Titled(words=(english_given(words[0]),), rank=SAINT, rest=tuple(others))


def _holder(parts: list[str]) -> Titled | None:
    """Return the holder of a rank of somewhere, with the name that is left when the style is taken off."""
    for index, part in enumerate(parts):
        found = _rank_of().search(part)
        if not found:
            continue
        rank = _ranks()[found[1]][0]
        before, realm = part[: found.start()].strip(), part[found.end() :].strip()
        others = [*parts[:index], *([before] if before else []), *parts[index + 1 :]]
        if not realm:
            return _inverted_holder(parts, index, rank, before)
        if found[2] != "of" and rank in _LOW and index == 0:  # "Otto Graf von Bismarck": a family name
            kept = f"{before} {found[2] or found[3]}{' ' if found[2] else ''}{realm}".strip()
            return Titled(text=", ".join([kept, *parts[1:]]), rank=rank)
        if index and before:  # "wellesley, arthur duke of wellington"
            others = [*parts[: index - 1], f"{parts[index - 1]}, {before}", *parts[index + 1 :]]
        return Titled(text=", ".join(others), rank=rank, realm=realm_key(realm))
    return None


def _inverted_holder(parts: list[str], index: int, rank: str, before: str) -> Titled | None:
    """Return the holder of "Wellington, Arthur Wellesley, Duke of": the first part is the place."""
    if index == 0 or (before and len(parts) > 2):
        return None
    if before:  # "Bismarck, Otto Graf von"
        return None
    return Titled(text=", ".join(parts[1:index] + parts[index + 1 :]), rank=rank, realm=realm_key(parts[0]))


def is_office(rank: str) -> bool:
    """Say whether a rank of somewhere is held by one after another, so that it alone names nobody for sure."""
    return bool(rank) and rank not in ("master", SAINT)
