"""Spans in records: who, where, when and what happens, each where it stands in the text."""
