"""Commands run by another user on a folder that cannot be written, as in a container with `-v folder:/data:ro`.

    as_nobody(command("info", folder), read_only=folder)     the command line to run

It takes root on Linux, and mounts that are the process's own, gone with it. With TYPED_STS_REQUIRE_ROOT=1 a test that
needs this fails where it cannot be had, instead of being skipped.
"""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.processes import ran

NOBODY = 65534
_ROOT = Path(__file__).parent.parent


def need_root() -> None:
    """Skip where no other user can be taken on or nothing can be mounted; fail when that is required."""
    reason = _missing()
    if reason and os.environ.get("TYPED_STS_REQUIRE_ROOT") == "1":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def _missing() -> str:
    if sys.platform != "linux" or os.geteuid() != 0:
        return "to run as another user takes root on Linux"
    tried = ran(["unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt && setpriv --reuid 65534 true"])
    return f"nothing can be mounted here: {tried.stderr.strip()}" if tried.returncode else ""


def as_nobody(arguments: Sequence[str | Path], *, read_only: Path | None = None) -> list[str]:
    """Return the command line that runs another as a user with no rights and no home, with a folder read-only."""
    steps = [step for path in (sys.base_prefix, sys.prefix, str(_ROOT)) for step in _opened_up(Path(path))]
    if read_only:
        folder = shlex.quote(str(read_only))
        steps += [f"mount --bind {folder} {folder}", f"mount -o remount,ro,bind {folder}"]
    user = f"setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --no-new-privs"
    steps.append("export HOME=/nowhere XDG_CACHE_HOME=/nowhere/cache PYTHONDONTWRITEBYTECODE=1")
    steps.append(f"exec {user} {' '.join(shlex.quote(str(part)) for part in arguments)}")
    return ["unshare", "--mount", "sh", "-ec", "\n".join(steps)]


def _opened_up(path: Path) -> Iterator[str]:
    """Yield the steps after which anybody can reach a folder below one that is its owner's alone, such as /root."""
    closed = next((above for above in reversed(path.resolve().parents) if not above.stat().st_mode & 0o001), None)
    if closed:
        inside, above = shlex.quote(str(path.resolve())), shlex.quote(str(closed))
        yield f"if ! setpriv --reuid {NOBODY} --clear-groups test -x {inside}; then"
        yield "hold=$(mktemp -d)"
        yield f"mount --bind {inside} $hold"
        yield f"[ -e {above}/.opened ] || mount -t tmpfs -o mode=755 tmpfs {above}"
        yield f"touch {above}/.opened; mkdir -p {inside}; mount --move $hold {inside}; rmdir $hold"
        yield "fi"
