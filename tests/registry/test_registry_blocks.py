"""Blocks of IDs that the federation's registry leases to clubs."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from services.registry import service_blocks
from services.registry.domain.blocks import MOST_LEASED, MOST_UNUSED, in_order, may_lease, serial_of
from shared.player_ids import is_player_id, player_id
from shared.refusals import Refusal
from shared.roles import Principal
from tests.house import inside, ok, person, refused
from tests.registry.registry_blocks_desk import lease, newcomers, upload
from tests.registry.registry_directory_desk import registry
from tests.registry.registry_turns import overlapping
from tests.tokens import bearer

__all__ = ["registry"]

OFFICE = Principal("office:federation:1", frozenset({"office", "staff", "players"}))


def test_d_2_2_a_block_is_the_clubs_alone(registry: TestClient) -> None:
    before = newcomers(registry, 0, 2)
    block = ok(lease(registry, 3))
    after = newcomers(registry, 2, 2)
    second = ok(lease(registry, 2))
    assert before + block["ids"] + after + second["ids"] == [player_id(100 + n) for n in range(9)]
    assert block == {
        "club": "veter", "first": 102, "last": 104, "first_id": player_id(102),
        "last_id": player_id(104), "size": 3, "used": 0, "own": False, "leased_by": "console:tests",
        "leased_at": block["leased_at"], "ids": [player_id(n) for n in (102, 103, 104)],
    }  # fmt: skip
    listed = ok(registry.get("/v1/clubs/veter/blocks"))["items"]
    leased = [block, second]
    assert listed == [{name: each[name] for name in each if name != "ids"} for each in leased]
    first = ok(registry.get("/v1/blocks", params={"limit": 1}))
    rest = ok(registry.get("/v1/blocks", params={"limit": 1, "cursor": first["next"]}))
    assert first["items"] + rest["items"] == listed
    assert rest["next"] is None


def test_d_2_2_a_block_is_leased_once_for_one_idempotency_key(registry: TestClient) -> None:
    headers = {"Idempotency-Key": "ноутбук".encode().hex()}
    first = ok(lease(registry, 5, **headers))
    assert ok(lease(registry, 5, **headers)) == first
    assert len(ok(registry.get("/v1/blocks"))["items"]) == 1


def test_d_2_2_who_may_lease_for_whom(registry: TestClient) -> None:
    ok(registry.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    ok(registry.post("/v1/clubs", json={"club": "ezh", "name": "Ёж", "city": "omsk"}))
    db = inside(registry).db
    tournament = "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"
    club = bearer(db, ["keys"], club="veter")
    coordinator = bearer(db, ["keys"], city="kazan")
    head_judge = bearer(db, ["keys"], club="veter", city="kazan", tournament=tournament)
    desk = bearer(db, ["players"], club="veter")
    for headers in (club, coordinator):
        ok(lease(registry, 1, **headers))
        assert len(ok(registry.get("/v1/clubs/veter/blocks", headers=headers))["items"])
        refused(lease(registry, 1, "ezh", **headers), 403, "not_your_club", "D.2.2")
        answer = registry.get("/v1/clubs/ezh/blocks", headers=headers)
        refused(answer, 403, "not_your_club", "D.2.2")
        refused(registry.get("/v1/blocks", headers=headers), 403, "scope_missing")
        body = {"first_id": "1007", "last_id": "1007", "club": "veter"}
        refused(registry.post("/v1/blocks", json=body, headers=headers), 403, "scope_missing")
    refused(lease(registry, 1, **head_judge), 403, "not_your_club", "D.2.2")
    refused(lease(registry, 1, **desk), 403, "scope_missing")
    refused(lease(registry, 1, "tuman"), 404, "club_not_found")
    refused(registry.get("/v1/clubs/tuman/blocks"), 404, "club_not_found")
    assert [row["first"] for row in ok(registry.get("/v1/blocks"))["items"]] == [100, 101]


ODD_SIZES: list[Any] = [0, -1, MOST_LEASED + 1, "много", None, 1.5]


def test_law_8_a_block_of_an_odd_size_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for size in ODD_SIZES:
        with subtests.test(size=size):
            answer = registry.post("/v1/clubs/veter/blocks", json={"size": size})
            assert refused(answer, 422, "validation")["where"] == "body.size"
    assert ok(registry.get("/v1/blocks"))["items"] == []


def test_d_2_2_a_club_leases_no_more_than_it_can_need(registry: TestClient) -> None:
    for _ in range(MOST_UNUSED // MOST_LEASED):
        block = ok(lease(registry, MOST_LEASED))
    problem = refused(lease(registry, 1), 409, "too_many_leased", "D.2.2")
    assert (problem["unused"], problem["most"]) == (MOST_UNUSED, MOST_UNUSED)
    ok(upload(registry, [{**person(1), "player": block["ids"][0]}]))
    ok(lease(registry, 1))
    refused(lease(registry, 1), 409, "too_many_leased", "D.2.2")
    used = [row["used"] for row in ok(registry.get("/v1/clubs/veter/blocks"))["items"]]
    assert used == [0, 1, 0]
    ok(registry.post("/v1/clubs", json={"club": "ezh", "name": "Ёж", "city": "kazan"}))
    ok(lease(registry, MOST_LEASED, "ezh"))


def test_d_2_2_blocks_leased_at_once_share_no_id(registry: TestClient) -> None:
    def act(tx: Session) -> object:
        return service_blocks.lease(tx, "veter", 10, OFFICE).first

    assert overlapping(inside(registry).db, act) == [100, 110]


@given(st.integers(100, 2**31 - 2))
def test_d_2_2_an_id_tells_its_serial(serial: int) -> None:
    assert serial_of(player_id(serial), "first_id") == serial


@given(st.text(max_size=12))
def test_d_2_2_what_is_no_id_tells_none(text: str) -> None:
    if is_player_id(text):
        assert player_id(serial_of(text, "first_id")) == text
    else:
        with pytest.raises(Refusal):
            serial_of(text, "first_id")


@given(st.integers(1, 3000), st.integers(1, 3000), st.integers(0, 3000))
def test_d_2_2_a_block_has_one_to_a_thousand_ids(first: int, last: int, unused: int) -> None:
    size = last - first + 1
    if 1 <= size <= MOST_LEASED:
        in_order(first, last, "last_id")
    else:
        with pytest.raises(Refusal):
            in_order(first, last, "last_id")
    if size + unused <= MOST_UNUSED:
        may_lease(size, unused)
    else:
        with pytest.raises(Refusal):
            may_lease(size, unused)
