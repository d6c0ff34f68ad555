"""The TOP, T.9: single elimination by seeds, which the cut freezes, and the places at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.pairing.domain.bracket import BracketRound, bracket
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import TournamentState
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class TopPairing:
    """The next round of the TOP, pairs in the bracket's order, and its auto-wins.

    third: who would play for the third place, if the judge wants that game; only beside the final.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    third: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A final place, None of the disqualified (R.9). ``swiss``: his row of the Swiss table.

    seed: in the TOP, None outside; playing: he is still in it, or plays for the third place.
    """

    place: int | None
    entry: int
    seed: int | None
    swiss: Row
    playing: bool = False

    @property
    def disqualified(self) -> bool:
        """R.9: in the Swiss or in the TOP."""
        return self.place is None


def size(wanted: int, players: int) -> int:
    """N.2: the largest power of two that is neither above the announced size nor above the field;
    0 when that leaves nobody to play.
    """
    most = min(wanted, players)
    return 1 << most.bit_length() - 1 if most >= 2 else 0


def cut(state: TournamentState, ruleset: RuleSet) -> tuple[int, ...]:
    """T.9: the seeds: the first of the Swiss table who still play, as many as were announced.

    Fewer, where fewer are left: the higher seeds have auto-wins then. Empty if there is no TOP, or
    less than two to play it.
    """
    wanted = state.structure.top if state.structure else 0
    still = [
        row.entry for row in standings(state, ruleset) if state.entries[row.entry].plays(state.due)
    ]
    return tuple(still[:wanted]) if min(wanted, len(still)) >= 2 else ()


def next_round(state: TournamentState, seeds: Sequence[int]) -> TopPairing | None:
    """T.9: the round after the last one published; None when the bracket is played out.

    Who dropped is not paired any more, his opponent has an auto-win (S.7).
    """
    rounds = bracket(state, seeds)
    due = next((each for each in rounds if not each.published), None)
    if due is None or not any(duel.seated for duel in due.duels):
        return None
    pairs: list[tuple[int, int]] = []
    byes: list[int] = []
    for duel in due.duels:
        if duel.one is not None and duel.other is not None:
            pairs.append((duel.one, duel.other))
        else:
            byes += duel.seated
    third = _for_third(state, rounds[-2]) if due is rounds[-1] and len(rounds) > 1 else None
    return TopPairing(tuple(pairs), tuple(byes), third)


def _for_third(state: TournamentState, semifinal: BracketRound) -> tuple[int, int] | None:
    """T.9: those who lost the semifinals, if both still play."""
    one, other = (duel.out for duel in semifinal.duels)
    if one is None or other is None:
        return None
    both = state.entries[one].plays(state.due) and state.entries[other].plays(state.due)
    return (one, other) if both else None


def final_places(state: TournamentState, ruleset: RuleSet) -> tuple[FinalRow, ...]:
    """T.9: all places: the TOP by how far one came, then the rest by the Swiss table.

    How far one came is what was played at the tables: a winner who was corrected after another had
    played on in his place stays in the round that he played last, as the best of it. Who went out
    in the same round: by a game between them (third place), else by seed, or by Swiss place where
    the seeds are unknown (an import). Without a TOP it is the Swiss table. The disqualified have no
    place and come last (R.9).
    """
    seed_of = {entry: seed for seed, entry in enumerate(state.seeds, start=1)}
    rounds = bracket(state, state.seeds)
    reached = {**dict.fromkeys(state.seeds, (0, 0, 0)), **_reached(rounds)}
    playing = _playing(rounds)

    def rank(row: Row) -> tuple[bool, int, int, int, int]:
        came, third, won = reached.get(row.entry, (-1, 0, 0))
        worth = seed_of.get(row.entry, row.place or len(state.entries))
        return state.entries[row.entry].disqualified, -came, -third, -won, worth

    ordered = sorted(standings(state, ruleset), key=rank)
    return tuple(
        FinalRow(
            None if state.entries[row.entry].disqualified else place,
            row.entry,
            seed_of.get(row.entry),
            row,
            row.entry in playing and not state.entries[row.entry].disqualified,
        )
        for place, row in enumerate(ordered, start=1)
    )


def _reached(rounds: Sequence[BracketRound]) -> Mapping[int, tuple[int, int, int]]:
    """How far each of the TOP came; more is better.

    Twice the level of his last duel, 1 more while it is played, 2 more who went on; then whether he
    won a game for the third place; then whether he won, by now, the duel that another went on from.
    """
    came: dict[int, tuple[int, int, int]] = {}
    for level, each in enumerate(rounds):
        for duel in each.duels if each.published else ():
            undecided = duel.match is not None and duel.match.kind is None
            won = duel.match.winner if duel.match else None
            for entry in duel.seated:
                further = 2 if entry == duel.on else int(undecided)
                came[entry] = (2 * level + further, 0, int(entry == won != duel.on))
        if each.third and each.third.winner in came:
            level_of, _, won_duel = came[each.third.winner]
            came[each.third.winner] = (level_of, 1, won_duel)
    return came


def _playing(rounds: Sequence[BracketRound]) -> frozenset[int]:
    """Those at a table of the TOP without a result, or with a round still to come."""
    found: set[int] = set()
    for each in rounds:
        matches = [duel.match for duel in each.duels]
        for match in (*matches, each.third):
            if match is not None and match.kind is None:
                found |= {*match.players}
    due = next((each for each in rounds if not each.published), None)
    return frozenset(found.union(*(duel.seated for duel in due.duels)) if due else found)
