"""What can be wrong with a result (R.1–R.10, law 10), and how it is refused."""

from collections.abc import Callable
from typing import TypeVar

from services.pairing.domain.points import WON
from services.pairing.domain.state import Match, Round, TournamentState
from shared.events.rounds import ResultKind
from shared.refusals import Refusal, Text

Who = TypeVar("Who", int, str)
Called = Callable[[int], str]
"""How an entry is called in a sentence."""


def result_fault(
    kind: ResultKind,
    winner: Who | None,
    players: tuple[Who, Who],
    in_top: bool,
    called: Callable[[Who], str] = str,
    *,
    penalised: bool = False,
) -> Refusal | None:
    """R.1–R.10: what is wrong with a result, None if nothing.

    Winner and players are entry numbers, or IDs in an upload; ``called``: in a sentence.
    penalised: one of the two has lost this game by a penalty.

    A double loss needs a penalty beside it (R.7). The TOP needs a winner (R.10), except when both
    stayed away, or lost: then nobody advances (T.9).
    """
    if kind == "double_loss" and not penalised:
        return Refusal(
            "invalid",
            "double_loss_needs_penalty",
            Text(
                "Обоюдное поражение бывает только вместе с наказанием.",
                "A double loss exists only together with a penalty.",
            ),
            rule="R.7",
            where="body.kind",
            todo=Text(
                "Назовите наказание в penalties или запишите его раньше; иначе укажите, как "
                "закончилась игра.",
                "Name the penalty in penalties, or give it before; else say how the game ended.",
            ),
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


def table_of(state: TournamentState, round_number: int, table: int) -> tuple[Round, Match]:
    """A table of a published round. Refuses an unknown one."""
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


def right_version(
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


def may_be_open_again(state: TournamentState, at: Round, match: Match) -> None:
    """A table may be without a result again while the tournament runs; refuses otherwise.

    In the TOP not once somebody has played on (T.9).
    """
    if state.finished:
        raise Refusal(
            "conflict",
            "finished_needs_results",
            Text(
                f"Турнир завершён: стол {match.table} тура {at.number} не может остаться без "
                "результата.",
                f"The tournament is finished: table {match.table} of round {at.number} can't be "
                "left without a result.",
            ),
            rule="D.4.10",
            todo=Text(
                "Исправьте результат или верните турнир в игру: "
                "POST /v1/tournaments/{tournament}/reopen.",
                "Correct the result, or reopen the tournament: "
                "POST /v1/tournaments/{tournament}/reopen.",
            ),
        )
    if at.stage == "top" and at.number < len(state.rounds):
        raise Refusal(
            "conflict",
            "played_on",
            Text(
                f"По этому результату уже составлен тур {at.number + 1} ТОПа.",
                f"Round {at.number + 1} of the TOP was paired on this result.",
            ),
            rule="T.9",
            where="table",
            todo=Text(
                "Исправьте результат или верните тур: POST /v1/tournaments/{tournament}/rewind.",
                "Correct the result, or take the round back: "
                "POST /v1/tournaments/{tournament}/rewind.",
            ),
        )
