"""What the Europeana client needs to know: where, with which key, how patiently."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from typed_sts_fetch.errors import BadInput, KeyMissing

DEFAULT_BASE_URL = "https://api.europeana.eu"
KEY_VARIABLE = "EUROPEANA_API_KEY"
_KEY = re.compile(r"[A-Za-z0-9_.~\-]{4,200}")


class ApiKey:
    """An API key that shows itself only when asked by name, never in a message, a log or a traceback."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        # Nothing that could break out of a header, and long enough to be taken out of an answer without harm.
        if not _KEY.fullmatch(text):
            raise BadInput("the API key must be 4 to 200 letters, digits, '-', '_', '.' or '~' (it is not shown here)")
        self._text = text

    def reveal(self) -> str:
        """Return the key itself."""
        return self._text

    def __repr__(self) -> str:
        return "ApiKey(***)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything the client can be told; waits and timeouts in seconds."""

    api_key: ApiKey
    base_url: str = DEFAULT_BASE_URL
    in_flight: int = 4
    tries: int = 8
    first_wait: float = 0.5
    longest_wait: float = 30.0
    longest_quota_wait: float = 3900.0
    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    answer_timeout: float = 120.0
    max_answer_bytes: int = field(default=64 * 2**20)

    def __post_init__(self) -> None:
        if not self.base_url.startswith(("http://", "https://")) or "@" in self.base_url:
            raise BadInput(f"the base URL must start with http:// or https:// and hold no password: {self.base_url!r}")


def api_key(key_file: Path | None = None) -> ApiKey:
    """Return the key from the file when one is named, else from the environment."""
    if key_file is None:
        text = os.environ.get(KEY_VARIABLE, "").strip()
        if not text:
            raise KeyMissing(
                f"no Europeana API key: set {KEY_VARIABLE} or name a file with --api-key-file "
                "(keys are free: https://pro.europeana.eu/page/get-api)"
            )
        return ApiKey(text)
    try:
        return ApiKey(key_file.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the API key from {key_file}: {error}") from error
