"""Questions to a neighbour service: short time-out, the caller's trace, a clear failure."""

from collections.abc import Mapping
from typing import Any

import httpx

from shared.refusals import Refusal, Text
from shared.trace import log, traceparent


class NeighbourAway(Refusal):
    """A neighbour did not answer in time, or failed. Shown as 503 if nobody handles it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            "unavailable",
            "neighbour_away",
            Text(f"Служба «{name}» не отвечает.", f"The {name} service does not answer."),
            where=name,
            todo=Text(
                "Повторите через несколько секунд; уже принятое не потеряно.",
                "Try again in a few seconds; what was accepted is not lost.",
            ),
        )


class NeighbourRefused(NeighbourAway):
    """It is there and understood, but the answer is a refusal (4xx); ``problem``: what it said."""

    problem: Any = None


class Neighbour:
    """One neighbour's address and manners. Thread-safe; connects on first use."""

    def __init__(self, name: str, base_url: str, timeout: float) -> None:
        self.name = name
        self._client = httpx.Client(base_url=base_url, timeout=timeout)

    def get(self, path: str, **params: str) -> Any:
        """The JSON at ``path``. Raises NeighbourAway, also for an answer that is not ours."""
        return self._ask("GET", path, params=params)

    def post(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        """The JSON answer to a question too long for an address. Raises NeighbourAway."""
        return self._ask("POST", path, headers, json=body)

    def _ask(
        self, method: str, path: str, more: Mapping[str, str] | None = None, **what: Any
    ) -> Any:
        try:
            headers = {"traceparent": traceparent(), **(more or {})}
            response = self._client.request(method, path, headers=headers, **what)
            response.raise_for_status()
            return response.json()
        except (httpx.HTTPError, ValueError) as exc:
            log.warning("neighbour_away", neighbour=self.name, reason=str(exc))
            if isinstance(exc, httpx.HTTPStatusError) and exc.response.is_client_error:
                refused = NeighbourRefused(self.name)
                refused.problem = _json(exc.response)
                raise refused from exc
            raise NeighbourAway(self.name) from exc

    def close(self) -> None:
        """Close its connections."""
        self._client.close()


def _json(response: httpx.Response) -> Any:
    """What a refusal says, None if it is not ours."""
    try:
        return response.json()
    except ValueError:
        return None
