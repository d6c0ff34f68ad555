"""``tournaments.v1``: a tournament's own log (law 2), kept for ever, key = tournament id.

Its life is here; who plays is in ``entries``, what is played in ``rounds``. Points are ×2, ratings
in thousandths (law 5).
"""

from typing import Literal

from shared.events.base import Event, event
from shared.events.rounds import TOPIC as TOPIC
from shared.events.rounds import ResultKind, Stage

Level = Literal["amateur", "professional", "highest"]
"""6.1–6.3: the strictness levels."""

FlagCode = Literal["hold", "annulled", "quarantine"]
"""``hold``: a coordinator's hold (D.2.5); ``annulled``: struck out for good; ``quarantine``: an
upload that waits for a decision (D.3.1)."""

Plan = Literal["draft", "announced", "registration"]
"""How far a tournament is before its first round: only its staff looks for a draft."""


@event(TOPIC, "tournament.created.v1")
class TournamentCreated(Event):
    """A tournament was announced; its rule set is fixed for ever (law 7).

    capacity: places, None for as many as come (the rest wait); expected: players, as its organiser
    thinks (5.1); minutes: of a round, for the clock; rounds, top: what the judge wants of them,
    None for the rule set's (7.2.2); judges: IDs of those beside the head judge (6.3); warnings:
    codes of what was pointed out then.
    """

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
    plan: Plan = "announced"
    capacity: int | None = None
    expected: int | None = None
    minutes: int | None = None
    warnings: tuple[str, ...] = ()
    rounds: int | None = None
    top: int | None = None
    judges: tuple[str, ...] = ()


@event(TOPIC, "tournament.changed.v1")
class TournamentChanged(Event):
    """What a tournament was announced with is different now: all of it, as it is now.

    Rule set and seed never change. warnings: codes of what is pointed out of it as it is now; that
    a large one was announced late (5.1) stays among them.
    """

    name: str
    city: str
    zone: str
    date: str
    club: str
    format: str
    level: Level
    official: bool
    preset: str | None
    head_judge: str | None
    capacity: int | None
    expected: int | None
    minutes: int | None
    warnings: tuple[str, ...] = ()
    rounds: int | None = None
    top: int | None = None
    judges: tuple[str, ...] = ()


@event(TOPIC, "tournament.planned.v1")
class TournamentPlanned(Event):
    """Before round 1: from a draft to an announced one, to open registration, or back.

    warnings: codes of what is pointed out by now, all of them.
    """

    plan: Plan
    warnings: tuple[str, ...] = ()


@event(TOPIC, "tournament.cancelled.v1", private=("reason",))
class TournamentCancelled(Event):
    """It is called off; ``reason``: the id of a note. What was played is kept and not rated."""

    reason: str | None = None


@event(TOPIC, "tournament.resumed.v1", private=("reason",))
class TournamentResumed(Event):
    """It is not cancelled after all: it stands where it stood; ``reason``: the id of a note."""

    reason: str | None = None


@event(TOPIC, "tournament.reopened.v1", private=("reason",))
class TournamentReopened(Event):
    """It is not finished after all; the rating keeps its last statement until the next (D.4.3)."""

    reason: str | None = None


@event(TOPIC, "tournament.rewound.v1", private=("reason",))
class TournamentRewound(Event):
    """All rounds after ``round`` are taken back, with the cut if it is among them; 0: all.

    They stay in the log. Who had left, and who had come, before they were taken back stays so.
    """

    round: int
    reason: str | None = None


@event(TOPIC, "event.undone.v1")
class EventUndone(Event):
    """Event ``number`` of this log is taken back; it stays in the log.

    following: how many of the events that follow take it back.
    """

    number: int
    following: int = 0


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


@event(TOPIC, "tournament.imported.v1")
class TournamentImported(Event):
    """A whole tournament played elsewhere, in one event; a later one says all of it anew.

    entries: ``(entry, player)``; rounds: ``(stage, ((table, a, b, kind, winner), …), (bye, …))``.
    tool and tool_id: the program or site that gave the id. details: ``(entry, first round, last
    round or None, round of a disqualification or None, rating in thousandths or None)`` of those
    of whom it says more; granted: ``(round, entry, points ×2)``; structure: ``(rounds, top)`` if it
    says what was meant to be played; seeds: as in ``TopCut``; said: ``(field, value)`` of the
    tournament itself, as uploaded.

    Where a later one says of an entry, a pair's result or a granted one what the one before it
    said, whatever it was corrected to in between stays.
    """

    tool: str
    tool_id: str
    entries: tuple[tuple[int, str], ...]
    rounds: tuple[
        tuple[Stage, tuple[tuple[int, int, int, ResultKind, int | None], ...], tuple[int, ...]],
        ...,
    ]
    details: tuple[tuple[int, int, int | None, int | None, int | None], ...] = ()
    granted: tuple[tuple[int, int, int], ...] = ()
    structure: tuple[int, int] | None = None
    seeds: tuple[int, ...] = ()
    said: tuple[tuple[str, str | bool], ...] = ()


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


@event(TOPIC, "tournament.annulled.v1", private=("reason",))
class TournamentAnnulled(Event):
    """One code is in force: the ledger does not count the tournament; reason: the id of a note."""

    revision: int
    code: FlagCode
    reason: str | None = None


@event(TOPIC, "tournament.reinstated.v1", private=("reason",))
class TournamentReinstated(Event):
    """One code is no longer in force; reason: the id of a note."""

    revision: int
    code: FlagCode
    reason: str | None = None
