"""The rating's public contract.

People read whole points (half away from zero), programs the exact ``_milli`` thousandths (D.4.1).
"""

from pydantic import BaseModel, Field

from shared.events.players import PlayerStatus
from shared.events.tournaments import FlagCode


class Leader(BaseModel):
    """A line of the leaderboard."""

    rank: int = Field(description="Players with equal rating_milli share one.", examples=[1])
    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    city: str = Field(examples=["Казань"])
    rating: int = Field(description="Whole points.", examples=[1216])
    rating_milli: int = Field(description="Thousandths of a point.", examples=[1215612])
    games: int = Field(description="Rated games, all in all.", examples=[7])


class LiveRating(BaseModel):
    """A player's live rating: where the ledger ends for him (D.4.7)."""

    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    city: str | None = Field(examples=["Казань"])
    status: PlayerStatus | None = Field(
        description="D.2.2: only registered players are in lists. Null: not heard of here yet."
    )
    rating: int = Field(description="Whole points.", examples=[1216])
    rating_milli: int = Field(description="Thousandths of a point.", examples=[1215612])
    games: int = Field(description="0: the initial rating of rule 4.1.", examples=[7])


class RatingChange(BaseModel):
    """What a tournament did to a rating. ``delta`` is rounded by itself: it may differ by one from
    the difference of the whole ratings.
    """

    before: int = Field(description="Whole points before the tournament.", examples=[1200])
    after: int = Field(description="Whole points after it.", examples=[1216])
    delta: int = Field(description="Whole points won or lost.", examples=[16])
    before_milli: int = Field(examples=[1200000])
    after_milli: int = Field(examples=[1215612])
    delta_milli: int = Field(examples=[15612])
    games: int = Field(description="Rated games in it.", examples=[7])


class TournamentWeight(BaseModel):
    """Rule 4.3: how much a tournament weighs."""

    participants: int = Field(description="D.4.5: paired at least once.", examples=[16])
    coefficient_tenths: int = Field(description="Tenths: 12 is 1.2.", examples=[12])
    k_tenths: int = Field(description="K × coefficient, in tenths of a point.", examples=[240])


class RatedTournament(RatingChange, TournamentWeight):
    """A line of a player's history."""

    tournament: str = Field(examples=["6f1c9a52-6f0b-5f0e-9a53-0b0f6f0e7d11"])
    tournament_name: str = Field(examples=["Кубок Казани"])
    date: str = Field(description="Its local date.", examples=["2026-03-14"])
    finished_at: str = Field(
        description="UTC; its place in the ledger (D.4.3).",
        examples=["2026-03-14T16:20:00.000000Z"],
    )


class RatedGame(BaseModel):
    """One game, as D.4.1 rates it: change = K × (score − expected), rounded once."""

    opponent: str = Field(examples=["1010"])
    opponent_name: str = Field(examples=["Ежов Пётр"])
    before_milli: int = Field(description="The player's, before the tournament (D.4.2).")
    opponent_before_milli: int = Field(description="The opponent's, before the tournament.")
    expected_nano: int = Field(
        description="Expected score in billionths.", examples=[500000000], ge=0, le=1000000000
    )
    score: float = Field(description="D.4.4: 1 won, 0.5 drawn, 0 lost.", examples=[1])
    change_milli: int = Field(description="Thousandths of a point.", examples=[8000])


class TournamentOfPlayer(RatedTournament):
    """A player's tournament with the games that made the change: they sum to it exactly."""

    rated_games: list[RatedGame]


class RatedPlayer(RatingChange):
    """A line of a tournament's rating table."""

    player: str = Field(examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])


class TournamentRatings(BaseModel):
    """What a tournament did to everyone in it, the highest new rating first.

    When it does not count, ``weight`` is null and there are no rows; the flags say why.
    """

    tournament: str = Field(examples=["6f1c9a52-6f0b-5f0e-9a53-0b0f6f0e7d11"])
    tournament_name: str | None = Field(description="Null: not finished yet.")
    finished_at: str | None = Field(description="As it was stated.")
    official: bool = Field(description="D.2.5: only official tournaments are rated.")
    flags: list[FlagCode] = Field(description="Codes in force.")
    queued: bool = Field(description="It can't be rated as stated; GET /v1/queue says why.")
    weight: TournamentWeight | None = Field(description="Null: the ledger does not count it.")
    rows: list[RatedPlayer]


class LedgerState(BaseModel):
    """The ledger in figures. Two ledgers with the same digest are the same, byte for byte."""

    version: int = Field(description="How many times its rows have changed.", examples=[12])
    tournaments: int = Field(examples=[200])
    games: int = Field(examples=[20000])
    players: int = Field(examples=[1800])
    digest: str = Field(
        description=(
            "SHA-256, hex, over a line `finished_at|tournament|player|before|delta|games` for each "
            "row, in the ledger's order, players of one tournament in the order of their code "
            "points, each line ended by a line feed."
        )
    )


class QueuedTournament(BaseModel):
    """A tournament that should count and can't be rated as it was stated."""

    tournament: str
    tournament_name: str
    revision: int = Field(description="Of the statement at fault; a higher one replaces it.")
    code: str = Field(description="Stable name for programs.", examples=["unknown_rule_set"])
    rule: str | None = Field(examples=["D.4.8"])
    field: str | None = Field(description="The place at fault.", examples=["rule_set"])
    reason: str = Field(description="In the language asked for.")
