"""Rule 2.1.3, D.2.2: a player's permanent number. Pure: whoever reads one can check it."""

_DAMM = (
    "0317598642", "7092154863", "4206871359", "1750983426", "6123045978",
    "3674209581", "5869720134", "8945362017", "9438617205", "2581436790",
)  # fmt: skip
"""Damm's quasigroup of order 10: it finds every single wrong digit and every swapped pair."""


def player_id(serial: int) -> str:
    """D.2.2: the serial without leading zeros and its Damm check digit."""
    digits = str(serial)
    return digits + str(_interim(digits))


def is_player_id(text: str) -> bool:
    """Whether this can be an ID of ours: decimal, no leading zero, check digit right."""
    plain = text.isascii() and text.isdecimal() and len(text) >= 2 and text[0] != "0"
    return plain and _interim(text) == 0


def _interim(digits: str) -> int:
    interim = 0
    for digit in digits:
        interim = int(_DAMM[interim][int(digit)])
    return interim
