"""Law 11 at the registry: a person's data go for good, his IDs and results stay; both databases."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from services.registry.tables.access import Grant
from services.registry.tables.discipline import Story
from services.registry.tables.people import NameWord, Player, Trigram
from shared.relay import mark
from shared.tables import Outbox
from tests.house import ok, refused
from tests.registry.registry_forgetting import DOROFEYA, TEXT, found_in
from tests.registry.registry_played_desk import Office
from tests.registry.registry_privacy_desk import office
from tests.tokens import signed_in

__all__ = ["office"]

OF_A_CLUB = {**DOROFEYA, "club": "veter"}
MARKS = (
    *("Дорофея", "Ярополкова", "Евлампиевна", "Жарптица", "zharptitsa", "9007654321", "Мстислав"),
    *("ярополкова", "жарптица", "дорофея"),
)


@pytest.fixture
def player(office: Office) -> str:
    return str(ok(office.client.post("/v1/players", json=OF_A_CLUB))["player"])


def erase(office: Office, player: str, confirm: str | None = None) -> Any:
    """Erase; the answer."""
    return office.client.post(f"/v1/players/{player}/erase", json={"confirm": confirm or player})


def identified(office: Office, text: str) -> list[str]:
    """Whom a desk finds by it."""
    found = ok(office.client.get("/v1/players:identify", params={"q": text}))["players"]
    return [each["player"] for each in found]


def test_law_11_nothing_of_a_person_is_left_in_any_table(office: Office, player: str) -> None:
    sent = {"Idempotency-Key": "once"}
    people = {"players": [OF_A_CLUB, {**OF_A_CLUB, "email": "x@example.org"}]}
    report = ok(office.client.post("/v1/players:bulk", json=people, headers=sent))
    assert [row["outcome"] for row in report["rows"]] == ["known", "twin"]
    ok(office.client.get(f"/v1/players/{player}/contacts"))
    penalty = {"player": player, "infraction": "P.5.2", "level": "warning", "day": "2026-11-05"}
    ok(office.client.post("/v1/penalties", json={**penalty, "text": TEXT}))
    ok(
        office.client.post(
            "/v1/suspensions", json={"player": player, "since": "2026-11-05", "text": TEXT}
        )
    )
    assert {name for name, *_ in found_in(office.db, MARKS)} == set(MARKS)
    ok(erase(office, player))
    assert found_in(office.db, MARKS) == set()
    again = office.client.post("/v1/players:bulk", json=people, headers=sent)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert [(row["outcome"], row["player"]) for row in ok(again)["rows"]] == [
        ("known", player),
        ("twin", None),
    ]
    with office.db.read() as tx:
        assert len(tx.scalars(select(Story)).all()) == 2


def test_law_11_the_blank_state_is_all_that_is_published(office: Office, player: str) -> None:
    erased = ok(erase(office, player))
    assert (erased["player"], erased["players"]) == (player, [player])
    *before, state = office.published(f"player:{player}")
    assert [each["surname"] for each in before] == [""]
    assert state == {
        "player": player,
        "revision": 2,
        "first_name": "",
        "surname": "",
        "nickname": None,
        "city": "",
        "status": "provisional",
        "club": None,
        "old_numbers": [],
        "erased": True,
    }
    shown = ok(office.client.get(f"/v1/players/{player}"))
    assert (shown["surname"], shown["first_name"], shown["nickname"]) == ("", "", None)
    assert (shown["city"], shown["club"], shown["erased"]) == ("", None, True)
    contacts = ok(office.client.get(f"/v1/players/{player}/contacts"))
    assert contacts == {
        "player": player,
        "patronymic": None,
        "no_patronymic": False,
        "email": None,
        "phone": None,
        "consent": None,
    }


def test_a_state_that_the_world_has_is_replaced_by_the_blank_one(
    office: Office, player: str
) -> None:
    def send() -> None:
        with office.db.write() as tx:
            waiting = select(Outbox).where(col(Outbox.published_at).is_(None))
            mark(tx, tx.scalars(waiting.order_by(col(Outbox.seq))).all())

    send()
    feed = "/v1/players.v1/events"
    before = ok(office.client.get(feed))
    ok(erase(office, player))
    send()
    (item,) = ok(office.client.get(feed, params={"after": before["next"]}))["items"]
    assert item["event"]["data"]["erased"]
    snapshot = office.client.get(feed).text
    assert not [each for each in MARKS if each in snapshot]


def test_a_slip_of_the_hand_erases_nobody(office: Office, player: str) -> None:
    (other,) = office.newcomers(1)
    refused(erase(office, player, confirm=other), 422, "not_confirmed")
    refused(erase(office, "1184"), 404, "player_not_found", "2.1.1")
    answer = office.client.post(f"/v1/players/{player}/erase", json={})
    refused(answer, 422, "validation")
    for role in ("coordinator", "club", "desk"):
        headers = signed_in(office.db, role)
        answer = office.client.post(
            f"/v1/players/{player}/erase", json={"confirm": player}, headers=headers
        )
        refused(answer, 403, "scope_missing")
    assert ok(office.client.get(f"/v1/players/{player}"))["surname"] == "Ярополкова"


def test_a_second_erasure_publishes_nothing_and_wipes_what_came_since(
    office: Office, player: str
) -> None:
    first = ok(erase(office, player))
    penalty = {"player": player, "infraction": "P.5.2", "level": "warning", "day": "2026-11-05"}
    ok(office.client.post("/v1/penalties", json={**penalty, "text": TEXT}))
    assert ok(erase(office, player)) == first
    assert len(office.published(f"player:{player}")) == 2
    assert found_in(office.db, MARKS) == set()


def test_d_2_3_an_erased_person_is_found_by_no_name(office: Office, player: str) -> None:
    names = ("Ярополкова", "Дорофея Ярополкова", "Жарптица", "ярополк", "Яраполкова")
    assert all(identified(office, name) == [player] for name in names)
    ok(erase(office, player))
    assert [name for name in (*names, "—", "…", "-") if identified(office, name)] == []
    with office.db.read() as tx:
        assert tx.scalars(select(NameWord).where(col(NameWord.player) == player)).all() == []
        assert tx.scalars(select(Trigram).where(col(Trigram.word) == "ярополкова")).all() == []


def test_d_2_4_the_same_human_registers_anew_and_gets_a_new_id(office: Office, player: str) -> None:
    ok(erase(office, player))
    again = ok(office.client.post("/v1/players", json=OF_A_CLUB))
    assert again["player"] != player
    assert again["nickname"] == "Жарптица"
    assert identified(office, "Ярополкова") == [again["player"]]


def test_d_2_2_his_old_number_stays_with_the_id_and_is_told_so(office: Office, player: str) -> None:
    body = {**DOROFEYA, "old_numbers": ["Ц-77"]}
    seen = office.client.get(f"/v1/players/{player}").headers["etag"]
    numbers, headers = {"old_numbers": ["Ц-77"]}, {"If-Match": seen}
    ok(office.client.patch(f"/v1/players/{player}", json=numbers, headers=headers))
    erase(office, player)
    problem = refused(office.client.post("/v1/players", json=body), 409, "number_taken", "D.2.2")
    assert "без номера" in problem["todo"]
    ok(office.client.post("/v1/players", json=DOROFEYA))


def test_erasure_takes_every_id_of_a_person_and_an_undo_brings_no_name_back(
    office: Office, player: str
) -> None:
    twin = {**OF_A_CLUB, "email": "d@example.org", "nickname": None, "namesake": True}
    other = ok(office.client.post("/v1/players", json=twin))["player"]
    merge = office.merge(player, other)
    ok(office.client.post("/v1/suspensions", json={"player": player, "since": "2026-11-05"}))
    assert ok(erase(office, player))["players"] == [other, player]
    assert found_in(office.db, MARKS) == set()
    office.undo(merge)
    assert office.survivors([player, other]) == {player: player, other: other}
    for each in (player, other):
        assert ok(office.client.get(f"/v1/players/{each}"))["surname"] == ""
    at = {"at": "2026-11-05"}
    assert ok(office.client.get(f"/v1/players/{player}/standing", params=at))["suspended"]
    assert not ok(office.client.get(f"/v1/players/{other}/standing", params=at))["suspended"]
    assert found_in(office.db, MARKS) == set()


def test_a_tournament_that_arrives_later_publishes_no_name(office: Office, player: str) -> None:
    (other,) = office.newcomers(1)
    ok(erase(office, player))
    office.play("t1", [player, other])
    assert office.statuses(player, other) == ["provisional", "registered"]
    assert [each["surname"] for each in office.published(f"player:{player}")] == ["", ""]
    assert found_in(office.db, MARKS) == set()


def test_a_registered_person_stays_registered_under_the_number(office: Office, player: str) -> None:
    (other,) = office.newcomers(1)
    office.play("t1", [player, other])
    ok(erase(office, player))
    office.play("t2", [player, other])
    assert office.statuses(player) == ["registered"]
    state = office.published(f"player:{player}")[-1]
    assert (state["status"], state["surname"], state["revision"]) == ("registered", "", 3)


def test_what_was_erased_is_not_filled_in_again(office: Office, player: str) -> None:
    ok(erase(office, player))
    tag = office.client.get(f"/v1/players/{player}").headers["etag"]
    answer = office.client.patch(
        f"/v1/players/{player}", json={"surname": "Ярополкова"}, headers={"If-Match": tag}
    )
    assert answer.status_code == 409
    assert answer.json()["code"] == "player_erased"
    assert found_in(office.db, MARKS) == set()
    level = {"level": 1, "since": "2026-11-05", "certified_by": "Коллегия судей"}
    answer = office.client.put(f"/v1/judges/{player}", json=level)
    assert (answer.status_code, answer.json()["code"]) == (409, "player_erased")


def test_an_erased_person_signs_in_no_more(office: Office, player: str) -> None:
    given = ok(
        office.client.post("/v1/staff", json={"player": player, "role": "club", "club": "veter"})
    )
    assert given
    ok(erase(office, player))
    with office.db.read() as tx:
        (grant,) = tx.scalars(select(Grant))
        assert (grant.player, grant.revoked_by) == (player, "person:1184")
    assert len(office.published("revoked:")) == 1


def test_nobody_elses_data_are_touched(office: Office, player: str) -> None:
    namesake = {**OF_A_CLUB, "email": "other@example.org", "nickname": None, "namesake": True}
    other = ok(office.client.post("/v1/players", json=namesake, headers={"Idempotency-Key": "n"}))
    with office.db.read() as tx:
        before = tx.get_one(Player, other["player"]).model_dump()
    ok(erase(office, player))
    with office.db.read() as tx:
        assert tx.get_one(Player, other["player"]).model_dump() == before
    assert identified(office, "Ярополкова Дорофея") == [other["player"]]
    again = office.client.post("/v1/players", json=namesake, headers={"Idempotency-Key": "n"})
    assert ok(again)["surname"] == "Ярополкова"
