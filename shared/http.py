"""Questions to a neighbour service: short time-out, the caller's trace, a clear failure."""

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


class Neighbour:
    """One neighbour's address and manners. Thread-safe; connects on first use."""

    def __init__(self, name: str, base_url: str, timeout: float) -> None:
        self.name = name
        self._client = httpx.Client(base_url=base_url, timeout=timeout)

    def get(self, path: str, **params: str) -> dict[str, Any] | None:
        """The JSON object at ``path``; None if it says 404. Raises NeighbourAway."""
        try:
            response = self._client.get(path, params=params, headers={"traceparent": traceparent()})
            if response.status_code == 404:
                return None
            response.raise_for_status()
            body: dict[str, Any] = response.json()
            return body
        except (httpx.HTTPError, ValueError) as exc:
            log.warning("neighbour_away", neighbour=self.name, reason=str(exc))
            raise NeighbourAway(self.name) from exc

    def close(self) -> None:
        """Close its connections."""
        self._client.close()
