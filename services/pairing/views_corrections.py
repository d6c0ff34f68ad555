"""What people and programs read of results given, corrections and penalties."""

from collections.abc import Iterable, Sequence

from services.pairing.domain.consequences import Consequences
from services.pairing.domain.decide.results import Given, Judged
from services.pairing.domain.state import Match, Penalty, Round, TournamentState
from services.pairing.schemas.corrections import (
    ByeInsteadOut,
    ConsequencesOut,
    CutInsteadOut,
    PlaceMovedOut,
    PlayedOnOut,
)
from services.pairing.schemas.penalties import (
    AtTablePenaltyOut,
    LostGameOut,
    PenaltyMadeOut,
    PenaltyStoryOut,
)
from services.pairing.schemas.results import Outcome, ResultLineOut, ResultSetOut, ResultsOut
from services.pairing.schemas.rounds import ResultOut
from services.pairing.service_penalties import Done, Told
from services.pairing.service_results import Recorded
from services.pairing.views import View
from shared.events.rounds import ResultCleared
from shared.problems import say


def named_by(recorded: Recorded) -> set[int]:
    """The entries that an answer to one result names."""
    return {*recorded.match.players, *in_consequences(recorded.changed)}


def in_consequences(changed: Consequences | None) -> set[int]:
    """The entries that a report of a correction names."""
    if changed is None:
        return set()
    found = {each.entry for each in changed.places}
    for bye in changed.byes:
        found |= {bye.had, *bye.due}
    if changed.cut:
        found |= {*changed.cut.seeds, *changed.cut.out}
    for each in changed.bracket:
        found |= {each.played} | ({each.instead} if each.instead else set())
    return found


def result_set(view: View, recorded: Recorded) -> ResultSetOut:
    """A table after its result."""
    table = view.table(recorded.round, recorded.match).model_dump()
    return ResultSetOut(
        **{**table, "version": recorded.match.version},
        changed=consequences(view, recorded.changed),
    )


def results(
    view: View, at: Round, judged: Sequence[Judged], changed: Consequences | None
) -> ResultsOut:
    """What became of each line."""
    return ResultsOut(
        round=at.number,
        complete=at.complete,
        results=[_line(view, at, each) for each in judged],
        changed=consequences(view, changed),
    )


def _line(view: View, at: Round, judged: Judged) -> ResultLineOut:
    match = at.matches.get(judged.line.table)
    no = judged.refused
    said = None
    if no is not None:
        said = " ".join(say(text, view.lang) for text in (no.message, no.todo) if text)
    return ResultLineOut(
        table=judged.line.table,
        outcome=_outcome(judged),
        result=_result(view.state, match) if match else None,
        version=match.version if match else None,
        code=no.code if no else None,
        rule=no.rule if no else None,
        message=said,
    )


def _outcome(judged: Judged) -> Outcome:
    if judged.refused is not None:
        return "differs" if judged.refused.code == "result_differs" else "refused"
    if judged.event is None:
        return "unchanged"
    return "corrected" if judged.replaced else "recorded"


def _result(state: TournamentState, match: Match) -> ResultOut | None:
    if match.kind is None:
        return None
    winner = state.entries[match.winner].player if match.winner else None
    return ResultOut(kind=match.kind, winner=winner, version=match.version)


def consequences(view: View, changed: Consequences | None) -> ConsequencesOut | None:
    """T.8: what a correction did, and what it would have done."""
    if changed is None:
        return None
    seats = view.seat
    cut = changed.cut
    return ConsequencesOut(
        byes=[
            ByeInsteadOut(round=each.round, had=seats(each.had), due=[*map(seats, each.due)])
            for each in changed.byes
        ],
        cut=CutInsteadOut(
            seeds=[*map(seats, cut.seeds)],
            into=[*map(seats, cut.into)],
            out=[*map(seats, cut.out)],
        )
        if cut
        else None,
        bracket=[
            PlayedOnOut(
                round=each.round,
                played=seats(each.played),
                instead=seats(each.instead) if each.instead else None,
            )
            for each in changed.bracket
        ],
        places=[
            PlaceMovedOut(**seats(each.entry).model_dump(), before=each.before, after=each.after)
            for each in changed.places
        ],
    )


def penalty(view: View, shown: Penalty) -> AtTablePenaltyOut:
    """A penalty, for the staff."""
    return AtTablePenaltyOut(
        **view.seat(shown.entry).model_dump(),
        penalty=shown.id,
        infraction=shown.infraction,
        level=shown.level,
        round=shown.round,
        revoked=shown.revoked,
    )


def penalty_made(view: View, done: Done) -> PenaltyMadeOut:
    """A penalty given or taken back just now."""
    return PenaltyMadeOut(
        **penalty(view, done.penalty).model_dump(),
        suggested=done.suggested,
        results=[_changed(done.state, each) for each in done.results],
        warnings=view.told(done.warnings),
        changed=consequences(view, done.changed),
    )


def _changed(state: TournamentState, event: Given) -> LostGameOut:
    kind, winner = (None, None) if isinstance(event, ResultCleared) else (event.kind, event.winner)
    return LostGameOut(
        round=event.round,
        table=event.table,
        kind=kind,
        winner=state.entries[winner].player if winner else None,
        version=event.version,
    )


def stories(view: View, told: Iterable[Told]) -> list[PenaltyStoryOut]:
    """All penalties with who gave them, and what was written."""
    return [
        PenaltyStoryOut(
            **penalty(view, each.penalty).model_dump(),
            given_by=each.given.who,
            given_at=each.given.at,
            text=each.text,
            revoked_by=each.revoked.who if each.revoked else None,
            revoked_at=each.revoked.at if each.revoked else None,
            reason=each.reason,
        )
        for each in told
    ]
