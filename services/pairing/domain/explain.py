"""Why a round is drawn as it is (S.2–S.6, S.8, T.9): no guess, the same engine is asked again.

What the alternative to a pair was is the best draw without that pair; to a bye, the best one in
which somebody else has it. The first rule in which that one is worse is what decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from services.pairing.domain.bracket import bracket
from services.pairing.domain.decide.draws import contenders, draw_name
from services.pairing.domain.state import Round, TournamentState
from services.pairing.domain.swiss import Barred, Contender, Costs, Pairing, costs, otherwise
from shared.rulesets.model import RuleSet

How = Literal[
    "drawn", "by_hand", "bye", "bye_by_hand", "bracket", "third_place", "bracket_bye", "absent"
]
"""How somebody came to what he does in a round; ``absent``: he is not in it."""

Decided = Literal["S.2", "S.3", "S.4", "S.5", "S.6", "lot"]

WEIGHED: tuple[Decided, ...] = ("S.2", "S.3", "S.4", "S.5", "S.6")
"""The rules, as ``Costs`` has them; the lot comes after them."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best draw in which this is otherwise.

    opponent: whom the player would meet, None: he would have the bye; bye: who would have it;
    decided: the first rule in which it is worse, ``lot``: in none; None: it is better, so the round
    is not what these rules draw (a foreign tool's, or a correction of what counted then). more: by
    how much it is worse there. changed: how many of its pairs are not in the round.
    """

    opponent: int | None
    bye: int | None
    costs: Costs
    decided: Decided | None
    more: int
    changed: int


@dataclass(frozen=True, slots=True)
class PassedOver:
    """S.3, S.4: one who had no more points, or no more byes, and did not get the bye all the same.

    rule: S.3: he had more byes; S.4: more points; S.2: the others would have to meet again.
    """

    entry: int
    byes: int
    points: int
    rule: Decided


@dataclass(frozen=True, slots=True)
class ByeReason:
    """Why an entry has the bye. byes: auto-wins that it had before; points: ×2.

    equals: others with as few byes and points; passed_over: those with fewer of one of them;
    higher: how many have more points, or as many and more byes. other: the best draw with the bye
    elsewhere, None where there is no other.
    """

    entry: int
    byes: int
    points: int
    equals: tuple[int, ...]
    passed_over: tuple[PassedOver, ...]
    higher: int
    other: Alternative | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player does in a round what he does.

    points: ×2, his and his opponent's before the round, each None where there is none; costs: of
    the round's drawn part, None where nothing was drawn; other: the best draw otherwise; bye: who
    has the bye and why, None where nobody drew it. seeds: T.9, his and his opponent's.
    """

    round: int
    entry: int
    how: How
    table: int | None = None
    opponent: int | None = None
    points: tuple[int | None, int | None] = (None, None)
    rematch: bool = False
    costs: Costs | None = None
    other: Alternative | None = None
    bye: ByeReason | None = None
    seeds: tuple[int | None, int | None] = (None, None)


def explain(
    before: TournamentState, at: Round, ruleset: RuleSet, seeds: Sequence[int], entry: int
) -> Explanation:
    """S.2–S.6, S.8, T.9: why this entry meets whom it meets in a round.

    before: the tournament as it was when the round was published, without it; seeds: the TOP's.
    """
    if at.match_of(entry) is None and entry not in at.byes:
        return Explanation(at.number, entry, "absent")
    if at.stage == "top":
        return _of_bracket(before, at, seeds, entry)
    return _Drawing(before, at, ruleset).of(entry)


def _of_bracket(
    before: TournamentState, at: Round, seeds: Sequence[int], entry: int
) -> Explanation:
    """T.9: the bracket says who meets whom."""
    match = at.match_of(entry)
    place = {each: number for number, each in enumerate(seeds, start=1)}
    if match is None:
        return Explanation(at.number, entry, "bracket_bye", seeds=(place.get(entry), None))
    opponent = match.b if entry == match.a else match.a
    out = {each.out for level in bracket(before, seeds) if level.published for each in level.duels}
    return Explanation(
        at.number,
        entry,
        "third_place" if {entry, opponent} <= out else "bracket",
        match.table,
        opponent,
        seeds=(place.get(entry), place.get(opponent)),
    )


class _Drawing:
    """The part of a round that was drawn, and what is asked about it."""

    def __init__(self, before: TournamentState, at: Round, ruleset: RuleSet) -> None:
        self.at = at
        everyone = [*at.byes, *(each for match in at.matches.values() for each in match.players)]
        self.known = {
            each.entry: each for each in contenders(before, ruleset, at.number, sorted(everyone))
        }
        self.seed, self.name = before.created.seed, draw_name(at.number, at.attempt)
        self.drawn = _drawn_part(at)
        seated = [each for pair in self.drawn.pairs for each in pair]
        seated += [] if self.drawn.bye is None else [self.drawn.bye]
        self.field: list[Contender] = [self.known[each] for each in seated]
        self.costs = costs(self.field, self.drawn, *self.lots) if len(seated) > 1 else None

    @property
    def lots(self) -> tuple[int, int | str]:
        return self.seed, self.name

    def of(self, entry: int) -> Explanation:
        match = self.at.match_of(entry)
        points = self.known[entry].score
        bye = self._bye()
        if match is None:
            how: How = "bye" if entry == self.drawn.bye else "bye_by_hand"
            return Explanation(
                self.at.number,
                entry,
                how,
                points=(points, None),
                costs=self.costs,
                other=bye.other if bye and how == "bye" else None,
                bye=bye,
            )
        by_hand = match.table in self.at.hand_tables
        opponent = match.b if entry == match.a else match.a
        barred = Barred(pairs=frozenset({frozenset(match.players)}))
        return Explanation(
            self.at.number,
            entry,
            "by_hand" if by_hand else "drawn",
            match.table,
            opponent,
            (points, self.known[opponent].score),
            opponent in self.known[entry].opponents,
            self.costs,
            None if by_hand else self._without(barred, entry),
            bye,
        )

    def _bye(self) -> ByeReason | None:
        """S.3, S.4: who has the bye of the draw, whoever might have had it instead."""
        if self.drawn.bye is None:
            return None
        owner = self.known[self.drawn.bye]
        mine = owner.byes, owner.score
        others = [each for each in self.field if each is not owner]
        passed = [
            PassedOver(each.entry, each.byes, each.score, _passed(owner, each))
            for each in others
            if (each.byes, each.score) != mine
            and (each.score < owner.score or each.byes < owner.byes)
        ]
        equals = tuple(each.entry for each in others if (each.byes, each.score) == mine)
        return ByeReason(
            owner.entry,
            owner.byes,
            owner.score,
            equals,
            tuple(sorted(passed, key=lambda each: (each.points, each.byes, each.entry))),
            len(others) - len(equals) - len(passed),
            self._without(Barred(byes=frozenset({owner.entry})), owner.entry),
        )

    def _without(self, barred: Barred, entry: int) -> Alternative | None:
        if self.costs is None:
            return None
        best = otherwise(self.field, *self.lots, barred, self.costs)
        if best is None:
            return None
        cost = costs(self.field, best, *self.lots)
        decided, more = _decided(self.costs, cost)
        meets = next((pair for pair in best.pairs if entry in pair), None)
        ours = {frozenset(pair) for pair in self.drawn.pairs}
        return Alternative(
            None if meets is None else meets[meets[0] == entry],
            best.bye,
            cost,
            decided,
            more,
            sum(frozenset(pair) not in ours for pair in best.pairs),
        )


def _drawn_part(at: Round) -> Pairing:
    """What the judge did not set. Byes that no draw can have made were given from outside."""
    pairs = tuple(
        match.players for table, match in at.matches.items() if table not in at.hand_tables
    )
    byes = [entry for entry in at.byes if entry not in at.hand_byes]
    return Pairing(pairs, byes[0] if len(byes) == 1 else None)


def _decided(drawn: Costs, other: Costs) -> tuple[Decided | None, int]:
    """The first rule by which the draw is better, and by how much; the lot where it is by none."""
    for rule, ours, theirs in zip(WEIGHED, drawn, other, strict=False):
        if ours < theirs:
            return rule, theirs - ours
        if ours > theirs:  # S.6 is weighed among the pairs that the lots let it look at
            return (None, 0) if rule != "S.6" else ("lot", 0)
    return "lot", 0


def _passed(owner: Contender, other: Contender) -> Decided:
    if (other.byes, other.score) < (owner.byes, owner.score):
        return "S.2"
    return "S.3" if other.byes > owner.byes else "S.4"
