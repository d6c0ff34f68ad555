"""What an upload changed (2.1.5): the difference of a tournament between two moments."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from services.pairing.domain.state import Round, TournamentState
from shared.events.rounds import ResultKind

Result = tuple[ResultKind | None, str | None]
"""Kind and winner's ID."""
Tables = Mapping[frozenset[str], tuple[str, str, Result]]


@dataclass(frozen=True, slots=True)
class TableChange:
    """What became of a pair in a round; None where it did not play."""

    round: int
    a: str
    b: str
    before: Result | None
    after: Result | None


@dataclass(frozen=True, slots=True)
class Changes:
    """People are IDs. fields: of the tournament itself; byes: (round, player, has it now).

    Tables and byes are those of rounds that were there and still are.
    """

    fields: tuple[str, ...]
    players_added: tuple[str, ...]
    players_removed: tuple[str, ...]
    rounds_added: tuple[int, ...]
    rounds_removed: tuple[int, ...]
    tables: tuple[TableChange, ...]
    byes: tuple[tuple[int, str, bool], ...]


def changes(before: TournamentState, after: TournamentState) -> Changes:
    """What is different: the tournament itself, players, rounds, tables and their results."""
    old, new = vars(before.created), vars(after.created)
    fields = [name for name in new if old[name] != new[name]]
    moved = before.finished_at != after.finished_at
    had = {entry.player: None for entry in before.entries.values()}
    has = {entry.player: None for entry in after.entries.values()}
    were = {each.number: each for each in before.rounds}
    are = {each.number: each for each in after.rounds}
    both = [(were[number], are[number]) for number in were if number in are]
    return Changes(
        fields=(*fields, *(("finished_at",) if moved else ())),
        players_added=tuple(player for player in has if player not in had),
        players_removed=tuple(player for player in had if player not in has),
        rounds_added=tuple(number for number in are if number not in were),
        rounds_removed=tuple(number for number in were if number not in are),
        tables=tuple(
            change
            for old_round, new_round in both
            for change in _tables(
                new_round.number, _results(before, old_round), _results(after, new_round)
            )
        ),
        byes=tuple(
            change
            for old_round, new_round in both
            for change in _byes(new_round.number, _free(before, old_round), _free(after, new_round))
        ),
    )


def _tables(number: int, before: Tables, after: Tables) -> Iterator[TableChange]:
    for pair in {**before, **after}:
        old, new = before.get(pair), after.get(pair)
        seats = new or old
        if seats is not None and (old and old[2]) != (new and new[2]):
            yield TableChange(number, *seats[:2], old and old[2], new and new[2])


def _results(state: TournamentState, at: Round) -> Tables:
    player = {number: entry.player for number, entry in state.entries.items()}
    return {
        frozenset((player[match.a], player[match.b])): (
            player[match.a],
            player[match.b],
            (match.kind, None if match.winner is None else player[match.winner]),
        )
        for match in at.matches.values()
    }


def _byes(
    number: int, before: Mapping[str, None], after: Mapping[str, None]
) -> Iterator[tuple[int, str, bool]]:
    for player in {**before, **after}:
        if (player in before) != (player in after):
            yield number, player, player in after


def _free(state: TournamentState, at: Round) -> Mapping[str, None]:
    return dict.fromkeys(state.entries[entry].player for entry in at.byes)
