"""Where `typed-sts` starts and ends; it imports next to nothing before it can be stopped."""

import sys

from typed_sts.running.stopping import end, end_on_signals, stopped


def main() -> None:
    """Run the command line, and leave with its exit code; with 130 after Ctrl-C and 143 after SIGTERM."""
    end_on_signals()
    try:
        from typed_sts.cli.commands import run

        code = run()
    except BaseException:
        if stopped():
            end()
        raise
    if stopped():  # somebody took what the signal raised for an error
        end()
    sys.exit(code)  # here, where nothing holds on to what the command had open
