"""Helpers of the domain's tests: a tournament played by commands, and one built by hand."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from services.pairing.domain import decide
from services.pairing.domain.evolve import fold
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import EntryAdded
from shared.events.rounds import ResultKind, ResultRecorded, RoundPublished, Stage
from shared.events.tournaments import TournamentStarted
from shared.rulesets import RuleSet, load

NOW = "2011-11-05T15:00:00Z"
RULES = load("berserk-2011")

ANNOUNCEMENT = decide.Announcement(
    name="Кубок Казани",
    city="kazan",
    zone="Europe/Moscow",
    date="2011-11-05",
    club="kazan-1",
    format="constructed-classic",
)

Game = tuple[int, int, ResultKind, int | None]


class Play:
    """A tournament that is played by commands; ``events`` is its log."""

    def __init__(
        self, players: int = 0, *, seed: int = 1, rules: RuleSet = RULES, **announced: Any
    ) -> None:
        self.rules = rules
        self.events: list[Event] = []
        created = decide.create(replace(ANNOUNCEMENT, **announced), rules, seed)
        self.events.extend(created)
        self.state: TournamentState = fold("t", created)
        if players:
            self.enter(*(str(number) for number in range(1, players + 1)))

    def do(self, events: Iterable[Event]) -> tuple[Event, ...]:
        happened = tuple(events)
        self.events.extend(happened)
        self.state = fold("t", happened, self.state)
        return happened

    def enter(self, *players: str) -> tuple[Event, ...]:
        return self.do(
            decide.add_entries(self.state, [decide.Newcomer(player) for player in players])
        )

    def start(self, **how: Any) -> tuple[Event, ...]:
        return self.do(decide.start_and_pair(self.state, self.rules, **how))

    def pair(self, number: int | None = None) -> tuple[Event, ...]:
        return self.do(decide.pair_next(self.state, self.rules, number))

    def drop(self, entry: int) -> tuple[Event, ...]:
        return self.do(decide.drop(self.state, entry))

    def result(
        self,
        round_number: int,
        table: int,
        kind: ResultKind,
        winner: int | None = None,
        expected: int | None = None,
    ) -> tuple[Event, ...]:
        return self.do(
            decide.record_result(
                self.state,
                self.rules,
                round_number=round_number,
                table=table,
                kind=kind,
                winner=winner,
                now=NOW,
                expected_version=expected,
            )
        )

    def favourites_win(self) -> None:
        """The lower entry number of every open table of the current round wins cleanly."""
        current = self.state.rounds[-1]
        for table in current.open_tables:
            self.result(current.number, table, "clean", min(current.matches[table].players))

    def finish(self) -> tuple[Event, ...]:
        return self.do(decide.finish(self.state, self.rules, NOW))

    def to_the_end(self) -> None:
        """Start if need be, let favourites win every round, finish."""
        if self.state.structure is None:
            self.start()
        self.favourites_win()
        while decide.guards.stage_due(self.state):
            self.pair()
            self.favourites_win()
        self.finish()


def built(
    entries: int,
    *rounds: tuple[Sequence[Game], Sequence[int]],
    ratings: Sequence[int | None] | None = None,
    seed: int = 1,
    planned: int | None = None,
    stage: Stage = "swiss",
) -> TournamentState:
    """A tournament with exactly these rounds: (games, byes), tables in the order given."""
    events: list[Event] = [*decide.create(ANNOUNCEMENT, RULES, seed)]
    events += [EntryAdded(number, str(number)) for number in range(1, entries + 1)]
    known = ratings or [None] * entries
    events.append(TournamentStarted(planned or len(rounds), 0, tuple(enumerate(known, start=1))))
    for number, (games, byes) in enumerate(rounds, start=1):
        pairs = tuple((table, game[0], game[1]) for table, game in enumerate(games, start=1))
        events.append(RoundPublished(number, stage, pairs, tuple(byes)))
        events += [
            ResultRecorded(number, table, game[2], game[3])
            for table, game in enumerate(games, start=1)
        ]
    return fold("t", events)
