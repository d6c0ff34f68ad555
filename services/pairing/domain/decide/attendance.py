"""Around an entry: check-in, no-shows, fixed tables, granted results, whose it is (S.7, D.4.10)."""

from collections.abc import Sequence
from typing import Literal

from services.pairing.domain import rated
from services.pairing.domain.decide.entries import already_entered, drop_all, left_already
from services.pairing.domain.decide.guards import known_entry, not_cancelled, started, still_open
from services.pairing.domain.evolve import evolve
from services.pairing.domain.state import Entry, TournamentState
from shared.events.base import Event
from shared.events.entries import (
    EntryCheckedIn,
    EntryDropped,
    EntryIdentified,
    EntryPromoted,
    EntryTableFixed,
    ResultGranted,
)
from shared.events.tournaments import GamesProjected, TournamentFinished
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

Grant = Literal["auto_win", "draw"]
"""S.7: what a missed round may be granted as."""


def check_in(
    state: TournamentState, numbers: Sequence[int], present: bool
) -> tuple[EntryCheckedIn, ...]:
    """These are in the hall, or are not after all; nothing that follows requires it.

    Whoever waits for a place may be in the hall as well. Refuses the presence of who has left.
    """
    still_open(state)
    entries = [known_entry(state, number) for number in dict.fromkeys(numbers)]
    gone = [entry.number for entry in entries if entry.dropped_after is not None]
    if present and gone:
        raise left_already(state, gone)
    return tuple(
        EntryCheckedIn(entry.number, present)
        for entry in entries
        if bool(entry.present) is not present
    )


def missing(state: TournamentState) -> tuple[Entry, ...]:
    """Who should come and has not checked in: all who have not left, the waiting list too."""
    return tuple(
        entry
        for entry in state.entries.values()
        if entry.dropped_after is None and not entry.present
    )


def drop_absent(state: TournamentState) -> tuple[EntryDropped | EntryPromoted, ...]:
    """S.7: all who did not come leave at once, before round 1 and after.

    Before round 1: who has not checked in, the waiting list too, so that places go to those of it
    who are in the hall. Refused while nobody has checked in at all: it would drop everybody. Later:
    who stayed away from his table in the Swiss round published last (R.5, R.6), so far as it has
    results. Whoever has left already is left alone, so a second call changes nothing.
    """
    still_open(state)
    if state.structure is not None:
        return drop_all(state, _stayed_away(state))
    absent = [entry.number for entry in missing(state)]
    if absent and not any(each.present for each in state.entries.values()):
        raise Refusal(
            "conflict",
            "nobody_checked_in",
            Text("Ещё никто не отмечен в зале.", "Nobody has checked in yet."),
            rule="S.7",
            todo=Text(
                "Сначала отметьте пришедших: POST /v1/tournaments/{tournament}/check-in.",
                "Check in those who came: POST /v1/tournaments/{tournament}/check-in.",
            ),
        )
    return drop_all(state, absent)


def _stayed_away(state: TournamentState) -> list[int]:
    at = state.current
    if at is None or at.stage != "swiss":
        return []
    absent: list[int] = []
    for match in at.matches.values():
        if match.kind == "both_absent":
            absent += match.players
        elif match.kind == "no_show" and match.loser is not None:
            absent.append(match.loser)
    return sorted(each for each in absent if state.entries[each].dropped_after is None)


def fix_table(
    state: TournamentState, number: int, table: int | None
) -> tuple[EntryTableFixed, ...]:
    """He always sits at this table, from the next pairing on; None: wherever he is drawn.

    Refuses a table that another one who still plays always has.
    """
    still_open(state)
    entry = known_entry(state, number)
    if entry.table == table:
        return ()
    for other in state.entries.values():
        if table is not None and other.table == table and other.dropped_after is None:
            raise Refusal(
                "conflict",
                "table_taken",
                Text(
                    f"За столом {table} всегда сидит № {other.player}.",
                    f"Table {table} is always that of {other.player}.",
                ),
                where="body.table",
                todo=Text("Назначьте другой стол.", "Name another table."),
                extra={"player": other.player},
            )
    return (EntryTableFixed(number, table),)


def grant(
    state: TournamentState, ruleset: RuleSet, number: int, round_number: int, as_: Grant | None
) -> tuple[ResultGranted, ...]:
    """S.7: a Swiss round that was over before he came, or came back, counts as an auto-win or a
    draw; None takes it back. It counts at once, also in T.3, and after the finish too.

    Refuses a round that is no published Swiss one, and one that he was paired in, had a bye in, or
    had left for good by then.
    """
    started(state)
    not_cancelled(state)
    entry, at = known_entry(state, number), state.round(round_number)
    played = at is not None and (at.match_of(number) is not None or number in at.byes)
    late = entry.takes_part and round_number < entry.stints[-1][0]
    if at is None or at.stage != "swiss" or played or not late:
        raise Refusal(
            "conflict",
            "round_not_missed",
            Text(
                f"Тур {round_number} — не тот, который № {entry.player} пропустил, опоздав.",
                f"Round {round_number} is none that {entry.player} missed by coming late.",
            ),
            rule="S.7",
            where="round",
            todo=Text(
                "Результат назначают за сыгранный без него швейцарский тур до его прихода.",
                "A result is granted for a Swiss round played before he came.",
            ),
        )
    worth = {None: None, "auto_win": ruleset.points.auto_win, "draw": ruleset.points.draw}[as_]
    if at.granted.get(number) == worth:
        return ()
    return (ResultGranted(number, round_number, worth),)


def identify(
    state: TournamentState,
    ruleset: RuleSet,
    number: int,
    player: str,
    *,
    now: str,
    rating_milli: int | None = None,
    reason: str | None = None,
) -> tuple[Event, ...]:
    """D.4.10: the entry is this person's: all that was played under it is his, pairings stay.

    rating_milli: his live rating in thousandths, for T.6 once round 1 is published; reason: the id
    of a note. The rating service hears of it: by a new revision after the finish, else by the live
    projection once a round is complete (``now``: an ISO instant in UTC). Refuses one who has
    another entry here (2.1.3).
    """
    not_cancelled(state)
    if known_entry(state, number).player == player:
        return ()
    if state.entry_of(player) is not None:
        row = {"where": "body.player", "player": player, "rule": "2.1.3"}
        raise already_entered([player], (row,))
    rating = rating_milli if state.structure is not None else None
    right = EntryIdentified(number, player, rating, reason)
    state = evolve(state, right)
    if state.finished and state.finished_at:
        revision, finished_at = state.revision + 1, state.finished_at
        stated = rated.body(
            TournamentFinished, state, ruleset, revision=revision, finished_at=finished_at
        )
        return right, stated
    if not any(each.complete for each in state.rounds):
        return (right,)
    revision = state.revision
    return right, rated.body(GamesProjected, state, ruleset, revision=revision, finished_at=now)
