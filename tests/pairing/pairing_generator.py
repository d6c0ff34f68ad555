"""Random tournaments, each from its seed alone, played by the commands that judges use."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from services.pairing.domain import decide
from services.pairing.domain.decide import guards, penalties
from services.pairing.domain.decide.rewind import rewind
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.rounds import PenaltyLevel, ResultKind, RoundDrafted, RoundPublished
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import NOW, Play

DECISIVE: tuple[ResultKind, ...] = ("clean", "technical", "no_show")
PENALTIES: tuple[PenaltyLevel, ...] = ("warning", "game_loss", "disqualification")
GRANTS: tuple[decide.Grant, ...] = ("auto_win", "draw")


@dataclass(frozen=True)
class Rates:
    """How often what happens: results by table, people and hands by round."""

    draw: float = 0.08
    agreed_draw: float = 0.06
    technical: float = 0.06
    no_show: float = 0.04
    both_absent: float = 0.02
    corrected: float = 0.05
    drop: float = 0.04
    leave: float = 0.01
    come_back: float = 0.3
    late: float = 0.25
    granted: float = 0.5
    penalty: float = 0.02
    hand_pair: float = 0.12
    hand_bye: float = 0.12
    swap: float = 0.08
    redrawn: float = 0.1
    left_open: float = 0.04
    rewound: float = 0.04
    third_place: float = 0.5
    without_top: float = 0.3
    rated: float = 0.5


USUAL = Rates()
QUIET = replace(
    USUAL, drop=0, leave=0, late=0, penalty=0, hand_pair=0, hand_bye=0, swap=0, left_open=0
)
"""Everybody stays to the end, nobody interferes."""


def some_size(chance: Random) -> int:
    """Small halls are the usual and the hard ones; now and then there are hundreds."""
    most = chance.choices((8, 12, 40, 100, 300), (20, 30, 38, 11, 1))[0]
    return chance.randint(4, most)


class Evening(Play):
    """A tournament in the making; ``moments``: round -> the state just before its publication."""

    def __init__(self, seed: int, size: int, rates: Rates = USUAL) -> None:
        self.moments: dict[int, TournamentState] = {}
        super().__init__(size, seed=seed)
        self.chance, self.rates = Random(seed), rates
        self.notes = 0

    def do(self, events: Iterable[Event]) -> tuple[Event, ...]:
        happened = tuple(events)
        for event in happened:
            if isinstance(event, RoundPublished) and not isinstance(event, RoundDrafted):
                self.moments[event.round] = self.state
            super().do((event,))
        return happened

    def happens(self, rate: float) -> bool:
        return self.chance.random() < rate

    def evening(self, rounds: int | None = None) -> None:
        """All of it, from the first round to the finish."""
        top = 0 if self.happens(self.rates.without_top) else None
        ratings = {
            entry.player: self.chance.randint(900, 1500) * 1000
            for entry in self.state.entries.values()
            if self.happens(self.rates.rated)
        }
        wish = self._wish()
        self.do(
            decide.start_and_pair(
                self.state, self.rules, ratings=ratings, rounds=rounds, top_size=top, wish=wish
            )
        )
        while True:
            self._round()
            if guards.stage_due(self.state) is None:
                break
            self._pair()
        self.finish()

    def _pair(self) -> None:
        """The next round, sometimes drafted and drawn anew."""
        wish = self._wish()
        if self.happens(self.rates.redrawn) and guards.stage_due(self.state) == "swiss":
            self.do(decide.draft(self.state, self.rules, wish=wish))
            for _ in range(self.chance.randint(1, 2)):
                self.do(decide.draft(self.state, self.rules, wish=wish, redraw=True))
            self.do(decide.publish_draft(self.state, self.rules))
        else:
            self.do(decide.pair_next(self.state, self.rules, self.state.due, wish=wish))
        if self.happens(self.rates.swap) and self.state.rounds[-1].stage == "swiss":
            self._swap()

    def _wish(self) -> decide.Wish:
        """What the judge does himself (S.8, T.9, 7.0.1)."""
        stage = "swiss" if self.state.structure is None else guards.stage_due(self.state)
        still_open = any(each.open_tables for each in self.state.rounds)
        wish = decide.Wish(reason="note", confirm=True, override_open=still_open)
        if stage == "top":
            third = replace(wish, third_place=True)
            return third if self.happens(self.rates.third_place) and self._final() else wish
        field = [each.number for each in self.state.playing(self.state.due)]
        self.chance.shuffle(field)
        pairs: list[tuple[int, int, int | None]] = []
        byes: list[int] = []
        while len(field) > 3 and self.happens(self.rates.hand_pair):
            pairs.append((field.pop(), field.pop(), None))
        while len(field) > 3 and self.happens(self.rates.hand_bye):
            byes.append(field.pop())
        return replace(wish, hand=decide.Hand(tuple(pairs), tuple(byes)))

    def _final(self) -> bool:
        """Whether the next round is the TOP's last and two can play for third place."""
        wish = decide.Wish(third_place=True)
        try:
            decide.pair_next(self.state, self.rules, self.state.due, wish=wish)
        except Refusal:
            return False
        return True

    def _swap(self) -> None:
        at = self.state.rounds[-1]
        seated = [entry for match in at.matches.values() for entry in match.players]
        one, other = self.chance.sample([*seated, *at.byes], 2)
        match = at.match_of(one)
        if other in (match.players if match is not None else at.byes):
            return
        self.do(
            decide.swap(self.state, self.rules, at.number, (one, other), reason="n", confirm=True)
        )

    def _round(self) -> None:
        """Everything that happens while a round is played and after it."""
        at = self.state.rounds[-1]
        swiss_follows = at.stage == "swiss" and guards.stage_due(self.state) == "swiss"
        for table in at.open_tables:
            if swiss_follows and len(at.matches) > 1 and self.happens(self.rates.left_open):
                continue
            self._result(at.number, table, top=at.stage == "top")
        self._corrections()
        self._penalties(at.number)
        self._people(swiss_follows)
        if guards.stage_due(self.state) != "swiss":
            self._close_tables()
        if self.happens(self.rates.rewound) and len(self.state.rounds) > 1:
            last = len(self.state.rounds) - 1
            self.do(rewind(self.state, self.rules, last, None, NOW))
            self._close_tables()

    def _close_tables(self) -> None:
        for each in self.state.rounds:
            for table in each.open_tables:
                self._result(each.number, table, top=each.stage == "top")

    def _result(self, number: int, table: int, *, top: bool, expected: int | None = None) -> None:
        match = self.state.rounds[number - 1].matches[table]
        rates = self.rates
        kinds: tuple[ResultKind, ...] = (*DECISIVE, "both_absent", "draw", "agreed_draw")
        weights = [rates.technical, rates.no_show, rates.both_absent, rates.draw, rates.agreed_draw]
        weights = [1 - sum(weights), *weights]
        if top:
            kinds, weights = kinds[:4], weights[:4]
        kind = self.chance.choices(kinds, weights)[0]
        winner = self.chance.choice(match.players) if kind in DECISIVE else None
        if (kind, winner) != (match.kind, match.winner):
            self.result(number, table, kind, winner, expected)

    def _corrections(self) -> None:
        """T.8: of any Swiss round, at any time; no later pairing changes."""
        for each in self.state.swiss:
            if self.happens(self.rates.corrected):
                table = self.chance.choice([*each.matches, 0])
                match = each.matches.get(table)
                if match is not None and match.kind is not None:
                    self._result(each.number, table, top=False, expected=match.version)

    def _penalties(self, number: int) -> None:
        for entry in [each.number for each in self.state.entries.values() if each.plays(number)]:
            if self.happens(self.rates.penalty / 4) and len(self.state.playing(number)) > 4:
                self.notes += 1
                level = self.chance.choice(PENALTIES)
                asked = penalties.Misdeed(f"p{self.notes}", entry, "P.5.2", level, number)
                self.do(penalties.give(self.state, self.rules, asked, NOW))

    def _people(self, swiss_follows: bool) -> None:
        """S.7, R.8: who leaves, who comes back, who comes late."""
        for entry in list(self.state.entries.values()):
            gone = entry.dropped_after is not None
            few = len(self.state.playing(self.state.due)) <= 2
            if gone and not entry.disqualified and swiss_follows:
                if self.happens(self.rates.come_back):
                    self.do(decide.come_back(self.state, entry.number))
                    self._grant(entry.number)
            elif not gone and not few and self.happens(self.rates.drop):
                self.do(decide.drop(self.state, entry.number))
            elif not gone and not few and self.happens(self.rates.leave):
                self.do(decide.leave(self.state, self.rules, entry.number, NOW))
        if swiss_follows and self.happens(self.rates.late):
            number = len(self.state.entries) + 1
            newcomer = decide.Newcomer(str(number), self.chance.choice((None, 1_234_000)))
            self.do(decide.add_entries(self.state, [newcomer]))
            self._grant(number)

    def _grant(self, number: int) -> None:
        """S.7: what he missed counts as something."""
        entry = self.state.entries[number]
        for each in self.state.swiss:
            missed = each.match_of(number) is None and number not in each.byes
            late = each.number < entry.stints[-1][0]
            if missed and late and self.happens(self.rates.granted):
                as_ = self.chance.choice(GRANTS)
                self.do(decide.grant(self.state, self.rules, number, each.number, as_))


def evening(seed: int, size: int | None = None, rates: Rates = USUAL) -> Evening:
    """A whole tournament, finished; the same for the same seed.

    Small ones may have more rounds than there are opponents, so that rematches can't be avoided.
    """
    chance = Random(f"size/{seed}")
    made = Evening(seed, some_size(chance) if size is None else size, rates)
    players = len(made.state.entries)
    rounds = chance.choice((None, None, None, 1, 2, 6, min(players, 9)))
    made.evening(rounds if players <= 60 else None)
    return made
