"""Fragments that cost more than their length, or raised, before: each with what it hit. What is found is added here.

Those of LINEAR never did; they lean on patterns and loops in which a change could do it.
"""

from tests.fuzz.atoms import NAME, YEAR
from tests.fuzz.readers import Case

MENDED = (
    Case("dcTitle", "b. 1800; "),  # each date looked through the whole value for an acquisition
    Case("dcTitle", "1800-1850; "),  # the same
    Case("dcDescription", "(1800"),  # the same
    Case("dcDescription", "Acquisition: 1800 "),  # the same, and compared with each acquisition
    Case("dcDescription", "Artist: John Smith, 1800; "),  # each span compared with each maker
    Case("dcCreator", "John Smith 1800-1850; "),  # the same
    Case("dcDescription", "John Smith (1800-1850). "),  # each date looked through the whole value
    Case("dcDescription", ". artist: John Smith "),  # a labelled part reached to the end of the text, from each label
    Case("dcDescription", "\n" * 7_999 + "a"),  # white space before a label, looked through from each line
    Case("dcCreator", " " * 7_999 + "John Smith"),  # white space before a role: times forty, times white space
    Case("dcCreator", "John Smith and "),  # recursion, a level for each name; all the rest folded again for each
    Case("dcCreator", "John Smith | "),  # the same
    Case("dcCreator", "early "),  # recursion, a level for each word that may stand before a people
    Case("dcCreator", "("),  # each bracket looked for its end, to the end of the text
    Case("dcCreator", "(a"),  # the same
    Case("dcCreator", "x for the "),  # each "for" looked for a market, to the end of the text
    Case("dcDate", "1", many=True),  # each value a date: spans of years compared each with each
    Case("dcDate", "AH 1213 1798 "),  # each year beside the Islamic calendar compared with each other year
    Case("dcDate", f"{YEAR}; "),  # different years, compared each with each: in a document, in its evidence
    Case("dcTitle", "\ud800"),  # half a character, which no file can hold: TypeError
)
LINEAR = (
    Case("dcCreator", f"{NAME} Smith; "),
    Case("dcCreator", f"John {NAME}", many=True),
    Case("dcDescription", f"Artist: {NAME} Smith; Date: {YEAR}; "),
    Case("dcDescription", f"{NAME} and {NAME} at {NAME}, London, in {YEAR}. "),
    Case("dcSubject", f"{NAME}", many=True),
    Case("dcDescription", "Acquisition: " + " " * 400),
    Case("dcDescription", "photo by A van "),
    Case("dcCreator", "Dutch people "),
    Case("dcCreator", "["),
    Case("dcCreator", "(()"),
    Case("dcCreator", "artist: "),
    Case("dcCreator", "John Smith" + " " * 2_000 + "(a) "),
    Case("dcCreator", 'J. "'),
    Case("dcCreator", "Smith, "),
    Case("dcCreator", "c "),
    Case("dcCreator", "Smith-"),
    Case("dcCreator", "John Smith", many=True),
    Case("dcCreator", "American artist", many=True),
    Case("dcDate", "1800, "),
    Case("dcDate", "18th century, after 1713; "),
    Case("dcDate", "1731-45, cast "),
    Case("dcSubject", "the Battle of the "),
    Case("dcSubject", "London, "),
    Case("dcSubject", "a", many=True),
    Case("dcTitle", "won't "),
    Case("dcTitle", "www."),
    Case("dcTitle", "e\u0301"),
    Case("dcTitle", "\u0130"),
    Case("dcTitle", "\ufdfa"),  # one character that folds to eighteen
    Case("dcTitle", "a"),  # a word of the length of the text
    Case("dcSource", "x-"),
    Case("dcSource", "1"),
)
KNOWN = (*MENDED, *LINEAR)
