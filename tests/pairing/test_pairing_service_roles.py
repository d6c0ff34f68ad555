"""D.2.5: who runs which tournament: the office, a city's coordinator, a club, its own staff."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from shared.auth import COOKIE
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.tokens import signed_in

NOT_HIS = {
    "coordinator": ("not_your_city", {"city": "omsk"}),
    "club": ("not_your_club", {"club": "omsk"}),
    "head_judge": ("not_your_tournament", {"tournament": "another"}),
    "floor_judge": ("not_your_tournament", {"tournament": "another"}),
    "desk": ("not_your_tournament", {"tournament": "another"}),
}


def his(hall: Hall, role: str, tournament: str) -> dict[str, str]:
    """Somebody of a role whose tournament it is."""
    place = {"coordinator": {"city": "kazan"}, "club": {"club": "kazan"}, "office": {}}
    return signed_in(hall.db, role, **place.get(role, {"tournament": tournament}))


def actions(hall: Hall, tournament: str, by: dict[str, str]) -> dict[str, Any]:
    """What is done in a running tournament, by scope; none of it changes what follows."""
    player = hall.players[0]
    return {
        "entries": hall.do(tournament, f"entries/{player}/drop", by=by),
        "judging": hall.pair(tournament, by=by, round=1),
        "results": hall.result(tournament, 1, 1, "draw", Authorization=by["Authorization"]),
    }


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("office", {"entries", "judging", "results"}),
        ("coordinator", {"entries", "judging", "results"}),
        ("club", {"entries", "judging", "results"}),
        ("head_judge", {"entries", "judging", "results"}),
        ("floor_judge", {"results"}),
        ("desk", {"entries"}),
    ],
)
def test_d_2_5_each_role_does_its_part_in_its_own_tournament(
    hall: Hall, role: str, may: set[str]
) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=2, top=0))
    for scope, answer in actions(hall, made, his(hall, role, made)).items():
        if scope in may:
            ok(answer)
        else:
            assert refused(answer, 403, "scope_missing")["where"] == scope


@pytest.mark.parametrize("role", NOT_HIS)
def test_d_2_5_nobody_touches_a_tournament_that_is_not_his(hall: Hall, role: str) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=2, top=0))
    before = hall.published(made)
    code, place = NOT_HIS[role]
    for answer in actions(hall, made, signed_in(hall.db, role, **place)).values():
        if answer.json()["code"] != "scope_missing":
            assert refused(answer, 403, code, "D.2.5")["todo"]
    assert hall.published(made) == before


def test_d_2_5_a_coordinator_announces_for_a_club_of_his_city(hall: Hall) -> None:
    by = signed_in(hall.db, "coordinator", city="kazan")
    made = ok(hall.announce(by, club="kazan"))
    assert (made["club"], made["official"]) == ("kazan", True)
    unnamed = refused(hall.announce(by), 422, "club_unknown", "2.1.5")
    assert "kazan" in unnamed["todo"] and "omsk" not in unnamed["todo"]
    refused(hall.announce(by, club="omsk"), 403, "not_your_city", "D.2.5")
    refused(hall.announce(by, club="kazan", city="Омск"), 403, "not_your_city", "D.2.5")
    refused(hall.announce(by, club="federation"), 403, "not_your_city", "D.2.5")
    refused(hall.announce(by, club="atlantis"), 422, "club_unknown", "2.1.5")


def test_d_2_5_a_coordinator_may_call_a_tournament_of_his_city_official(hall: Hall) -> None:
    omsk = signed_in(hall.db, "coordinator", city="omsk")
    made = ok(hall.announce(omsk, club="omsk", city="Омск", official=True))
    assert made["official"] is True  # though its club is not accredited
    club = signed_in(hall.db, "club", club="omsk")
    refused(hall.announce(club, city="Омск", official=True), 403, "official_not_allowed", "D.2.5")


@pytest.mark.parametrize("role", ["head_judge", "floor_judge", "desk"])
def test_d_2_5_a_tournaments_staff_announces_no_other(hall: Hall, role: str) -> None:
    made = hall.tournament()
    by = his(hall, role, made)
    assert refused(hall.announce(by), 403, "scope_missing")["where"] == "tournaments"


def test_d_2_5_a_coordinator_holds_and_releases_but_annuls_not(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=0))
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    ok(hall.do(made, "finish"))
    kazan, omsk = (signed_in(hall.db, "coordinator", city=city) for city in ("kazan", "omsk"))
    why = {"reason": "Двое играли под чужими номерами."}
    refused(hall.do(made, "annul", omsk, code="hold", **why), 403, "not_your_city")
    ok(hall.do(made, "annul", kazan, code="hold", **why))
    ok(hall.do(made, "reinstate", kazan, code="hold"))
    for action in ("annul", "reinstate"):
        refused(hall.do(made, action, kazan, code="annulled", **why), 403, "scope_missing")
        ok(hall.do(made, action, hall.office, code="annulled", **why))
        refused(hall.do(made, action, hall.kazan, code="hold", **why), 403, "scope_missing")


def test_d_4_5_after_the_finish_a_floor_judge_corrects_no_more(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=0))
    floor = his(hall, "floor_judge", made)["Authorization"]
    played = hall.get(made, "/rounds/current")
    hall.favourites_win(made, played)
    ok(hall.result(made, 1, 1, "draw", Authorization=floor, If_Match='"v1"'))
    ok(hall.do(made, "finish"))
    late = hall.result(made, 1, 1, "agreed_draw", Authorization=floor, If_Match='"v2"')
    assert refused(late, 403, "scope_missing")["where"] == "judging"
    head = his(hall, "head_judge", made)["Authorization"]
    ok(hall.result(made, 1, 1, "agreed_draw", Authorization=head, If_Match='"v2"'))


def test_a_browsers_cookie_is_good_here_too_but_no_foreign_page_finishes_a_tournament(
    hall: Hall,
) -> None:
    made = hall.tournament(4)
    path = f"/v1/tournaments/{made}"
    token = his(hall, "head_judge", made)["Authorization"].removeprefix("Bearer ")
    browser = TestClient(hall.app, cookies={COOKIE: token})
    ok(browser.post(f"{path}/rounds", json={"rounds": 1, "top": 0}))
    ok(browser.put(f"{path}/rounds/1/tables/1/result", json={"kind": "draw"}))
    ok(browser.put(f"{path}/rounds/1/tables/2/result", json={"kind": "draw"}))
    for kind in ({}, {"Content-Type": "text/plain"}, {"Content-Type": "TEXT/plain; charset=x"}):
        refused(browser.post(f"{path}/finish", headers=kind), 403, "cookie_needs_json")
    assert hall.get(made)["status"] == "running"
    ok(browser.post(f"{path}/finish", headers={"Content-Type": "application/json"}))
