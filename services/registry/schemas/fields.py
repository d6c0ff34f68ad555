"""Kinds of fields in the registry's contract."""

import re
from typing import Annotated

from pydantic import BeforeValidator, StringConstraints

from shared.contract import ONE_LINE, Seen

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=ONE_LINE),
    Seen,
]
_ADDRESS = r"^[^@\s]+@[^@\s]+\.[^@\s]+$"


def _address(value: object) -> object:
    """The pattern, which stays for the contract's readers, said in words."""
    if isinstance(value, str) and not re.match(_ADDRESS, value.strip()):
        raise ValueError("нужен адрес вида имя@пример.ru|must look like name@example.org")
    return value


Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=200, pattern=_ADDRESS),
    BeforeValidator(_address),
]
