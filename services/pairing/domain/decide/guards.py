"""What several commands ask first, and how they say no."""

from services.pairing.domain import top
from services.pairing.domain.state import Entry, Round, Structure, TournamentState
from shared.events.rounds import Stage
from shared.refusals import Refusal, Text


def started(state: TournamentState) -> Structure:
    """7.2.2: the structure, fixed when round 1 was published. Refuses before that."""
    if state.structure is None:
        raise Refusal(
            "conflict",
            "tournament_not_started",
            Text("Турнир ещё не начат.", "The tournament has not started yet."),
            rule="7.2.2",
            todo=Text("Опубликуйте первый тур.", "Publish round 1."),
        )
    return state.structure


def not_cancelled(state: TournamentState) -> None:
    """Refuses while the tournament is cancelled."""
    if state.cancelled:
        raise Refusal(
            "conflict",
            "tournament_cancelled",
            Text("Турнир отменён.", "The tournament is cancelled."),
            rule="7.0.1",
            todo=Text(
                "Если он всё же состоится, верните его: POST /v1/tournaments/{id}/resume.",
                "If it takes place after all: POST /v1/tournaments/{id}/resume.",
            ),
        )


def still_open(state: TournamentState) -> None:
    """Refuses once the tournament is finished or cancelled."""
    not_cancelled(state)
    if state.finished:
        raise Refusal(
            "conflict",
            "tournament_finished",
            Text("Турнир уже завершён.", "The tournament is finished."),
            rule="D.4.10",
            todo=Text(
                "После завершения можно только исправлять результаты.",
                "After the finish only results can be corrected.",
            ),
        )


def all_results_in(state: TournamentState, *, may_be_overridden: bool = False) -> None:
    """Refuses while tables of any round have no result, and names them.

    may_be_overridden: whether the refusal tells how to go on without them.
    """
    unfinished = [each for each in state.rounds if each.open_tables]
    if not unfinished:
        return
    todo = Text("Внесите результаты этих столов.", "Record the results of these tables.")
    if may_be_overridden:
        todo = Text(
            "Внесите результаты этих столов; главный судья может составить тур и без них: "
            "override_open: true, номер тура в round и причина в reason.",
            "Record the results of these tables; the head judge may pair without them: "
            "override_open: true, the round's number as round and a reason.",
        )
    raise Refusal(
        "conflict",
        "results_open",
        Text(
            " ".join(_open_ru(each) for each in unfinished),
            " ".join(_open_en(each) for each in unfinished),
        ),
        rule="7.0.1",
        todo=todo,
        details=tuple(
            {"round": each.number, "table": table}
            for each in unfinished
            for table in each.open_tables
        ),
    )


def _open_ru(at: Round) -> str:
    return f"В туре {at.number} нет результатов столов: {', '.join(map(str, at.open_tables))}."


def _open_en(at: Round) -> str:
    return f"Round {at.number} has no result for tables: {', '.join(map(str, at.open_tables))}."


def known_entry(state: TournamentState, number: int) -> Entry:
    """The entry of this number. Refuses an unknown one."""
    entry = state.entries.get(number)
    if entry is None:
        raise Refusal(
            "not_found",
            "entry_unknown",
            Text(f"Участника № {number} нет в турнире.", f"There is no entry {number}."),
            rule="2.1.1",
            where="entry",
            todo=Text("Проверьте номер в списке участников.", "Check the list of entries."),
        )
    return entry


def stage_due(state: TournamentState) -> Stage | None:
    """7.0.1: what is played next, Swiss, then the TOP; None when all is played.

    Fewer than two who still play end the Swiss early, and there is nobody left for a TOP.
    """
    structure = started(state)
    if state.seeds:
        return "top" if top.next_round(state, state.seeds) else None
    playing = len(state.playing(state.due))
    if state.due <= structure.rounds:
        return "swiss" if playing >= 2 else None
    return "top" if top.size(structure.top, playing) else None
