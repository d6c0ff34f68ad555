"""The TOP, T.9: single elimination by seeds. The bracket is never reshuffled.

A bracket is a row of slots; neighbours play, the winner takes the slot of both. An empty slot
(None) is a pair that stayed away, or one who dropped: its neighbour has an auto-win.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Round, TournamentState
from shared.rulesets.model import RuleSet

Slots = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TopPairing:
    """The next round of the TOP, pairs in the bracket's order, and its auto-wins."""

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A final place. ``seed``: in the TOP, None outside; ``swiss``: his row of the Swiss table."""

    place: int
    entry: int
    seed: int | None
    swiss: Row


def size(wanted: int, players: int) -> int:
    """T.9: the largest power of two that is neither above the announced size nor above the field;
    0 when that leaves nobody to play.
    """
    most = min(wanted, players)
    return 1 << most.bit_length() - 1 if most >= 2 else 0


def bracket(seeds: Sequence[int]) -> Slots:
    """T.9: the slots of the first round: 1–8, 4–5, 2–7, 3–6, and so on for every power of two."""
    order = [1]
    while len(order) < len(seeds):
        total = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, total - better)]
    return tuple(seeds[seed - 1] for seed in order)


def cut(state: TournamentState, ruleset: RuleSet) -> tuple[int, ...]:
    """T.9: the seeds: the first of the Swiss table who still play; empty if there is no TOP."""
    wanted = state.structure.top if state.structure else 0
    still = [
        row.entry for row in standings(state, ruleset) if state.entries[row.entry].plays(state.due)
    ]
    return tuple(still[: size(wanted, len(still))])


def next_round(state: TournamentState, seeds: Sequence[int]) -> TopPairing | None:
    """T.9: the round after the last one published; None when the bracket is played out.

    Who dropped is not paired any more, his opponent has an auto-win (S.7).
    """
    slots = bracket(seeds)
    for each in state.top:
        slots = _advance(slots, each)
    still = [
        entry if entry is not None and state.entries[entry].plays(state.due) else None
        for entry in slots
    ]
    if len(still) < 2 or not any(still):
        return None
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    for one, other in zip(still[::2], still[1::2], strict=True):
        if one is not None and other is not None:
            pairs.append((one, other))
        else:
            byes += [entry for entry in (one, other) if entry is not None]
    return TopPairing(tuple(pairs), tuple(byes))


def _advance(slots: Slots, played: Round) -> Slots:
    """The slots after a round: a winner, an auto-win, or nobody (both absent)."""
    return tuple(
        next((entry for entry in pair if entry is not None and _goes_on(played, entry)), None)
        for pair in zip(slots[::2], slots[1::2], strict=True)
    )


def _goes_on(played: Round, entry: int) -> bool:
    match = played.match_of(entry)
    return entry in played.byes or (match is not None and match.winner == entry)


def final_places(state: TournamentState, ruleset: RuleSet) -> tuple[FinalRow, ...]:
    """T.9: all places: the TOP by how far one came, then the rest by the Swiss table.

    Who went out in the same round: by a game between them (third place), else by seed, or by Swiss
    place where the seeds are unknown (an import). Without a TOP it is the Swiss table.
    """
    table = standings(state, ruleset)
    seed_of = {entry: seed for seed, entry in enumerate(state.seeds, start=1)}
    reached = _reached(state)

    def rank(row: Row) -> tuple[int, int, int]:
        came, later_wins = reached.get(row.entry, (-1, 0))
        return -came, -later_wins, seed_of.get(row.entry, row.place)

    return tuple(
        FinalRow(place, row.entry, seed_of.get(row.entry), row)
        for place, row in enumerate(sorted(table, key=rank), start=1)
    )


def _reached(state: TournamentState) -> Mapping[int, tuple[int, int]]:
    """(number of the round in which one went out, games won after that) for all of the TOP.

    Who never lost went out after the last round.
    """
    went: dict[int, tuple[int, int]] = dict.fromkeys(state.seeds, (0, 0))
    out: set[int] = set()
    for each in state.top:
        went |= dict.fromkeys(each.byes, (each.number + 1, 0))
        for match in each.matches.values():
            for entry in match.players:
                won = entry == match.winner
                if entry in out:
                    number, wins = went[entry]
                    went[entry] = (number, wins + won)
                elif won or match.kind is None:
                    went[entry] = (each.number + 1, 0)
                else:
                    out.add(entry)
                    went[entry] = (each.number, 0)
    return went
