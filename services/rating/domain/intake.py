"""Law 4, D.2.5, D.4.5: what is known of a tournament, and what of it the ledger counts.

``finished``, ``annulled`` and ``reinstated`` share one revision counter per tournament, so each
fact has a highest revision and nothing depends on when an event arrived. Rating asks nobody: all
that it needs is in the finished body.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from services.rating.domain.kernel import Game
from services.rating.domain.ledger import Key, Rated
from shared.events.tournaments import (
    FlagCode,
    GamesProjected,
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
)
from shared.refusals import Refusal, Text
from shared.rulesets.model import Rating

StatusEvent = TournamentFinished | TournamentAnnulled | TournamentReinstated


@dataclass(frozen=True)
class Flag:
    """The newest word on one code; ``in_force`` when that word was an annulled."""

    code: FlagCode
    revision: int
    in_force: bool


@dataclass(frozen=True)
class TournamentRecord:
    """All that the ledger knows of one tournament: the highest body, a flag per code named."""

    finished: TournamentFinished | None = None
    flags: tuple[Flag, ...] = ()


def absorb(record: TournamentRecord, event: StatusEvent) -> TournamentRecord:
    """The record with this event in it: the same for any order of events, and for duplicates.

    A projection of a running tournament is no finish and changes nothing.
    """
    match event:
        case GamesProjected():
            return record
        case TournamentFinished():
            return replace(record, finished=_newer(record.finished, event))
        case TournamentAnnulled():
            return _flagged(record, Flag(event.code, event.revision, in_force=True))
        case TournamentReinstated():
            return _flagged(record, Flag(event.code, event.revision, in_force=False))


def in_force(record: TournamentRecord) -> TournamentFinished | None:
    """D.2.5: the body to be rated: official, finished and under no code; else None.

    A reopened tournament keeps its last finished body until the next; a new one lifts no code.
    """
    body = record.finished
    flagged = any(flag.in_force for flag in record.flags)
    return body if body and body.official and not flagged else None


def ledger_key(tournament: str, body: TournamentFinished) -> Key:
    """D.4.3: where the tournament stands in the ledger.

    Raises Refusal ``not_an_instant`` when ``finished_at`` is no ISO time with an offset.
    """
    try:
        moment = datetime.fromisoformat(body.finished_at)
        if moment.tzinfo is None:
            raise ValueError(body.finished_at)
        utc = moment.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise Refusal(
            "invalid",
            "not_an_instant",
            Text(
                "Время окончания должно быть датой и временем со смещением от UTC.",
                "The time of the finish must be a date and time with an offset from UTC.",
            ),
            rule="D.4.3",
            where="finished_at",
        ) from None
    return Key(utc.isoformat(timespec="microseconds") + "Z", tournament)


def rated(body: TournamentFinished, rating: Rating) -> Rated:
    """Rules 4.2, 4.3, D.4.5: the body's games by player, and K by its number of participants.

    rating: of the rule set that the body names. Raises Refusal for a game of an unknown entry
    (``unknown_entry``), of a player with himself (``game_with_oneself``) or with halves other
    than 0, 1, 2 (``impossible_score``).
    """
    players = {entry: player for entry, player, _ in body.entries}
    games = tuple(_game(players, place, *game) for place, game in enumerate(body.games))
    return Rated(games, rating.k_tenths(body.participants))


def _newer(known: TournamentFinished | None, event: TournamentFinished) -> TournamentFinished:
    """The higher revision; were one revision ever stated twice differently, the same of both."""
    if known is None or event.revision > known.revision:
        return event
    if event.revision == known.revision and event != known:
        return max(known, event, key=repr)
    return known


def _flagged(record: TournamentRecord, flag: Flag) -> TournamentRecord:
    """The record with the newer word on this code; of one revision, the annulled."""
    flags = {known.code: known for known in record.flags}
    known = flags.get(flag.code, flag)
    flags[flag.code] = max(known, flag, key=lambda one: (one.revision, one.in_force))
    return replace(record, flags=tuple(flags[code] for code in sorted(flags)))


def _game(players: dict[int, str], place: int, entry_a: int, entry_b: int, halves: int) -> Game:
    a, b = players.get(entry_a), players.get(entry_b)
    if a is None or b is None:
        raise _unratable(
            "unknown_entry",
            place,
            Text(
                "В партии назван номер, которого нет.", "A game names an entry that is not there."
            ),
        )
    if a == b:
        raise _unratable(
            "game_with_oneself",
            place,
            Text("Игрок записан соперником самому себе.", "A player is his own opponent."),
        )
    if halves not in (0, 1, 2):
        raise _unratable(
            "impossible_score",
            place,
            Text("Счёт партии может быть 0, 1 или 2 половины.", "A score is 0, 1 or 2 halves."),
        )
    return a, b, halves


def _unratable(code: str, place: int, message: Text) -> Refusal:
    return Refusal("invalid", code, message, rule="4.2", where=f"games[{place}]")
