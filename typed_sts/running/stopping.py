"""Ctrl-C and SIGTERM: the command tidies up and ends at once, and one line says what is kept and how to go on.

    signal --> StopSignal is raised in the main thread, files half written vanish on its way up
           --> `end`: worker processes are killed, the line is written, the process leaves with 128 + the signal

A second signal, tidying that takes longer than GRACE seconds, or a StopSignal that somebody swallowed: `end` at once.
This module is imported before all others and imports little, so that nothing is missed while the rest is imported.
"""

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

GRACE = 5.0
"""Seconds that tidying may take."""
NOTHING_YET = "nothing was done yet"


class StopSignal(BaseException):
    """Raised by a signal that ends the command; no error, so that nothing that catches errors holds it up."""


@dataclass(slots=True)
class _State:
    """What has been heard so far in this process."""

    process: int = 0
    """The one that listens; copies of it do not."""
    sign: int = 0
    held: int = 0
    told: bool = False
    said: Callable[[], str] = lambda: NOTHING_YET


_state = _State()
_telling = threading.Lock()


def end_on_signals() -> None:
    """Have Ctrl-C and SIGTERM end this process tidily; one that is ignored, as in a background job, stays so."""
    _state.process = os.getpid()
    for sign in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(sign) is not signal.SIG_IGN:
            signal.signal(sign, _stop)


def if_stopped(said: str | Callable[[], str]) -> None:
    """Set what the closing line says from now on, or a function that looks how things stand."""
    _state.said = said if callable(said) else lambda: said


def stopped() -> bool:
    """Tell whether a signal has come that ends this process."""
    return bool(_state.sign)


@contextmanager
def held_back() -> Iterator[None]:
    """Let no StopSignal be raised inside, only at the end: for steps that must not be left halfway."""
    _state.held += 1
    try:
        yield
    finally:
        _state.held -= 1
    if _state.sign and not _state.held and threading.current_thread() is threading.main_thread():
        raise StopSignal


def end() -> None:
    """Kill the worker processes, remove what is half written, say how to go on, and leave."""
    code = 128 + _state.sign
    with suppress(BaseException):
        cut = threading.Timer(GRACE, os._exit, (code,))
        cut.daemon = True
        cut.start()
        _kill_workers()
        _remove_unfinished()
        _tell()
        atexit._run_exitfuncs()  # temporary folders; os._exit alone would leave them, and to return would join threads
    os._exit(code)


def _stop(sign: int, frame: FrameType | None) -> None:
    if os.getpid() != _state.process:  # a copy of the process that has not set its own ways yet
        os._exit(128 + sign)
    if _state.sign:
        end()
    _state.sign = sign
    sys.unraisablehook = _swallowed
    late = threading.Timer(GRACE, end)
    late.daemon = True
    late.start()
    _kill_workers()
    if not _state.held:
        raise StopSignal


def _swallowed(lost: Any) -> None:
    """End where nothing can be raised any further, such as in a finaliser; anything else lost now matters no more."""
    if lost.exc_type is StopSignal:
        end()


def _kill_workers() -> None:
    if "multiprocessing.process" in sys.modules:
        for child in sys.modules["multiprocessing.process"].active_children():
            child.kill()


def _remove_unfinished() -> None:
    if "typed_sts_fetch.formats.write" in sys.modules:
        sys.modules["typed_sts_fetch.formats.write"].remove_unfinished()


def _tell() -> None:
    with _telling:
        if _state.told:
            return
        _state.told = True
    said = "run the same command again"
    with suppress(Exception):
        said = _state.said()
    shown_again = "\x1b[?25h" if sys.stderr.isatty() else ""  # the cursor, which a bar hides
    with suppress(OSError, ValueError):
        os.write(2, f"{shown_again}typed-sts: stopped; {said}\n".encode())
