"""What the own-cells of pairing are about at a hall's door: entries of Kazan's tournaments."""

from collections.abc import Callable
from typing import Any

from tests.contracts.reach import Ask
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall


def asks_of_entries(hall: Hall) -> dict[str, Callable[[], Ask]]:
    """Calls about the last of a new tournament's two players, who may have left or wait."""
    one = "/v1/tournaments/{tournament}"
    his = f"{one}/entries/{{player}}"

    def about(what: str, body: Any = None, **announced: Any) -> Ask:
        made = hall.tournament(2, **announced)
        path = f"/v1/tournaments/{made}/{what.format(player=hall.players[-1])}"
        return Ask(path, body, made)

    def returned() -> Ask:
        ask = about("entries/{player}/return")
        ok(hall.http.post(ask.path.replace("return", "drop"), headers=hall.office))
        return ask

    def granted() -> Ask:
        made = hall.tournament(4)
        ok(hall.pair(made))
        ok(hall.enter(made, hall.meet(1)))
        path = f"/v1/tournaments/{made}/entries/{hall.players[-1]}/granted/1"
        return Ask(path, {"result": "draw"}, made)

    def identified() -> Ask:
        (right,) = hall.meet(1)
        return about("entries/1/player", {"player": right, "reason": "Перепутали при записи."})

    def checked_in() -> Ask:
        made = hall.tournament(2)
        return Ask(f"/v1/tournaments/{made}/check-in", {"players": hall.players[-1:]}, made)

    def absent() -> Ask:
        made = hall.tournament()
        return Ask(f"/v1/tournaments/{made}/drop-absent", tournament=made)

    return {
        f"POST {one}/entries": lambda: about("entries", {"players": hall.meet(1)}),
        f"POST {one}/entries:bulk": lambda: about("entries:bulk", {"lines": hall.meet(1)}),
        f"POST {his}/drop": lambda: about("entries/{player}/drop"),
        f"POST {his}/return": returned,
        f"POST {his}/promote": lambda: about("entries/{player}/promote", capacity=1),
        f"POST {his}/check-in": lambda: about("entries/{player}/check-in"),
        f"DELETE {his}/check-in": lambda: about("entries/{player}/check-in"),
        f"PUT {his}/table": lambda: about("entries/{player}/table", {"table": 1}),
        f"PUT {his}/granted/{{number}}": granted,
        f"PUT {one}/entries/{{entry}}/player": identified,
        f"POST {one}/check-in": checked_in,
        f"POST {one}/drop-absent": absent,
    }
