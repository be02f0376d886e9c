"""Related items as JSON, in both forms."""

import json

from typed_sts.domain.explanation import More, Related
from typed_sts.domain.scores import TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.output.json import batch_line, related_json
from typed_sts_fetch.item import Item

TYPE_SCORES = tuple(TypeScore(name, None, 1.0, "none") for name in TYPES)
MORE = More(2, ("/b", "/c"), "and 2 more leaves of this sketchbook")
FOUND = [
    Related(Item(id="/a", dcTitle=("A\n boat", "Another")), 3.0, TYPE_SCORES, "author", "Also by Turner.", more=MORE),
    Related(Item(id="/d"), 2.0, TYPE_SCORES, "author", ""),
]


def test_both_forms_have_the_title_the_reason_and_what_is_folded() -> None:
    whole = related_json("/x", {}, FOUND, "evidence", "1", "en")["related"]
    short = json.loads(batch_line("/x", FOUND))["related"]
    assert json.loads(
        json.dumps([{name: entry.get(name) for name in ("id", "title", "reason", "more")} for entry in whole])
    ) == [
        {
            "id": "/a",
            "title": "A boat",
            "reason": "Also by Turner.",
            "more": {"count": 2, "ids": ["/b", "/c"], "text": MORE.text},
        },
        {"id": "/d", "title": "", "reason": "", "more": None},
    ]
    for entry, line in zip(whole, short, strict=True):
        assert ("more" in entry) == ("more" in line) == (entry["id"] == "/a")
        assert [entry[name] for name in ("id", "title", "score", "best", "reason")] == [
            line[name] for name in ("id", "title", "score", "best", "reason")
        ]
