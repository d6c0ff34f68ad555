"""D.2.2: where IDs come from, and what becomes of one that nobody plays under."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlmodel import col

from services.registry.domain.people import is_lapsed, lapse_line
from services.registry.service_ids import allocate
from services.registry.tables.discipline import Notice
from services.registry.tables.people import Block, Player
from shared import rulesets
from shared.clock import now
from shared.db import Database
from shared.player_ids import player_id
from tests.house import inside, ok, person, refused
from tests.registry.registry_office import (
    enrol,
    merge,
    nth,
    of_club,
    play,
    registry,
    states,
)

__all__ = ["registry"]

SEASON = timedelta(days=rulesets.load(rulesets.DEFAULT).newcomer_lapses_days)
LEASED = range(500, 510)


def lease(db: Database, club: str = "kazan", *, first: int = 500, own: bool = False) -> None:
    """A block of ten serials of a club; own: this is the club's node, which draws from it."""
    with db.write() as tx:
        tx.add(
            Block(
                first=first,
                last=first + 9,
                club=club,
                leased_by="console:tests",
                leased_at=now(),
                next=first if own else None,
            )
        )


def upload(client: TestClient, given: dict[str, Any], serial: int, club: str = "kazan") -> Any:
    """A club uploads a newcomer whom it gave an ID without a network."""
    body = {**given, "player": player_id(serial)}
    return client.post("/v1/players", json=body, headers=of_club(client, club))


def told_office(client: TestClient) -> list[tuple[str, str]]:
    """Kinds of the office's notices, and whom they are about."""
    with inside(client).db.read() as tx:
        rows = tx.scalars(select(Notice).order_by(col(Notice.seq)))
        return [(row.kind, row.players) for row in rows]


def wait_a_season(client: TestClient, player: str) -> None:
    """The person was registered more than a season ago."""
    with inside(client).db.write() as tx:
        before = now() - SEASON - timedelta(hours=1)
        mine = update(Player).where(col(Player.player) == player)
        tx.execute(mine.values(waiting_since=before, created_at=before))


def status(client: TestClient, player: str) -> str:
    return str(ok(client.get(f"/v1/players/{player}"))["status"])


def test_d_2_2_a_clubs_node_gives_ids_out_of_its_block_until_it_is_used_up(
    registry: TestClient,
) -> None:
    db = inside(registry).db
    lease(db, own=True)
    lease(db, first=700, own=True)
    ids = [enrol(registry, person(n)) for n in range(11)]
    assert ids == [player_id(serial) for serial in (*LEASED, 700)]
    people = [person(n) for n in range(11, 21)]
    body = {"players": people}
    problem = refused(registry.post("/v1/players:bulk", json=body), 409, "block_used_up", "D.2.2")
    assert "нужно 10, осталось 9" in problem["detail"]
    made = ok(registry.post("/v1/players:bulk", json={"players": people[:9]}))
    assert made["rows"][-1]["player"] == player_id(709)
    refused(registry.post("/v1/players", json=people[9]), 409, "block_used_up")
    ok(registry.post("/v1/players:bulk", json={"players": people[:9]}))


def test_d_2_2_a_clubs_node_draws_no_serial_that_is_somebodys(registry: TestClient) -> None:
    lease(inside(registry).db, own=True)
    ok(upload(registry, person(1), 500))
    assert enrol(registry, person(2)) == player_id(501)
    assert enrol(registry, person(3), old_numbers=["9000"]) == player_id(502)


def test_d_2_2_serials_are_given_once(registry: TestClient) -> None:
    db = inside(registry).db
    with db.write() as tx:
        first = allocate(tx, 3)
    with pytest.raises(RuntimeError, match="trial"), db.write() as tx:
        allocate(tx, 2)
        raise RuntimeError("a trial")
    with db.write() as tx:
        assert allocate(tx, 2) == [first[-1] + 1, first[-1] + 2]
        assert allocate(tx, 0) == []


def test_d_2_2_a_newcomer_keeps_the_id_that_his_club_gave_offline(registry: TestClient) -> None:
    lease(inside(registry).db)
    made = ok(upload(registry, person(1), 505))
    assert (made["player"], made["status"]) == (player_id(505), "provisional")
    again = upload(registry, person(1), 505)
    assert ok(again)["player"] == player_id(505)
    assert [s["revision"] for s in states(registry, player_id(505))] == [1]
    assert enrol(registry, person(2)) == nth(0)
    body = {"players": [{**person(1), "player": player_id(505)}]}
    report = ok(registry.post("/v1/players:bulk", json=body, headers=of_club(registry)))
    assert [row["outcome"] for row in report["rows"]] == ["known"]
    assert told_office(registry) == []


NOT_LEASED = [(499, "kazan"), (510, "kazan"), (505, "omsk"), (99_999_999_999, "kazan")]


def test_d_2_2_an_id_outside_the_callers_block_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    lease(inside(registry).db)
    for serial, club in NOT_LEASED:
        with subtests.test(serial=serial, club=club):
            answer = upload(registry, person(1), serial, club)
            assert refused(answer, 403, "id_not_leased", "D.2.2")["where"] == "body.player"
            assert states(registry, player_id(serial)) == []


def test_d_2_2_the_office_uploads_for_any_club(registry: TestClient) -> None:
    lease(inside(registry).db, "omsk")
    assert enrol(registry, person(1), player=player_id(503)) == player_id(503)
    unleased = {**person(2), "player": player_id(900)}
    refused(registry.post("/v1/players", json=unleased), 403, "id_not_leased")
    mistyped = {**person(2), "player": "5041"}
    problem = refused(registry.post("/v1/players", json=mistyped), 422, "validation")
    assert "контрольная цифра" in problem["errors"][0]["message"]


def test_d_2_2_an_id_that_was_played_under_is_taken_whoever_he_is(registry: TestClient) -> None:
    lease(inside(registry).db)
    first = enrol(registry, person(1), nickname="Ёж", old_numbers=["7"])
    same = {**person(1), "nickname": "ёж", "old_numbers": ["7", "8"]}
    made = ok(upload(registry, same, 500))
    assert (made["player"], made["nickname"]) == (player_id(500), None)
    assert made["old_numbers"] == ["8"]
    codes = [(notice["code"], notice["where"]) for notice in made["notices"]]
    assert codes == [("nickname_taken", "nickname"), ("old_numbers_taken", "old_numbers")]
    ok(upload(registry, {**person(1), "email": "b@example.org"}, 501))
    ok(upload(registry, {**person(1), "email": "c@example.org", "namesake": True}, 502))
    assert told_office(registry) == [
        ("same_person", f"{player_id(500)} {first}"),
        ("likely_twin", f"{player_id(501)} {first} {player_id(500)}"),
    ]
    ok(upload(registry, same, 500))
    assert len(told_office(registry)) == 2


def test_d_2_2_the_office_hears_of_who_played_and_is_like_another_by_a_slip(
    registry: TestClient,
) -> None:
    lease(inside(registry).db)
    first = enrol(registry, {**person(1), "surname": "Рыбаков"})
    typed = {**person(1), "surname": "Рыбоков", "email": "b@example.org"}
    body = {
        "players": [{**typed, "player": player_id(500)}, {**person(2), "player": player_id(501)}]
    }
    report = ok(registry.post("/v1/players:bulk", json=body, headers=of_club(registry)))
    assert [row["outcome"] for row in report["rows"]] == ["registered", "registered"]
    assert told_office(registry) == [("likely_twin", f"{player_id(500)} {first}")]
    again = {**typed, "email": "c@example.org", "namesake": True}
    ok(upload(registry, again, 502))
    assert len(told_office(registry)) == 1


def test_d_2_2_an_id_given_twice_is_not_given_away(registry: TestClient) -> None:
    lease(inside(registry).db)
    ok(upload(registry, person(1), 500))
    problem = refused(upload(registry, person(2), 500), 409, "id_taken", "D.2.2")
    assert problem["player"] == player_id(500)
    changed = {**person(1), "email": "b@example.org"}  # his data, corrected since
    assert ok(upload(registry, changed, 500))["player"] == player_id(500)


def test_d_2_2_a_newcomer_whose_tournament_came_first_is_registered_at_once(
    registry: TestClient,
) -> None:
    lease(inside(registry).db)
    play(registry, player_id(500))
    assert ok(upload(registry, person(1), 500))["status"] == "registered"
    assert [s["status"] for s in states(registry, player_id(500))] == ["registered"]
    assert ok(upload(registry, person(2), 501))["status"] == "provisional"


def test_d_2_2_an_id_never_played_under_lapses_and_is_hidden(registry: TestClient) -> None:
    player = enrol(registry, person(1), nickname="Ёж")
    before = states(registry, player)
    assert status(registry, player) == "provisional"
    wait_a_season(registry, player)
    assert status(registry, player) == "lapsed"
    assert states(registry, player) == before
    for text in ("Ежоваб Алёнаб", "Ёж"):
        asked = ok(registry.get("/v1/players:identify", params={"q": text}))
        assert asked["outcome"] == "none", text
    assert ok(registry.get("/v1/players"))["items"] == []
    assert enrol(registry, person(2)) == nth(1)
    taken = {**person(3), "nickname": "ЁЖ"}
    refused(registry.post("/v1/players", json=taken), 409, "nickname_taken")


def test_d_2_2_who_registers_again_gets_his_lapsed_id_back(registry: TestClient) -> None:
    player = enrol(registry, person(1), nickname="Ёж")
    wait_a_season(registry, player)
    again = {**person(1, "Омск"), "club": "omsk", "nickname": "Лис"}
    made = ok(registry.post("/v1/players", json=again))
    assert (made["player"], made["status"]) == (player, "provisional")
    assert (made["city"], made["club"], made["nickname"]) == ("Омск", "omsk", "Лис")
    assert status(registry, player) == "provisional"
    assert [s["city"] for s in states(registry, player)] == ["Казань", "Омск"]
    found = ok(registry.get("/v1/players:identify", params={"q": "лис"}))["players"]
    assert [row["player"] for row in found] == [player]
    refused(registry.post("/v1/players", json=again), 409, "player_known")


def test_d_2_2_a_tournament_under_a_lapsed_id_revives_it(registry: TestClient) -> None:
    player = enrol(registry, person(1))
    wait_a_season(registry, player)
    play(registry, player)
    assert status(registry, player) == "registered"
    listed = ok(registry.get("/v1/players"))["items"]
    assert [row["player"] for row in listed] == [player]


def test_d_2_2_a_lapsed_twin_is_shown_as_such(registry: TestClient) -> None:
    player = enrol(registry, person(1))
    wait_a_season(registry, player)
    twin = {**person(1), "email": "b@example.org"}
    problem = refused(registry.post("/v1/players", json=twin), 409, "likely_twin")
    assert [(r["player"], r["status"]) for r in problem["errors"]] == [(player, "lapsed")]


def test_d_2_2_a_merged_newcomer_does_not_come_back_by_himself(registry: TestClient) -> None:
    old, other = enrol(registry, person(1)), enrol(registry, person(2))
    play(registry, other)
    merge(registry, old, other)
    wait_a_season(registry, old)
    problem = refused(registry.post("/v1/players", json=person(1)), 409, "player_known")
    assert problem["player"] == other


@given(st.integers(0, 2000), st.sampled_from(["provisional", "registered"]))
def test_d_2_2_only_who_waits_for_longer_than_a_season_lapses(days: int, kept: str) -> None:
    today = datetime(2026, 11, 5, tzinfo=UTC)
    line = lapse_line(today, SEASON.days)
    since = today - timedelta(days=days)
    assert is_lapsed(kept, since, line) is (kept == "provisional" and days > SEASON.days)
