"""The real services inside the test's process: HTTP in, database and log out."""

import importlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import State

from deploy.server import free_ports
from deploy.stack import SERVICES
from services.pairing import tables
from services.registry import keys
from services.registry.schemas.access import KeyIn
from shared.log import open_log
from shared.log.topics import TOPICS
from shared.settings import Settings
from tests.ready import ready

T = TypeVar("T")


def app_of(name: str, settings: Settings) -> FastAPI:
    """Its app, on a migrated database."""
    ready(name, settings)
    app: FastAPI = importlib.import_module(f"services.{name}.main").create_app(settings)
    return app


def inside(client: TestClient) -> State:
    """What has no address of the app that a test client calls: ``db``, ``applier``."""
    assert isinstance(client.app, FastAPI)
    return client.app.state


@contextmanager
def serving(app: FastAPI, port: int) -> Iterator[str]:
    """Serve an app over HTTP from a thread; its address."""
    config = uvicorn.Config(app, "127.0.0.1", port, log_config=None, access_log=False)
    server = uvicorn.Server(config)
    app.state.stopping = lambda: server.should_exit
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started or not thread.is_alive())
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(timeout=30)


def wait_until(ready: Callable[[], T], seconds: float = 30.0) -> T:
    """Poll until the answer is truthy; fails with the last answer after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not (answer := ready()):
        assert time.monotonic() < deadline, f"still {answer!r} after {seconds} s"
        time.sleep(0.02)
    return answer


@dataclass
class Federation:
    """The running four. Clients carry the office's token; ``anonymous`` ones don't.

    apps: by service name, for what has no address (the database, the applier).
    """

    settings: Settings
    apps: dict[str, FastAPI]
    urls: dict[str, str]
    office_key: str
    registry: httpx.Client
    pairing: httpx.Client
    rating: httpx.Client
    decks: httpx.Client
    stack: ExitStack = field(repr=False)
    servers: dict[str, ExitStack] = field(repr=False)

    def stop(self, name: str) -> None:
        """A service is away from now on."""
        self.servers[name].close()

    def anonymous(self, name: str) -> httpx.Client:
        """A client without a token."""
        return self.stack.enter_context(httpx.Client(base_url=self.urls[name], timeout=30))

    def token(self, key: str) -> str:
        """A token for a key."""
        answer = self.registry.post("/v1/tokens", json={"key": key})
        return str(answer.json()["access_token"])

    def client(self, name: str, key: str) -> httpx.Client:
        """A client with the token of a key."""
        return self.client_of(name, self.token(key))

    def client_of(self, name: str, token: str) -> httpx.Client:
        """A client with a token."""
        headers = {"Authorization": f"Bearer {token}"}
        made = httpx.Client(base_url=self.urls[name], headers=headers, timeout=30)
        return self.stack.enter_context(made)

    def club_key(self, club: str) -> str:
        """A new key for a club."""
        body = {"role": "club", "club": club, "name": "ноутбук"}
        return str(ok(self.registry.post("/v1/keys", json=body))["key"])

    def found(self, city: str = "kazan", name: str = "Казань", club: str = "kazan") -> None:
        """A city and an accredited club in it, which pairing has heard of too."""
        ok(self.registry.put(f"/v1/cities/{city}", json={"name": name, "zone": "Europe/Moscow"}))
        body = {"club": club, "name": f"Клуб «{name}»", "city": city, "accredited": True}
        ok(self.registry.post("/v1/clubs", json=body))

        def heard() -> bool:
            with self.apps["pairing"].state.db.read() as tx:
                copies = (tx.get(tables.City, city), tx.get(tables.Club, club))
                return None not in copies

        wait_until(heard)

    def newcomers(self, count: int, start: int = 0, city: str = "Казань") -> list[str]:
        """Register people with Cyrillic names; their IDs."""
        people = [person(number, city) for number in range(start, start + count)]
        rows = ok(self.registry.post("/v1/players:bulk", json={"players": people}))["rows"]
        return [row["player"] for row in rows]


def person(number: int, city: str = "Казань") -> dict[str, Any]:
    """A registrable person, unlike every other number."""
    letters = "абвгдежзик"
    tail = "".join(letters[int(digit)] for digit in str(number))
    return {
        "first_name": f"Алёна{tail}",
        "surname": f"Ежова{tail}",
        "no_patronymic": True,
        "email": f"player{number}@example.org",
        "city": city,
    }


def ok(response: Any) -> Any:
    """The body of a successful answer (httpx, or the test client's); fails with the problem."""
    assert response.is_success, f"{response.status_code}: {response.text}"
    return response.json()


def refused(response: Any, status: int, code: str, rule: str | None = None) -> Any:
    """The problem body of a refusal, which must be this one, and whole (law 8)."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    body = response.json()
    assert (response.status_code, body["code"], body["status"]) == (status, code, status), body
    assert body["type"] == f"urn:berserk:problem:{code}"
    assert body["trace_id"] == response.headers["x-trace-id"]
    assert rule is None or body["rule"] == rule, body
    return body


@contextmanager
def federation_on(database_url: str, event_log_url: str) -> Iterator[Federation]:
    """Prepare and serve all four."""
    ports = dict(zip(SERVICES, free_ports(len(SERVICES)), strict=True))
    urls = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
    settings = Settings.model_validate(
        {
            "database_url": database_url,
            "event_log_url": event_log_url,
            "poll_pause": 0.2,
            "registry_url": urls["registry"],
            "decks_url": urls["decks"],
        }
    )
    open_log(event_log_url).ensure(TOPICS)
    with ExitStack() as stack:
        apps = {name: app_of(name, settings) for name in SERVICES}
        servers = {name: stack.enter_context(ExitStack()) for name in SERVICES}
        for name in SERVICES:
            servers[name].enter_context(serving(apps[name], ports[name]))
        with apps["registry"].state.db.write() as tx:
            key = keys.make_key(tx, KeyIn(role="office", name="tests"), "console:tests").key
        token = ok(httpx.post(f"{urls['registry']}/v1/tokens", json={"key": key}))["access_token"]
        clients = {
            name: stack.enter_context(
                httpx.Client(
                    base_url=urls[name], headers={"Authorization": f"Bearer {token}"}, timeout=30
                )
            )
            for name in SERVICES
        }
        yield Federation(settings, apps, urls, key, **clients, stack=stack, servers=servers)
