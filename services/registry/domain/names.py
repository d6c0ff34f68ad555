"""D.2.3: how names are compared. The spelling is kept and shown as written, keys are folded."""

import re

from shared.folding import fold

LETTERS_PER_SLIP = 4
"""One slip is believed in a word of four letters, a second in one of eight, a third in one of
twelve. With fewer letters to a slip short names would be like others: Оля and Юля, Белов and
Титов."""

_LATIN = "abcehikmoptxyë"
_RUSSIAN = "авсенікмортхуе"
_AS_SEEN = str.maketrans(_LATIN, _RUSSIAN)
"""Latin letters that look like a Cyrillic one in either case, for case does not tell names apart:
``b`` and ``h`` are among them because ``BOBA`` is ``ВОВА`` to every eye; ``i`` is Ukrainian."""

_WORD = re.compile(r"[^\W_]+")
_LOOK_ALIKE = re.compile(rf"[{_LATIN}\d\W_]+")
_HAS_LATIN = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u024f]")
_HAS_CYRILLIC = re.compile(r"[\u0400-\u052f]")
_STRESS = re.compile(r"[\u0300-\u036f]+")
"""Marks that no letter took when the text was composed: a dictionary's stress."""


def name_key(text: str) -> str:
    """D.2.3: the form in which two spellings of one name are equal.

    Folded (case, ё = е, composed, hyphens are spaces), and Latin look-alikes of Cyrillic letters
    are the letters they look like, in a word that has a Cyrillic letter and in one of nothing but
    look-alikes. Any other Latin word (``Smith``) is meant, and stays.
    """
    folded = fold(text)
    bare = _STRESS.sub("", folded).split() or folded.split()
    return " ".join(map(_russian, bare))


def key_words(key: str) -> tuple[str, ...]:
    """The words of a name's key, without the commas and dots between them.

    A key that has no letter or digit (an emoji) is the words that spaces make of it.
    """
    return tuple(_WORD.findall(key) or key.split())


def mixed_alphabets(text: str) -> bool:
    """Whether a word mixes Latin and Cyrillic letters: a slip of the keyboard, or a trick."""
    return any(
        _HAS_LATIN.search(word) and _HAS_CYRILLIC.search(word) for word in fold(text).split()
    )


def _russian(word: str) -> str:
    if _HAS_CYRILLIC.search(word) or _LOOK_ALIKE.fullmatch(word):
        return word.translate(_AS_SEEN)
    return word
