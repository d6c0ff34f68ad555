"""From the hall to the office: a tournament that is really played, on both pairs (D.2.4)."""

from typing import Any

from services.registry.store import aliases
from tests.house import Federation, ok, wait_until
from tests.pairing.pairing_service_hall import CLASSIC, DAY
from tests.pairing.test_pairing_service_federation import finish


def test_d_2_4_a_tournament_that_two_ids_of_one_person_played_suspends_the_merge(
    federation: Federation,
) -> None:
    federation.found()
    players = federation.newcomers(4)
    one, other, *_ = players
    registry = federation.registry
    merge = ok(registry.post("/v1/merges", json={"player": one, "into": other}))["merge"]
    club = federation.client("pairing", federation.club_key("kazan"))
    body = {"name": "Кубок Казани", "city": "Казань", "date": DAY, "format": CLASSIC}

    def announced() -> Any:
        """Accepted once pairing has heard of the key and the city."""
        answer = club.post("/v1/tournaments", json=body)
        return answer.json() if answer.is_success else None

    made = wait_until(announced)["tournament"]
    path = f"/v1/tournaments/{made}"
    wait_until(lambda: club.post(f"{path}/entries", json={"players": players}).is_success)
    ok(club.post(f"{path}/rounds", json={"override": True, "reason": "Списки на бумаге"}))
    finish(club, path)

    def suspended() -> Any:
        found = ok(registry.get(f"/v1/merges/{merge}"))
        return found if found["state"] == "suspended" else None

    found = wait_until(suspended)
    assert (found["obstacle"], found["revision"]) == (made, 2)
    (notice,) = ok(registry.get("/v1/notices", params={"open": True}))["items"]
    assert (notice["subject"], notice["players"], notice["tournament"]) == (
        merge,
        sorted([one, other]),
        made,
    )
    assert "Кубок Казани" in notice["text"]
    with federation.apps["registry"].state.db.read() as tx:
        assert aliases.survivors(tx, [one]) == {one: one}
    listed = ok(registry.get("/v1/players"))["items"]
    assert [row["player"] for row in listed] == players

    def shown() -> bool:
        """Whoever follows the public feed sees it too."""
        items = ok(registry.get("/v1/players.v1/events", params={"limit": 500}))["items"]
        events = [each["event"] for each in items]
        states = [e["data"]["state"] for e in events if e["subject"] == f"merge:{merge}"]
        return states[-1:] == ["suspended"]

    wait_until(shown)
