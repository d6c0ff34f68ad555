"""The four services as a third party meets them: HTTP, a token, problems in words."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx

SENDERS = ("registry", "pairing", "rating")
HEARD = {"rating": 1, "registry": 3}
"""Events of an imported tournament that a service acts on: rating on its end alone, the registry
also on its announcement and on who is entered."""


class Refused(Exception):
    """A service said no; ``problem`` is its RFC 9457 body."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem


class Api:
    """One caller: the addresses of the services, and the token for a key."""

    def __init__(self, urls: dict[str, str], key: str) -> None:
        self._clients = {name: httpx.Client(base_url=url, timeout=60) for name, url in urls.items()}
        token = self.call("registry", "POST", "/v1/tokens", {"key": key})["access_token"]
        for client in self._clients.values():
            client.headers["Authorization"] = f"Bearer {token}"

    def call(self, service: str, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The JSON answer. Raises Refused with the problem."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        response = self._clients[service].request(method, path, json=body, headers=sent)
        if response.is_error:
            raise Refused(response.json())
        return response.json()

    def get(self, service: str, path: str, **params: Any) -> Any:
        """A public read."""
        response = self._clients[service].get(path, params=params)
        if response.is_error:
            raise Refused(response.json())
        return response.json()

    def close(self) -> None:
        """Close every connection."""
        for client in self._clients.values():
            client.close()


def register(api: Api, people: Sequence[dict[str, Any]], at_once: int = 500) -> list[str]:
    """Bulk registration; the IDs in the order given."""
    ids: list[str] = []
    for start in range(0, len(people), at_once):
        body = {"players": list(people[start : start + at_once])}
        report = api.call("registry", "POST", "/v1/players:bulk", body)
        ids += [row["player"] for row in report["rows"]]
    return ids


def wait_for(what: Callable[[], bool], seconds: float = 120, pause: float = 0.05) -> None:
    """Poll until it is so, every ``pause`` seconds. Raises TimeoutError after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not what():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not so after {seconds} s")
        time.sleep(pause)


def settled(api: Api, finished: int) -> bool:
    """Whether so many finishes have reached the rating and the registry, and all news is sent."""
    seen = {name: api.get(name, "/statz")["applied"].get("tournaments.v1", 0) for name in HEARD}
    waiting = sum(api.get(name, "/readyz")["relay_waiting"] for name in SENDERS)
    return all(seen[name] >= finished * heard for name, heard in HEARD.items()) and waiting == 0
