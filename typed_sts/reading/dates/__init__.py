"""Dates of museum records: any date string to intervals of years, with flags and spans."""

from typed_sts.reading.dates.interval import Interval
from typed_sts.reading.dates.read import life_dates, overall, read_dates

__all__ = ["Interval", "life_dates", "overall", "read_dates"]
