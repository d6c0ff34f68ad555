"""Leased blocks of IDs: the federation's registry, and a club's laptop without a network."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from services.registry import service_blocks
from services.registry.domain.blocks import MOST_LEASED, MOST_UNUSED, in_order, may_lease, serial_of
from shared.events.envelope import envelop
from shared.events.tournaments import TournamentFinished
from shared.log.base import Record
from shared.player_ids import is_player_id, player_id
from shared.refusals import Refusal
from shared.roles import Principal
from tests.house import inside, ok, person, refused
from tests.registry.registry_directory_desk import office_on, states
from tests.registry.test_registry_odd_input import overlapping
from tests.tokens import bearer

ROOT = Path(__file__).resolve().parents[2]
OFFICE = Principal("office:federation:1", frozenset({"office", "staff", "players"}))


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The federation's registry, called by the office."""
    with office_on(database_url) as client:
        yield client


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[TestClient]:
    """The club's own registry, which no network reaches, called by whoever sits at it."""
    folder = tmp_path / "laptop"
    folder.mkdir()
    with office_on(f"sqlite:///{folder.as_posix()}") as client:
        yield client


def lease(registry: TestClient, size: int, club: str = "veter", **headers: str) -> Any:
    """Lease a block to a club; the answer."""
    path = f"/v1/clubs/{club}/blocks"
    return registry.post(path, json={"size": size}, headers=headers)


def take(node: TestClient, block: dict[str, Any]) -> Any:
    """Take a leased block on a node; the answer."""
    return node.post("/v1/blocks", json={name: block[name] for name in TAKEN})


TAKEN = ("first_id", "last_id", "club")


def newcomers(client: TestClient, start: int, count: int) -> list[str]:
    """Register invented people; their IDs."""
    people = [person(number) for number in range(start, start + count)]
    rows = ok(client.post("/v1/players:bulk", json={"players": people}))["rows"]
    return [row["player"] for row in rows]


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


@pytest.mark.parametrize("size", [0, -1, MOST_LEASED + 1, "много", None, 1.5])
def test_law_8_a_block_of_an_odd_size_is_refused(registry: TestClient, size: Any) -> None:
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


def test_d_2_2_a_node_draws_from_its_blocks_until_they_are_used_up(registry: TestClient) -> None:
    for first, last in ((500, 501), (700, 700)):
        block = {"first_id": player_id(first), "last_id": player_id(last), "club": "veter"}
        taken = ok(take(registry, block))
        assert (taken["own"], taken["used"], taken["size"]) == (True, 0, last - first + 1)
        assert ok(take(registry, block)) == taken
    assert newcomers(registry, 0, 3) == [player_id(500), player_id(501), player_id(700)]
    used = [(row["used"], row["size"]) for row in ok(registry.get("/v1/blocks"))["items"]]
    assert used == [(2, 2), (1, 1)]
    answer = registry.post("/v1/players", json=person(3))
    problem = refused(answer, 409, "block_used_up", "D.2.2")
    assert "блок" in problem["todo"]
    fresh = {"first_id": player_id(900), "last_id": player_id(950), "club": "veter"}
    ok(take(registry, fresh))
    assert ok(registry.post("/v1/players", json=person(3)))["player"] == player_id(900)
    refused(lease(registry, 1), 409, "block_of_a_block", "D.2.2")


@pytest.mark.parametrize(
    ("first", "last", "club", "code", "where"),
    [
        ("1008", "1045", "veter", "player_id_mistyped", "body.first_id"),
        ("1007", "1046", "veter", "player_id_mistyped", "body.last_id"),
        (player_id(2**31 - 1), "1007", "veter", "player_id_mistyped", "body.first_id"),
        (player_id(101), player_id(100), "veter", "block_malformed", "body.last_id"),
        (player_id(100), player_id(1100), "veter", "block_malformed", "body.last_id"),
        ("десять", "1007", "veter", "validation", "body.first_id"),
        ("1007", "1007", "Ветер", "validation", "body.club"),
    ],
)
def test_law_8_what_is_no_block_is_not_taken(
    registry: TestClient, first: str, last: str, club: str, code: str, where: str
) -> None:
    answer = take(registry, {"first_id": first, "last_id": last, "club": club})
    assert refused(answer, 422, code)["where"] == where
    assert newcomers(registry, 0, 1) == ["1007"]


def test_d_2_2_a_block_that_shares_an_id_is_not_taken(registry: TestClient) -> None:
    mine = {"first_id": player_id(500), "last_id": player_id(599), "club": "veter"}
    ok(take(registry, mine))
    for first, last in ((599, 600), (400, 500), (510, 520), (500, 598)):
        block = {"first_id": player_id(first), "last_id": player_id(last), "club": "veter"}
        problem = refused(take(registry, block), 409, "block_overlaps", "D.2.2")
        assert player_id(500) in problem["detail"]
    refused(take(registry, {**mine, "club": "ezh"}), 409, "block_overlaps", "D.2.2")


def test_d_2_2_a_block_with_ids_of_people_here_is_not_taken(registry: TestClient) -> None:
    newcomers(registry, 0, 3)
    block = {"first_id": player_id(101), "last_id": player_id(150), "club": "veter"}
    problem = refused(take(registry, block), 409, "block_in_use", "D.2.2")
    assert player_id(101) in problem["detail"]
    assert newcomers(registry, 3, 1) == [player_id(103)]


def test_d_2_2_the_registry_that_leases_blocks_takes_none(registry: TestClient) -> None:
    block = ok(lease(registry, 10))
    refused(take(registry, block), 409, "block_leased_here", "D.2.2")
    other = {"first_id": player_id(5000), "last_id": player_id(5001), "club": "veter"}
    refused(take(registry, other), 409, "block_leased_here", "D.2.2")
    assert newcomers(registry, 0, 1) == [player_id(110)]


def test_d_2_2_a_block_is_taken_on_the_machine_itself(tmp_path: Path) -> None:
    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        data = tmp_path.as_posix()
        log = f"sqlite:///{data}/log.sqlite"
        return subprocess.run(
            [sys.executable, "-m", "services.registry", *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{data}",
                "EVENT_LOG_URL": log,
                "PYTHONUTF8": "1",
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    with office_on(f"sqlite:///{tmp_path.as_posix()}") as node:
        first, last = player_id(500), player_id(549)
        done = run("take-block", first, last, "--club", "veter")
        assert (done.returncode, done.stdout) == (0, f"veter: 50 IDs, {first} to {last}\n")
        wrong = run("take-block", "1008", last, "--club", "veter")
        assert wrong.returncode == 1
        assert "контрольная цифра" in wrong.stderr and "Traceback" not in wrong.stderr
        with inside(node).db.write() as tx, pytest.raises(Refusal, match="club_malformed"):
            service_blocks.take(tx, first, last, "Ветер", "console:take-block")
        assert newcomers(node, 0, 1) == [first]


def upload(registry: TestClient, people: list[dict[str, Any]]) -> Any:
    """The club sends newcomers with the IDs that they were given; the answer."""
    theirs = bearer(inside(registry).db, ["players"], club="veter")
    return registry.post("/v1/players:bulk", json={"players": people}, headers=theirs)


def finish(registry: TestClient, players: list[str]) -> None:
    """A finished tournament in which these were paired arrives."""
    body = TournamentFinished(
        revision=1,
        finished_at="2026-11-28T18:00:00.000000Z",
        zone="Europe/Moscow",
        date="2026-11-28",
        name="Кубок",
        rule_set="berserk-2011",
        format="constructed-classic",
        family="constructed",
        city="kazan",
        club="veter",
        official=True,
        participants=len(players),
        entries=tuple((at, player, True) for at, player in enumerate(players, start=1)),
        games=(),
    )
    envelope = envelop(body, key="t1", source="/clubs/veter/pairing", who="club:veter:2")
    record = Record("tournaments.v1", 0, 0, "t1", envelope.model_dump_json())
    inside(registry).applier.apply([record])


@pytest.mark.parametrize("tournament_first", [True, False], ids=["played", "uploaded"])
def test_d_2_2_newcomers_of_an_evening_without_a_network_keep_their_ids(
    registry: TestClient, laptop: TestClient, tournament_first: bool
) -> None:
    newcomers(registry, 0, 2)
    ok(take(laptop, ok(lease(registry, 20))))
    given_ids = newcomers(laptop, 10, 4)
    assert given_ids == [player_id(serial) for serial in range(102, 106)]
    assert newcomers(registry, 2, 1) == [player_id(122)]

    people = [{**person(10 + at), "player": each} for at, each in enumerate(given_ids)]
    if tournament_first:
        finish(registry, given_ids)
    rows = ok(upload(registry, people))["rows"]
    assert [(row["outcome"], row["player"]) for row in rows] == [
        ("registered", each) for each in given_ids
    ]
    if not tournament_first:
        finish(registry, given_ids)

    again = ok(upload(registry, people))["rows"]
    assert [(row["outcome"], row["player"]) for row in again] == [
        ("known", each) for each in given_ids
    ]
    listed = ok(registry.get("/v1/players"))["items"]
    assert [row["player"] for row in listed] == given_ids
    assert {row["status"] for row in listed} == {"registered"}
    here = {each: states(registry, f"player:{each}")[-1]["surname"] for each in given_ids}
    there = {each: states(laptop, f"player:{each}")[-1]["surname"] for each in given_ids}
    assert here == there
    assert [row["used"] for row in ok(registry.get("/v1/clubs/veter/blocks"))["items"]] == [4]
    assert newcomers(registry, 3, 1) == [player_id(123)]


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
