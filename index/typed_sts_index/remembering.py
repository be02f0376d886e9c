"""A bounded memory of document frequencies, for engines where asking costs something."""

from collections.abc import Callable, Sequence


class DocFreqMemory:
    """Remembers answers until there are too many, then starts anew; holds for one state of a collection only."""

    def __init__(self, most: int = 200_000) -> None:
        self._most = most
        self._known: dict[tuple[str, str], int] = {}

    def look_up(self, view: str, terms: Sequence[str], ask: Callable[[list[str]], list[int]]) -> list[int]:
        """Return the frequencies of the terms, asking only for those not yet known, each once."""
        missing = list(dict.fromkeys(term for term in terms if (view, term) not in self._known))
        if len(self._known) + len(missing) > self._most:
            self._known.clear()
            missing = list(dict.fromkeys(terms))
        if missing:
            self._known.update(zip(((view, term) for term in missing), ask(missing), strict=True))
        return [self._known[view, term] for term in terms]

    def forget(self) -> None:
        """Forget everything: the collection has changed."""
        self._known.clear()
