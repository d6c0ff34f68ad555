"""Kinds of fields in the registry's contract."""

import re
import unicodedata
from datetime import date
from typing import Annotated

import phonenumbers
from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from shared.clock import latest_day
from shared.contract import ONE_LINE, Day, PlayerId, Seen
from shared.player_ids import is_player_id

_ADDRESS = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"
_HOME = "RU"
"""A phone without a country's code is Russian."""
_CALLED = re.compile(r"[0-9()+.\s\u2010-\u2015\u2212-]+")
"""Digits and the signs between them: phonenumbers by itself also reads words, as ``FLOWERS``."""


def _composed(value: object) -> object:
    """D.2.3: a decomposed й or ё is the letter itself; nothing else of the spelling changes."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=ONE_LINE),
    Seen,
    BeforeValidator(_composed),
]


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
]


def _called(value: object) -> object:
    """A phone in E.164, ``+79001234567``, from any spelling usual in Russia."""
    if not isinstance(value, str):
        return value
    try:
        if not _CALLED.fullmatch(value.strip()):
            raise ValueError
        number = phonenumbers.parse(value, _HOME)
        if not phonenumbers.is_valid_number(number):
            raise ValueError
    except (ValueError, phonenumbers.NumberParseException):
        raise ValueError(
            "нет такого номера: нужен один телефон с кодом, вида +7 900 123-45-67 или "
            "8 (900) 123-45-67, с плюсом для других стран"
            "|no such number: must be one phone with its code, as +7 900 123-45-67 or "
            "8 (900) 123-45-67, with a plus for other countries"
        ) from None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


Phone = Annotated[
    str,
    StringConstraints(max_length=40, pattern=ONE_LINE),
    BeforeValidator(_called),
    Field(description="Stored as E.164; without a country's code it is Russian."),
]


def _come(day: date) -> date:
    if day > latest_day():
        raise ValueError("этот день ещё не наступил|this day is still to come")
    return day


PastDay = Annotated[Day, AfterValidator(_come)]
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


CheckedId = Annotated[PlayerId, AfterValidator(_checked)]
"""An ID whose check digit is right."""
