"""Lists made for tests: what strangers may write stands in every text."""

from hypothesis import strategies as st

from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.statement import SharedThing, Statement
from typed_sts.domain.types import TYPES
from typed_sts.output.lists import Listed, RelatedList
from typed_sts_fetch.item import Item

MILL = Item(
    id="/2048128/mill_1",
    provider="Stadtmuseum",
    dcTitle=("Mill at Köln",),
    dcCreator=("Moss, Ada", "Unknown"),
    dcDate=("1850",),
    dcSubject=("mill", "Köln"),
    isShownAt="https://museum.example/1",
    preview="https://museum.example/1.jpg",
    language="de",
)
BRIDGE = Item(
    id="inv. 7", provider="House of Maps", dcTitle=("Bridge at Köln",), dcCreator=("Ada Moss",), dcDate=("c. 1851",)
)
STATEMENT = Statement(
    type="location",
    relation="same",
    things=(SharedThing("place", "geonames:2886242", ("Köln", "Köln")),),
    rarity=3.0,
    sure=0.9,
    text="Both name Köln",
    evidence=(
        Evidence(known_as(Span("dcSubject", 1, 0, 4, "Köln"), "geonames:2886242"), Span("dcTitle", 0, 10, 14, "Köln")),
    ),
)
SCORES = tuple((name, None if name == "event" else 2.0 + number / 4) for number, name in enumerate(TYPES))
ENTRY = Listed(
    BRIDGE, 1, 3.25, "location", "Both name Köln.", SCORES, (STATEMENT,), "and 2 more leaves of this sketchbook"
)
LIST = RelatedList(MILL, (ENTRY,))

texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40) | st.sampled_from(
    ["=1+1", "-2", "@SUM(A1)", "+44", '"><script>alert(1)</script>', "a;=cmd|'/c calc'!A1", "\t=1", "]]>", "&lt;", "'"]
)
ids = texts.filter(lambda text: bool(text.strip()))


@st.composite
def items(draw: st.DrawFn) -> Item:
    """Return a record with any texts."""
    return Item(
        id=draw(ids),
        provider=draw(texts),
        dcTitle=tuple(draw(st.lists(texts, max_size=2))),
        dcCreator=tuple(draw(st.lists(texts, max_size=2))),
        dcDescription=(draw(texts),),
        dcDate=tuple(draw(st.lists(texts, max_size=2))),
        dcType=tuple(draw(st.lists(texts, max_size=1))),
        isShownAt=draw(texts | st.sampled_from(["https://a.example/?a=1&b=%22", "javascript:alert(1)"])),
        preview=draw(texts | st.sampled_from(["http://a.example/p.jpg", "data:text/html,x"])),
        language=draw(texts | st.sampled_from(["de", "en-GB"])),
    )


@st.composite
def spans(draw: st.DrawFn, item: Item) -> Span:
    """Return a stretch of the description of a record, with a concept or without."""
    text = item.dcDescription[0]
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    concept = draw(
        st.sampled_from(["", "wikidata:Q42", "iconclass:25F23(LION)(+46)", "own:wedding", "https://a.example/x"])
    )
    return known_as(Span("dcDescription", 0, start, end, text[start:end]), concept)


@st.composite
def lists(draw: st.DrawFn) -> RelatedList:
    """Return a list with any texts, and evidence that stands where it says."""
    own = draw(items())
    entries = []
    for rank in range(1, draw(st.integers(1, 3)) + 1):
        other = draw(items())
        one, two = draw(spans(own)), draw(spans(other))
        names = (one.text, two.text)
        said = Statement(
            "people", "same", (SharedThing("person", "", names),), 1.0, 1.0, draw(texts), (Evidence(one, two),)
        )
        score = draw(st.none() | st.floats(0, 5))
        entries.append(Listed(other, rank, score, "people", draw(texts), SCORES, (said,), draw(texts)))
    return RelatedList(own, tuple(entries))
