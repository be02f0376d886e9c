"""The eight types of similarity: one row each, in the column order of the task, with all that depends on the type.

To add a type, add a row; a model must then be trained on scores of it. Groups are those of `typed_sts.domain.groups`,
views those of `typed_sts.domain.labels`, kinds those of entities.
"""

from dataclasses import dataclass

from typed_sts.errors import BadOptions, UnknownType

GENERAL = "general"
"""The type that is about the records as a whole: whatever speaks for a pair speaks for it."""
LOWEST, HIGHEST = 0.0, 5.0
"""The scale of every score."""
HIGH_OVERALL = 4.0
"""The score over the chosen types from which on an item is listed, whatever else."""


@dataclass(frozen=True, slots=True)
class Look:
    """How evidence of a type looks on a page: colours on light and dark paper, and an underline of its own."""

    light: str
    dark: str
    underline: str
    width: str
    width_chosen: str = ""
    """Width of the underline when only this type is shown, where that is another."""


@dataclass(frozen=True, slots=True)
class SimilarityType:
    """One type: how people are told of it, what it is about, and what is known of its scores."""

    name: str
    title: str
    """What the task's own script prints."""
    column: str
    """The title in at most seven characters, for the head of a table."""
    meaning: str
    compared: str
    """What people who rate a pair compare: "how similar are ..."; docs/types.md says the same."""
    unstated: str
    """When it is not stated, and a rater says "not applicable"; docs/types.md says the same."""
    one_sided: str
    """What people are told where only one record states it."""
    groups: tuple[str, ...]
    """The feature groups it is about, the first one first."""
    kinds: tuple[str, ...]
    """A record states it that names an entity of these kinds ..."""
    views: tuple[str, ...]
    """... or has a token in one of these views ..."""
    dated: bool
    """... or has a date."""
    baseline_view: str
    """The view whose cosine is the task's baseline."""
    search_views: tuple[str, ...]
    """The views in which an index looks for related items."""
    usual: float
    """What candidates score on average, as `python -m benchmarks.related` prints it."""
    threshold: float
    """The score from which on it is worth showing, measured by `python -m benchmarks.explanations` (docs/types.md)."""
    often_unstated: bool
    """Many records say nothing about it: the figure of "not stated" is the mean over these types."""
    tag: str
    """The word beside its marks on a page; none where its evidence is most of a record."""
    look: Look
    example: tuple[str, str]
    """A pair of the bundled sample that is alike in it."""


SIMILARITY_TYPES = (
    SimilarityType(
        name=GENERAL,
        title="General",
        column="General",
        meaning="how alike they are as a whole",
        compared="the two items, all in all",
        unstated="a record has no text",
        one_sided="only one record says anything",
        groups=("record",),
        kinds=(),
        views=("text",),
        dated=False,
        baseline_view="text",
        search_views=("text",),
        usual=2.7,
        threshold=3.0,
        often_unstated=False,
        tag="",
        look=Look("#55524b", "#c3bfb6", "dotted", "1px", "2px"),
        example=("/sample/hokusai-wave-met", "/sample/hokusai-wave-bm"),
    ),
    SimilarityType(
        name="author",
        title="Author",
        column="Author",
        meaning="who made them",
        compared="who made them",
        unstated='no maker is named ("unknown" is none)',
        one_sided="only one record names a maker",
        groups=("creator",),
        kinds=("maker",),
        views=(),
        dated=False,
        baseline_view="creator",
        search_views=("creator", "makers"),
        usual=2.7,
        threshold=2.6,
        often_unstated=True,
        tag="author",
        look=Look("#74379b", "#d0a6ee", "solid", "2px"),
        example=("/sample/vermeer-pearl-earring", "/sample/vermeer-view-of-delft"),
    ),
    SimilarityType(
        name="people",
        title="People involved",
        column="People",
        meaning="who is shown or told of",
        compared="the people shown or named, and kinds of people (soldiers)",
        unstated="nobody is named",
        one_sided="only one record names people",
        groups=("people",),
        kinds=("person", "group"),
        views=(),
        dated=False,
        baseline_view="people",
        search_views=("people", "groups"),
        usual=1.5,
        threshold=3.0,
        often_unstated=True,
        tag="people",
        look=Look("#1a65a5", "#8ac4f5", "double", "2px"),
        example=("/sample/cheret-loie-fuller", "/sample/lautrec-loie-fuller"),
    ),
    SimilarityType(
        name="time",
        title="Time",
        column="Time",
        meaning="when they were made, or when it happened",
        compared="when they were made",
        unstated="no date can be read",
        one_sided="only one record has a date",
        groups=("time",),
        kinds=(),
        views=(),
        dated=True,
        baseline_view="dates",
        search_views=("text",),
        usual=3.1,
        threshold=2.4,
        often_unstated=False,
        tag="time",
        look=Look("#a8480f", "#f3a574", "dashed", "2px"),
        example=("/sample/waldseemuller-map", "/sample/durer-eve"),
    ),
    SimilarityType(
        name="location",
        title="Location",
        column="Place",
        meaning="where they were made, or the place they show",
        compared="the places and cultures they show or come from",
        unstated="no place is named",
        one_sided="only one record names a place",
        groups=("place",),
        kinds=("place", "culture"),
        views=(),
        dated=False,
        baseline_view="places",
        search_views=("places", "cultures"),
        usual=2.3,
        threshold=3.1,
        often_unstated=True,
        tag="location",
        look=Look("#23713f", "#86d3a2", "dotted", "3px"),
        example=("/sample/canaletto-regatta", "/sample/barbari-venice"),
    ),
    SimilarityType(
        name="event",
        title="Event",
        column="Event",
        meaning="what happens, or what people do in them",
        compared="what happens in them: battles, actions, poses",
        unstated="nothing happens",
        one_sided="only one record names an event",
        groups=("event",),
        kinds=("event",),
        views=(),
        dated=False,
        baseline_view="verbs",
        search_views=("events", "verbs"),
        usual=1.8,
        threshold=3.0,
        often_unstated=True,
        tag="event",
        look=Look("#ab2354", "#f596b5", "wavy", "1.5px"),
        example=("/sample/turner-trafalgar", "/sample/devis-death-of-nelson"),
    ),
    SimilarityType(
        name="subject",
        title="Subject",
        column="Subject",
        meaning="what they are about",
        compared="what they are about",
        unstated="there is neither subject nor title",
        one_sided="only one record has a subject or title",
        groups=("subject", "title"),
        kinds=(),
        views=("subject", "title"),
        dated=False,
        baseline_view="subject",
        search_views=("subject", "title"),
        usual=2.9,
        threshold=3.1,
        often_unstated=False,
        tag="subject",
        look=Look("#7a5f00", "#e3c65c", "solid", "4px"),
        example=("/sample/donatello-david", "/sample/verrocchio-david"),
    ),
    SimilarityType(
        name="description",
        title="Description",
        column="Descr.",
        meaning="how alike their descriptions are",
        compared="the descriptions",
        unstated="there is no description",
        one_sided="only one record has a description",
        groups=("description",),
        kinds=(),
        views=("description",),
        dated=False,
        baseline_view="description",
        search_views=("description",),
        usual=2.9,
        threshold=2.7,
        often_unstated=False,
        tag="",
        look=Look("#3f6470", "#9cc4d1", "dashed", "1px"),
        example=("/sample/lewis-chessmen-bm", "/sample/lewis-chessmen-nms"),
    ),
)
TYPES = tuple(row.name for row in SIMILARITY_TYPES)
"""The names of the types, in the column order of the task."""
_BY_NAME = {row.name: row for row in SIMILARITY_TYPES}


def type_of(name: str) -> SimilarityType:
    """Return the row of a type."""
    return _BY_NAME[name]


def type_of_group(group: str) -> str:
    """Return the type that a feature group is about, "" for a group that is about none."""
    return next((row.name for row in SIMILARITY_TYPES if group in row.groups), "")


def type_number(name: str) -> int:
    """Return the place of a type in TYPES; raise UnknownType, which is a KeyError, for any other name."""
    if name not in TYPES:
        raise UnknownType(f"no type {name!r:.60}; there are {', '.join(TYPES)}")
    return TYPES.index(name)


def parse_by(text: str) -> dict[str, float]:
    """Return the weight of each type that a user names, as in "author,time:2"; none for a blank text: all alike."""
    weights: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, colon, number = part.partition(":")
        name = name.strip()
        if name not in TYPES:
            raise BadOptions(f'--by: no type "{name:.40}"; there are {", ".join(TYPES)}')
        try:
            weights[name] = float(number) if colon else 1.0
        except ValueError:
            weights[name] = 0.0
        if not 0 < weights[name] <= 1_000:
            raise BadOptions(f'--by: "{part:.60}" needs a weight above 0 and up to 1000, as in {name}:2')
    return weights
