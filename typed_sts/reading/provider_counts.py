"""Counts by provider what its records hold, in memory that does not grow with the records.

When more than `most` keys are counted, of each provider that has more than its share of them the rarest half is
forgotten, and the others are lowered by what the rarest of them had (Misra and Gries). A count is then a little too
low, and never too high.
"""

from collections import Counter
from collections.abc import Iterable

from typed_sts.domain.limits import MOST_OF_NAME

_MOST_PROVIDERS = 20_000
_TOO_FEW = 4


class ProviderCounts:
    """Counts keys of records by provider, each key once a record."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._records: Counter[str] = Counter()
        self._counts: dict[str, Counter[int]] = {}
        self._counted = 0

    def __len__(self) -> int:
        return self._counted

    def add(self, provider: str, keys: Iterable[int]) -> None:
        """Count the keys of a record."""
        if provider not in self._counts:
            if len(self._counts) >= _MOST_PROVIDERS or len(provider) > MOST_OF_NAME:
                return
            self._counts[provider] = Counter()
        self._records[provider] += 1
        own = self._counts[provider]
        before = len(own)
        own.update(set(keys))
        self._counted += len(own) - before
        if self._counted > self._most:
            self._forget()

    def often(self, share: float, fewest: int, *, of_one: int, of_all: int) -> dict[str, frozenset[int]]:
        """Return the keys in more than a share of the records, and in five, of each provider that has `fewest` of them.

        The most frequent come first, `of_one` of a provider at most; `of_all` are shared out, large providers first.
        """
        found: dict[str, frozenset[int]] = {}
        left = of_all
        for provider, total in sorted(self._records.items(), key=lambda pair: (-pair[1], pair[0])):
            if total < fewest:
                break
            least = max(share * total, _TOO_FEW)
            often = [(-count, key) for key, count in self._counts[provider].items() if count > least]
            if kept := [key for _, key in sorted(often)[: min(left, of_one)]]:
                found[provider] = frozenset(kept)
                left -= len(kept)
        return found

    def _forget(self) -> None:
        """Bring every provider down to half its share of the keys that may be counted."""
        fair = max(self._most // (2 * len(self._counts)), 1)
        for provider, own in self._counts.items():
            while len(own) > fair:
                middle = sorted(own.values())[len(own) // 2]
                own = Counter({key: count - middle for key, count in own.items() if count > middle})
            self._counts[provider] = own
        self._counted = sum(map(len, self._counts.values()))
