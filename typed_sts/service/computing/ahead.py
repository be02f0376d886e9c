"""The process that computing ones are copied from. It imports and loads beside us while we do something else.

Only this module's few imports are needed to start it.
"""

import signal
from multiprocessing import forkserver, resource_tracker, set_forkserver_preload

SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Not heard by computing processes: Ctrl-C and SIGTERM are for the service, which ends them when it is done."""


def start_ahead(*, warm: bool) -> None:
    """Start it unless it runs, with everything imported; if `warm`, with what the models need loaded too."""
    set_forkserver_preload([f"{__package__}.{'warm' if warm else 'process'}"])
    resource_tracker.ensure_running()  # before the signals are blocked: it unblocks them
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
