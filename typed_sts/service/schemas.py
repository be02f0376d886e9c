"""What goes in and comes out of the API, as OpenAPI describes it.

Requests are checked against these shapes. Answers are written straight from the dataclasses they describe
(`typed_sts.domain.explanation`, `typed_sts.domain.scores`), and a test compares the two.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StrictStr

from typed_sts.domain.explanation import RELATIONS
from typed_sts.service.settings import LONGEST_ID, LONGEST_TEXT, MOST_PAIRS, MOST_VALUES

Text = Annotated[StrictStr, Field(max_length=LONGEST_TEXT)]
Value = Text | StrictInt | Annotated[StrictFloat, Field(allow_inf_nan=False)]
Values = Annotated[list[Value | None], Field(max_length=MOST_VALUES)] | Value | None
"""A list of texts; one text or number stands for a list of one."""
Single = Text | None
# No control characters, and something that is not white space.
_ID = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
Id = Annotated[
    StrictStr, Field(min_length=1, max_length=LONGEST_ID, pattern=_ID, examples=["/sample/turner-trafalgar"])
]

STATED = Literal["both", "one", "none"]
TRAFALGAR: dict[str, Any] = {
    "id": "/mine/1",
    "provider": "A museum",
    "dcTitle": ["The Battle of Trafalgar"],
    "dcCreator": ["Turner, Joseph Mallord William"],
    "dcDescription": ["Nelson has been shot and lies on the deck of the Victory."],
    "dcDate": ["1806"],
}
NELSON: dict[str, Any] = {
    "id": "/mine/2",
    "dcTitle": ["The Death of Nelson, 21 October 1805"],
    "dcCreator": ["Arthur William Devis"],
    "dcSubject": ["Battle of Trafalgar", "death"],
    "dcDate": ["1807"],
}


class Record(BaseModel):
    """A record sent in: an id, and lists of texts. What is left out is not stated; further fields are ignored."""

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


class SpanShape(BaseModel):
    """A stretch of a record's text: item[field][value][start:end] is the text, in Unicode code points."""

    field: str
    value: int
    start: int
    end: int
    text: str


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


class TypeReasonsShape(BaseModel):
    """One type, explained; baseline and the points of all reasons add up to the estimate."""

    type: str
    score: float | None
    stated: STATED
    summary: str
    baseline: float
    estimate: float
    reasons: list[ReasonShape]


class WhyShape(BaseModel):
    """A pair, explained in eight respects."""

    a: str
    b: str
    types: list[TypeReasonsShape]
    model: str
    version: str


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


class PredictionsShape(BaseModel):
    """The scores of the pairs asked for, in their order."""

    pairs: list[ScoresShape]


class FoundShape(BaseModel):
    """An item found, and how well it fits (only comparable within one answer)."""

    id: str
    score: float
    item: RecordShape


class HitsShape(BaseModel):
    """Items, the best first."""

    hits: list[FoundShape]
    offset: int


class RelatedShape(BaseModel):
    """A related item, its score by the types asked for (0 to 5), and the reason in a line."""

    id: str
    score: float
    best: str
    reason: str
    types: list[TypeScoreShape]
    item: RecordShape


class RelatedItemsShape(BaseModel):
    """Related items, the best first; never the item itself."""

    id: str
    by: dict[str, float]
    related: list[RelatedShape]
    model: str
    version: str


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


class ErrorFacts(BaseModel):
    """What went wrong: a code for programs, a message for people, and where there is more to say, the details."""

    status: int
    code: str
    message: str
    detail: Any = None


class ErrorShape(BaseModel):
    """Every error looks like this."""

    error: ErrorFacts
