"""Say how similar two cultural-heritage records are in eight respects, and why."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typed_sts.answers.similarity import TypedSimilarity

__all__ = ["TypedSimilarity"]
__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Import what the package offers when it is first asked for: `import typed_sts` itself costs nothing."""
    if name == "TypedSimilarity":
        from typed_sts.answers.similarity import TypedSimilarity

        return TypedSimilarity
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
