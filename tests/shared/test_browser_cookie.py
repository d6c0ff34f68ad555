"""Signed in by the browser: what a service's own page sends is taken, what another's may is not."""

from collections.abc import Iterator

import httpx
import pytest
from fastapi.testclient import TestClient

from shared.auth import COOKIE
from tests.house import ok, refused, serving
from tests.pairing.pairing_service_hall import Hall, hall_on
from tests.tokens import signed_in

HALL = "http://192.168.7.5:8002"
OWN = ("http://localhost:8002", HALL, "https://turnir.example", "http://[::1]:8002")
FOREIGN = (
    "null",
    "",
    "http://192.168.7.5:8001",
    "http://192.168.7.5",
    "https://192.168.7.5:8002",
    "http://192.168.7.5:80021",
    "http://192.168.7.5:8002.example",
    "http://localhost:8002",
    "https://turnir.example",
    f"{HALL}/",
    f"{HALL}, http://turnir.example",
)


@pytest.fixture
def hall(database_url: str) -> Iterator[Hall]:
    made = hall_on(database_url)
    yield made
    made.db.close()


def played(hall: Hall) -> tuple[str, str]:
    """Where a tournament is finished that may be, and the token of its head judge."""
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=0))
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    judge = signed_in(hall.db, "head_judge", tournament=made)["Authorization"]
    return f"/v1/tournaments/{made}/finish", judge.removeprefix("Bearer ")


@pytest.mark.parametrize("origin", OWN)
def test_a_judge_finishes_a_tournament_from_the_page_of_the_service_itself(
    hall: Hall, origin: str
) -> None:
    path, token = played(hall)
    browser = TestClient(hall.app, base_url=origin, cookies={COOKIE: token})
    refused(browser.post(path), 403, "cookie_needs_json")
    assert ok(browser.post(path, headers={"Origin": origin}))["status"] == "finished"


@pytest.mark.parametrize("origin", FOREIGN, ids=[str(n) for n in range(len(FOREIGN))])
def test_another_page_finishes_none(hall: Hall, origin: str) -> None:
    path, token = played(hall)
    browser = TestClient(hall.app, base_url=HALL, cookies={COOKIE: token})
    for more in ({}, {"Content-Type": "text/plain"}):
        problem = refused(
            browser.post(path, headers={"Origin": origin, **more}), 403, "cookie_needs_json"
        )
        assert "/docs" in problem["todo"]
    assert hall.get(path.split("/")[3])["status"] == "running"


def test_over_plain_http_too_as_the_server_sees_it(hall: Hall, unused_port: int) -> None:
    path, token = played(hall)
    with serving(hall.app, unused_port) as url:
        sent = {"Cookie": f"{COOKIE}={token}"}
        refused(httpx.post(url + path, headers=sent), 403, "cookie_needs_json")
        other = {**sent, "Origin": "http://localhost:3000"}
        refused(httpx.post(url + path, headers=other), 403, "cookie_needs_json")
        ok(httpx.post(url + path, headers={**sent, "Origin": url}))
