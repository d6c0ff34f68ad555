"""3.2, D.3.1: suspensions through the public contract, on both databases."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from shared.tables import Outbox
from tests.house import ok, refused
from tests.house import person as house_person
from tests.registry.registry_client import found_places
from tests.registry.registry_discipline_desk import (
    SINCE,
    TEXT,
    UNTIL,
    change,
    history,
    office,
    penalise,
    player,
    published,
    standing,
    stored_texts,
    suspend,
)
from tests.registry.registry_played_desk import Office
from tests.tokens import signed_in

__all__ = ["office", "player"]


def test_p_10_a_suspension_rests_on_a_penalty_of_that_person_that_counts(
    office: Office, player: str
) -> None:
    (other,) = office.newcomers(1, start=7)
    penalty = ok(penalise(office, player))["penalty"]
    refused(suspend(office, other, penalty=penalty), 422, "penalty_not_found")
    refused(suspend(office, player, penalty="нет"), 422, "penalty_not_found")
    refused(suspend(office, player, penalty=penalty, infraction="P.5.2"), 422, "validation")
    ok(office.client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": "Ошибка"}))
    refused(suspend(office, player, penalty=penalty), 409, "penalty_revoked", "P.10")
    assert office.published("suspension:") == []


def test_rule_3_2_a_suspension_is_published_without_what_for(office: Office, player: str) -> None:
    made = ok(suspend(office, player, infraction="P.5.2", text=TEXT))
    (state,) = office.published(f"suspension:{made['suspension']}")
    assert state == {
        "suspension": made["suspension"],
        "revision": 1,
        "player": player,
        "since": SINCE,
        "until": UNTIL,
        "revoked": False,
    }
    with office.db.read() as tx:
        assert not any(TEXT in envelope for envelope in tx.scalars(select(col(Outbox.envelope))))


def test_p_10_another_end_is_a_new_revision_with_its_history(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player))["suspension"]
    ok(change(office, suspension, 1, until=None, text="До решения"))
    ok(change(office, suspension, 2, until="2027-01-31"))
    same = ok(change(office, suspension, None, until="2027-01-31"))
    assert same["revision"] == 3
    assert [line["until"] for line in same["history"]] == [UNTIL, None, "2027-01-31"]
    assert published(office, suspension) == [
        (1, UNTIL, False),
        (2, None, False),
        (3, "2027-01-31", False),
    ]


def test_law_10_a_change_names_the_revision_that_it_replaces(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player))["suspension"]
    for revision in (None, 2):
        problem = refused(
            change(office, suspension, revision, until=None), 412, "suspension_differs"
        )
        assert problem["revision"] == 1
    assert published(office, suspension) == [(1, UNTIL, False)]


def test_p_10_a_suspension_ends_on_its_first_day_or_later(office: Office, player: str) -> None:
    refused(suspend(office, player, until="2026-11-04"), 422, "ends_before_it_begins", "P.10")
    suspension = ok(suspend(office, player, until=SINCE))["suspension"]
    answer = change(office, suspension, 1, until="2026-11-04")
    refused(answer, 422, "ends_before_it_begins", "P.10")
    assert published(office, suspension) == [(1, SINCE, False)]


def test_d_3_1_a_revoked_suspension_has_never_been(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player, text=TEXT))["suspension"]
    address = f"/v1/suspensions/{suspension}"
    assert standing(office, player, SINCE)["suspended"]
    for reason in ("Апелляция", "Ещё раз"):
        assert ok(office.client.post(f"{address}/revoke", json={"reason": reason}))["revoked"]
    assert not standing(office, player, SINCE)["suspended"]
    assert published(office, suspension) == [(1, UNTIL, False), (2, UNTIL, True)]
    assert history(office, address) == [("given", TEXT), ("revoked", "Апелляция")]
    refused(change(office, suspension, 2, until=None), 409, "suspension_revoked", "D.3.1")


def test_d_3_1_a_suspension_is_judged_on_the_tournaments_local_start_date(
    office: Office, player: str
) -> None:
    made = ok(suspend(office, player, text=TEXT))["suspension"]
    days = {"2026-11-04": False, SINCE: True, UNTIL: True, "2026-11-13": False}
    for at, suspended in days.items():
        assert standing(office, player, at) == {
            "player": player,
            "at": at,
            "suspended": suspended,
            "until": UNTIL if suspended else None,
            "suspensions": [made] if suspended else [],
            "rule": "D.3.1",
        }


def test_d_3_1_the_day_is_the_askers_to_name(office: Office, player: str) -> None:
    refused(office.client.get(f"/v1/players/{player}/standing"), 422, "validation")
    refused(
        office.client.get("/v1/players/1184/standing", params={"at": SINCE}),
        404,
        "player_not_found",
        "2.1.1",
    )


def test_d_3_1_a_merged_person_is_suspended_under_each_id(office: Office) -> None:
    one, two = office.newcomers(2)
    made = ok(suspend(office, one, text=TEXT))["suspension"]
    first = ok(penalise(office, one))["penalty"]
    merge = office.merge(one, two)
    assert ok(penalise(office, two))["earlier"] != []
    assert standing(office, two, SINCE)["suspensions"] == [made]
    for each in (one, two):
        page = ok(office.client.get("/v1/suspensions", params={"player": each}))
        assert [row["suspension"] for row in page["items"]] == [made]
        told_of = ok(office.client.get(f"/v1/players/{each}/penalties"))
        assert (told_of["player"], told_of["players"]) == (two, [two, one])
        assert len(told_of["penalties"]) == 2
    ok(suspend(office, two, penalty=first))
    office.undo(merge)
    assert standing(office, one, SINCE)["suspensions"] == [made]


def test_suspensions_are_listed_by_person_day_and_end(office: Office) -> None:
    one, two = office.newcomers(2)
    first = ok(suspend(office, one))["suspension"]
    later = ok(suspend(office, two, since="2026-12-01", until=None))["suspension"]
    gone = ok(suspend(office, two, since="2026-10-01", until=None))["suspension"]
    ok(office.client.post(f"/v1/suspensions/{gone}/revoke", json={"reason": "Ошибка"}))

    def listed(**asked: Any) -> list[str]:
        items = ok(office.client.get("/v1/suspensions", params=asked))["items"]
        return [row["suspension"] for row in items]

    assert listed() == [gone, first, later]
    assert listed(player=two) == [gone, later]
    assert listed(at=UNTIL) == [first]
    assert listed(at="2026-12-01") == listed(open=True) == [later]
    assert listed(open=False) == [first]
    assert listed(open=True, player=one) == []
    pages: list[str] = []
    cursor = None
    while cursor or not pages:
        page = ok(office.client.get("/v1/suspensions", params={"limit": 1, "cursor": cursor}))
        pages += [row["suspension"] for row in page["items"]]
        cursor = page["next"]
    assert pages == [gone, first, later]
    refused(office.client.get("/v1/suspensions", params={"cursor": "нет"}), 422, "bad_cursor")
    refused(
        office.client.get("/v1/suspensions", params={"player": "1184"}), 404, "player_not_found"
    )


def apart(office: Office) -> tuple[str, str, str]:
    """A of Казань and his penalty; a suspension of B of Омск rests on it, who was A for a while."""
    found_places(office.client, {"omsk": "Омск"})
    (a,) = office.newcomers(1)
    b = ok(office.client.post("/v1/players", json=house_person(7, "Омск")))["player"]
    penalty = ok(penalise(office, a, level="suspension", text=TEXT))["penalty"]
    merge = office.merge(b, a)
    suspension = ok(suspend(office, b, penalty=penalty))["suspension"]
    office.undo(merge)
    return b, penalty, suspension


def test_p_10_a_penalty_takes_along_only_what_who_revokes_it_may_revoke(office: Office) -> None:
    b, penalty, suspension = apart(office)
    address, reason = f"/v1/penalties/{penalty}/revoke", {"reason": "Ошибка"}
    his = signed_in(office.db, "coordinator", "1010", city="kazan")
    alone = office.client.post(f"/v1/suspensions/{suspension}/revoke", json=reason, headers=his)
    refused(alone, 403, "not_your_player")
    for _ in range(2):
        revoked = ok(office.client.post(address, json=reason, headers=his))
        assert (revoked["revoked_at"] is not None, revoked["suspensions_left"]) == (
            True,
            [suspension],
        )
    assert standing(office, b, SINCE)["suspended"]
    assert published(office, suspension) == [(1, UNTIL, False)]
    for _ in range(2):
        done = ok(office.client.post(address, json={"reason": "И его"}))
        assert done == {**revoked, "suspensions_left": []}
    assert not standing(office, b, SINCE)["suspended"]
    assert published(office, suspension) == [(1, UNTIL, False), (2, UNTIL, True)]
    assert history(office, f"/v1/suspensions/{suspension}")[-1] == ("revoked", "И его")


def test_p_10_a_coordinator_takes_along_what_rests_on_it_of_people_of_his_city(
    office: Office, player: str
) -> None:
    his = signed_in(office.db, "coordinator", "1010", city="kazan")
    penalty = ok(penalise(office, player))["penalty"]
    suspension = ok(suspend(office, player, penalty=penalty))["suspension"]
    (other,) = office.newcomers(1, start=7)
    merge = office.merge(player, other)
    ok(suspend(office, other, penalty=penalty))
    address = f"/v1/penalties/{penalty}/revoke"
    revoked = ok(office.client.post(address, json={"reason": "Ошибка"}, headers=his))
    assert revoked["suspensions_left"] == []
    assert published(office, suspension)[-1] == (2, UNTIL, True)
    assert not standing(office, other, SINCE)["suspended"]
    office.undo(merge)
    assert not standing(office, player, SINCE)["suspended"]


@pytest.mark.parametrize("way", ["wiped", "erased"])
def test_law_11_the_reason_copied_to_a_suspension_goes_with_the_penaltys_texts(
    office: Office, way: str
) -> None:
    b, penalty, suspension = apart(office)
    early = ok(suspend(office, b, text="Своё"))["suspension"]
    ok(office.client.post(f"/v1/suspensions/{early}/revoke", json={"reason": "Своё"}))
    address = f"/v1/penalties/{penalty}"
    a = ok(office.client.post(f"{address}/revoke", json={"reason": "Судья спутал"}))["player"]
    assert history(office, f"/v1/suspensions/{suspension}")[-1] == ("revoked", "Судья спутал")
    if way == "wiped":
        his = signed_in(office.db, "coordinator", "1010", city="kazan")
        assert ok(office.client.delete(f"{address}/text", headers=his))["wiped"] == 3
        assert ok(office.client.delete(f"{address}/text", headers=his))["wiped"] == 0
    else:
        ok(office.client.post(f"/v1/players/{a}/erase", json={"confirm": a}))
    assert set(stored_texts(office)) == {None, "Своё"}
    line = ok(office.client.get(f"/v1/suspensions/{suspension}"))["history"][-1]
    assert (line["action"], line["text"], line["wiped"]) == ("revoked", None, True)


def test_law_11_what_a_suspension_was_revoked_for_by_itself_stays_with_it(
    office: Office, player: str
) -> None:
    penalty = ok(penalise(office, player, text=TEXT))["penalty"]
    suspension = ok(suspend(office, player, penalty=penalty, text="За подсказки"))["suspension"]
    address = f"/v1/suspensions/{suspension}"
    ok(office.client.post(f"{address}/revoke", json={"reason": "Отбыл"}))
    ok(office.client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": "Ошибка"}))
    assert ok(office.client.delete(f"/v1/penalties/{penalty}/text"))["wiped"] == 2
    assert history(office, address) == [("given", "За подсказки"), ("revoked", "Отбыл")]
