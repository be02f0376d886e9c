"""Everything typed_sts raises on purpose, and the errors a user is shown as one line."""

from typed_sts_fetch.errors import FetchError
from typed_sts_index.errors import CollectionError


class TypedStsError(Exception):
    """Base of every error of typed_sts."""


class BadScores(TypedStsError):
    """A scores, gold or ratings file that breaks its format: names file, line and column."""


class BadOption(TypedStsError):
    """Options of a command that do not go together, or mean nothing."""


USER_ERRORS = (TypedStsError, FetchError, CollectionError)
"""What cli.py (and later the service) shows as one line; anything else is a bug and keeps its traceback."""
