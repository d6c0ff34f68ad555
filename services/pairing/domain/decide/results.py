"""Results and their corrections (R.1–R.10, T.8, D.4.10). The grain of a conflict is a table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from services.pairing.domain import rated
from services.pairing.domain.decide.guards import started
from services.pairing.domain.evolve import evolve
from services.pairing.domain.points import WON
from services.pairing.domain.state import Match, Round, TournamentState
from shared.events.base import Event
from shared.events.rounds import ResultCorrected, ResultKind, ResultRecorded
from shared.events.tournaments import GamesProjected, TournamentFinished
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

Who = TypeVar("Who", int, str)
Called = Callable[[int], str]
"""How an entry is called in a sentence."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended. ``winner``: an entry number, None where nobody won."""

    kind: ResultKind
    winner: int | None


def record_result(
    state: TournamentState,
    ruleset: RuleSet,
    *,
    round_number: int,
    table: int,
    kind: ResultKind,
    winner: int | None,
    now: str,
    expected_version: int | None = None,
    called: Called = str,
) -> tuple[Event, ...]:
    """R.1–R.10: the result of a table, the first one or a correction.

    The same result again changes nothing. Another one for a table that has one is refused,
    unless ``expected_version`` is the version being replaced. No other table is looked at, so
    judges at different tables never disturb each other (law 10). ``called``: how a refusal names
    an entry.

    The last result of a round, and a correction of a complete one, are followed by the live
    projection (``now``: an ISO instant in UTC, its provisional finish); a correction after the
    finish by a new revision of the finished body under the first finish instant (D.4.3).
    """
    started(state)
    at, match = _table(state, round_number, table)
    result = _checked(Result(kind, winner), match, at, called)
    if (match.kind, match.winner) == (result.kind, result.winner):
        return ()
    _right_version(state, match, at, expected_version, called)
    _not_played_on(state, at, match, result)
    if match.kind is None:
        first = ResultRecorded(round_number, table, kind, winner, match.version + 1)
        return first, *_told(evolve(state, first), ruleset, round_number, now)
    corrected = ResultCorrected(round_number, table, kind, winner, match.version + 1)
    return corrected, *_told(evolve(state, corrected), ruleset, round_number, now)


def _told(
    state: TournamentState, ruleset: RuleSet, round_number: int, now: str
) -> tuple[Event, ...]:
    """What the rating service hears of it: the state is the one after the result."""
    if state.finished and state.finished_at:
        return (
            rated.body(
                TournamentFinished,
                state,
                ruleset,
                revision=state.revision + 1,
                finished_at=state.finished_at,
            ),
        )
    if not state.rounds[round_number - 1].complete:
        return ()
    return (rated.body(GamesProjected, state, ruleset, revision=state.revision, finished_at=now),)


def _table(state: TournamentState, round_number: int, table: int) -> tuple[Round, Match]:
    at = state.round(round_number)
    match = at.matches.get(table) if at else None
    if at is None or match is None:
        raise Refusal(
            "not_found",
            "table_unknown",
            Text(
                f"В туре {round_number} нет стола {table}.",
                f"There is no table {table} in round {round_number}.",
            ),
            rule="7.0.1",
            where="table",
            todo=Text("Проверьте тур и номер стола.", "Check the round and the table's number."),
        )
    return at, match


def _checked(result: Result, match: Match, at: Round, called: Called) -> Result:
    """R.1–R.10: the result is possible at this table."""
    in_top = at.stage == "top"
    if fault := result_fault(result.kind, result.winner, match.players, in_top, called):
        raise fault
    return result


def result_fault(
    kind: ResultKind,
    winner: Who | None,
    players: tuple[Who, Who],
    in_top: bool,
    called: Callable[[Who], str] = str,
) -> Refusal | None:
    """R.1–R.10: what is wrong with a result, None if nothing.

    Winner and players are entry numbers, or IDs in an upload; ``called``: in a sentence.

    A double loss needs a penalty beside it (R.7). The TOP needs a winner (R.10), except when both
    stayed away: then nobody advances (T.9).
    """
    if kind == "double_loss":
        return Refusal(
            "invalid",
            "double_loss_needs_penalty",
            Text(
                "Обоюдное поражение бывает только вместе с наказанием.",
                "A double loss exists only together with a penalty.",
            ),
            rule="R.7",
            where="body.kind",
            todo=Text("Укажите, как закончилась игра.", "Say how the game itself ended."),
        )
    if in_top and kind in ("draw", "agreed_draw"):
        return Refusal(
            "invalid",
            "top_needs_winner",
            Text("В ТОПе у игры должен быть победитель.", "A game of the TOP must have a winner."),
            rule="R.10",
            where="body.kind",
            todo=Text("Укажите победителя.", "Name the winner."),
        )
    if kind in WON and winner not in players:
        return Refusal(
            "invalid",
            "winner_not_at_table",
            Text(
                f"Победителем может быть {called(players[0])} или {called(players[1])}.",
                f"The winner must be {called(players[0])} or {called(players[1])}.",
            ),
            rule="R.1",
            where="body.winner",
            todo=Text("Укажите одного из игроков стола.", "Name one of the table's players."),
        )
    if kind not in WON and winner is not None:
        return Refusal(
            "invalid",
            "result_without_winner",
            Text("У такого результата нет победителя.", "Such a result has no winner."),
            rule="R.6" if kind == "both_absent" else "R.3",
            where="body.winner",
            todo=Text("Уберите победителя.", "Leave the winner out."),
        )
    return None


def _right_version(
    state: TournamentState, match: Match, at: Round, expected: int | None, called: Called
) -> None:
    """Law 10: overwriting needs the version that one has seen; a first result has none to see."""
    if expected == match.version or (expected is None and match.kind is None):
        return
    winner = None if match.winner is None else state.entries[match.winner].player
    said = str(match.kind) if match.winner is None else f"{match.kind}, {called(match.winner)}"
    etag = f'"v{match.version}"'
    text = Text(
        f"У стола {match.table} тура {at.number} другой результат: {said}, версия {match.version}.",
        f"Table {match.table} of round {at.number} has another result: {said}, "
        f"version {match.version}.",
    )
    todo = Text(
        f"Чтобы исправить его, повторите с If-Match: {etag}.",
        f"To correct it, repeat with If-Match: {etag}.",
    )
    if match.kind is None:
        text = Text(
            f"У стола {match.table} тура {at.number} ещё нет результата, исправлять нечего.",
            f"Table {match.table} of round {at.number} has no result yet: none to correct.",
        )
        todo = Text("Повторите без If-Match.", "Repeat without If-Match.")
    raise Refusal(
        "precondition",
        "result_differs",
        text,
        rule="T.8",
        where="If-Match",
        todo=todo,
        extra={
            "current": {
                "round": at.number,
                "table": match.table,
                "kind": match.kind,
                "winner": winner,
                "version": match.version,
            }
        },
    )


def _not_played_on(state: TournamentState, at: Round, match: Match, result: Result) -> None:
    """T.9: in the TOP another winner can't take the place of one who has played on."""
    if at.stage == "swiss" or at.number == len(state.rounds) or match.winner == result.winner:
        return
    raise Refusal(
        "conflict",
        "winner_played_on",
        Text(
            f"По этому результату уже составлен тур {at.number + 1}: победителя не заменить.",
            f"Round {at.number + 1} was paired on this result: its winner can't be replaced.",
        ),
        rule="T.9",
        where="body.winner",
        todo=Text(
            "Здесь можно изменить вид победы, но не победителя.",
            "The kind of the win can be changed here, but not the winner.",
        ),
    )
