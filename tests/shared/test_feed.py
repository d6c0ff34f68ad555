"""The public feed and the readiness of a service, over its outbox as the relay leaves it."""

import time
import warnings
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select, update
from sqlmodel import col

from shared import inbox, outbox
from shared.auth import SCOPES
from shared.clock import now
from shared.events.base import REGISTRY
from shared.events.tournaments import TournamentAnnulled, TournamentReinstated
from shared.log.base import MAX_BYTES, Record
from shared.refusals import Refusal
from shared.relay import mark
from shared.settings import Settings
from shared.tables import Outbox
from tests.house import app_of, ok, refused
from tests.shared.copies import player
from tests.tokens import bearer

FEED = "/v1/tournaments.v1/events"


@pytest.fixture
def app(database_url: str) -> Iterator[FastAPI]:
    made = app_of("pairing", Settings(database_url=database_url))
    yield made
    made.state.db.close()


@pytest.fixture
def pairing(app: FastAPI) -> Iterator[httpx.Client]:
    """Without its threads: what is sent is marked by hand."""
    with warnings.catch_warnings():  # it says that it would rather have httpx2
        warnings.simplefilter("ignore")
        from fastapi.testclient import TestClient
    yield cast(httpx.Client, TestClient(app))


@pytest.fixture
def some_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if annulments were not public."""
    cls = REGISTRY["tournament.annulled.v1"]
    monkeypatch.setattr(cls, "spec", type(cls.spec)(cls.spec.type, cls.spec.topic, public=False))


@pytest.fixture
def some_for_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if annulments were for tokens with the scope ``results`` alone."""
    cls = REGISTRY["tournament.annulled.v1"]
    spec = type(cls.spec)(cls.spec.type, cls.spec.topic, public=False, reader="results")
    monkeypatch.setattr(cls, "spec", spec)


def publish(app: FastAPI, hidden: int, shown: int) -> None:
    """So many events that strangers may not see, then so many that they may; all sent."""
    with app.state.db.write() as tx:
        for number in range(hidden):
            event = TournamentAnnulled(revision=number, code="hold")
            outbox.publish(tx, event, key="a", who="console:tests")
        for number in range(shown):
            again = TournamentReinstated(revision=number, code="hold")
            outbox.publish(tx, again, key="a", who="console:tests")
    with app.state.db.write() as tx:
        mark(tx, tx.scalars(select(Outbox).order_by(col(Outbox.seq))).all())


@pytest.mark.usefixtures("some_hidden")
@pytest.mark.parametrize("wait", [0, 25])
def test_a_reader_is_not_held_up_by_what_he_may_not_see(
    app: FastAPI, pairing: httpx.Client, wait: int
) -> None:
    publish(app, hidden=7, shown=2)
    started = time.monotonic()
    page = ok(pairing.get(FEED, params={"limit": 3, "wait": wait}))
    assert [item["position"] for item in page["items"]] == [8, 9]
    assert page["next"] == 9
    assert time.monotonic() - started < 20
    end = ok(pairing.get(FEED, params={"limit": 3, "after": page["next"]}))
    assert (end["items"], end["next"]) == ([], 9)


@pytest.mark.usefixtures("some_hidden")
def test_what_is_hidden_moves_the_cursor_and_is_not_looked_at_again(
    app: FastAPI, pairing: httpx.Client
) -> None:
    publish(app, hidden=7, shown=0)
    page = ok(pairing.get(FEED, params={"limit": 3}))
    assert (page["items"], page["next"]) == ([], 7)


def test_a_cursor_beyond_the_end_stays_where_it_is(app: FastAPI, pairing: httpx.Client) -> None:
    publish(app, hidden=0, shown=2)
    page = ok(pairing.get(FEED, params={"after": 2**63 - 1}))
    assert (page["items"], page["next"]) == ([], 2**63 - 1)


def test_positions_have_no_gap_after_republish(app: FastAPI, pairing: httpx.Client) -> None:
    publish(app, hidden=3, shown=2)
    before = ok(pairing.get(FEED))
    assert outbox.republish(app.state.db, "tournaments.v1") == 5
    publish(app, hidden=1, shown=1)
    after = ok(pairing.get(FEED))
    assert after["items"][:5] == before["items"]
    assert [item["position"] for item in after["items"]] == [1, 2, 3, 4, 5, 6, 7]


def ready(pairing: httpx.Client) -> Any:
    return pairing.get("/readyz").json()


def test_readiness_knows_what_is_late_from_what_only_goes_again(
    app: FastAPI, pairing: httpx.Client
) -> None:
    publish(app, hidden=2, shown=0)
    last_year = now().replace(year=now().year - 1, day=1)
    with app.state.db.write() as tx:
        tx.execute(update(Outbox).values(created_at=last_year))
    outbox.republish(app.state.db, "tournaments.v1")
    answer = ready(pairing)
    assert (answer["ready"], answer["relay_waiting"], answer["relay_lag_seconds"]) == (True, 2, 0)
    with app.state.db.write() as tx:
        tx.execute(update(Outbox).values(position=None))
    answer = ready(pairing)
    assert not answer["ready"]
    assert answer["relay_lag_seconds"] > 60


def test_readiness_counts_what_is_parked(app: FastAPI, pairing: httpx.Client) -> None:
    with app.state.db.write() as tx:
        for offset in range(3):
            inbox.park(tx, Record("decks.v1", 0, offset, "a", f"нет {offset}"), 3, "нельзя")
    assert ready(pairing)["parked"] == 3


def test_a_state_that_no_log_takes_is_refused_before_it_can_stop_the_relay(app: FastAPI) -> None:
    db, key = app.state.db, "player:" + "1" * 500
    with db.write() as tx:
        small = outbox.publish(tx, player("1007", 1, "ё"), key=key, who="console:tests")
        room = MAX_BYTES - len(small.model_dump_json().encode())  # the value alone would fit
    event = player("1007", 1, "ё" + "я" * (room // 2))
    with pytest.raises(Refusal, match="event_too_large"), db.write() as tx:
        outbox.publish(tx, event, key=key, who="console:tests")
    with pytest.raises(Refusal, match="event_too_large"), db.write() as tx:
        outbox.publish_all(tx, [(key, event)], who="console:tests")


def places(page: Any) -> list[int]:
    return [item["position"] for item in page["items"]]


@pytest.mark.usefixtures("some_for_readers")
def test_a_token_with_the_scope_sees_what_strangers_do_not_in_the_same_order(
    app: FastAPI, pairing: httpx.Client
) -> None:
    publish(app, hidden=2, shown=2)
    seen = ok(pairing.get(FEED, headers=bearer(app.state.db, ["results", "decks"])))
    assert places(seen) == [1, 2, 3, 4]
    assert seen["items"][0]["event"]["type"] == "tournament.annulled.v1"
    for headers in ({}, bearer(app.state.db, ["decks"]), bearer(app.state.db, [])):
        stranger = ok(pairing.get(FEED, headers=headers))
        assert stranger["items"] == seen["items"][2:]
        assert stranger["next"] == seen["next"] == 4


@pytest.mark.usefixtures("some_hidden")
def test_what_is_for_nobody_is_not_for_a_token_with_every_scope(
    app: FastAPI, pairing: httpx.Client
) -> None:
    publish(app, hidden=1, shown=1)
    assert places(ok(pairing.get(FEED, headers=bearer(app.state.db, SCOPES)))) == [2]


def test_a_token_that_is_no_good_is_refused_where_none_is_needed(pairing: httpx.Client) -> None:
    ok(pairing.get(FEED))
    refused(
        pairing.get(FEED, headers={b"Authorization": "Bearer нет".encode()}), 401, "token_invalid"
    )


@pytest.mark.usefixtures("some_for_readers")
def test_no_cache_mixes_what_a_reader_and_a_stranger_see(
    app: FastAPI, pairing: httpx.Client
) -> None:
    publish(app, hidden=1, shown=1)
    reader = bearer(app.state.db, ["results"])
    theirs, his = pairing.get(FEED), pairing.get(FEED, headers=reader)
    assert his.headers["etag"] != theirs.headers["etag"]
    assert "Authorization" in theirs.headers["vary"]
    assert "Authorization" in his.headers["vary"]
    assert "private" in his.headers["cache-control"]
    again = pairing.get(FEED, headers={**reader, "If-None-Match": theirs.headers["etag"]})
    assert places(ok(again)) == [1, 2]
    assert pairing.get(FEED, headers={"If-None-Match": theirs.headers["etag"]}).status_code == 304


def test_the_contract_says_that_a_feed_may_be_read_with_and_without_a_token(
    pairing: httpx.Client,
) -> None:
    feed = ok(pairing.get("/openapi.json"))["paths"][FEED]["get"]
    assert feed["security"] == [{"token": []}, {}]
    assert "401" in feed["responses"]
    assert "403" not in feed["responses"]
