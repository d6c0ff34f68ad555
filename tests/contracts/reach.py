"""A small federation for the own-cells of docs/ROLES.md: who is where, and what is whose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi.testclient import TestClient

from shared.db import Database
from tests.tokens import signed_in

OTHER_CUP = "7f1d9c55-3b42-4d7a-9a35-0f6f7b1e2c22"
_ELSEWHERE: dict[str, list[dict[str, str]]] = {
    "city": [{"city": "omsk"}],
    "club": [{"club": "omsk"}, {"club": "veter"}],
    "tournament": [{"tournament": OTHER_CUP}],
}
"""Places that are not where the things are; one of the clubs is in the same city."""
_PLACE_OF = {"coordinator": "city", "club": "club"}


@dataclass(frozen=True)
class Ask:
    """A call about a thing of Kazan's city and club, or of a tournament there.

    seen: of a list, which anybody with the scope may ask for: what is on it for those alone whose
    thing it is. None: whoever is elsewhere is refused.
    """

    path: str
    body: Mapping[str, Any] | None = None
    tournament: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    seen: str | None = None


@dataclass(frozen=True)
class World:
    """A service and, by route, what makes a thing and the call about it: new for each cell."""

    http: TestClient
    db: Database
    asks: Mapping[str, Callable[[], Ask]]

    def call(self, method: str, ask: Ask, by: dict[str, str]) -> Any:
        """The answer to somebody."""
        headers = {**by, **ask.headers}
        return self.http.request(method, ask.path, json=ask.body, headers=headers)

    def his(self, role: str, ask: Ask) -> dict[str, str]:
        """The header of somebody of a role where the thing is."""
        kind = _PLACE_OF.get(role, "tournament")
        return signed_in(
            self.db, role, **{kind: ask.tournament if kind == "tournament" else "kazan"}
        )

    def strangers(self, role: str) -> list[dict[str, str]]:
        """The headers of people of the same role who are elsewhere."""
        places = _ELSEWHERE[_PLACE_OF.get(role, "tournament")]
        return [signed_in(self.db, role, **place) for place in places]
