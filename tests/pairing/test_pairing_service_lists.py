"""Lists of tournaments: narrowed and paged, as a calendar, and a player's own."""

from datetime import date
from typing import Any

import pytest
from icalendar import Calendar

from shared.events.players import MergeChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import CLASSIC, Hall
from tests.tokens import signed_in

TITLE = "Кубок Казани; «Ёж», \\ 1-й этап: памяти Алёны Ёлкиной-Жар-Птицыной, г. Казань"


def names(hall: Hall, by: dict[str, str] | None = None, **params: Any) -> list[str]:
    found = ok(hall.http.get("/v1/tournaments", params=params, headers=by))
    return [row["name"] for row in found["items"]]


def parsed(raw: bytes) -> Any:
    """A calendar as another program reads it."""
    return Calendar.from_ical(raw)


def lines(hall: Hall, by: dict[str, str] | None = None, **params: Any) -> list[Any]:
    answer = hall.http.get("/v1/tournaments.ics", params=params, headers=by)
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    return list(parsed(answer.content).walk("VEVENT"))


def some(hall: Hall) -> None:
    """Four of Kazan on days of their own, and one of Omsk."""
    for day, plan in enumerate(("draft", "announced", "registration"), start=1):
        ok(hall.announce(name=plan, date=f"2026-11-0{day}", plan=plan))
    off = ok(hall.announce(name="cancelled", date="2026-11-04", official=False))
    ok(hall.do(off["tournament"], "cancel"))
    ok(hall.announce(by=hall.omsk, name="omsk", date="2026-11-05", city="Омск", plan="draft"))


def test_rule_2_1_5_a_list_is_narrowed_by_all_that_it_shows(hall: Hall) -> None:
    some(hall)
    public = ["cancelled", "registration", "announced"]
    assert names(hall) == public
    assert names(hall, status=["announced", "registration"]) == public[1:]
    assert names(hall, status="cancelled") == public[:1]
    assert names(hall, status="draft") == []
    assert names(hall, None, **{"from": "2026-11-03", "to": "2026-11-04"}) == public[:2]
    assert names(hall, to="2026-11-02") == public[2:]
    assert names(hall, club="kazan", format=CLASSIC, city="Казань", official="true") == public[1:]
    assert names(hall, club="omsk") == names(hall, format="chess") == []
    assert names(hall, official="false") == public[:1]
    refused(hall.http.get("/v1/tournaments", params={"city": "Китеж"}), 422, "city_unknown")
    refused(hall.http.get("/v1/tournaments", params={"status": "played"}), 422, "validation")


def test_d_2_5_drafts_are_listed_for_who_runs_them(hall: Hall) -> None:
    some(hall)
    mine = ok(hall.announce(by=hall.omsk, city="Омск", name="own", plan="draft", date="2026-10-09"))
    seen = {
        "nobody": names(hall, status="draft"),
        "office": names(hall, hall.office, status="draft"),
        "kazan": names(hall, hall.kazan, status="draft"),
        "city": names(hall, signed_in(hall.db, "coordinator", city="omsk"), status="draft"),
        "staff": names(
            hall, signed_in(hall.db, "desk", tournament=mine["tournament"]), status="draft"
        ),
        "reader": names(hall, signed_in(hall.db, "reader"), status="draft"),
    }
    assert seen == {
        "nobody": [],
        "office": ["omsk", "draft", "own"],
        "kazan": ["draft"],
        "city": ["omsk", "own"],
        "staff": ["own"],
        "reader": [],
    }
    assert [str(each["summary"]) for each in lines(hall, hall.kazan, status="draft")] == ["draft"]
    wrong = hall.http.get("/v1/tournaments", headers={"Authorization": "Bearer nonsense"})
    refused(wrong, 401, "token_invalid")
    hall.http.cookies.set("berserk_token", "nonsense")
    assert names(hall, status="draft") == []


def test_a_calendar_holds_every_title_as_it_is_and_is_written_as_rfc_5545_has_it(
    hall: Hall,
) -> None:
    made = ok(hall.announce(name=TITLE))
    raw = hall.http.get("/v1/tournaments.ics").content
    assert raw.startswith(b"BEGIN:VCALENDAR\r\n") and raw.endswith(b"END:VCALENDAR\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 75
    raw.decode()  # no letter is cut in two
    whole = parsed(raw)
    assert (whole["version"], "prodid" in whole) == ("2.0", True)
    (event,) = whole.walk("VEVENT")
    assert str(event["summary"]) == TITLE
    assert str(event["uid"]) == made["tournament"]
    assert (event["dtstart"].dt, event["dtstart"].params["VALUE"]) == (date(2026, 11, 5), "DATE")
    assert str(event["location"]) == "Казань"
    assert str(event["url"]).endswith(f"/v1/tournaments/{made['tournament']}")
    assert event["dtstamp"].dt == event["last-modified"].dt
    assert event["dtstamp"].dt.utcoffset().total_seconds() == 0
    unfolded = raw.decode().replace("\r\n ", "")
    assert "SUMMARY:Кубок Казани\\; «Ёж»\\, \\\\ 1-й" in unfolded


def test_a_calendars_event_is_changed_and_cancelled_under_the_same_uid(hall: Hall) -> None:
    made = ok(hall.announce())["tournament"]
    (before,) = lines(hall)
    path = f"/v1/tournaments/{made}"
    tag = hall.http.get(path).headers["ETag"]
    moved = {"date": "2026-11-08", "name": "Перенос"}
    ok(hall.http.patch(path, json=moved, headers={**hall.kazan, "If-Match": tag}))
    (after,) = lines(hall)
    assert (after["uid"], after["dtstart"].dt) == (before["uid"], date(2026, 11, 8))
    assert after["sequence"] > before["sequence"]
    assert after["last-modified"].dt >= before["last-modified"].dt
    assert str(before["status"]) == "CONFIRMED"
    ok(hall.do(made, "cancel"))
    (gone,) = lines(hall, status="cancelled")
    assert (str(gone["status"]), gone["sequence"]) == ("CANCELLED", after["sequence"] + 1)
    assert lines(hall, city="omsk") == []
    etag = hall.http.get("/v1/tournaments.ics").headers["ETag"]
    again = hall.http.get("/v1/tournaments.ics", headers={"If-None-Match": etag})
    assert again.status_code == 304


def played(hall: Hall, players: list[str], **more: Any) -> str:
    """A tournament of one round, all that there is."""
    made = hall.tournament(**more)
    ok(hall.enter(made, players))
    ok(hall.pair(made, rounds=1, top=0))
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    ok(hall.do(made, "finish"))
    return made


def his(hall: Hall, player: str, **params: Any) -> Any:
    return ok(hall.http.get(f"/v1/players/{player}/tournaments", params=params))


def test_d_2_4_a_players_tournaments_are_those_of_all_his_ids(hall: Hall) -> None:
    a, b, c, d, other = hall.meet(5)
    first = played(hall, [a, b, c, d], name="Первый", date="2026-10-03")
    second = played(hall, [other, b, c, d], name="Второй", date="2026-10-05")
    third = hall.tournament(name="Третий", date="2026-10-07", plan="registration")
    draft = hall.tournament(name="Черновик", date="2026-10-08", plan="draft")
    for each in (third, draft):
        ok(hall.enter(each, [a]))
    alone = his(hall, a)
    assert [row["name"] for row in alone["items"]] == ["Третий", "Первый"]
    assert [(row["status"], row["points"]) for row in alone["items"]] == [
        ("registration", 0.0),
        ("finished", 3.0),
    ]
    assert [row["place"] for row in alone["items"]] in ([None, 1], [None, 2])  # by the lot
    hall.hear(("merge:m", MergeChanged("m", 1, other, a, "active")))
    for asked in (a, other):
        rows = his(hall, asked)["items"]
        assert [(row["tournament"], row["player"]) for row in rows] == [
            (third, a),
            (second, other),
            (first, a),
        ]
    hall.hear(("merge:m", MergeChanged("m", 2, other, a, "undone")))
    assert [row["tournament"] for row in his(hall, other)["items"]] == [second]
    assert his(hall, "99990")["items"] == []


def test_t_9_a_players_place_is_the_final_one_and_his_points_the_swiss(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=2))
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    ok(hall.pair(made))
    (final,) = hall.get(made, "/rounds/current")["tables"]
    ok(hall.result(made, 2, 1, "clean", final["b"]["player"]))
    ok(hall.do(made, "finish"))
    shown = hall.get(made, "/standings")
    places = {row["player"]: row["place"] for row in shown["final"]}
    points = {row["player"]: row["points_x2"] for row in shown["rows"]}
    for player in hall.players:
        (row,) = his(hall, player)["items"]
        assert (row["place"], row["points_x2"]) == (places[player], points[player])
        assert row["points"] == points[player] / 2
    (winner,) = his(hall, final["b"]["player"])["items"]
    assert winner["place"] == 1


def test_d_2_4_a_person_entered_twice_has_two_rows_over_any_page(hall: Hall) -> None:
    a, b, c, d = hall.meet(4)
    played(hall, [a, b, c, d], date="2026-10-03")
    played(hall, [a, b, c, d], date="2026-10-03")
    hall.hear(("merge:m", MergeChanged("m", 1, b, a, "active")))
    whole = his(hall, a)["items"]
    assert [row["player"] for row in whole] == [a, b, a, b]
    paged: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = his(hall, b, limit=1, **cursor)
        paged += page["items"]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert paged == whole


@pytest.mark.parametrize("cursor", ["nonsense", "WzFd"])
def test_law_8_a_cursor_that_was_never_given_is_refused(hall: Hall, cursor: str) -> None:
    for path in ("/v1/tournaments", "/v1/players/1007/tournaments"):
        refused(hall.http.get(path, params={"cursor": cursor}), 422, "bad_cursor")
