"""One-time codes that a person can read from a slip and type: 48 bits, no look-alikes."""

import re
import unicodedata

ALPHABET = "0123456789ACDEFGHJKMNPRTVWXY"
"""No letter in it is taken for another or for a digit: those that are stand in ``_MENDED``."""

LENGTH = 10
GROUP = 5
_MENDED = str.maketrans(
    "OQILBSZU" + "ОІВЅЗБЧАСЕЁНКМРТУХ",
    "0011852V" + "0185364ACEEHKMPTYX",
)
"""Latin and Cyrillic letters that are not in the alphabet -> the sign that they were read from."""

_SPACING = re.compile(r"[\s\-‐-―_.]+")


def written(code: str) -> str:
    """A code in two groups, as slips show it."""
    return f"{code[:GROUP]}-{code[GROUP:]}"


def read(text: str) -> str | None:
    """A typed code: any case and spacing, look-alikes mended; None: it can't be one of ours."""
    plain = _SPACING.sub("", unicodedata.normalize("NFKC", text)).upper().translate(_MENDED)
    good = len(plain) == LENGTH and all(char in ALPHABET for char in plain)
    return plain if good else None
