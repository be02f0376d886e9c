"""Texts of strangers: without control characters, tidied, and told in messages."""

import re

# C0 and C1 controls but for tab and line feed, which are white space and belong to the text; and halves of characters,
# which no file can hold.
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def without_controls(text: str) -> str:
    """Return the text with each control character replaced by a space, so that offsets stay as they are."""
    return text if text.isprintable() else CONTROL.sub(" ", text)


def tidy(text: str) -> str:
    """Return the text of a foreign format: no control characters, white space collapsed, ends stripped."""
    return " ".join(without_controls(text).split())


def as_told(value: object, most: int = 60) -> str:
    """Return a value for a message: as Python writes it, but not all of it, and whatever is nested in it."""
    try:
        return repr(value)[:most]
    except RecursionError:
        return "lists within lists"
