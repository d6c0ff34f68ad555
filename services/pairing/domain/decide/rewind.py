"""Taking back a finish, or whole rounds (T.8, D.4.3). They stay in the log."""

from services.pairing.domain import rated
from services.pairing.domain.decide.guards import not_cancelled, started
from services.pairing.domain.evolve import evolve
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.tournaments import GamesProjected, TournamentReopened, TournamentRewound
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


def reopen(state: TournamentState, reason: str | None) -> tuple[TournamentReopened, ...]:
    """D.4.3: it is not finished after all; reason: the id of a note. Twice changes nothing."""
    return (TournamentReopened(reason),) if state.finished else ()


def rewind(
    state: TournamentState, ruleset: RuleSet, last: int, reason: str | None, now: str
) -> tuple[Event, ...]:
    """T.8: every round after ``last`` is taken back; 0: all. They stay in the log.

    What is left is stated to the live projection. Refuses when there is nothing to take back, and
    of an upload, whose rounds its tool owns.
    """
    started(state)
    not_cancelled(state)
    if state.imported is not None:
        raise Refusal(
            "conflict",
            "imported_rounds",
            Text("Туры загружены из другой программы.", "The rounds were uploaded."),
            rule="2.1.5",
            todo=Text("Исправьте результаты здесь.", "Correct the results here."),
        )
    if last >= len(state.rounds):
        raise Refusal(
            "conflict",
            "nothing_to_rewind",
            Text(
                f"После тура {last} туров нет: их всего {len(state.rounds)}.",
                f"There is no round after {last}: there are {len(state.rounds)}.",
            ),
            rule="T.8",
            where="body.round",
            todo=Text(
                "Назовите тур, который останется последним; 0 — не останется ни одного.",
                "Name the round that stays the last one; 0: none stays.",
            ),
        )
    rewound = TournamentRewound(last, reason)
    after = evolve(state, rewound)
    if not any(each.complete for each in after.rounds):
        return (rewound,)
    body = rated.body(GamesProjected, after, ruleset, revision=after.revision, finished_at=now)
    return rewound, body
