"""One way to compare what people type: names, nicknames, cards (D.2.3, C.4)."""

import re
import unicodedata

_DASHES = re.compile(r"[\u2010-\u2015\u2212\-]+")
_QUOTES = re.compile(
    r"[\"'`\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033]"
)
_UNSEEN = re.compile(
    r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+"
)
_SPACES = re.compile(r"\s+")


def is_nobodys(letter: str) -> bool:
    """Whether Unicode has no such letter: for private use, or unassigned but for new emoji."""
    is_new_emoji = "\U0001f000" <= letter <= "\U0001faff"
    return not is_new_emoji and unicodedata.category(letter) in ("Co", "Cn")


def fold(text: str) -> str:
    """The form in which two spellings of one name are equal.

    Composed (NFKC), lower case, ё = е, every dash a space, no quotes, single spaces, nothing
    that takes no room (soft hyphens, zero-width marks).
    The spelling itself is kept by the caller and shown as it was written.
    """
    folded = unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold().replace("ё", "е")
    folded = _QUOTES.sub("", _DASHES.sub(" ", folded))
    return _SPACES.sub(" ", folded).strip()
