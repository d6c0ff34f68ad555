"""Entering and leaving (2.1, S.7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from services.pairing.domain.decide.guards import known_entry, still_open
from services.pairing.domain.state import TournamentState
from shared.events.entries import EntryAdded, EntryDropped
from shared.refusals import Refusal, Text


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
    possible while a Swiss round is still to come. Refuses a player who is in already (2.1.3).
    """
    still_open(state)
    _swiss_to_come(state)
    _nobody_twice(state, newcomers)
    first = max(state.entries, default=0) + 1
    return tuple(
        EntryAdded(number, each.player, state.due, each.rating_milli)
        for number, each in enumerate(newcomers, start=first)
    )


def drop(state: TournamentState, entry: int) -> tuple[EntryDropped, ...]:
    """S.7: the player leaves; he is not paired again, what he played stands.

    A game he is in goes on, or is recorded as a clean loss if he leaves it (R.8). Before round 1
    he has not taken part at all. Dropping twice changes nothing.
    """
    still_open(state)
    if known_entry(state, entry).dropped_after is not None:
        return ()
    return (EntryDropped(entry, len(state.rounds)),)


def _swiss_to_come(state: TournamentState) -> None:
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


def _nobody_twice(state: TournamentState, newcomers: Sequence[Newcomer]) -> None:
    seen = {entry.player for entry in state.entries.values()}
    twice: list[dict[str, Any]] = []
    for place, each in enumerate(newcomers):
        if each.player in seen:
            twice.append({"where": f"body.players.{place}", "player": each.player, "rule": "2.1.3"})
        seen.add(each.player)
    if not twice:
        return
    names = ", ".join(str(row["player"]) for row in twice)
    raise Refusal(
        "conflict",
        "player_already_entered",
        Text(f"Уже в турнире: {names}.", f"Already entered: {names}."),
        rule="2.1.3",
        where=str(twice[0]["where"]),
        todo=Text("Уберите повторы из списка.", "Take the repeated IDs off the list."),
        details=tuple(twice),
    )
