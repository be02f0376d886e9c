"""What goes in and comes out of the API, errors included, as OpenAPI describes it.

Requests are checked against these shapes. Answers are written straight from the dataclasses they describe
(`typed_sts.domain.explanation`, `typed_sts.domain.scores`), and a test compares the two.
"""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StrictStr, model_validator

from typed_sts.domain.relation import RELATIONS
from typed_sts.service.settings import LONGEST_ID, LONGEST_TEXT, MOST_PAIRS, MOST_VALUES
from typed_sts_fetch.item import with_own_names

MOST_FACTS = 50
"""Fields of a record of which something is known beside their texts."""
Text = Annotated[StrictStr, Field(max_length=LONGEST_TEXT)]
Value = Text | StrictInt | Annotated[StrictFloat, Field(allow_inf_nan=False)]
Values = Annotated[list[Value | None], Field(max_length=MOST_VALUES)] | Value | None
"""A list of texts; one text or number stands for a list of one."""
Single = Text | None
Given = TypeVar("Given")
PerValue = Annotated[dict[str, Annotated[list[Given], Field(max_length=MOST_VALUES)]], Field(max_length=MOST_FACTS)]
"""What is known of the values of fields: by field, an entry for each value."""
Ids = Annotated[list[Annotated[StrictStr, Field(max_length=LONGEST_ID)]], Field(max_length=MOST_VALUES)]
Label = Annotated[list[Text], Field(min_length=2, max_length=2)]
Labels = Annotated[list[Label], Field(max_length=MOST_VALUES)]
# No control characters, and something that is not white space.
_ID = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
Id = Annotated[
    StrictStr, Field(min_length=1, max_length=LONGEST_ID, pattern=_ID, examples=["/sample/turner-trafalgar"])
]

OF_IDS = 'Ids of what the values of a field name, such as "wikidata:Q5598", or addresses: a list for each value.'
OF_LANGUAGES = 'Languages of the values of a field, such as "de": one for each value, "" where it is not said.'
OF_LABELS = "What else the thing is called that a value names: for each value, a list of [language, name]."
OF_OTHERS = "Ids of things that a field names by their addresses alone: a list for each thing."
OF_CONCEPT = 'Id of what the text names, such as "wikidata:Q48314"; there only where it is known.'
STATED = Literal["both", "one", "none"]
TRAFALGAR: dict[str, Any] = {
    "id": "/mine/1",
    "provider": "A museum",
    "dcTitle": ["The Battle of Trafalgar"],
    "dcCreator": ["Turner, Joseph Mallord William"],
    "dcDescription": ["Nelson has been shot and lies on the deck of the Victory."],
    "dcDate": ["1806"],
    "ids": {"dcCreator": [["wikidata:Q159758"]]},
    "languages": {"dcTitle": ["en"]},
}
NELSON: dict[str, Any] = {
    "id": "/mine/2",
    "dcTitle": ["The Death of Nelson, 21 October 1805"],
    "dcCreator": ["Arthur William Devis"],
    "dcSubject": ["Battle of Trafalgar", "death"],
    "dcDate": ["1807"],
}


class Record(BaseModel):
    """A record sent in: an id, and lists of texts. What is left out is not stated.

    Fields may be called otherwise ("title", "dc:title", "Titel"), as in files; those that mean none are not read.
    """

    model_config = ConfigDict(extra="ignore", json_schema_extra={"examples": [TRAFALGAR]})

    id: Id
    provider: Single = None
    dcTitle: Values = None
    dcCreator: Values = None
    dcSubject: Values = None
    dcDescription: Values = None
    dcDate: Values = None
    dcSource: Values = None
    dcContributor: Values = None
    dcType: Values = None
    dctermsSpatial: Values = None
    dctermsTemporal: Values = None
    dctermsCreated: Values = None
    dctermsMedium: Values = None
    dctermsIsPartOf: Values = None
    isShownAt: Single = None
    preview: Single = None
    rights: Single = None
    language: Single = None
    country: Single = None
    ids: PerValue[Ids] | None = Field(default=None, description=OF_IDS)
    languages: PerValue[Text] | None = Field(default=None, description=OF_LANGUAGES)
    labels: PerValue[Labels] | None = Field(default=None, description=OF_LABELS)
    otherIds: PerValue[Ids] | None = Field(default=None, description=OF_OTHERS)

    @model_validator(mode="before")
    @classmethod
    def understood(cls, given: Any) -> Any:
        """Give fields that are called otherwise their own names."""
        return with_own_names(given) if isinstance(given, dict) else given


class TwoRecords(BaseModel):
    """Two records to compare; neither has to be in the collection."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"a": TRAFALGAR, "b": NELSON}]})

    a: Record
    b: Record


class PairToScore(BaseModel):
    """A pair: each side an id (or Europeana address) of the collection, or a whole record."""

    a: Id | Record
    b: Id | Record


class PairsToScore(BaseModel):
    """Pairs to score, answered in the same order."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "pairs": [
                        {"a": "/sample/turner-trafalgar", "b": "/sample/devis-death-of-nelson"},
                        {"a": "/sample/turner-trafalgar", "b": NELSON},
                    ]
                }
            ]
        }
    )

    pairs: Annotated[list[PairToScore], Field(min_length=1, max_length=MOST_PAIRS)]


class RecordShape(BaseModel):
    """A record of the collection: what it does not state is left out."""

    model_config = ConfigDict(json_schema_extra={"examples": [TRAFALGAR]})

    id: str
    provider: str = ""
    dcTitle: list[str] = []
    dcCreator: list[str] = []
    dcSubject: list[str] = []
    dcDescription: list[str] = []
    dcDate: list[str] = []
    dcSource: list[str] = []
    dcContributor: list[str] = []
    dcType: list[str] = []
    dctermsSpatial: list[str] = []
    dctermsTemporal: list[str] = []
    dctermsCreated: list[str] = []
    dctermsMedium: list[str] = []
    dctermsIsPartOf: list[str] = []
    isShownAt: str = ""
    preview: str = ""
    rights: str = ""
    language: str = ""
    country: str = ""
    aliases: list[str] = []
    ids: dict[str, list[list[str]]] = Field(default={}, description=OF_IDS)
    languages: dict[str, list[str]] = Field(default={}, description=OF_LANGUAGES)
    labels: dict[str, list[list[list[str]]]] = Field(default={}, description=OF_LABELS)
    otherIds: dict[str, list[list[str]]] = Field(default={}, description=OF_OTHERS)


class SpanShape(BaseModel):
    """A stretch of a record's text: item[field][value][start:end] is the text, in Unicode code points."""

    field: str
    value: int
    start: int
    end: int
    text: str
    concept: str = Field(default="", description=OF_CONCEPT)


class EvidenceShape(BaseModel):
    """What stands in one record and what answers it in the other; null where only one says it."""

    a: SpanShape | None
    b: SpanShape | None


class ReasonShape(BaseModel):
    """What one group of features adds to the score, and why."""

    group: str
    points: float
    relation: Annotated[str, Field(json_schema_extra={"enum": [*RELATIONS, ""]})]
    values: list[str]
    text: str
    evidence: list[EvidenceShape]


class SharedThingShape(BaseModel):
    """A thing that both records name: its kind, its id where known, and its name in each of them."""

    kind: str
    concept: str
    names: Annotated[list[str], Field(min_length=2, max_length=2)]


class StatementShape(BaseModel):
    """One thing that both records share: how rare it is, how sure, in words, and where it stands."""

    type: str
    relation: Annotated[str, Field(json_schema_extra={"enum": list(RELATIONS)})]
    things: list[SharedThingShape]
    rarity: float
    sure: float
    text: str
    evidence: list[EvidenceShape]


class TypeReasonsShape(BaseModel):
    """One type, explained; baseline and the points of all reasons add up to the estimate."""

    type: str
    score: float | None
    stated: STATED
    summary: str
    baseline: float
    estimate: float
    reasons: list[ReasonShape]
    statements: list[StatementShape]


class WhyShape(BaseModel):
    """A pair, explained in eight respects; `unread` is there only when a record is too long to be read to its end."""

    a: str
    b: str
    types: list[TypeReasonsShape]
    model: str
    version: str
    sentence: str
    statements: list[StatementShape]
    language: str
    unread: list[str] = Field(default=[], description="What was not read of which record, a line each.")


class TypeScoreShape(BaseModel):
    """One type's score, null where neither record states it; `estimate` is the number of the official format."""

    type: str
    score: float | None
    estimate: float
    stated: STATED
    not_stated: float | None = None


class ScoresShape(BaseModel):
    """The eight scores of a pair."""

    a: str
    b: str
    types: list[TypeScoreShape]
    model: str
    version: str


class ErrorFacts(BaseModel):
    """What went wrong: a code for programs, a message for people, and where there is more to say, the details."""

    status: int
    code: str
    message: str
    detail: Any = None


class FailedPairShape(BaseModel):
    """A pair that could not be scored, and why."""

    error: ErrorFacts
    a: str
    b: str


class PredictionsShape(BaseModel):
    """The scores of the pairs asked for, in their order; an error in the place of each that cannot be scored."""

    pairs: list[ScoresShape | FailedPairShape]


class FoundShape(BaseModel):
    """An item found, and how well it fits (only comparable within one answer)."""

    id: str
    score: float
    item: RecordShape


class HitsShape(BaseModel):
    """Items, the best first."""

    hits: list[FoundShape]
    total: int = Field(description="How many items are found in all.")
    offset: int


class MoreShape(BaseModel):
    """Items nearly the same as a listed one: how many, the ids of the first, and that in words."""

    count: int
    ids: list[str]
    text: str


class RelatedShape(BaseModel):
    """A related item, its score by the types asked for (0 to 5), and the reason in a line, if there is one.

    `pinned` is there, and true, where an editor wants it listed whatever its score.
    """

    id: str
    title: str
    score: float
    best: str
    reason: str
    statements: list[StatementShape]
    more: MoreShape | None = Field(default=None, description="There only where something is folded behind the item.")
    types: list[TypeScoreShape]
    item: RecordShape
    pinned: bool = False


class RelatedItemsShape(BaseModel):
    """Related items, the best first; never the item itself, and fewer than asked for where little is worth it."""

    id: str
    by: dict[str, float]
    related: list[RelatedShape]
    complete: bool = Field(
        description="False where candidates were left out because they were not read yet; ask again, or read the"
        " collection whole: typed-sts index."
    )
    model: str
    version: str
    language: str


class UpShape(BaseModel):
    """The process runs."""

    status: Literal["up"]
    version: str


class ReadyShape(BaseModel):
    """The collection answers."""

    status: Literal["ready"]
    items: int
    model: str
    version: str
    about: str
    state: str = Field(description="Another text as soon as answers may be others: the ETags of answers follow it.")


class ErrorShape(BaseModel):
    """Every error looks like this."""

    error: ErrorFacts
