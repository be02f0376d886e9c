"""Imported in the process that computing ones are copied from: what they all need is loaded there, once.

It takes two seconds, and every copy, also one that takes the place of a process that was ended, begins with it.
"""

import typed_sts.service.computing.process  # noqa: F401  (what a copy runs)
from typed_sts.answers.similarity import TypedSimilarity
from typed_sts_fetch.item import Item

_LEFT = Item(id="1", dcTitle=("Sailing to Naples",), dcCreator=("J. M. W. Turner",), dcDate=("1819",))
_RIGHT = Item(id="2", dcTitle=("The Bay of Naples",), dcCreator=("Turner, Joseph",), dcDescription=("A boat sails.",))

TypedSimilarity.load().why(_LEFT, _RIGHT)
