"""What every request meets: problems, traces, ETags, CORS, limits, idempotency, health."""

import io
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from fastapi import FastAPI
from sqlalchemy import select, update
from sqlmodel import col

from services.registry.main import create_app
from shared import idempotency
from shared.clock import now
from shared.http import Neighbour
from shared.migrate import create_database, migrate
from shared.settings import Settings
from shared.tables import Idempotency, Outbox
from shared.trace import configure_logging
from tests.house import app_of, ok, person, refused, serving, wait_until
from tests.ready import service_of
from tests.registry.registry_office import found_city
from tests.tokens import bearer


@pytest.fixture
def app(database_url: str) -> Iterator[FastAPI]:
    made = app_of("registry", Settings(database_url=database_url, max_body=100_000))
    yield made
    made.state.db.close()


@pytest.fixture
def registry(app: FastAPI, unused_port: int) -> Iterator[httpx.Client]:
    headers = bearer(app.state.db, ["office", "players"], who="office:federation:1")
    with (
        serving(app, unused_port) as url,
        httpx.Client(base_url=url, headers=headers, timeout=30) as client,
    ):
        yield client


@pytest.fixture
def kazan(registry: httpx.Client) -> httpx.Client:
    """The registry, which knows the city that people of the tests live in."""
    found_city(registry)
    return registry


def test_law_8_every_failure_is_a_problem_in_both_languages(registry: httpx.Client) -> None:
    english = {"Accept-Language": "en"}
    nowhere = refused(registry.get("/nowhere"), 404, "no_such_path")
    assert "Адреса /nowhere нет" in nowhere["detail"]
    assert "There is no /nowhere" in registry.get("/nowhere", headers=english).json()["detail"]
    wrong = registry.patch("/v1/players")
    refused(wrong, 405, "method_not_allowed")
    assert wrong.headers["allow"] == "GET, HEAD, POST"
    assert "Accept-Language" in wrong.headers["vary"]
    slug = {"club": "Казань", "name": "Клуб", "city": "kazan"}
    worded = refused(registry.post("/v1/clubs", json=slug), 422, "validation")
    assert "латинских" in worded["detail"] and "^" not in worded["detail"]
    broken = registry.post(
        "/v1/players", content='{"first_name": ', headers={"Content-Type": "application/json"}
    )
    refused(broken, 400, "malformed_json")
    invalid = refused(registry.post("/v1/players", json={"surname": 7}), 422, "validation")
    assert {"where": "body.surname", "kind": "string_type", "message": "нужна строка"} in (
        invalid["errors"]
    )
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    unsaid = registry.post("/v1/players", content=json.dumps(person(1)), headers=form)
    assert "application/json" in refused(unsaid, 400, "content_type_not_json")["todo"]
    nothing = refused(registry.post("/v1/players"), 400, "content_type_not_json")
    assert nothing["detail"].startswith("Тела нет")
    refused(registry.get("/v1/players?city=%00"), 400, "nul_in_address")
    refused(registry.get("/v1/players/9999"), 404, "player_not_found")


def test_law_8_a_crash_is_a_problem_without_its_insides(
    app: FastAPI, registry: httpx.Client
) -> None:
    def crash() -> None:
        raise RuntimeError("тайна")

    app.add_api_route("/crash", crash)
    response = registry.get("/crash")
    refused(response, 500, "server_error")
    assert "тайна" not in response.text


def test_law_8_a_down_neighbour_is_a_503_that_says_what_to_do(
    app: FastAPI, registry: httpx.Client
) -> None:
    """Pairing turns it into a warning and goes on; a route that can't is answered like this."""
    nobody = Neighbour("decks", "http://127.0.0.1:9", timeout=0.5)
    app.add_api_route("/ask", lambda: nobody.get("/v1/catalogue"))
    answer = registry.get("/ask")
    body = refused(answer, 503, "neighbour_away")
    assert body["where"] == "decks" and "Повторите" in body["todo"]
    assert answer.headers["retry-after"]
    nobody.close()


def test_a_body_too_large_is_refused_with_the_limit(registry: httpx.Client) -> None:
    too_large = {"players": [person(number) for number in range(900)]}
    body = refused(registry.post("/v1/players:bulk", json=too_large), 413, "body_too_large")
    assert body["limit_bytes"] == 100_000
    text = json.dumps(too_large).encode()
    chunks = (text[start : start + 8192] for start in range(0, len(text), 8192))
    unsaid = registry.post(  # no Content-Length: the limit must count by itself
        "/v1/players:bulk", content=chunks, headers={"Content-Type": "application/json"}
    )
    refused(unsaid, 413, "body_too_large")
    assert ok(registry.get("/v1/players"))["items"] == []


@pytest.fixture
def log_lines() -> Iterator[io.StringIO]:
    """What the service logs."""
    stream = io.StringIO()
    configure_logging("registry", stream)
    yield stream
    structlog.reset_defaults()


def test_one_trace_id_goes_through_http_outbox_event_and_log_line(
    kazan: httpx.Client, app: FastAPI, log_lines: io.StringIO
) -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"
    sent = {"traceparent": f"00-{trace}-b7ad6b7169203331-01"}
    response = kazan.post("/v1/players", json=person(1), headers=sent)
    assert response.headers["x-trace-id"] == trace
    with app.state.db.read() as tx:
        query = select(Outbox).where(col(Outbox.key).startswith("player:"))
        envelope = json.loads(tx.scalars(query).one().envelope)
    assert envelope["traceparent"].split("-")[1] == trace
    assert envelope["who"] == "office:federation:1"

    def told() -> list[dict[str, Any]]:
        """What the log says of requests: a line is written after its answer."""
        lines = [json.loads(line) for line in log_lines.getvalue().splitlines()]
        return [line for line in lines if line.get("path") == "/v1/players"]

    asked = wait_until(told)
    assert [(line["trace_id"], line["path"], line["status"]) for line in asked] == [
        (trace, "/v1/players", 201)
    ]


def _public(made: dict[str, Any]) -> dict[str, Any]:
    """What a registration's answer says of a person."""
    return {name: value for name, value in made.items() if name != "notices"}


def test_public_reads_have_etags_and_cors(kazan: httpx.Client) -> None:
    made = ok(kazan.post("/v1/players", json=person(1)))
    path = f"/v1/players/{made['player']}"
    first = httpx.get(f"{kazan.base_url}{path}", headers={"Origin": "https://example.org"})
    assert first.headers["access-control-allow-origin"] == "*"
    again = httpx.get(f"{kazan.base_url}{path}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    anything = httpx.get(f"{kazan.base_url}{path}", headers={"If-None-Match": "*"})
    assert anything.status_code == 304
    other = httpx.get(f"{kazan.base_url}{path}", headers={"If-None-Match": '"other"'})
    assert other.json() == first.json() == {**_public(made), "asked": made["player"]}


def test_an_idempotency_key_gets_the_same_answer_again(kazan: httpx.Client) -> None:
    key = {"Idempotency-Key": "вход-1".encode().hex()}
    first = kazan.post("/v1/players", json=person(1), headers=key)
    second = kazan.post("/v1/players", json=person(1), headers=key)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert second.headers["idempotency-replayed"] == "true"
    other = kazan.post("/v1/players", json=person(2), headers=key)
    refused(other, 422, "idempotency_key_reused")


def test_law_8_a_refused_request_leaves_its_key_unused(kazan: httpx.Client) -> None:
    ok(kazan.post("/v1/players", json=person(1)))
    key = {"Idempotency-Key": "k"}
    twin = {**person(1), "email": "twin@example.org"}
    refused(kazan.post("/v1/players", json=twin, headers=key), 409, "likely_twin")
    ok(kazan.post("/v1/players", json={**twin, "namesake": True}, headers=key))


def test_the_same_key_at_the_same_time_does_it_once(kazan: httpx.Client) -> None:
    key = {"Idempotency-Key": "k"}
    answers: list[httpx.Response] = []

    def send() -> None:
        answers.append(kazan.post("/v1/players", json=person(1), headers=key))

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert sum("idempotency-replayed" in answer.headers for answer in answers) == 5


def test_readiness_tells_a_missing_migration_and_health_does_not_look(
    database_url: str, unused_port: int
) -> None:
    settings = Settings(database_url=database_url)
    create_database(settings.database_of("registry"))
    app = create_app(settings)
    with serving(app, unused_port) as url:
        waiting = httpx.get(f"{url}/readyz")
        assert (waiting.status_code, waiting.json()["migrated"]) == (503, False)
        assert httpx.get(f"{url}/healthz").json()["status"] == "ok"
        migrate(service_of("registry"), settings)
        assert ok(httpx.get(f"{url}/readyz"))["ready"]


def test_readiness_tells_an_absent_database(tmp_path: Path, unused_port: int) -> None:
    app = create_app(Settings(database_url="postgresql+psycopg://nobody@127.0.0.1:9/none"))
    with serving(app, unused_port) as url:
        answer = httpx.get(f"{url}/readyz")
        assert (answer.status_code, answer.json()["database"]) == (503, False)
        assert httpx.get(f"{url}/healthz").status_code == 200
        away = httpx.get(f"{url}/v1/cities")
        refused(away, 503, "database_away")


def test_the_feed_waits_for_news_and_hides_what_is_not_public(
    app: FastAPI, registry: httpx.Client
) -> None:
    started = time.monotonic()
    empty = ok(registry.get("/v1/players.v1/events", params={"wait": 1}))
    assert (empty["items"], empty["next"]) == ([], 0)
    assert time.monotonic() - started >= 1
    assert registry.get("/v1/access.v1/events").status_code == 404


def test_law_11_answers_are_forgotten_after_two_days(app: FastAPI, kazan: httpx.Client) -> None:
    key = {"Idempotency-Key": "k"}
    ok(kazan.post("/v1/players", json=person(1), headers=key))
    idempotency.forget(app.state.db)
    again = kazan.post("/v1/players", json=person(1), headers=key)
    assert again.headers["idempotency-replayed"] == "true"
    with app.state.db.write() as tx:
        tx.execute(update(Idempotency).values(created_at=now() - idempotency.KEPT))
    idempotency.forget(app.state.db)
    refused(kazan.post("/v1/players", json=person(1), headers=key), 409, "player_known")
