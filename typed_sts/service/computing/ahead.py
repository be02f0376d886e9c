"""The process that computing ones are copied from. It imports and loads beside us while we do something else.

Only this module's few imports are needed to start it.
"""

import signal
import sys
from multiprocessing import get_context, resource_tracker, set_forkserver_preload
from multiprocessing.context import ForkServerContext, SpawnContext

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_nothing_to_copy: list[bool] = [True] if sys.platform == "win32" else []


def start_ahead(*, warm: bool) -> None:
    """Start it unless it runs, with everything imported; if `warm`, with what the models need loaded too."""
    if _nothing_to_copy:
        return
    from multiprocessing import forkserver

    set_forkserver_preload([f"{__package__}.{'warm' if warm else 'process'}"])
    resource_tracker.ensure_running()  # before the signals are blocked: it unblocks them
    before = block_signals()
    try:
        forkserver.ensure_running()
    except OSError:  # its socket needs a temporary folder, and there may be none that can be written
        _nothing_to_copy.append(True)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def way_to_start() -> ForkServerContext | SpawnContext:
    """Return how to start a process: as a copy, or fresh where there is nothing to copy from."""
    return get_context("spawn") if _nothing_to_copy else get_context("forkserver")


def block_signals() -> set[signal.Signals | int]:
    """Have what this thread starts not hear Ctrl-C and SIGTERM: they are for the service, which ends its processes."""
    if sys.platform == "win32":
        return set()
    return signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
