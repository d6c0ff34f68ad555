"""What the own-cells of uploads are about: a tournament of Kazan, said otherwise by Ufa."""

from collections.abc import Callable

from tests.contracts.reach import Ask
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import upload
from tests.tokens import signed_in


def asks_of_uploads(hall: Hall) -> dict[str, Callable[[], Ask]]:
    """By route, what makes a thing and the call about it."""

    def body() -> dict[str, object]:
        """A tournament of one round that another program ran, in no published list."""
        players = hall.meet(4)
        return upload(players, 1, external_id=players[0], club="kazan", official=False)

    def waiting() -> str:
        sent = body()
        path = "/v1/tournaments:import"
        ok(hall.http.post(path, json=sent, headers=hall.kazan))
        by = signed_in(hall.db, "club", club="ufa")
        other = {**sent, "name": "Иной кубок", "club": None}
        return str(ok(hall.http.post(path, json=other, headers=by))["upload"])

    def about(action: str = "") -> Ask:
        return Ask(f"/v1/uploads/{waiting()}{action}")

    def listed() -> Ask:
        return Ask("/v1/uploads?limit=1", seen=waiting())

    one = "/v1/uploads/{upload}"
    return {
        "POST /v1/tournaments:import": lambda: Ask("/v1/tournaments:import", body()),
        "GET /v1/uploads": listed,
        f"GET {one}": about,
        f"POST {one}/accept": lambda: about("/accept"),
        f"POST {one}/decline": lambda: about("/decline"),
    }
