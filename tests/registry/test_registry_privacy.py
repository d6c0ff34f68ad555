"""Contacts: who may read them, and that every reading names its reader; on both databases."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from services.registry.tables.discipline import ContactRead
from tests.house import ok, refused
from tests.registry.registry_played_desk import Office
from tests.registry.registry_privacy_desk import office
from tests.tokens import bearer, signed_in

__all__ = ["office"]

ALYONA = {
    "first_name": "Алёна",
    "surname": "Воронцова",
    "patronymic": "Игоревна",
    "email": "alyona@example.org",
    "phone": "8 (900) 123-45-67",
    "city": "Казань",
    "club": "veter",
    "consent": {"version": "2026-1", "date": "2026-11-05", "guardian": "Воронцов Игорь Павлович"},
}
ROUTE = "GET /v1/players/{player}/contacts"


@pytest.fixture
def player(office: Office) -> str:
    return str(ok(office.client.post("/v1/players", json=ALYONA))["player"])


def contacts(office: Office, player: str, headers: dict[str, str] | None = None) -> Any:
    """Read them; the answer."""
    return office.client.get(f"/v1/players/{player}/contacts", headers=headers)


def noted(office: Office) -> list[tuple[str, str, str]]:
    """(player, who, route) of each reading, in order."""
    with office.db.read() as tx:
        rows = tx.scalars(select(ContactRead).order_by(col(ContactRead.seq)))
        return [(row.player, row.who, row.route) for row in rows]


def test_rule_2_1_2_contacts_are_read_and_the_reader_is_noted(office: Office, player: str) -> None:
    answer = contacts(office, player)
    assert ok(answer) == {
        "player": player,
        "patronymic": "Игоревна",
        "no_patronymic": False,
        "email": "alyona@example.org",
        "phone": "+79001234567",
        "consent": ALYONA["consent"],
    }
    assert answer.headers["cache-control"] == "no-store"
    assert noted(office) == [(player, "person:1184", ROUTE)]


def test_a_reader_who_had_them_before_is_noted_again(office: Office, player: str) -> None:
    tag = contacts(office, player).headers["etag"]
    again = office.client.get(
        f"/v1/players/{player}/contacts", headers={"If-None-Match": tag, "X-Other": "1"}
    )
    assert ok(again) == ok(contacts(office, player))  # nobody keeps them, so never "as before"
    assert len(noted(office)) == 3


def test_a_coordinator_and_a_club_read_those_of_their_own_people(
    office: Office, player: str
) -> None:
    ok(office.client.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    his = [
        signed_in(office.db, "coordinator", "1010", city="kazan"),
        signed_in(office.db, "club", "1029", club="veter"),
    ]
    others = [
        signed_in(office.db, "coordinator", "1010", city="omsk"),
        signed_in(office.db, "club", "1029", club="kazan"),
    ]
    for headers in his:
        ok(contacts(office, player, headers))
    for headers in others:
        problem = refused(contacts(office, player, headers), 403, "not_your_player")
        assert "alyona" not in str(problem)
    assert [who for _, who, _ in noted(office)] == ["person:1010", "person:1029"]


def test_nobody_else_reads_them(office: Office, player: str) -> None:
    for role in ("head_judge", "floor_judge", "desk", "reader"):
        answer = contacts(office, player, signed_in(office.db, role))
        refused(answer, 403, "scope_missing")
    refused(contacts(office, player, {"Authorization": ""}), 401, "token_missing")
    refused(contacts(office, "1184"), 404, "player_not_found", "2.1.1")
    assert noted(office) == []


def test_a_merged_person_is_whose_the_surviving_id_is(office: Office, player: str) -> None:
    ok(office.client.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    moved = {**ALYONA, "email": "a@example.org", "city": "Омск", "club": None, "namesake": True}
    other = ok(office.client.post("/v1/players", json=moved))["player"]
    office.merge(player, other)
    refused(
        contacts(office, player, signed_in(office.db, "coordinator", city="kazan")),
        403,
        "not_your_player",
    )
    theirs = signed_in(office.db, "coordinator", city="omsk")
    assert ok(contacts(office, player, theirs))["email"] == "alyona@example.org"
    assert ok(contacts(office, other, theirs))["email"] == "a@example.org"
    page = ok(office.client.get("/v1/audit/contacts", params={"player": player}))
    assert [row["player"] for row in page["items"]] == [other, player]


def test_the_office_sees_who_read_whose_contacts_the_newest_first(
    office: Office, player: str
) -> None:
    (other,) = office.newcomers(1)
    client = bearer(office.db, ["contacts", "office"], who="club:veter:1f3a9c20")
    for each, headers in ((player, None), (other, None), (player, client)):
        ok(contacts(office, each, headers))

    def seen(**asked: Any) -> list[tuple[str, str]]:
        items = ok(office.client.get("/v1/audit/contacts", params=asked))["items"]
        assert all(row["route"] == ROUTE for row in items)
        return [(row["player"], row["who"]) for row in items]

    assert seen() == [
        (player, "club:veter:1f3a9c20"),
        (other, "person:1184"),
        (player, "person:1184"),
    ]
    assert seen(player=other) == [(other, "person:1184")]
    assert seen(who="club:veter:1f3a9c20") == [(player, "club:veter:1f3a9c20")]
    assert seen(who="никто") == []
    pages: list[str] = []
    cursor = None
    while cursor or not pages:
        page = ok(office.client.get("/v1/audit/contacts", params={"limit": 2, "cursor": cursor}))
        pages += [row["player"] for row in page["items"]]
        cursor = page["next"]
    assert pages == [player, other, player]
    refused(office.client.get("/v1/audit/contacts", params={"cursor": "нет"}), 422, "bad_cursor")
    for role in ("coordinator", "club", "desk"):
        headers = signed_in(office.db, role)
        refused(office.client.get("/v1/audit/contacts", headers=headers), 403, "scope_missing")


def test_a_refused_reading_leaves_no_note_and_a_noted_one_its_answer(
    office: Office, player: str
) -> None:
    refused(contacts(office, player, bearer(office.db, ["contacts"])), 403, "not_your_player")
    assert noted(office) == []
    assert office.client.head(f"/v1/players/{player}/contacts").status_code == 200
    assert len(noted(office)) == 1


def test_a_person_is_told_all_that_is_held_about_him(office: Office, player: str) -> None:
    twin = {**ALYONA, "email": "a@example.org", "namesake": True}
    other = ok(office.client.post("/v1/players", json=twin))["player"]
    office.merge(player, other)
    ok(contacts(office, player))
    day = "2026-11-05"
    given = {"player": player, "infraction": "P.5.2", "level": "caution", "day": day}
    ok(office.client.post("/v1/penalties", json={**given, "text": "Шумел"}))
    ok(office.client.post("/v1/suspensions", json={"player": other, "since": day, "text": "Ещё"}))
    right = {"player": other, "role": "club", "club": "veter"}
    ok(office.client.post("/v1/staff", json=right))
    answer = office.client.get(f"/v1/players/{player}/file")
    file = ok(answer)
    assert answer.headers["cache-control"] == "no-store"
    assert file["player"] == other
    assert {each["public"]["player"]: each["private"]["email"] for each in file["ids"]} == {
        player: "alyona@example.org",
        other: "a@example.org",
    }
    assert file["penalties"]["penalties"][0]["history"][0]["text"] == "Шумел"
    assert file["suspensions"][0]["history"][0]["text"] == "Ещё"
    assert [(each["role"], each["club"]) for each in file["rights"]] == [("club", "veter")]
    assert [each["player"] for each in file["readings"]] == [player]
    whole = "GET /v1/players/{player}/file"
    assert sorted(noted(office)[1:]) == sorted(
        (each, "person:1184", whole) for each in (player, other)
    )
    ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    left = office.client.get(f"/v1/players/{player}/file").text
    assert not [each for each in ("Воронцов", "Игоревна", "example", "Шумел") if each in left]


def test_the_file_is_the_offices_to_read(office: Office, player: str) -> None:
    for role in ("coordinator", "club", "desk"):
        headers = signed_in(office.db, role)
        answer = office.client.get(f"/v1/players/{player}/file", headers=headers)
        refused(answer, 403, "scope_missing")
    refused(office.client.get("/v1/players/1184/file"), 404, "player_not_found", "2.1.1")
    assert noted(office) == []
