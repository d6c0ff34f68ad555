"""At the same moment: erasures, changes and appeals of one person; on both databases."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from tests.house import ok
from tests.registry.registry_discipline_desk import office
from tests.registry.registry_forgetting import found_in
from tests.registry.registry_played_desk import Office

__all__ = ["office"]

MARK = "Ярополкова"
PERSON = {
    "first_name": "Дорофея",
    "surname": MARK,
    "no_patronymic": True,
    "email": "d@example.org",
    "city": "Казань",
}


def together(acts: Sequence[Callable[[], Any]]) -> list[int]:
    """Do all of it at once; the statuses of the answers."""
    start = Barrier(len(acts))

    def act(what: Callable[[], Any]) -> int:
        start.wait(timeout=30)
        return int(what().status_code)

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def test_erasures_and_changes_at_once_leave_no_name(office: Office) -> None:
    client = office.client
    player = ok(client.post("/v1/players", json=PERSON))["player"]
    address = f"/v1/players/{player}"
    seen = {"If-Match": client.get(address).headers["etag"]}
    given = {"player": player, "infraction": "P.5.2", "level": "caution", "day": "2026-11-05"}

    def erase() -> Any:
        return client.post(f"{address}/erase", json={"confirm": player})

    def change() -> Any:
        return client.patch(address, json={"nickname": MARK}, headers=seen)

    def play() -> Any:
        office.play("t1", [player, "1184"])
        return client.get(address)

    def penalise() -> Any:
        return client.post("/v1/penalties", json={**given, "text": MARK})

    answers = together([erase, change, erase, play, change, penalise])
    assert answers[0] == answers[2] == answers[3] == 200
    assert answers[5] == 201
    assert {answers[1], answers[4]} <= {200, 409, 412}
    ok(erase())  # what was told of her meanwhile
    assert found_in(office.db, [MARK, MARK.lower()]) == set()
    states = office.published(f"player:{player}")
    revisions = [state["revision"] for state in states]
    assert revisions == sorted(set(revisions))
    assert states[-1]["surname"] == ""
    assert states[-1]["erased"]


def test_p_10_appeals_and_changes_at_once_are_one_history(office: Office) -> None:
    (player,) = office.newcomers(1)
    client = office.client
    given = {"player": player, "infraction": "P.5.2", "level": "suspension", "day": "2026-11-05"}
    penalty = ok(client.post("/v1/penalties", json=given))["penalty"]
    term = {"player": player, "since": "2026-11-05", "penalty": penalty}
    suspension = ok(client.post("/v1/suspensions", json=term))["suspension"]
    address = f"/v1/suspensions/{suspension}"

    def pardon() -> Any:
        return client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": "Апелляция"})

    def revoke() -> Any:
        return client.post(f"{address}/revoke", json={"reason": "Апелляция"})

    def change() -> Any:
        return client.patch(address, json={"until": "2026-12-31"}, headers={"If-Match": '"v1"'})

    answers = together([revoke, pardon, change, revoke, pardon, change])
    assert [answers[at] for at in (0, 1, 3, 4)] == [200] * 4
    assert {answers[2], answers[5]} <= {200, 409}
    found = ok(client.get(address))
    assert found["revoked"]
    assert [line["action"] for line in found["history"]].count("revoked") == 1
    revisions = [state["revision"] for state in office.published(f"suspension:{suspension}")]
    assert revisions == list(range(1, found["revision"] + 1))
