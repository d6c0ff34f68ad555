"""D.2.3: how names are compared. The spelling is kept and shown as written, keys are folded."""

import re

from shared.folding import fold

LETTERS_PER_SLIP = 4
"""One slip is believed in a word of four letters, a second in one of eight, a third in one of
twelve. With fewer letters to a slip short names would be like others: Оля and Юля, Белов and
Титов."""

LATIN = "abcehijkmopstxyë"
"""Letters that look like a Cyrillic one in either case, for case does not tell names apart: ``b``
and ``h`` are among them because ``BOBA`` is ``ВОВА`` to every eye."""
_CYRILLIC = "авсеніјкморѕтхуе"
"""What each of them looks like: ``i`` is Ukrainian, ``j`` Serbian, ``s`` Macedonian."""
_AS_CYRILLIC = str.maketrans(LATIN, _CYRILLIC)
_AS_LATIN = str.maketrans(_CYRILLIC[:-1], LATIN[:-1])

_WORD = re.compile(r"[^\W_]+")
_HAS_LATIN = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u024f]")
_HAS_CYRILLIC = re.compile(r"[\u0400-\u052f]")
_STRESS = re.compile(r"[\u0300-\u036f]+")
"""Marks that no letter took when the text was composed: a dictionary's stress."""


def name_key(text: str) -> str:
    """D.2.3: the form in which two spellings of one name are equal.

    Folded (case, ё = е, composed, hyphens are spaces), and Latin look-alikes of Cyrillic letters
    are the letters they look like, in any word: no eye can tell ``Fox`` from one that has a
    Cyrillic ``о``. No two Latin letters become one (but e and ë), so Latin names stay apart.
    """
    folded = fold(text)
    bare = _STRESS.sub("", folded).split() or folded.split()
    return " ".join(bare).translate(_AS_CYRILLIC)


def seen_alike(folded: str) -> set[str]:
    """D.2.3: a folded text as it is, and with its look-alikes all Cyrillic or all Latin.

    For what is kept as written, such as old numbers: ``К-12`` typed with the other keyboard.
    """
    return {folded, folded.translate(_AS_CYRILLIC), folded.translate(_AS_LATIN)}


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
