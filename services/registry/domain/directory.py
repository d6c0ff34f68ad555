"""Names that were meant, and which of the recorded certificates and accreditations count."""

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from shared.folding import fold

ALIKE = 70
"""Per cent by which a folded name, or the best part of it, must agree to be offered."""


def nearest(text: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Which of these names somebody may have meant, the likest first; often none.

    Compared folded (D.2.3), a part of a name is enough. Only offered, never taken.
    """
    found = process.extract(
        text, sorted(names), scorer=fuzz.WRatio, processor=fold, limit=most, score_cutoff=ALIKE
    )
    return [name for name, _, _ in found]
