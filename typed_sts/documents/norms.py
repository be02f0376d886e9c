"""The normal form of a span of any label: what is equal for what is the same."""

from typed_sts.dates.reading import overall
from typed_sts.entities.normal import normalise


def norm_of(label: str, text: str) -> str:
    """Return the normal form of a span: a name, a place with its country, a kind of event, or years ("1819/1820")."""
    return normalise(label, text, normalise_date=years_key)


def years_key(text: str) -> str:
    """Return the years of a date as "first/last", or one year when both are the same; "" when it gives none."""
    interval = overall(text)
    if interval is None:
        return ""
    return str(interval.start) if interval.start == interval.end else f"{interval.start}/{interval.end}"
