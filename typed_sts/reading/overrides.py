"""The overrides in use: what an editor's file says, for this process and those it starts.

    use("overrides.tsv")    check the file, and let everything be read and said by it from now on
    in_use()                what it says

The path, and the digest of what was read there, stand in the environment (TYPED_STS_OVERRIDES), so that worker
processes started later use the same; one that finds another text at that path says so instead of mixing two versions.
A service reads the file anew when it changes, and tells its processes (`use_content`).
"""

import os
from functools import cache
from pathlib import Path

from typed_sts.domain.overrides import NO_OVERRIDES, Overrides
from typed_sts.reading.overrides_file import BadOverrides, content_of, parse_overrides

VARIABLE = "TYPED_STS_OVERRIDES"
_DIGEST = "TYPED_STS_OVERRIDES_DIGEST"
_told: list[Overrides] = []
"""What a service has told this process, which counts before what the environment names."""


def use(path: str | Path = "") -> None:
    """Let this process, and those it starts, follow an editor's file; "" is none.

    Raise BadOverrides, and change nothing, when the file is not as it should be.
    """
    absolute = os.path.abspath(path) if path else ""
    found = parse_overrides(str(path), content_of(Path(absolute))) if absolute else NO_OVERRIDES
    for name, value in ((VARIABLE, absolute), (_DIGEST, found.digest)):
        if value:
            os.environ[name] = value
        else:
            os.environ.pop(name, None)
    _told[:] = [found]


def use_content(path: str, content: bytes) -> None:
    """Let this process follow what an editor's file held when somebody else read it."""
    _told[:] = [parse_overrides(path, content)]


def in_use() -> Overrides:
    """Return the overrides of this process."""
    return _told[0] if _told else _from_environment()


def path_in_use() -> str:
    """Return the file that this process was told to follow; "" for none."""
    return os.environ.get(VARIABLE, "")


@cache
def _from_environment() -> Overrides:
    path = path_in_use()
    if not path:
        return NO_OVERRIDES
    found = parse_overrides(path, content_of(Path(path)))
    if os.environ.get(_DIGEST, found.digest) != found.digest:
        raise BadOverrides(f"{path} has changed since this was begun; run it again")
    return found
