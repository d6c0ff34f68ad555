"""Rounds of a tournament (``tournaments.v1``): pairings, results, the clock, penalties at tables.

People are entry numbers; a table is known by (round, table). ``reason``: the id of a note, a text
that can be wiped and is in no event (law 11).
"""

from typing import Literal

from shared.events.base import Event, event

TOPIC = "tournaments.v1"

Stage = Literal["swiss", "top"]
ResultKind = Literal[
    "clean", "technical", "draw", "agreed_draw", "no_show", "both_absent", "double_loss"
]
"""R.1–R.7. ``no_show``: the winner is the one present; the last two and draws have no winner."""

PenaltyLevel = Literal[
    "caution",
    "warning",
    "game_loss",
    "disqualification",
    "disqualification_without_prizes",
    "suspension",
]
"""P.10: the ladder, mildest first."""

Pairs = tuple[tuple[int, int, int], ...]
"""``(table, entry, entry)``."""

_DRAWN = (
    "pairs",
    "byes",
    "rematches",
    "warnings",
    "hand_tables",
    "hand_byes",
    "reason",
)


@event(TOPIC, "round.published.v1", private=("reason",))
class RoundPublished(Event):
    """A round's pairing.

    pairs: ``(table, entry, entry)``; byes: entries with an auto-win (R.4); rematches: tables whose
    pair met before (S.2); warnings: codes of what was overridden for who joins in this round.
    attempt: how often it was drawn anew before (S.1: part of the lots); hand_tables, hand_byes:
    what the judge set himself (S.8). Rounds count on through the TOP.
    """

    round: int
    stage: Stage
    pairs: Pairs
    byes: tuple[int, ...] = ()
    rematches: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    attempt: int = 0
    hand_tables: tuple[int, ...] = ()
    hand_byes: tuple[int, ...] = ()
    reason: str | None = None


@event(TOPIC, "round.drafted.v1", private=_DRAWN)
class RoundDrafted(RoundPublished):
    """A pairing to look at before it is published; another draft takes its place.

    Whatever changes who plays, or what was scored, takes it away. Until it is published the
    pairs are the staff's alone.
    """


@event(TOPIC, "round.draft.discarded.v1")
class RoundDraftDiscarded(Event):
    """The draft is not wanted any more."""

    round: int


@event(TOPIC, "round.pairs.swapped.v1", private=("reason",))
class PairsSwapped(Event):
    """S.8: the judge changed who meets whom at tables without a result.

    pairs: these tables as they are now; byes: all of the round, as they are now; rematches: all
    tables of the round whose pair met before.
    """

    round: int
    pairs: Pairs
    byes: tuple[int, ...]
    rematches: tuple[int, ...]
    reason: str | None = None


@event(TOPIC, "match.result.recorded.v1")
class ResultRecorded(Event):
    """The first result of a table. ``winner`` is an entry number, None for R.3, R.6, R.7."""

    round: int
    table: int
    kind: ResultKind
    winner: int | None
    version: int = 1


@event(TOPIC, "match.result.corrected.v1")
class ResultCorrected(Event):
    """A later result of the same table; ``version`` counts up from 2 (T.8)."""

    round: int
    table: int
    kind: ResultKind
    winner: int | None
    version: int


@event(TOPIC, "match.result.cleared.v1")
class ResultCleared(Event):
    """The table has no result again; ``version`` counts on."""

    round: int
    table: int
    version: int


@event(TOPIC, "clock.started.v1")
class ClockStarted(Event):
    """The round's clock runs, from the instant ``at`` (ISO, UTC) with so many seconds left."""

    round: int
    at: str
    left_seconds: int


@event(TOPIC, "clock.paused.v1")
class ClockPaused(Event):
    """The round's clock stands, with so many seconds left."""

    round: int
    left_seconds: int


@event(TOPIC, "table.time.given.v1")
class TableTimeGiven(Event):
    """A table has so many seconds more than the round's clock, all told."""

    round: int
    table: int
    seconds: int


@event(TOPIC, "penalty.given.v1", private=("entry", "infraction", "level", "made"))
class PenaltyGiven(Event):
    """P.11: a penalty at a table: codes alone; ``round`` is None before the first.

    Whose and what for is the staff's alone; that there was one leaves no gap in the public feed.
    Its story is the note of the same id. made: ``(round, table, version)`` of the results that came
    of it, recorded just before it (R.2, R.7, R.9).
    """

    penalty: str
    entry: int
    infraction: str
    level: PenaltyLevel
    round: int | None = None
    made: tuple[tuple[int, int, int], ...] = ()


@event(TOPIC, "penalty.revoked.v1")
class PenaltyRevoked(Event):
    """P.11: a penalty was taken back, by appeal or correction."""

    penalty: str
