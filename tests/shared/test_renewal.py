"""Whoever works at any of the four services keeps his sign-in: it asks the registry for him."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient

from deploy.server import free_ports
from shared import renewal
from shared.auth import COOKIE
from shared.clock import now
from shared.db import Database
from shared.settings import Settings
from shared.tables import RevokedClient
from tests import tokens
from tests.house import Federation, app_of, ok, refused, serving, wait_until
from tests.registry.registry_renewal import aged, bearer
from tests.registry.registry_signin_office import claims
from tests.system.test_sign_in import announce, appoint, sign_in

OPEN = "/v1/leaderboard"
KEPT = 72 * 3600


def next_of(client: Any, path: str, by: dict[str, str]) -> str | None:
    """The next token that an answer carries, if any; the answer stands in any case."""
    answer = client.get(path, headers=by)
    ok(answer)
    next_one: str | None = answer.headers.get("renewed-token")
    return next_one


def test_who_only_enters_results_is_not_signed_out_after_three_days(
    federation: Federation,
) -> None:
    tournament, players = announce(federation)
    code = appoint(federation, players[0], "floor_judge", tournament)["code"]
    young = bearer(sign_in(federation, code))
    db = federation.apps["registry"].state.db
    path = f"/v1/tournaments/{tournament}"
    club = federation.client("pairing", federation.club_key("kazan"))
    ok(club.post(f"{path}/rounds", json={"rounds": 1, "top": 0}))
    hall = federation.anonymous("pairing")

    def result(table: int, **by: Any) -> Any:
        at = f"{path}/rounds/1/tables/{table}/result"
        answer = hall.put(at, json={"kind": "draw"}, **by)
        ok(answer)
        return answer

    assert "renewed-token" not in result(1, headers=young).headers
    late = result(2, headers=bearer(aged(db, young, 71)))
    fresh = bearer(late.headers["renewed-token"])
    assert claims(fresh)["exp"] - claims(young)["iat"] >= KEPT
    assert claims(fresh)["key"] == claims(young)["key"]
    assert "set-cookie" not in late.headers
    correct = {**fresh, "If-Match": late.headers["etag"]}
    assert "renewed-token" not in result(2, headers=correct).headers

    old = bearer(aged(db, young, 13))
    for name, public in {"rating": OPEN, "decks": f"/v1/lists/{tournament}/verdicts"}.items():
        given = wait_until(partial(next_of, federation.anonymous(name), public, old))
        assert given
        assert claims(bearer(given))["key"] == claims(young)["key"]

    browser = {"Cookie": f"{COOKIE}={aged(db, young, 14)}"}
    cookie = hall.get(path, headers=browser).headers["set-cookie"]
    named, attributes = cookie.split("; ", 1)
    assert claims(bearer(named.removeprefix(f"{COOKIE}=")))["key"] == claims(young)["key"]
    assert attributes == f"HttpOnly; Max-Age={KEPT}; Path=/; SameSite=strict"


@dataclass
class Registry:
    """A registry that answers as a test wants it to, and who asked it."""

    answers: Callable[[dict[str, Any]], tuple[int, Any]]
    asked: list[str] = field(default_factory=list)


@dataclass
class Desk:
    """The rating beside it: its public answers to people with tokens of some age."""

    http: TestClient
    db: Database
    registry: Registry

    def token(self, player: str = "1007", hours: float = 13, **more: Any) -> str:
        """A person's token, issued so long ago."""
        issued = now() - timedelta(hours=hours)
        life = {"iat": issued, "exp": issued + timedelta(hours=72)}
        said = {"who": f"person:{player}", "role": "floor_judge", "key": f"k{player}", **life}
        return tokens.token(self.db, **{**said, **more})

    def next_of(self, token: str) -> str | None:
        """The next token that an answer to somebody carries, if any."""
        return next_of(self.http, OPEN, bearer(token))

    def renewed(self, said: dict[str, Any]) -> tuple[int, Any]:
        """The real registry's answer."""
        player = said["sub"].partition(":")[2]
        return 200, {"access_token": self.token(player, hours=0), "expires_in": KEPT}


@contextmanager
def desk_beside(database_url: str, url: str, registry: Registry, timeout: float) -> Iterator[Desk]:
    """The rating, whose registry is at an address."""
    app = app_of(
        "rating",
        Settings(database_url=database_url, registry_url=url, neighbour_timeout=timeout),
    )
    with closing(app.state.db):
        yield Desk(TestClient(app), app.state.db, registry)


@pytest.fixture
def desk(database_url: str, unused_port: int) -> Iterator[Desk]:
    """It and a registry, which renews unless a test says otherwise."""
    app = FastAPI()

    @app.post("/v1/tokens:renew")
    def renew(request: Request) -> JSONResponse:
        said = claims({"Authorization": request.headers["authorization"]})
        registry.asked.append(said["sub"].partition(":")[2])
        status, body = registry.answers(said)
        return JSONResponse(body, status)

    registry = Registry(lambda said: made.renewed(said))
    with (
        serving(app, unused_port) as url,
        desk_beside(database_url, url, registry, timeout=30) as made,
    ):
        yield made


def test_one_who_leaves_his_next_token_lying_is_asked_about_once_in_a_pause(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = desk.token("1007"), desk.token("1018")
    assert desk.next_of(one) and desk.next_of(two)
    assert (desk.next_of(one), desk.next_of(two)) == (None, None)
    assert desk.registry.asked == ["1007", "1018"]
    monkeypatch.setattr(renewal, "PAUSE", 0)
    assert desk.next_of(one)


def test_what_is_remembered_is_bounded(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renewal, "REMEMBERED", 2)
    one, two, three = (desk.token(player) for player in ("1007", "1018", "1029"))
    given = [bool(desk.next_of(each)) for each in (one, two, three, three, two, one)]
    assert given == [True, True, True, False, False, True]


@pytest.mark.parametrize("status", [500, 503, 302])
def test_a_registry_that_fails_is_let_alone_for_a_pause_by_everybody(
    desk: Desk, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = desk.token("1007"), desk.token("1018")
    desk.registry.answers = lambda _: (status, {"access_token": desk.token("1029", 0)})
    assert [desk.next_of(each) for each in (one, two, one, two)] == [None] * 4
    assert desk.registry.asked == ["1007"]
    desk.registry.answers = desk.renewed
    monkeypatch.setattr(renewal, "PAUSE", 0)
    assert desk.next_of(one) and desk.next_of(two)


@pytest.mark.parametrize("status", [401, 404, 409])
def test_whom_the_registry_refuses_gets_nothing_and_keeps_nobody_else_waiting(
    desk: Desk, status: int
) -> None:
    one, two = desk.token("1007"), desk.token("1018")
    desk.registry.answers = lambda said: (
        (status, {"code": "right_ended"}) if said["sub"] == "person:1007" else desk.renewed(said)
    )
    assert (desk.next_of(one), desk.next_of(one)) == (None, None)
    assert desk.next_of(two)
    assert desk.registry.asked == ["1007", "1018"]


ODD_ANSWERS: dict[str, Any] = {
    "list": [],
    "nothing": {},
    "null": None,
    "number": {"access_token": 7},
    "words": {"access_token": "токен\r\nSet-Cookie: a=b"},
    "no token": {"access_token": "a.b.c"},
}


@pytest.mark.parametrize("name", ODD_ANSWERS)
def test_what_is_no_token_is_not_handed_out(desk: Desk, name: str) -> None:
    desk.registry.answers = lambda _: (200, ODD_ANSWERS[name])
    assert desk.next_of(desk.token()) is None


def test_a_token_by_a_key_that_is_not_known_here_yet_is_not_handed_out(
    desk: Desk, tmp_path: Path
) -> None:
    """The signing key was rotated, and ``access.v1`` is on its way: it would sign him out."""
    elsewhere = app_of("rating", Settings(database_url=f"sqlite:///{(tmp_path / 'b').as_posix()}"))
    with closing(elsewhere.state.db):
        foreign = tokens.token(elsewhere.state.db, role="floor_judge", who="person:1007")
    desk.registry.answers = lambda _: (200, {"access_token": foreign})
    assert desk.next_of(desk.token()) is None


def test_while_one_waits_for_the_registry_all_others_are_answered_at_once(desk: Desk) -> None:
    go_on = threading.Event()

    def slowly(said: dict[str, Any]) -> tuple[int, Any]:
        go_on.wait(30)
        return desk.renewed(said)

    desk.registry.answers = slowly
    given: list[str | None] = []
    one, same, two = desk.token("1007"), desk.token("1007"), desk.token("1018")
    first = threading.Thread(target=lambda: given.append(desk.next_of(one)))
    first.start()
    try:
        wait_until(lambda: desk.registry.asked)
        assert (desk.next_of(same), desk.next_of(two), given) == (None, None, [])
    finally:
        go_on.set()
        first.join()
    assert given[0]
    assert desk.next_of(two)  # at his next request
    assert desk.registry.asked == ["1007", "1018"]


def test_a_registry_that_is_not_there_or_never_answers_changes_no_answer(
    database_url: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        for port in (free_ports(1)[0], mute.getsockname()[1]):
            url = f"http://127.0.0.1:{port}"
            registry = Registry(lambda _: (500, None))
            with desk_beside(database_url, url, registry, timeout=0.2) as desk:
                assert desk.next_of(desk.token()) is None
                browser = desk.http.get(OPEN, headers={"Cookie": f"{COOKIE}={desk.token()}"})
                ok(browser)
                assert "set-cookie" not in browser.headers


def test_nobody_is_asked_about_who_gets_none_anyway(desk: Desk) -> None:
    unknown = desk.http.get("/v1/ratings/7", headers=bearer(desk.token()))
    refused(unknown, 404, "player_not_found")
    with desk.db.write() as tx:
        tx.add(RevokedClient(prefix="revoked", at="2026-11-05T16:20:00.000000Z"))
    good = desk.token()
    header, payload, signature = good.split(".")
    odd = (
        desk.token(hours=11),
        desk.token(hours=73),
        desk.token(who="office:federation:1f3a9c20"),
        desk.token(key="revoked"),
        f"{header}.{payload}.{signature[::-1]}",
        f"{header}.{payload}",
        desk.token(iat=10**4000),
        desk.token(iat=float("inf")),
        desk.token(iat="вчера"),
        desk.token(iat=None),
        "a.b.c",
        "",
    )
    for token in odd:
        assert desk.next_of(token) is None, token
    assert desk.registry.asked == []
    assert desk.next_of(good)
