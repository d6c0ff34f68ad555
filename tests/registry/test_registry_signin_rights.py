"""Who may give whom which right, see it and revoke it (D.2.5); on both databases."""

from datetime import datetime, timedelta
from itertools import product
from typing import Any

import pytest

from services.registry.domain.rights import PLACE_OF, ROLES, STAFF, Right, Role, may_give
from shared.clock import now
from shared.roles import ROLE_NAMES
from tests.house import ok, refused
from tests.registry.registry_signin_office import CUP, OTHER_CUP, Office, office

__all__ = ["office"]
UNKNOWN = "11111111-2222-4333-8444-555555555555"
HERE: dict[Role, dict[str, Any]] = {
    "office": {},
    "coordinator": {"city": "kazan"},
    "club": {"club": "kazan"},
    **{role: {"tournament": CUP} for role in STAFF},
}
THERE: dict[Role, dict[str, Any]] = {
    "coordinator": {"city": "omsk"},
    "club": {"club": "omsk"},
    **{role: {"tournament": OTHER_CUP} for role in STAFF},
}
HELPERS: set[Role] = {"floor_judge", "desk"}
GIVES: dict[Role, set[Role]] = {
    "office": set(ROLES),
    "coordinator": {"club", "head_judge", *HELPERS},
    "club": {"club", "head_judge", *HELPERS},
    "head_judge": HELPERS,
}
"""Who appoints whom in his own place; who is not named appoints nobody."""


@pytest.mark.parametrize("giver", GIVES)
def test_d_2_5_each_appoints_in_his_own_place_alone(office: Office, giver: Role) -> None:
    by = office.as_role(giver, **HERE[giver])
    for role in ROLES:
        answer = office.give(role, by, who=1, **HERE[role])
        if role in GIVES[giver]:
            made = ok(answer)
            assert made["given_by"] == f"person:{office.people[0]}"
            ok(office.call("DELETE", f"/v1/staff/{made['grant']}", by))
        else:
            problem = refused(answer, 403, "not_yours_to_give", "D.2.5")
            assert ROLE_NAMES[role].ru in problem["detail"]
        if role in THERE and giver != "office":
            elsewhere = office.give(role, by, who=1, **THERE[role])
            refused(elsewhere, 403, "not_yours_to_give", "D.2.5")


def test_d_2_5_helpers_appoint_nobody(office: Office) -> None:
    givers = "офис федерации, координатор города, сотрудник клуба, главный судья"
    for who, helper in enumerate(sorted(HELPERS)):
        by = office.as_role(helper, who, **HERE[helper])
        problem = refused(office.give("desk", by, who=3, tournament=CUP), 403, "scope_missing")
        assert givers in problem["todo"], helper
    assert len(ok(office.call("GET", "/v1/staff"))["items"]) == len(HELPERS)


def test_d_2_5_a_clubs_key_appoints_as_its_people_do(office: Office) -> None:
    by = office.with_key(office.new_key("club", club="kazan")["key"])
    made = ok(office.give("head_judge", by, tournament=CUP))
    assert made["given_by"].startswith("club:kazan:")
    refused(office.give("head_judge", by, tournament=OTHER_CUP), 403, "not_yours_to_give")
    ok(office.give("club", by, club="kazan"))


def test_a_right_is_revoked_by_those_above_and_not_from_elsewhere(office: Office) -> None:
    judge = office.as_role("head_judge", who=1, tournament=CUP)
    above: Role
    for above in ("office", "coordinator", "club", "head_judge"):
        made = ok(office.give("desk", judge, who=2, tournament=CUP))
        path = f"/v1/staff/{made['grant']}"
        elsewhere = [
            office.as_role("coordinator", who=3, city="omsk"),
            office.as_role("club", who=3, club="omsk"),
            office.as_role("head_judge", who=3, tournament=OTHER_CUP),
        ]
        for stranger in elsewhere:
            refused(office.call("DELETE", path, stranger), 404, "grant_not_found")
            refused(office.call("POST", f"{path}/code", stranger), 404, "grant_not_found")
        ok(office.call("DELETE", path, office.as_role(above, **HERE[above])))
        refused(office.sign_in(made["code"]), 401, "code_wrong")


def test_a_helper_can_not_revoke_his_head_judge(office: Office) -> None:
    head = ok(office.give("head_judge", who=1, tournament=CUP))["grant"]
    other = office.as_role("head_judge", who=2, tournament=CUP)
    refused(office.call("DELETE", f"/v1/staff/{head}", other), 404, "grant_not_found")


def test_who_gave_a_right_may_still_revoke_it_but_lets_nobody_in_with_it(office: Office) -> None:
    giver = office.as_role("coordinator", city="kazan")
    made = ok(office.give("club", giver, who=1, club="kazan"))
    path = f"/v1/staff/{made['grant']}"
    lesser = office.as_role("head_judge", tournament=CUP)  # the same person, another right
    for way in ("code", "card"):
        refused(office.call("POST", f"{path}/{way}", lesser), 404, "grant_not_found")
    ok(office.sign_in(made["code"]))
    ok(office.call("DELETE", path, lesser))


def test_each_sees_the_rights_of_his_own_place(office: Office) -> None:
    for role, place in (*HERE.items(), *THERE.items()):
        ok(office.give(role, who=1, **place))
    seen: dict[Role, set[tuple[str, str | None]]] = {
        "office": {("office", None), *((r, p) for r, p in _all(HERE)), *_all(THERE)},
        "coordinator": set(_all(HERE)),
        "club": {pair for pair in _all(HERE) if pair[0] != "coordinator"},
        "head_judge": {pair for pair in _all(HERE) if "judge" in pair[0] or pair[0] == "desk"},
    }
    for role, expected in seen.items():
        by = office.as_role(role, **HERE[role])
        rows = ok(office.call("GET", "/v1/staff?limit=500", by))["items"]
        assert {(row["role"], _place(row)) for row in rows} == expected, role


def _all(places: dict[Role, dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(role, next(iter(place.values()))) for role, place in places.items() if place]


def _place(row: dict[str, Any]) -> str | None:
    place: str | None = row["tournament"] or row["club"] or row["city"]
    return place


def test_rights_are_sought_by_person_and_place_and_read_page_by_page(office: Office) -> None:
    for who, (role, place) in product((0, 1), HERE.items()):
        ok(office.give(role, who=who, **place))

    def found(**query: str) -> list[tuple[str, str]]:
        rows = ok(office.http.get("/v1/staff", params=query, headers=office.office))["items"]
        return [(row["player"], row["role"]) for row in rows]

    his = found(player=office.people[1])
    assert {player for player, _ in his} == {office.people[1]}
    assert sorted(role for _, role in his) == sorted(ROLES)
    assert len(found(tournament=CUP)) == 6
    assert len(found(club="kazan")) == 8
    assert len(found(city="kazan")) == 10
    assert found(city="omsk") == found(tournament=UNKNOWN) == found(player="1044") == []
    cursor, read = "", []
    while cursor is not None:
        page = ok(office.call("GET", f"/v1/staff?limit=5{cursor and f'&cursor={cursor}'}"))
        read += [row["grant"] for row in page["items"]]
        cursor = page["next"]
    assert len(read) == len(set(read)) == 12
    bad = office.http.get("/v1/staff", params={"cursor": "x"}, headers=office.office)
    refused(bad, 422, "bad_cursor")


WRONG_RIGHTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("coordinator", {"city": "atlantis"}, "city_not_found", "body.city"),
    ("club", {"club": "nobody"}, "club_not_found", "body.club"),
    ("desk", {"tournament": UNKNOWN}, "tournament_unknown", "body.tournament"),
    ("desk", {"club": "kazan"}, "validation", "body"),
    ("desk", {}, "validation", "body"),
    ("office", {"city": "kazan"}, "validation", "body"),
    ("coordinator", {"city": "kazan", "club": "kazan"}, "validation", "body"),
    ("reader", {}, "validation", "body.role"),
    ("club", {"club": "kazan", "ends_at": "2026-12-01"}, "validation", "body.ends_at"),
    ("club", {"club": "kazan", "ends_at": "9999-12-31T23:59:59-14:00"}, "validation", ""),
    ("club", {"club": "kazan", "ends_at": "0001-01-01T00:00:00+14:00"}, "validation", ""),
]
"""(role, place, code, where)"""


def test_law_8_a_wrong_right_is_refused_with_its_place(
    office: Office, subtests: pytest.Subtests
) -> None:
    for role, place, code, where in WRONG_RIGHTS:
        with subtests.test(role=role, place=place):
            problem = refused(office.give(role, **place), 422, code)
            assert problem["where"].startswith(where)
    assert ok(office.call("GET", "/v1/staff"))["items"] == []


def test_law_8_a_right_of_nobody_is_refused(office: Office) -> None:
    body: dict[str, Any] = {"player": "1044", "role": "club", "club": "kazan"}
    problem = refused(office.call("POST", "/v1/staff", **body), 422, "player_not_found", "2.1.1")
    assert problem["where"] == "body.player"
    for method, path in (("DELETE", ""), ("POST", "/code"), ("POST", "/card")):
        answer = office.call(method, f"/v1/staff/нет{path}")
        refused(answer, 404, "grant_not_found")


def test_d_2_5_nobody_without_a_place_appoints_by_it() -> None:
    for giver, role in product((*ROLES, None), ROLES):
        blank = Right(giver)
        assert may_give(blank, Right(role)) is (giver == "office")
    assert {role: PLACE_OF[role] for role in ROLES} == PLACE_OF


def ends(answer: Any) -> datetime | None:
    """When the right that was given ends."""
    text = ok(answer)["ends_at"]
    return datetime.fromisoformat(text) if text else None


def test_d_2_5_who_has_the_right_already_keeps_its_end_unless_another_is_given(
    office: Office,
) -> None:
    soon, later = (now() + timedelta(days=days) for days in (20, 40))
    first = ok(office.give("club", club="kazan", ends_at=soon.isoformat()))
    again = office.give("club", club="kazan")
    assert (ok(again)["grant"], ends(again)) == (first["grant"], soon)
    assert ok(again)["code"] != first["code"]
    assert ends(office.give("club", club="kazan", ends_at=later.isoformat())) == later
    assert ends(office.give("club", club="kazan")) == later
    endless = office.give("club", club="kazan", ends_at=None)
    assert (ok(endless)["grant"], ends(endless)) == (first["grant"], None)
    assert ends(office.give("club", club="kazan")) is None
    assert ends(office.give("club", who=1, club="kazan")) is None


def test_d_4_10_a_tournaments_staff_keeps_its_end_whoever_gives_a_fresh_code(
    office: Office,
) -> None:
    soon = now() + timedelta(days=4)
    usual = ends(office.give("desk", who=1, tournament=CUP))
    assert usual is not None
    assert soon < usual
    head = office.as_role("head_judge", who=0, tournament=CUP, ends_at=soon.isoformat())
    assert ends(office.give("desk", head, 1, tournament=CUP)) == usual
    assert ends(office.give("desk", head, 2, tournament=CUP)) == soon
    assert ends(office.give("desk", who=2, tournament=CUP)) == soon
    assert ends(office.give("desk", who=2, tournament=CUP, ends_at=None)) == usual


def test_a_token_got_with_a_right_that_ends_lives_on_after_a_fresh_code(office: Office) -> None:
    soon = now() + timedelta(hours=2)
    by = office.as_role("club", club="kazan", ends_at=soon.isoformat())
    assert ends(office.give("club", club="kazan")) == soon
    assert len(ok(office.call("GET", "/v1/staff?limit=5", by))["items"]) == 1
