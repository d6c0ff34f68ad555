"""A node without a network: blocks of IDs that it takes, and what it registers from them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from services.registry import service_blocks
from shared.player_ids import player_id
from shared.refusals import Refusal
from tests.house import inside, ok, person, refused
from tests.registry.registry_blocks_desk import laptop, lease, newcomers, take, upload
from tests.registry.registry_directory_desk import office_on, registry, states
from tests.registry.registry_office import play

__all__ = ["laptop", "registry"]

ROOT = Path(__file__).resolve().parents[2]


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


NO_BLOCKS = [
    ("1008", "1045", "veter", "player_id_mistyped", "body.first_id"),
    ("1007", "1046", "veter", "player_id_mistyped", "body.last_id"),
    (player_id(2**31 - 1), "1007", "veter", "player_id_mistyped", "body.first_id"),
    (player_id(101), player_id(100), "veter", "block_malformed", "body.last_id"),
    (player_id(100), player_id(1100), "veter", "block_malformed", "body.last_id"),
    ("десять", "1007", "veter", "validation", "body.first_id"),
    ("1007", "1007", "Ветер", "validation", "body.club"),
]
"""(first ID, last ID, club, code, where)"""


def test_law_8_what_is_no_block_is_not_taken(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for first, last, club, code, where in NO_BLOCKS:
        with subtests.test(first=first, last=last, club=club):
            answer = take(registry, {"first_id": first, "last_id": last, "club": club})
            assert refused(answer, 422, code)["where"] == where
    assert ok(registry.get("/v1/blocks"))["items"] == []
    assert newcomers(registry, 0, 1) == ["1007"]


def test_d_2_2_a_block_that_shares_an_id_is_not_taken(registry: TestClient) -> None:
    mine = {"first_id": player_id(500), "last_id": player_id(599), "club": "veter"}
    ok(take(registry, mine))
    for first, last in ((599, 600), (400, 500), (510, 520), (500, 598)):
        block = {"first_id": player_id(first), "last_id": player_id(last), "club": "veter"}
        problem = refused(take(registry, block), 409, "block_overlaps", "D.2.2")
        assert player_id(500) in problem["detail"]
    assert newcomers(registry, 0, 1) == [player_id(500)]
    refused(take(registry, {**mine, "club": "ezh"}), 409, "block_overlaps", "D.2.2")


def test_d_2_2_the_club_of_a_block_is_mended_until_an_id_is_used(registry: TestClient) -> None:
    mine = {"first_id": player_id(500), "last_id": player_id(599), "club": "vetr"}
    ok(take(registry, mine))
    assert ok(take(registry, {**mine, "club": "veter"}))["club"] == "veter"
    assert newcomers(registry, 0, 1) == [player_id(500)]


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
        play(registry, *given_ids)
    rows = ok(upload(registry, people))["rows"]
    assert [(row["outcome"], row["player"]) for row in rows] == [
        ("registered", each) for each in given_ids
    ]
    if not tournament_first:
        play(registry, *given_ids)

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
