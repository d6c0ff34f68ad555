"""Which bytes are which letters. A wrong guess would make mojibake of names, so doubt refuses.

UTF-8 and UTF-16 prove themselves; CP1251 is what is left, and almost any bytes can be read as it.
So what was read is weighed against the readings that are often mistaken for it, by how common
Russian letters are and by capitals inside words. charset-normalizer was tried: it takes short
rosters, and most of those in capitals, for Chinese or Greek.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable

from shared.refusals import Refusal, Text

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MISTAKEN = {
    "koi8-r": "KOI8-R",
    "cp866": "CP866 (DOS)",
    "mac-cyrillic": "Mac Cyrillic",
    "iso8859-5": "ISO 8859-5",
    "cp1252": "Windows-1252",
}
_SAMPLE = 200_000
_RARITY = {
    letter: weight
    for weight, letters in ((3, "оеаинтсрвл"), (4, "кмдпуяыьгзбчй"), (5, "хжшюцщэфё"), (7, "ъ"))
    for letter in letters
}
"""How surprising a letter is in Russian, about -ln of its frequency."""

_STRANGE = 7
_TORN = re.compile(
    "[а-яё](?=[А-ЯЁ])|[А-ЯЁ]{2}(?=[а-яё])"  # a capital inside a word
    "|[A-Za-z](?=[А-Яа-яЁё])|[А-Яа-яЁё](?=[A-Za-z])"  # two alphabets in one word
)


def _pairs(read_as: str) -> str:
    """What Russian letters in UTF-8 look like, two or more, if they are read as ``read_as``."""
    small, capital = (*range(0x80, 0x90), 0x91), (0x81, *range(0x90, 0xC0))
    return "".join(
        f"{bytes([first]).decode(read_as)}[{re.escape(_each(seconds, read_as))}]|"
        for first, seconds in ((0xD0, capital), (0xD1, small))
    ).removesuffix("|")


def _each(codes: Iterable[int], read_as: str) -> str:
    """Also as control characters, which is how Windows reads a code that has no letter."""
    letters = bytes(codes).decode(read_as, "ignore")
    return letters + "".join(chr(code) for code in codes if code < 0xA0)


_BROKEN = re.compile(
    f"(?:{_pairs('cp1251')}){{2,}}|(?:{_pairs('cp1252')}){{2,}}"
    "|[À-ÿ¸¨]{3,}"  # CP1251 read as CP1252
    "|[\u2500-\u259f]"  # frames: something read as DOS or KOI8-R
    "|\ufffd|пїЅ|ï¿½"  # what could not be read was replaced, then saved
)


def decode(body: bytes) -> tuple[str, str]:
    """A file's text and the name of its encoding. Refuses bytes that no offered one explains."""
    for bom, name in _BOMS:
        if body.startswith(bom):
            return _strictly(body, name), "utf-8" if bom == codecs.BOM_UTF8 else name
    if b"\x00" in body:
        raise wrong_encoding()
    try:
        return body.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _strictly(body, "cp1251"), "cp1251"


def _strictly(body: bytes, name: str) -> str:
    try:
        text = body.decode(name)
    except UnicodeDecodeError:
        raise wrong_encoding() from None
    if "\x00" in text:
        raise wrong_encoding()
    return text


def is_broken(text: str) -> bool:
    """Whether a cell shows that letters were read in a wrong encoding before, and saved so."""
    return _BROKEN.search(text) is not None


def likelier(text: str) -> str | None:
    """The encoding, in words, that explains a text better than CP1251 does; None: there is none.

    A text that came as Unicode may have been read wrongly before it was saved.
    """
    raw = text[:_SAMPLE].encode("cp1251", "ignore")
    costs = {name: _cost(raw.decode(name, "replace")) for name in _MISTAKEN}
    best = min(costs, key=lambda name: costs[name])
    return _MISTAKEN[best] if costs[best] < _cost(raw.decode("cp1251")) else None


def _cost(text: str) -> int:
    """How little a text looks like Russian."""
    letters = sum(
        count * _RARITY.get(letter.lower(), _STRANGE)
        for letter, count in Counter(text).items()
        if not letter.isascii()
    )
    return letters + _STRANGE * len(_TORN.findall(text))


def wrong_encoding(likely: str | None = None, row: int | None = None) -> Refusal:
    """The letters can't be trusted; ``likely``: what the file may be, ``row``: where it shows."""
    ru, en = (f": похоже на {likely}", f": it looks like {likely}") if likely else ("", "")
    at = None if row is None else f"row {row}"
    if row is not None:
        ru, en = f" (строка {row}: буквы испорчены)", f" (row {row}: letters are spoilt)"
    return Refusal(
        "malformed",
        "file_encoding",
        Text(f"Кодировка файла не читается{ru}.", f"The file's encoding can't be read{en}."),
        where=at or "body",
        todo=Text(
            "Откройте исходный файл, проверьте, что имена читаются, и сохраните как "
            "«CSV UTF-8» или XLSX.",
            "Open the original, check that the names can be read, and save it as “CSV UTF-8” "
            "or XLSX.",
        ),
    )
