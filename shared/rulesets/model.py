"""The shape of a rule set. Frozen dataclasses, standard library only: a domain may import it."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

DEFAULT = "berserk-2011"

Tiebreak = Literal[
    "points", "head_to_head", "buchholz", "opponents_buchholz", "clean_wins", "rating", "lot"
]


@dataclass(frozen=True)
class Points:
    """R.1–R.7: points ×2 for (winner, loser), or for each when nobody won."""

    clean: tuple[int, int]
    technical: tuple[int, int]
    no_show: tuple[int, int]
    draw: int
    agreed_draw: int
    auto_win: int
    both_absent: int
    double_loss: int


@dataclass(frozen=True)
class SizeRow:
    """7.2.2: up to this many players, so many Swiss rounds and such a TOP."""

    up_to: int
    rounds: int
    top: int


@dataclass(frozen=True)
class Preset:
    """A named structure that a rule set offers beside 7.2.2 (N.2: ``regional``).

    rounds: Swiss rounds; top_share: the TOP is this part of the field (1/top_share), rounded down
    to a power of two.
    """

    rounds: int
    top_share: int


@dataclass(frozen=True)
class Rating:
    """4.1, 4.3, D.4.1: thousandths of a point; coefficients are (up to, tenths), the last open."""

    initial_milli: int
    base_k: int
    coefficients: tuple[tuple[int | None, int], ...]

    def k_tenths(self, participants: int) -> int:
        """Rule 4.3: K of a tournament in tenths of a point: base K × its coefficient."""
        for up_to, tenths in self.coefficients:
            if up_to is None or participants <= up_to:
                return self.base_k * tenths
        raise ValueError("the last coefficient must be open")


@dataclass(frozen=True)
class Level:
    """6.1–6.3: a strictness level.

    head_judge: the head judge's lowest level; deck_lists: whether lists are kept; penalties: the
    level (P.10) of those infractions whose penalty is known.
    """

    name_ru: str
    name_en: str
    head_judge: int
    deck_lists: Literal["none", "desirable", "required"]
    penalties: dict[str, str]


@dataclass(frozen=True)
class Format:
    """7.2.1 and its kin: what a deck of the format must satisfy.

    family: what ratings are grouped by; copies, horde_copies: most of one name (C.4).
    """

    name_ru: str
    name_en: str
    family: str
    deck_min: int
    deck_max: int
    copies: int
    horde_copies: int
    hand: int


@dataclass(frozen=True)
class RuleSet:
    """One edition of the rules. ``valid_from``: the first date that it holds.

    large_from: players of a large tournament, large_ahead_days: how long before it is announced
    (5.1). newcomer_lapses_days: a season, after which an ID never played under lapses (D.2.2).
    """

    id: str
    name_ru: str
    name_en: str
    valid_from: date
    min_players: int
    large_from: int
    large_ahead_days: int
    newcomer_lapses_days: int
    points: Points
    tiebreaks: tuple[Tiebreak, ...]
    sizes: tuple[SizeRow, ...]
    rating: Rating
    levels: dict[str, Level]
    formats: dict[str, Format]
    presets: dict[str, Preset]

    def structure(self, players: int) -> tuple[int, int]:
        """Rule 7.2.2: (Swiss rounds, size of the TOP) for so many players.

        Above the table one more round per doubling, the TOP stays.
        """
        for row in self.sizes:
            if players <= row.up_to:
                return row.rounds, row.top
        last = self.sizes[-1]
        rounds, up_to = last.rounds, last.up_to
        while players > up_to:
            rounds, up_to = rounds + 1, up_to * 2
        return rounds, last.top
