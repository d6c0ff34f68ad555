"""Penalties outside tournaments, who may see and give what; on both databases."""

import io
from typing import Any

import pytest
import structlog
from sqlalchemy import select
from sqlmodel import col

from shared.events.entries import EntryAdded, EntryIdentified
from shared.events.rounds import PenaltyGiven, PenaltyRevoked
from shared.tables import Idempotency
from shared.trace import configure_logging
from tests.house import ok, refused
from tests.registry.registry_discipline_desk import (
    SINCE,
    TEXT,
    UNTIL,
    history,
    office,
    penalise,
    player,
    published,
    stored_texts,
    suspend,
)
from tests.registry.registry_played_desk import TITLE, Office, created, told
from tests.tokens import bearer, signed_in

__all__ = ["office", "player"]


def test_rule_3_2_a_penalty_is_given_outside_tournaments(office: Office, player: str) -> None:
    made = ok(penalise(office, player, text=TEXT))
    assert (made["player"], made["infraction"], made["level"]) == (player, "P.5.2", "warning")
    assert (made["day"], made["given_by"], made["revoked_at"]) == (SINCE, "person:1184", None)
    assert made["earlier"] == []
    assert history(office, f"/v1/penalties/{made['penalty']}") == [("given", TEXT)]


def test_p_10_who_gives_a_penalty_sees_what_the_person_has_already(
    office: Office, player: str
) -> None:
    first = ok(penalise(office, player, level="caution"))
    voided = ok(penalise(office, player, infraction="P.6.1"))
    ok(office.client.post(f"/v1/penalties/{voided['penalty']}/revoke", json={"reason": "Ошибка"}))
    assert first["earlier"] == []
    assert ok(penalise(office, player))["earlier"] == [
        {"infraction": "P.5.2", "level": "caution", "day": SINCE, "tournament": None}
    ]


def test_an_answer_that_is_kept_for_a_repeat_holds_no_text(office: Office, player: str) -> None:
    body = {"player": player, "infraction": "P.5.2", "level": "warning", "day": SINCE, "text": TEXT}
    headers = {"Idempotency-Key": "once"}
    made = ok(office.client.post("/v1/penalties", json=body, headers=headers))
    assert ok(office.client.post("/v1/penalties", json=body, headers=headers)) == made
    with office.db.read() as tx:
        (kept,) = tx.scalars(select(col(Idempotency.response)))
    assert TEXT not in kept
    assert stored_texts(office) == [TEXT]


ILL_WRITTEN: list[tuple[dict[str, Any], str]] = [
    ({"infraction": "5.2"}, "body.infraction"),
    ({"infraction": "P.0.1"}, "body.infraction"),
    ({"infraction": "Р.5.2"}, "body.infraction"),
    ({"infraction": "P.5.2\n"}, "body.infraction"),
    ({"level": "expulsion"}, "body.level"),
    ({"day": "05.11.2026"}, "body.day"),
    ({"day": "1999-12-31"}, "body.day"),
    ({"text": ""}, "body.text"),
    ({"text": "я" * 2001}, "body.text"),
    ({"text": "\x00"}, "body.text"),
    ({"reason": "нет"}, "body.reason"),
]


def test_p_10_a_penalty_is_well_written_or_refused(
    office: Office, player: str, subtests: pytest.Subtests
) -> None:
    for wrong, where in ILL_WRITTEN:
        with subtests.test(**wrong):
            problem = refused(penalise(office, player, **wrong), 422, "validation")
            assert [row["where"] for row in problem["errors"]] == [where]
    assert ok(office.client.get(f"/v1/players/{player}/penalties"))["penalties"] == []


def test_rule_3_2_a_penalty_is_for_what_has_happened(office: Office, player: str) -> None:
    refused(penalise(office, player, day="2126-01-01"), 422, "day_to_come", "3.2")


def test_rule_2_1_1_nobody_is_penalised_under_an_id_that_nobody_has(office: Office) -> None:
    refused(penalise(office, "1184"), 422, "player_not_found", "2.1.1")
    refused(suspend(office, "1184"), 422, "player_not_found", "2.1.1")


def test_p_10_an_appeal_takes_a_penalty_back_and_keeps_its_history(
    office: Office, player: str
) -> None:
    penalty = ok(penalise(office, player, text=TEXT))["penalty"]
    address = f"/v1/penalties/{penalty}"
    refused(office.client.post(f"{address}/revoke", json={}), 422, "validation")
    revoked = ok(office.client.post(f"{address}/revoke", json={"reason": "Это был другой"}))
    assert revoked["revoked_at"] is not None
    again = ok(office.client.post(f"{address}/revoke", json={"reason": "Ещё раз"}))
    assert again == revoked
    assert history(office, address) == [("given", TEXT), ("revoked", "Это был другой")]
    refused(
        office.client.post("/v1/penalties/нет/revoke", json={"reason": "А"}),
        404,
        "penalty_not_found",
    )


def test_p_10_a_penalty_takes_the_suspensions_along_that_rest_on_it(
    office: Office, player: str
) -> None:
    penalty = ok(penalise(office, player, level="suspension"))["penalty"]
    rests = ok(suspend(office, player, penalty=penalty))["suspension"]
    other = ok(suspend(office, player, infraction="P.6.2"))["suspension"]
    ok(office.client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": "Ошибка"}))
    assert published(office, rests) == [(1, UNTIL, False), (2, UNTIL, True)]
    assert published(office, other) == [(1, UNTIL, False)]
    assert history(office, f"/v1/suspensions/{rests}")[-1] == ("revoked", "Ошибка")


def test_p_11_penalties_at_tables_are_shown_and_owned_by_their_tournament(
    office: Office, player: str
) -> None:
    given = PenaltyGiven(penalty="p1", entry=3, infraction="P.1.1", level="game_loss", round=2)
    office.hear(
        told("t1", created(date="2026-11-28")),
        told("t1", EntryAdded(entry=3, player=player)),
        told("t1", given),
    )
    (shown,) = ok(office.client.get(f"/v1/players/{player}/penalties"))["at_tables"]
    assert (shown["tournament"], shown["tournament_name"], shown["day"]) == (
        "t1",
        TITLE,
        "2026-11-28",
    )
    assert (shown["infraction"], shown["level"], shown["round"]) == ("P.1.1", "game_loss", 2)
    assert (shown["given_by"], shown["revoked_at"]) == ("person:1074", None)
    assert ok(penalise(office, player))["earlier"] == [
        {"infraction": "P.1.1", "level": "game_loss", "day": "2026-11-28", "tournament": "t1"}
    ]
    answer = office.client.post("/v1/penalties/p1/revoke", json={"reason": "Апелляция"})
    refused(answer, 404, "penalty_not_found", "P.11")
    office.hear(told("t1", PenaltyRevoked(penalty="p1"), "person:1029"))
    (shown,) = ok(office.client.get(f"/v1/players/{player}/penalties"))["at_tables"]
    assert shown["revoked_by"] == "person:1029"


@pytest.mark.parametrize("backwards", [False, True], ids=["in-order", "backwards"])
def test_p_11_a_penalty_is_the_right_persons_once_his_entry_is_mended(
    office: Office, player: str, backwards: bool
) -> None:
    (wrong,) = office.newcomers(1, start=50)
    assert wrong != player
    events = [
        told("t1", created(date="2026-11-28")),
        told("t1", EntryAdded(entry=3, player=wrong)),
        told("t1", PenaltyGiven("p1", 3, "P.1.1", "game_loss", 2)),
        told("t1", EntryIdentified(entry=3, player=player)),
    ]
    office.hear(*(reversed(events) if backwards else events))
    shown = {
        each: len(ok(office.client.get(f"/v1/players/{each}/penalties"))["at_tables"])
        for each in (wrong, player)
    }
    assert shown == {wrong: 0, player: 1}


@pytest.mark.parametrize("kind", ["penalties", "suspensions"])
def test_law_11_texts_are_wiped_and_codes_stay(office: Office, player: str, kind: str) -> None:
    give = penalise if kind == "penalties" else suspend
    made = ok(give(office, player, text=TEXT))
    address = f"/v1/{kind}/{made[kind.removesuffix('s').replace('penaltie', 'penalty')]}"
    ok(office.client.post(f"{address}/revoke", json={"reason": "Свидетели ошиблись"}))
    assert ok(office.client.delete(f"{address}/text"))["wiped"] == 2
    assert ok(office.client.delete(f"{address}/text"))["wiped"] == 0
    lines = ok(office.client.get(address))["history"]
    assert [(line["action"], line["text"], line["wiped"]) for line in lines] == [
        ("given", None, True),
        ("revoked", None, True),
        ("wiped", None, False),
    ]
    assert lines[-1]["who"] == "person:1184"
    assert stored_texts(office) == [None, None, None]


def test_a_literal_route_next_to_an_id_is_reachable(office: Office, player: str) -> None:
    penalty = ok(penalise(office, player))["penalty"]
    suspension = ok(suspend(office, player))["suspension"]
    reached = {
        f"/v1/players/{player}": "surname",
        f"/v1/players/{player}/penalties": "at_tables",
        f"/v1/players/{player}/standing?at={SINCE}": "suspended",
        f"/v1/penalties/{penalty}": "infraction",
        "/v1/suspensions": "items",
        f"/v1/suspensions/{suspension}": "history",
    }
    for address, field in reached.items():
        assert field in ok(office.client.get(address)), address
    for address in (f"/v1/penalties/{penalty}", f"/v1/suspensions/{suspension}"):
        assert "wiped" in ok(office.client.delete(f"{address}/text"))
        assert "history" in ok(office.client.post(f"{address}/revoke", json={"reason": "А"}))


def test_only_the_staff_sees_penalties_and_a_desk_sees_no_more_than_the_standing(
    office: Office, player: str
) -> None:
    penalty = ok(penalise(office, player, text=TEXT))["penalty"]
    suspension = ok(suspend(office, player, infraction="P.6.2", text=TEXT))["suspension"]
    hidden = [
        ("GET", f"/v1/players/{player}/penalties"),
        ("GET", f"/v1/penalties/{penalty}"),
        ("GET", f"/v1/suspensions/{suspension}"),
        ("DELETE", f"/v1/penalties/{penalty}/text"),
        ("DELETE", f"/v1/suspensions/{suspension}/text"),
    ]
    seen = ["/v1/suspensions", f"/v1/players/{player}/standing?at={SINCE}"]
    for role in ("club", "head_judge", "desk"):
        headers = signed_in(office.db, role)
        for method, address in hidden:
            answer = office.client.request(method, address, headers=headers)
            refused(answer, 403, "scope_missing")
        for address in seen:
            answer = office.client.get(address, headers=headers)
            assert ok(answer)
            assert TEXT not in answer.text
            assert "P.6.2" not in answer.text
    for headers, status in ((signed_in(office.db, "floor_judge"), 403), (nobody(), 401)):
        for method, address in [*hidden, *(("GET", each) for each in seen)]:
            assert office.client.request(method, address, headers=headers).status_code == status


def nobody() -> dict[str, str]:
    """No token."""
    return {"Authorization": ""}


def test_a_coordinator_deals_with_people_of_his_city_alone(office: Office, player: str) -> None:
    ok(office.client.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    penalty = ok(penalise(office, player))["penalty"]
    suspension = ok(suspend(office, player))["suspension"]
    theirs = signed_in(office.db, "coordinator", "1010", city="omsk")
    stranger = bearer(office.db, ["discipline"], city="nowhere")
    body = {"player": player, "infraction": "P.5.2", "level": "caution", "day": SINCE}
    for headers in (theirs, stranger):
        for method, address, sent in [
            ("POST", "/v1/penalties", body),
            ("POST", "/v1/suspensions", {"player": player, "since": SINCE}),
            ("PATCH", f"/v1/suspensions/{suspension}", {"until": None}),
            ("POST", f"/v1/penalties/{penalty}/revoke", {"reason": "А"}),
            ("POST", f"/v1/suspensions/{suspension}/revoke", {"reason": "А"}),
            ("DELETE", f"/v1/penalties/{penalty}/text", None),
            ("DELETE", f"/v1/suspensions/{suspension}/text", None),
            ("GET", f"/v1/penalties/{penalty}", None),
            ("GET", f"/v1/suspensions/{suspension}", None),
            ("GET", f"/v1/players/{player}/penalties", None),
        ]:
            answer = office.client.request(method, address, json=sent, headers=headers)
            refused(answer, 403, "not_your_player")
    his = signed_in(office.db, "coordinator", "1010", city="kazan")
    ok(office.client.post("/v1/penalties", json=body, headers=his))
    assert len(ok(office.client.get(f"/v1/players/{player}/penalties"))["penalties"]) == 2
    assert published(office, suspension) == [(1, UNTIL, False)]


@pytest.mark.parametrize(
    ("seen", "ru", "en"),
    [({}, "Не указано", "not said"), ({"If-Match": '"v7"'}, "версия 1", "version 1")],
    ids=["missing", "stale"],
)
def test_law_8_refusals_speak_both_languages(
    office: Office, player: str, seen: dict[str, str], ru: str, en: str
) -> None:
    made = ok(suspend(office, player))
    address = f"/v1/suspensions/{made['suspension']}"
    tag = office.client.get(address).headers["etag"]
    for language, words in (("ru", ru), ("en", en)):
        headers = {"Accept-Language": language, **seen}
        answer = office.client.patch(address, json={"until": None}, headers=headers)
        problem = refused(answer, 412, "suspension_differs")
        assert words in problem["detail"]
        assert tag in problem["todo"]
    changed = office.client.patch(address, json={"until": None}, headers={"If-Match": tag})
    assert ok(changed)["revision"] == 2
    assert changed.headers["etag"] == '"v2"'


def test_no_log_line_holds_a_text_or_a_name(office: Office, player: str) -> None:
    stream = io.StringIO()
    configure_logging("tests", stream)
    try:
        penalty = ok(penalise(office, player, text=TEXT))["penalty"]
        ok(suspend(office, player, penalty=penalty, text=TEXT))
        ok(office.client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": TEXT}))
        penalise(office, player, infraction="нет", text=TEXT)
    finally:
        structlog.reset_defaults()
    lines = stream.getvalue()
    assert lines.count('"request"') == 4
    assert "Подсказывал" not in lines
    assert "Ежова" not in lines
