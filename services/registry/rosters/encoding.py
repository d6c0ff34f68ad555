"""Which bytes are which letters. A wrong guess would make mojibake of names, so doubt refuses.

UTF-8 and UTF-16 prove themselves; CP1251 is what is left, and almost any bytes can be read as it.
So what was read is weighed against the readings that are often mistaken for it, by letter pairs of
Russian names, stray signs and capitals inside words: a file that is not clearly CP1251 is refused.
charset-normalizer was tried: it takes short rosters, and most of those in capitals, for Chinese or
Greek.
"""

import codecs
import math
import re
from collections.abc import Iterable

from services.registry.rosters.letters import is_plain, neighbours_cost, strangeness, words
from shared.folding import is_nobodys
from shared.refusals import Refusal, Text

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MISTAKEN = {
    "koi8-r": "KOI8-R",
    "cp866": "CP866 (DOS)",
    "cp855": "CP855 (DOS)",
    "mac-cyrillic": "Mac Cyrillic",
    "iso8859-5": "ISO 8859-5",
    "cp1252": "Windows-1252",
}
_SAMPLE = 200_000

_CLEARLY = 10
"""Nats by which CP1251 must explain a file's words better than any other encoding: e^10 to one. Of
thousands of rosters that were really in another encoding, also of one person with the oddest name,
none had more than 4."""

_FEW = 6
"""Letters that bytes of another encoding may happen to be in UTF-8: «яна» of DOS is one."""

_LETTERS_OF_BOTH = bytes((0xDD, 0xDE, 0xDF))
"""Э, Ю, Я of CP1251 are Ё, ё, я of Mac Cyrillic: between these two they prove nothing."""


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
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _strictly(body, "cp1251"), "cp1251"
    if any(map(is_nobodys, set(text))):
        raise wrong_encoding()
    return text, "utf-8"


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


def doubt(text: str, read_as: str | None) -> Refusal | None:
    """Why a text can't be trusted, by its letters alone; None: it can.

    What was read as CP1251 has to be clearly that. A text that came as Unicode is what it says,
    unless another encoding explains it clearly better: then it was read wrongly before it was
    saved; and what was read as UTF-8 may be too short to prove itself.
    """
    raw = text.encode("cp1251", "ignore")
    leads = _leads(raw)
    likely = min(leads, key=lambda name: leads[name])
    least = _CLEARLY if read_as == "cp1251" else -_CLEARLY - neighbours_cost(text)
    if leads[likely] < least:
        named = _MISTAKEN[likely]
        return wrong_encoding(named) if leads[likely] < 0 else _in_doubt(named)
    if read_as == "cp1251" and _is_gibberish(text):
        return wrong_encoding()
    if read_as == "utf-8" and not is_plain(text) and sum(map(len, words(text))) <= _FEW:
        for name, named in _MISTAKEN.items():
            if is_plain(text.encode().decode(name, "replace")):
                return wrong_encoding(named)
    return None


def _is_gibberish(text: str) -> bool:
    """Whether its letters would be likelier if each were picked by chance."""
    cost, by_chance = strangeness(text[:_SAMPLE])
    return cost > by_chance


def _leads(raw: bytes) -> dict[str, float]:
    """How much better CP1251 explains the bytes than each other encoding; no matter if they agree.

    Mac Cyrillic is compared without the three letters that it has as others.
    """
    sample = raw[:_SAMPLE]
    letters_of_one = sample.translate(None, _LETTERS_OF_BOTH)
    ours, ours_without = _costs(sample, "cp1251"), _costs(letters_of_one, "cp1251")
    return {
        name: math.inf
        if raw.decode(name, "replace") == raw.decode("cp1251")
        else _costs(letters_of_one, name) - ours_without
        if name == "mac-cyrillic"
        else _costs(sample, name) - ours
        for name in _MISTAKEN
    }


def _costs(raw: bytes, read_as: str) -> float:
    return strangeness(raw.decode(read_as, "replace"))[0]


def wrong_encoding(likely: str | None = None, row: int | None = None) -> Refusal:
    """The letters can't be trusted; ``likely``: what the file may be, ``row``: where it shows."""
    ru, en = (f": похоже на {likely}", f": it looks like {likely}") if likely else ("", "")
    at = None if row is None else f"row {row}"
    if row is not None:
        ru, en = f" (строка {row}: буквы испорчены)", f" (row {row}: letters are spoilt)"
    return _refused(
        Text(f"Кодировка файла не читается{ru}.", f"The file's encoding can't be read{en}."),
        at or "body",
    )


def _in_doubt(other: str) -> Refusal:
    return _refused(
        Text(
            f"Кодировку файла не определить наверняка: CP1251 или {other}?",
            f"The file's encoding can't be told for sure: CP1251 or {other}?",
        ),
        "body",
    )


def _refused(message: Text, where: str) -> Refusal:
    return Refusal(
        "malformed",
        "file_encoding",
        message,
        where=where,
        todo=Text(
            "Откройте исходный файл, проверьте, что имена читаются, и сохраните как "
            "«CSV UTF-8» или XLSX.",
            "Open the original, check that the names can be read, and save it as “CSV UTF-8” "
            "or XLSX.",
        ),
    )
