"""Corpus statistics and neighbour search over Items: the contract both engines will keep.

Nothing here yet but the package: the import direction, the wheel and the type checks already hold for it.
"""
