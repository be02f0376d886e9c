"""Texts made to keep the readers busy, and what every one of them must cost: no more than its length."""
