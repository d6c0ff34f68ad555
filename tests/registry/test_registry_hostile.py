"""The registry called by people who mean it ill: no server error, no right beyond one's own."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from services.registry.tables.played import Tournament
from shared import paging
from shared.clock import now
from shared.player_ids import player_id
from tests.house import ok, person, refused
from tests.registry.registry_signin_office import CUP, Office, office

__all__ = ["office"]

FAR = "5b8f2f9e-2d4c-4a51-8a53-0f6f7b1e2c33"
LISTS = [
    "/v1/players",
    "/v1/judges",
    "/v1/merges",
    "/v1/notices",
    "/v1/blocks",
    "/v1/clubs/kazan/blocks",
    "/v1/audit/contacts",
]
"""Those whose cursor is a number."""


def test_law_8_a_cursor_that_no_column_holds_was_never_given(
    office: Office, subtests: pytest.Subtests
) -> None:
    for path in LISTS:
        for number in (2**31, 2**62, -(2**63), 10**200):
            with subtests.test(path=path, number=number):
                answer = office.call("GET", f"{path}?cursor={paging.encode(number)}")
                refused(answer, 422, "bad_cursor")
        for number in (2**31 - 1, -(2**31)):
            with subtests.test(path=path, number=number):
                ok(office.call("GET", f"{path}?cursor={paging.encode(number)}"))


def test_d_2_2_the_last_block_that_there_can_be_is_used_up_like_any(office: Office) -> None:
    last = player_id(2**31 - 2)
    ok(office.call("POST", "/v1/blocks", first_id=last, last_id=last, club="kazan"))
    assert ok(office.call("POST", "/v1/players", **person(5)))["player"] == last
    refused(office.call("POST", "/v1/players", **person(6)), 409, "block_used_up")


@pytest.mark.parametrize("day", ["9999-12-31", "9999-11-20", "2100-01-01"])
def test_d_4_10_staff_of_a_tournament_at_the_end_of_time(office: Office, day: str) -> None:
    with office.db.write() as tx:
        tx.add(Tournament(tournament=FAR, name="Кубок", club="kazan", city="kazan", day=day))
    assert ok(office.give("desk", tournament=FAR))["ends_at"].startswith("2100-02-14")


def test_law_8_a_host_that_no_qr_holds_is_refused(office: Office) -> None:
    sent: dict[str, Any] = {"player": office.people[0], "role": "desk", "tournament": CUP}
    grant = ok(office.call("POST", "/v1/staff", **sent))["grant"]
    by = {**office.office, "Host": "x" * 3000}
    for path in ("/v1/staff", f"/v1/staff/{grant}/code", f"/v1/staff/{grant}/card"):
        refused(office.call("POST", path, by, **sent), 400, "host_too_long")


def test_d_4_10_a_head_judge_lets_nobody_in_for_longer_than_himself(office: Office) -> None:
    soon = (now() + timedelta(days=9)).replace(microsecond=0)
    judge = office.as_role("head_judge", tournament=CUP, ends_at=soon.isoformat())
    for role, who in (("desk", 0), ("floor_judge", 1)):
        for late in ("2099-12-31T00:00:00Z", (soon + timedelta(seconds=1)).isoformat()):
            answer = office.give(role, judge, who, tournament=CUP, ends_at=late)
            refused(answer, 403, "outlasts_yours", "D.4.10")
        given = ok(office.give(role, judge, who, tournament=CUP))
        assert datetime.fromisoformat(given["ends_at"]) == soon
    early = (soon - timedelta(days=5)).isoformat()
    assert ok(office.give("desk", judge, 2, tournament=CUP, ends_at=early))["ends_at"]


def test_a_right_cut_short_takes_its_tokens_along(office: Office) -> None:
    first = ok(office.give("club", club="kazan"))
    before = {"Authorization": f"Bearer {ok(office.sign_in(first['code']))['access_token']}"}
    ok(office.call("GET", "/v1/keys", before))
    soon = (now() + timedelta(hours=1)).isoformat()
    cut = ok(office.give("club", club="kazan", ends_at=soon))
    assert cut["grant"] != first["grant"]
    refused(office.call("GET", "/v1/keys", before), 401, "token_revoked")
    assert ok(office.sign_in(cut["code"]))["expires_in"] <= 3600
    again = ok(office.give("club", club="kazan", ends_at=soon))
    assert again["grant"] == cut["grant"]


@pytest.mark.parametrize("number", ["", "0"])
def test_d_2_3_nobody_is_erased_for_another_s_old_number(office: Office, number: str) -> None:
    owner = office.people[0]
    other = ok(office.call("POST", "/v1/players", **person(7), old_numbers=[number + owner]))
    path = f"/v1/players/{owner}/erase"
    problem = refused(office.call("POST", path, confirm=owner), 409, "number_of_another", "D.2.3")
    assert [each["player"] for each in problem["errors"]] == [other["player"]]
    assert not ok(office.call("GET", f"/v1/players/{owner}"))["erased"]
    assert ok(office.call("POST", path, confirm=owner, id_meant=True))["players"] == [owner]
    assert not ok(office.call("GET", f"/v1/players/{other['player']}"))["erased"]


def test_d_2_3_one_s_own_old_number_stops_no_erasure(office: Office) -> None:
    own, twin = office.people[:2]
    state = office.call("GET", f"/v1/players/{twin}")
    by = {**office.office, "If-Match": state.headers["etag"]}
    ok(office.call("PATCH", f"/v1/players/{twin}", by, old_numbers=[own]))
    ok(office.call("POST", "/v1/merges", player=twin, into=own))
    erased = ok(office.call("POST", f"/v1/players/{own}/erase", confirm=own))
    assert erased["players"] == [own, twin]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_page_signs_nobody_in_or_out(office: Office, site: str) -> None:
    code = ok(office.give("desk", tournament=CUP))["code"]
    for path in ("/sign-in", "/sign-out"):
        forged = office.http.post(path, data={"code": code}, headers={"Sec-Fetch-Site": site})
        refused(forged, 403, "foreign_form")
        assert "set-cookie" not in forged.headers
    own = {"Sec-Fetch-Site": "same-origin"}
    assert office.http.post("/sign-in", data={"code": code}, headers=own).status_code == 200


def test_law_3_a_key_answers_for_its_query_too(office: Office) -> None:
    file = "ФИО;Почта;Город\nЦой Ян нет;yan@example.org;Казань\n".encode()
    headers = {**office.office, "Content-Type": "text/csv", "Idempotency-Key": "one"}

    def send(query: str) -> Any:
        return office.http.post(f"/v1/players:import?{query}", content=file, headers=headers)

    assert ok(send("apply=true"))["counts"]["new"] == 1
    assert send("apply=true").headers["Idempotency-Replayed"] == "true"
    refused(send("apply=true&skip=true"), 422, "idempotency_key_reused")


@pytest.mark.parametrize("number", [1, 9])
def test_d_2_2_nobody_fills_a_person_with_old_numbers(office: Office, number: int) -> None:
    rows = [
        {**person(number), "old_numbers": [f"К-{row}-{n}" for n in range(10)]} for row in range(12)
    ]
    report = ok(office.call("POST", "/v1/players:bulk", players=rows))
    told = [[each["code"] for each in row["notices"]] for row in report["rows"]]
    assert told == [[]] * 10 + [["too_many_numbers"]] * 2
    player = report["rows"][0]["player"]
    state = office.call("GET", f"/v1/players/{player}")
    assert len(state.json()["old_numbers"]) == 100
    by = {**office.office, "If-Match": state.headers["etag"]}
    path = f"/v1/players/{player}"
    answer = office.call("PATCH", path, by, old_numbers=["К-12"])
    refused(answer, 409, "too_many_numbers", "D.2.2")
    ok(office.call("PATCH", path, by, old_numbers=["К-0-0"]))
    ok(office.call("POST", "/v1/players", **person(8), old_numbers=["К-11-9"]))
