"""What the service can be told: limits, patience, who may ask and from where. Seconds and bytes throughout."""

from dataclasses import dataclass
from pathlib import Path

LONGEST_ID = 2_000
"""Characters of an id; some are whole addresses."""
LONGEST_QUERY = 1_000
LONGEST_TEXT = 50_000
"""Characters of one value of a record sent in."""
LONGEST_RECORD = 200_000
"""Characters of all values of a record sent in."""
MOST_VALUES = 500
"""Values of one field of a record sent in."""
MOST_HITS = 100
LAST_OFFSET = 9_900
"""Elasticsearch shows the first 10,000 hits and no more."""
MOST_FILTERED = 50
"""Providers, languages or types of one search."""
MOST_RELATED = 50
MOST_PAIRS = 10_000
"""What `pairs` below may be raised to."""
LONG_TEXT = 10_000
"""Characters of the records of a request from which on it is computed beside the others."""
LONG_PAIRS = 100
"""Pairs of a request from which on it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """Everything an operator can change; the limits on single texts are the constants above."""

    queue: int = 256
    """Requests that may wait for a process; the next one is told to come back."""
    in_flight: int = 512
    """Requests at the same time, whatever they do."""
    work_seconds: float = 30.0
    """How long an answer may be computed, and how long it may wait for that."""
    left_seconds: float = 5.0
    """How long an answer that nobody waits for any more may be computed."""
    body_bytes: int = 2_000_000
    body_seconds: float = 10.0
    """How long a client may take to send its request."""
    grace_seconds: float = 30.0
    """How long requests in flight may take to end after SIGTERM."""
    pairs: int = 1_000
    rate: int | None = None
    """Requests a minute and client; None is no limit."""
    max_age: int = 0
    """Seconds for which an answer may be used again without asking; 0 is ask each time, with If-None-Match."""
    root_path: str = ""
    """The path that a proxy serves this under, such as "/heritage"; "" for the root of the site."""
    refresh_seconds: float = 2.0
    """How often, at most, the collection is looked at for changes."""
    keys: Path | None = None
    origins: tuple[str, ...] = ()
    """Origins whose pages may call the API from a browser, and show what is made for other pages in a frame."""
    page: bool = True
    reconcile: bool = True
    """Whether OpenRefine is served, without a key: it cannot send one in a header."""
    pictures: bool = False
    """Whether the page shows the pictures of records: they are asked of the addresses that the records name."""
    allow_private: bool = False
    """Whether these addresses may be of the local network."""
    survey: Path | None = None
    """A survey whose pages are served too, under /survey."""
