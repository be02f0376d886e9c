"""Dates of museum records: any date string to intervals of years, with flags and spans."""
