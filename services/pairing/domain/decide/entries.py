"""Entering, waiting for a place, leaving and coming back (2.1, S.7, R.8, R.9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.pairing.domain.capacity import places, promotions, queue
from services.pairing.domain.decide.guards import known_entry, still_open
from services.pairing.domain.decide.results import record_result
from services.pairing.domain.evolve import evolve
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import EntryAdded, EntryDropped, EntryPromoted, EntryReturned
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who is to be entered.

    player: his ID; rating_milli: the live rating in thousandths, kept for a late entry (T.6), None
    if he has none.
    """

    player: str
    rating_milli: int | None = None


def add_entries(state: TournamentState, newcomers: Sequence[Newcomer]) -> tuple[EntryAdded, ...]:
    """Rule 2.1.3, S.7: enter one player or many, all or none, under the next numbers.

    Once round 1 is published an entry is late: from the next round on, 0 points for those missed,
    possible while a Swiss round is still to come. Beyond the capacity one waits, and nobody passes
    those who wait already. Refuses a player who is in already (2.1.3).
    """
    still_open(state)
    swiss_to_come(state)
    _nobody_twice(state, newcomers)
    first = max(state.entries, default=0) + 1
    free = 0 if state.structure is None and queue(state) else places(state)
    return tuple(
        EntryAdded(
            number,
            each.player,
            state.due,
            each.rating_milli,
            waiting=free is not None and number - first >= free,
        )
        for number, each in enumerate(newcomers, start=first)
    )


def promote(state: TournamentState, number: int) -> tuple[EntryPromoted, ...]:
    """S.7: the judge gives one of the waiting list a place, out of turn or beyond the capacity.

    Once round 1 is published he joins from the next round on. Whoever is in already stays as he is.
    """
    still_open(state)
    entry = known_entry(state, number)
    if not entry.waiting:
        return ()
    swiss_to_come(state)
    if entry.dropped_after is not None:
        raise left_already(state, [number])
    return (EntryPromoted(number, state.due),)


def drop(state: TournamentState, number: int) -> tuple[EntryDropped | EntryPromoted, ...]:
    """S.7: the player leaves; he is not paired again, what he played stands.

    A game he is in goes on; ``leave`` is for who walks away from it. Before round 1 he has not
    taken part at all, and his place goes to the first of the waiting list. Dropping twice changes
    nothing. Seeds never move (T.9).
    """
    still_open(state)
    if known_entry(state, number).dropped_after is not None:
        return ()
    return drop_all(state, [number])


def drop_all(
    state: TournamentState, numbers: Sequence[int]
) -> tuple[EntryDropped | EntryPromoted, ...]:
    """S.7: these leave, none of whom has left; places go to who is left of the waiting list."""
    gone = tuple(EntryDropped(number, len(state.rounds)) for number in numbers)
    for each in gone:
        state = evolve(state, each)
    return *gone, *promotions(state)


def leave(state: TournamentState, ruleset: RuleSet, number: int, now: str) -> tuple[Event, ...]:
    """R.8: the player leaves at once: the game he is in is a clean loss.

    now: an ISO instant in UTC, for the live projection. A table that has its result keeps it; who
    had said that he leaves after the round may still leave at once.
    """
    gone: tuple[Event, ...] = drop(state, number)
    at = state.current
    match = at.match_of(number) if at else None
    if at is None or match is None or match.kind is not None:
        return gone
    for each in gone:
        state = evolve(state, each)
    lost = record_result(
        state,
        ruleset,
        round_number=at.number,
        table=match.table,
        kind="clean",
        winner=match.b if number == match.a else match.a,
        now=now,
    )
    return *gone, *lost


def come_back(state: TournamentState, number: int) -> tuple[EntryReturned, ...]:
    """S.7: who had left takes part again, from the next round on, while there is a Swiss one.

    A disqualified player never does (R.9). Before round 1 he needs a place; one who had left the
    waiting list waits again. Who never left stays as he is.
    """
    still_open(state)
    entry = known_entry(state, number)
    if entry.disqualified:
        raise _disqualified(entry.player)
    if entry.dropped_after is None:
        return ()
    swiss_to_come(state)
    if state.structure is None and places(state) == 0 and not entry.waiting:
        raise Refusal(
            "conflict",
            "tournament_full",
            Text(
                f"Место игрока № {entry.player} уже занято.",
                f"The place of {entry.player} is taken.",
            ),
            rule="S.7",
            todo=Text(
                "Увеличьте вместимость турнира или снимите кого-нибудь.",
                "Raise the tournament's capacity, or drop somebody.",
            ),
        )
    return (EntryReturned(number, state.due),)


def swiss_to_come(state: TournamentState) -> None:
    """S.7: refuses when no Swiss round is left that somebody could join in."""
    if state.seeds or (state.structure is not None and state.due > state.structure.rounds):
        raise Refusal(
            "conflict",
            "entry_too_late",
            Text(
                "Последний швейцарский тур уже опубликован: новых участников нет.",
                "The last Swiss round is published: nobody can enter any more.",
            ),
            rule="S.7",
            todo=Text("Запишите игрока на другой турнир.", "Enter the player elsewhere."),
        )


def left_already(state: TournamentState, numbers: Sequence[int]) -> Refusal:
    """The refusal of a command about people who have left."""
    listed = ", ".join(state.entries[number].player for number in numbers)
    return Refusal(
        "conflict",
        "entry_dropped",
        Text(f"Снялись с турнира: {listed}.", f"They have left the tournament: {listed}."),
        rule="S.7",
        todo=Text(
            "Верните игрока: POST /v1/tournaments/{tournament}/entries/{player}/return.",
            "Take the player back: POST /v1/tournaments/{tournament}/entries/{player}/return.",
        ),
        details=tuple(
            {"entry": number, "player": state.entries[number].player, "rule": "S.7"}
            for number in numbers
        ),
    )


def _disqualified(player: str) -> Refusal:
    return Refusal(
        "conflict",
        "entry_disqualified",
        Text(f"Игрок № {player} дисквалифицирован.", f"{player} is disqualified."),
        rule="R.9",
        todo=Text(
            "Если наказание дано по ошибке, снимите его.",
            "If the penalty was a mistake, take it back.",
        ),
    )


def _nobody_twice(state: TournamentState, newcomers: Sequence[Newcomer]) -> None:
    seen = {entry.player for entry in state.entries.values()}
    twice: list[dict[str, Any]] = []
    for place, each in enumerate(newcomers):
        if each.player in seen:
            twice.append({"where": f"body.players.{place}", "player": each.player, "rule": "2.1.3"})
        seen.add(each.player)
    if twice:
        raise already_entered([str(row["player"]) for row in twice], tuple(twice))


def already_entered(players: Sequence[str], rows: tuple[dict[str, Any], ...]) -> Refusal:
    """The refusal of entering people twice; a row for each of them says where."""
    names = ", ".join(players)
    return Refusal(
        "conflict",
        "player_already_entered",
        Text(f"Уже в турнире: {names}.", f"Already entered: {names}."),
        rule="2.1.3",
        where=str(rows[0]["where"]),
        todo=Text("Уберите повторы из списка.", "Take the repeated IDs off the list."),
        details=rows,
    )
