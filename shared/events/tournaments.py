"""``tournaments.v1``: a tournament's own log (law 2), kept for ever, key = tournament id.

People are entry numbers inside a tournament; only ``EntryAdded``, ``TournamentImported`` and
``TournamentFinished`` tie a number to a player ID. Points are ×2, ratings in thousandths (law 5).
"""

from typing import Literal

from shared.events.base import Event, event

TOPIC = "tournaments.v1"

Stage = Literal["swiss", "top"]
Level = Literal["amateur", "professional", "highest"]
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

FlagCode = Literal["hold", "annulled"]
"""``hold``: a coordinator's hold (D.2.5); ``annulled``: struck out for good."""


@event(TOPIC, "tournament.created.v1")
class TournamentCreated(Event):
    """A tournament was announced; its rule set is fixed for ever (law 7)."""

    name: str
    city: str
    zone: str
    date: str
    club: str
    format: str
    rule_set: str
    level: Level
    official: bool
    seed: int
    preset: str | None = None
    head_judge: str | None = None


@event(TOPIC, "entry.added.v1")
class EntryAdded(Event):
    """A player was entered under the next number; ``from_round`` > 1 is a late entry (S.7)."""

    entry: int
    player: str
    from_round: int = 1
    rating_milli: int | None = None


@event(TOPIC, "entry.dropped.v1")
class EntryDropped(Event):
    """A player left; ``after_round`` is the last round he takes part in (S.7)."""

    entry: int
    after_round: int


@event(TOPIC, "tournament.started.v1")
class TournamentStarted(Event):
    """Round 1 is about to be published: structure (7.2.2) and ratings (T.6) are frozen.

    ratings: ``(entry, rating in thousandths or None)``; warnings: codes of what was overridden
    or could not be asked.
    """

    rounds: int
    top: int
    ratings: tuple[tuple[int, int | None], ...]
    warnings: tuple[str, ...] = ()


@event(TOPIC, "top.cut.v1")
class TopCut(Event):
    """The TOP's field: entries in seed order, the first is seed 1 (T.9)."""

    seeds: tuple[int, ...]


@event(TOPIC, "round.published.v1")
class RoundPublished(Event):
    """A round's pairing.

    pairs: ``(table, entry, entry)``; byes: entries with an auto-win (R.4); rematches: tables whose
    pair met before (S.2); warnings: codes of what was overridden for who joins in this round.
    Rounds count on through the TOP.
    """

    round: int
    stage: Stage
    pairs: tuple[tuple[int, int, int], ...]
    byes: tuple[int, ...] = ()
    rematches: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()


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


@event(TOPIC, "penalty.given.v1", private=("entry", "infraction", "level"))
class PenaltyGiven(Event):
    """P.11: a penalty at a table: codes alone; ``round`` is None before the first.

    Whose and what for is the staff's alone; that there was one leaves no gap in the public feed.
    """

    penalty: str
    entry: int
    infraction: str
    level: PenaltyLevel
    round: int | None = None


@event(TOPIC, "penalty.revoked.v1")
class PenaltyRevoked(Event):
    """P.11: a penalty was taken back, by appeal or correction."""

    penalty: str


@event(TOPIC, "tournament.imported.v1")
class TournamentImported(Event):
    """A whole tournament played elsewhere, in one event.

    entries: ``(entry, player)``; rounds: ``(stage, ((table, a, b, kind, winner), …), (bye, …))``.
    tool and tool_id: the program or site that gave the id.
    """

    tool: str
    tool_id: str
    entries: tuple[tuple[int, str], ...]
    rounds: tuple[
        tuple[Stage, tuple[tuple[int, int, int, ResultKind, int | None], ...], tuple[int, ...]],
        ...,
    ]


@event(TOPIC, "tournament.finished.v1")
class TournamentFinished(Event):
    """The complete, self-sufficient statement that the rating service acts on (D.4.5).

    revision: shared counter with annulled and reinstated, the highest wins.
    finished_at: the first finish, ISO instant in UTC (D.4.3).
    participants: those paired at least once (D.4.5).
    entries: ``(entry, player, was paired)``; games: ``(entry a, entry b, halves of a)``, 2 = a won.
    """

    revision: int
    finished_at: str
    zone: str
    date: str
    name: str
    rule_set: str
    format: str
    family: str
    city: str
    club: str
    official: bool
    participants: int
    entries: tuple[tuple[int, str, bool], ...]
    games: tuple[tuple[int, int, int], ...]


@event(TOPIC, "tournament.games.projected.v1")
class GamesProjected(TournamentFinished):
    """The body of ``TournamentFinished`` while play goes on; never enters the ledger."""


@event(TOPIC, "tournament.annulled.v1")
class TournamentAnnulled(Event):
    """One code is in force: the ledger does not count the tournament."""

    revision: int
    code: FlagCode


@event(TOPIC, "tournament.reinstated.v1")
class TournamentReinstated(Event):
    """One code is no longer in force."""

    revision: int
    code: FlagCode
