"""Texts of strangers, made fit to be shown."""


def printable(text: str) -> str:
    """Return the text without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
