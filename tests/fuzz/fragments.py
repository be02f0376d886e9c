"""Fragments that cost more than their length, or raised, before: each with what it hit. What is found is added here."""

from tests.fuzz.readers import Case

KNOWN = (
    Case("dcTitle", "b. 1800; "),  # each date looked through the whole value for an acquisition
    Case("dcDescription", "(1800"),  # the same
    Case("dcDescription", "Acquisition: "),  # the same, with parts to compare with
    Case("dcDescription", "Acquisition: " + " " * 400),  # white space looked through from each of its places
    Case("dcDescription", "Artist: John Smith 1800 "),  # each span compared with each maker
    Case("dcDescription", "Artist: John Smith, 1800; "),  # the same
    Case("dcDescription", ". artist: John Smith "),  # a labelled part reached to the end of the text from each label
    Case("dcDescription", "\n"),  # white space before a label looked through from each line
    Case("dcDescription", "photo by A van "),
    Case("dcCreator", "John Smith and "),  # recursion, a level for each name; the rest folded again for each
    Case("dcCreator", "John Smith | "),  # the same
    Case("dcCreator", "early "),  # recursion, a level for each word that may stand before a people
    Case("dcCreator", "Dutch people "),
    Case("dcCreator", "("),  # each bracket looked for its end, to the end of the text
    Case("dcCreator", "["),  # the same
    Case("dcCreator", "(a"),
    Case("dcCreator", "(()"),
    Case("dcCreator", "x for the "),  # each "for" looked for a market, to the end of the text
    Case("dcCreator", "artist: "),
    Case("dcCreator", "a" + " " * 2_000),  # white space before a bracket, an "and", a colon
    Case("dcCreator", " " * 7_999 + "a"),  # the same: white space times forty times white space
    Case("dcCreator", 'J. "'),
    Case("dcCreator", "Smith, "),
    Case("dcCreator", "c "),
    Case("dcCreator", "Smith-"),  # a name of one endless word, compared letter by letter
    Case("dcCreator", "John Smith", many=True),
    Case("dcCreator", "American artist", many=True),
    Case("dcDate", "1400 AH "),  # each year of the Islamic calendar compared with each other year
    Case("dcDate", "AH 1213 1798 "),  # the same
    Case("dcDate", "1800, "),
    Case("dcDate", "18th century, after 1713; "),
    Case("dcDate", "1731-45, cast "),
    Case("dcDate", "1", many=True),
    Case("dcSubject", "the Battle of the "),
    Case("dcSubject", "London, "),
    Case("dcSubject", "a", many=True),
    Case("dcTitle", "won't "),
    Case("dcTitle", "www."),
    Case("dcTitle", "e\u0301"),
    Case("dcTitle", "\u0130"),
    Case("dcTitle", "\ufdfa"),  # one character that folds to eighteen
    Case("dcTitle", "\ud800"),  # half a character, which no encoding writes
    Case("dcTitle", "a"),  # a word of the length of the text
    Case("dcSource", "x-"),
    Case("dcSource", "1"),
)


def years(count: int) -> str:
    """Return a text of as many different years: each was compared with each other one."""
    return "; ".join(str(1000 + number % 1100) + ("" if number < 1100 else f"-{number}") for number in range(count))
