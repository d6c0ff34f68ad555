"""Helpers of the domain's tests: a tournament that is corrected, and all that is seen of it."""

from collections.abc import Callable
from typing import Any

from services.pairing.domain.consequences import Consequences, consequences
from services.pairing.domain.decide import penalties, results
from services.pairing.domain.decide import rewind as taking_back
from services.pairing.domain.decide.undo import undo
from services.pairing.domain.log_facts import standing, stood_before
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import final_places
from shared.events.base import Event
from shared.events.rounds import PenaltyLevel
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import NOW, RULES, Play


class Corrected(Play):
    """A tournament with penalties, undoing and rewinding."""

    def penalty(
        self,
        entry: int,
        level: PenaltyLevel | None,
        infraction: str = "P.5.2",
        round_number: int | None = None,
        *,
        correct: bool = False,
    ) -> str:
        """Give one; its id."""
        made = f"p{len(self.state.penalties) + 1}"
        asked = penalties.Misdeed(made, entry, infraction, level, round_number, correct)
        self.do(penalties.give(self.state, self.rules, asked, NOW))
        return made

    def revoke(self, penalty: str) -> tuple[Event, ...]:
        """Take one back."""
        known = penalties.known_penalty(self.state, penalty)
        former = stood_before("t", self.events, known)
        return self.do(penalties.revoke(self.state, self.rules, penalty, former, NOW))

    def clear(self, round_number: int, table: int, expected: int | None) -> tuple[Event, ...]:
        """Take a result away."""
        return self.do(
            results.clear_result(
                self.state,
                self.rules,
                round_number=round_number,
                table=table,
                now=NOW,
                expected_version=expected,
            )
        )

    def undo(self, number: int | None = None) -> tuple[Event, ...]:
        """Take an event back, the last one that stands if none is named."""
        wanted = standing(self.events)[-1] if number is None else number
        return self.do(undo(self.state, self.events, wanted, self.rules, NOW))

    def rewind(self, last: int) -> tuple[Event, ...]:
        """Take rounds back."""
        return self.do(taking_back.rewind(self.state, self.rules, last, None, NOW))

    def reopen(self) -> tuple[Event, ...]:
        """It is not finished after all."""
        return self.do(taking_back.reopen(self.state, None))

    def correct(self, round_number: int, table: int, kind: Any, winner: int | None) -> Consequences:
        """Another result for a table, and what that did."""
        before = self.state
        version = before.rounds[round_number - 1].matches[table].version
        self.result(round_number, table, kind, winner, expected=version)
        return consequences(before, self.state, self.rules)

    def flip(self, round_number: int, table: int) -> Consequences:
        """The loser of a table has won it cleanly."""
        loser = self.state.rounds[round_number - 1].matches[table].loser
        return self.correct(round_number, table, "clean", loser)

    def played(self, *, until: int) -> None:
        """Favourites win every round up to this one."""
        if self.state.structure is None:
            self.start()
        self.favourites_win()
        while len(self.state.rounds) < until:
            self.pair()
            self.favourites_win()


def refused(code: str, command: Callable[[], object]) -> Refusal:
    """The refusal of a command, which must have this code."""
    try:
        command()
    except Refusal as no:
        assert no.code == code, no
        return no
    raise AssertionError(f"not refused: {code}")


def seen(state: TournamentState) -> dict[str, Any]:
    """All that is shown of a tournament: nothing of how it came about."""
    return {
        "status": (state.status, sorted(state.flags), state.created, state.plan),
        "entries": [
            (
                each.player,
                each.from_round,
                each.dropped_after,
                each.disqualified,
                each.waiting,
                each.present,
                each.table,
                each.plays(state.due),
            )
            for each in state.entries.values()
            if each.takes_part or each.waiting
        ],
        "rounds": [
            (
                at.number,
                at.stage,
                [(m.table, m.a, m.b, m.kind, m.winner) for m in at.matches.values()],
                at.byes,
                dict(at.granted),
            )
            for at in state.rounds
        ],
        "seeds": state.seeds,
        "structure": state.structure,
        "standings": standings(state, RULES),
        "places": final_places(state, RULES),
        "penalties": [
            (each.entry, each.level, each.round)
            for each in state.penalties.values()
            if not each.revoked
        ],
    }
