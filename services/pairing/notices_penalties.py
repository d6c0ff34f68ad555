"""What a judge is told of a penalty: which games it left as they are, and why."""

from services.pairing.domain.decide.results import COSTS_THE_GAME
from services.pairing.domain.state import Penalty, TournamentState
from services.pairing.notices import Notice
from shared.refusals import Text


def of_given(state: TournamentState, penalty: Penalty) -> list[Notice]:
    """R.9: a game that is decided stands, unless it is said that it doesn't."""
    if penalty.level not in COSTS_THE_GAME or penalty.made:
        return []
    at = state.round(penalty.round or 0)
    match = at.match_of(penalty.entry) if at else None
    if at is None or match is None:
        text = Text(
            "Игры в этом туре у него нет: результаты не изменились.",
            "He has no game in that round: no result was changed.",
        )
        return [Notice("no_game", text, "P.10")]
    if match.winner != penalty.entry and match.kind not in ("draw", "agreed_draw"):
        return []
    text = Text(
        f"Игра за столом {match.table} тура {at.number} уже решена и осталась как есть. "
        "Чтобы он её проиграл, снимите это наказание и дайте его с correct.",
        f"The game at table {match.table} of round {at.number} is decided and stands as it is. To "
        "make it lost, revoke this penalty and give it with correct.",
    )
    return [Notice("game_stands", text, "R.9")]


def of_revoked(penalty: Penalty, changed: set[tuple[int, int]]) -> list[Notice]:
    """P.11: results that it made and that stay, for something came after them.

    changed: (round, table) of those that were put back.
    """
    left = [(number, table) for number, table, _ in penalty.made if (number, table) not in changed]
    return [
        Notice(
            "result_stands",
            Text(
                f"Результат стола {table} тура {number} остался: после него уже что-то было. "
                "Исправьте его, если нужно.",
                f"The result of table {table}, round {number}, stays: something came after it. "
                "Correct it if need be.",
            ),
            "P.11",
        )
        for number, table in left
    ]
