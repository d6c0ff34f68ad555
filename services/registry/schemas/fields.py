"""Kinds of fields in the registry's contract."""

import re
import unicodedata
from datetime import date
from typing import Annotated

import phonenumbers
from email_validator import EmailNotValidError, validate_email
from pydantic import BeforeValidator, Field, StringConstraints

from services.registry.domain import search
from shared.clock import latest_day
from shared.contract import ONE_LINE, TODAY, Limit, OurDay, PlayerId, Seen
from shared.player_ids import is_player_id

_ADDRESS = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"
_HOME = "RU"
"""A phone without a country's code is Russian."""
_CALLED = re.compile(r"[0-9()+./\s\u2010-\u2015\u2212-]+")
"""Digits and the signs between them: phonenumbers by itself also reads words, as ``FLOWERS``."""
_KIND = (
    r"(?:тел(?:ефон)?|т|моб(?:ильный)?|сот(?:овый)?|дом(?:ашний)?|раб(?:очий)?|tel|mob)(?![^\W\d_])"
)
_KINDS = re.compile(
    rf"^(?:\(?{_KIND}[.)\s]*:?\s*)+|(?:[\s(,]*(?<![^\W\d_]){_KIND}[.)]*)+$", re.IGNORECASE
)
"""What kind of phone it is, before or after it: ``тел. 8 …``, ``8 … (моб.)``."""
_EXTENSION = re.compile(r"(?<![^\W\d_])(?:доб|внутр|ext)|#", re.IGNORECASE)
_CODE_AND_REST = re.compile(r"\(?\d{3,4}\)?\s*/")
_WITH_PREFIX = 11
"""Digits of a Russian number with its 8 or 7."""
_LONGEST = 40


def _composed(value: object) -> object:
    """D.2.3: a decomposed й or ё is the letter itself; nothing else of the spelling changes."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=ONE_LINE),
    Seen,
    BeforeValidator(_composed),
]


def _lettered(name: str) -> str:
    if any(map(str.isalpha, name)):
        return name
    raise ValueError("нужна буква|must have a letter")


PersonName = Annotated[Name, Limit(_lettered, needs="a letter")]
"""A first name, a surname, a patronymic."""


def _no_number(nickname: str) -> str:
    """Rule 2.1.4: what reads as an ID or an old number would be two people's."""
    digits, letters = any(map(str.isnumeric, nickname)), any(map(str.isalpha, nickname))
    if (digits and not letters) or search.query(nickname).digits is not None:
        raise ValueError(
            "нужна буква: цифры, хоть и со знаком № или ID, читаются как номер (2.1.4)"
            "|must have a letter: digits, also after № or ID, are read as a number (2.1.4)"
        )
    return nickname


Nickname = Annotated[
    Name,
    Limit(
        _no_number,
        needs="something besides spaces, dashes and quotes, and a letter if it has a digit",
    ),
]
"""A name that is not read as a number."""


def _address(value: object) -> object:
    """RFC 5321 and 6531, without asking the network; the address as it is best written."""
    if not isinstance(value, str):
        return value
    try:
        return validate_email(value.strip(), check_deliverability=False, strict=True).normalized
    except EmailNotValidError:
        raise ValueError("нужен адрес вида имя@пример.ру|must look like name@example.org") from None


Email = Annotated[
    str,
    StringConstraints(max_length=254, pattern=_ADDRESS),
    BeforeValidator(_address),
    Limit(needs="an address of RFC 5321 whose domain is not reserved, such as .test or .local"),
]


def _called(value: object) -> object:
    """A phone in E.164, ``+79001234567``, from any spelling usual in Russia."""
    if not isinstance(value, str) or len(value.strip()) > _LONGEST:
        return value
    if _EXTENSION.search(value):
        raise ValueError(
            "добавочный не хранится: укажите номер без него, вида 8 (900) 123-45-67"
            "|extensions are not kept: give the number without it, as 8 (900) 123-45-67"
        )
    try:
        return _e164(_KINDS.sub("", value.strip()).strip())
    except (ValueError, phonenumbers.NumberParseException):
        raise ValueError(
            "нет такого номера: нужен один телефон с кодом, вида +7 900 123-45-67 или "
            "8 (900) 123-45-67, с плюсом для других стран"
            "|no such number: must be one phone with its code, as +7 900 123-45-67 or "
            "8 (900) 123-45-67, with a plus for other countries"
        ) from None


def _e164(text: str) -> str:
    """Of one number that there is. Raises ValueError or phonenumbers' own."""
    if not _CALLED.fullmatch(text) or not _is_one(text):
        raise ValueError(text)
    number = phonenumbers.parse(text, _HOME)
    if not phonenumbers.is_valid_number(number):
        raise ValueError(text)
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _is_one(text: str) -> bool:
    """Whether a slash is within a number, ``8/900/1234567``, and not between two short ones."""
    digits = sum(map(str.isdigit, text))
    return (
        "/" not in text
        or text.startswith("+")
        or (text[0] in "78" and digits == _WITH_PREFIX)
        or _CODE_AND_REST.match(text) is not None
    )


Phone = Annotated[
    str,
    StringConstraints(max_length=_LONGEST, pattern=ONE_LINE),
    BeforeValidator(_called),
    Field(
        description="One number, without an extension; a word for its kind (тел., моб.) is left "
        "out. Stored as E.164; without a country's code it is Russian."
    ),
    Limit(needs="a number that can exist in its country's plan"),
]


def _come(day: date) -> date:
    if day > latest_day():
        raise ValueError("этот день ещё не наступил|this day is still to come")
    return day


PastDay = Annotated[OurDay, Limit(_come, maximum=TODAY)]
"""A day of something that has happened."""

OldNumberText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=ONE_LINE),
    Seen,
    BeforeValidator(_composed),
]
"""D.2.2: a number in an older base, text as written."""


def _checked(player: str) -> str:
    if is_player_id(player):
        return player
    raise ValueError(
        "контрольная цифра ID не сходится (D.2.2)|the ID's check digit is wrong (D.2.2)"
    )


CheckedId = Annotated[PlayerId, Limit(_checked, needs="its check digit to be right")]
"""An ID whose check digit is right."""
