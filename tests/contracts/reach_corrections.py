"""What the own-cells of results, penalties and corrections are about."""

from collections.abc import Callable
from typing import Any

from tests.contracts.reach import Ask
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall
from tests.tokens import signed_in

_WHY = {"reason": "Ошибка в протоколе."}


def asks_of_corrections(hall: Hall) -> dict[str, Callable[[], Ask]]:
    """By route, what makes a thing and the call about it."""

    def started() -> str:
        made = hall.tournament(4)
        ok(hall.pair(made, rounds=1, top=0))
        return made

    def about(made: str, action: str, body: Any = None, **headers: str) -> Ask:
        return Ask(f"/v1/tournaments/{made}/{action}", body, made, headers)

    def result(made: str) -> Ask:
        """By the very person who calls, so that anybody may take it back."""
        by = signed_in(hall.db, "floor_judge", tournament=made)
        path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
        ok(hall.http.put(path, json={"kind": "draw"}, headers=by))
        return about(made, "undo", {"event": hall.get(made)["version"]})

    def recorded() -> Ask:
        made = started()
        ok(hall.result(made, 1, 1, "draw"))
        return about(made, "rounds/1/tables/1/result", **{"If-Match": '"v1"'})

    def penalty() -> tuple[str, str]:
        made = started()
        body: Any = {"player": hall.players[-1], "infraction": "P.5.2", "level": "warning"}
        return made, ok(hall.do(made, "penalties", **body))["penalty"]

    def of_penalty(action: str, body: Any = None) -> Ask:
        made, given = penalty()
        return about(made, f"penalties/{given}/{action}", body)

    def giving() -> Ask:
        made = started()
        body = {"player": hall.players[-1], "infraction": "P.6.2", "level": "caution"}
        return about(made, "penalties", body)

    def finished() -> str:
        made = started()
        hall.favourites_win(made, hall.get(made, "/rounds/1"))
        ok(hall.do(made, "finish"))
        return made

    one = "/v1/tournaments/{tournament}"
    of_round = f"{one}/rounds/{{number}}"
    lines = {"results": [{"table": 1, "winner": "a"}]}
    return {
        f"POST {of_round}/results": lambda: about(started(), "rounds/1/results", lines),
        f"DELETE {of_round}/tables/{{table}}/result": recorded,
        f"POST {one}/penalties": giving,
        f"GET {one}/penalties": lambda: about(penalty()[0], "penalties"),
        f"POST {one}/penalties/{{penalty}}/revoke": lambda: of_penalty("revoke", _WHY),
        f"DELETE {one}/penalties/{{penalty}}/text": lambda: of_penalty("text"),
        f"POST {one}/undo": lambda: result(started()),
        f"POST {one}/reopen": lambda: about(finished(), "reopen", _WHY),
        f"POST {one}/rewind": lambda: about(started(), "rewind", {"round": 0, **_WHY}),
    }
