"""Lots (S.1, S.6, T.7): drawn by a keyed hash, so anybody can repeat the draw from the seed."""

from hashlib import sha256

STANDINGS = 0
"""The draw that stands for T.7; the draws of the rounds are numbered from 1."""


def lot(seed: int, draw: int | str, entry: int) -> int:
    """S.1, T.7: the lot of one entry in one draw, 64 bits.

    draw: a round's number, "N.K" for its K-th drawing anew, or ``STANDINGS``.

    Depends on nothing else: who else takes part, in what order, and which Python draws.
    """
    return int.from_bytes(sha256(f"{seed}/{draw}/{entry}".encode()).digest()[:8], "big")
