"""All that pairing knows of its neighbours. Asked before a transaction, never inside one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.http import Neighbour, NeighbourAway
from shared.settings import Settings

AT_ONCE = 2000
"""IDs in one question to the registry."""
LINES_AT_ONCE = 50
"""Pasted lines in one: each is looked for by itself, and all must be answered in time."""
PEOPLE_AT_ONCE = 1000
"""Newcomers in one call."""
PATIENCE = 60.0
"""Seconds that an upload waits for the registry: nobody stands at a desk meanwhile."""


@dataclass(frozen=True)
class Asked:
    """Answers by player ID; away: the neighbour stopped answering, those left out are unknown."""

    answers: dict[str, bool] = field(default_factory=dict)
    away: bool = False


class Neighbours:
    """The registry and decks. One that is away is asked no further: a hall waits once."""

    def __init__(self, settings: Settings) -> None:
        timeout = settings.neighbour_timeout
        self._registry = Neighbour("registry", settings.registry_url, timeout)
        self._decks = Neighbour("decks", settings.decks_url, timeout)
        self._patient = Neighbour("registry", settings.registry_url, PATIENCE)

    def registered(self, players: Sequence[str]) -> Asked:
        """Rule 2.1.1: whether the registry knows these IDs; one question for all of them."""
        answers: dict[str, bool] = {}
        try:
            for start in range(0, len(players), AT_ONCE):
                part = players[start : start + AT_ONCE]
                found = self._registry.post("/v1/players:lookup", {"players": part})
                known = {row["asked"] for row in found}  # a merged ID is answered as another
                answers.update((player, player in known) for player in part)
        except NeighbourAway:
            return Asked(answers, away=True)
        return Asked(answers)

    def identify(self, lines: Sequence[str], token: str) -> list[dict[str, Any]]:
        """2.1.4, D.2.3: who are meant, line by line, as the registry tells whoever has this token.

        Fewer answers than lines: it stopped answering.
        """
        rows: list[dict[str, Any]] = []
        try:
            for start in range(0, len(lines), LINES_AT_ONCE):
                part = {"lines": lines[start : start + LINES_AT_ONCE]}
                headers = {"Authorization": f"Bearer {token}"}
                rows += self._registry.post("/v1/players:identify", part, headers)["rows"]
        except NeighbourAway:
            pass
        return rows

    def legal_lists(self, tournament: str, players: Iterable[str]) -> Asked:
        """6.2, 6.3: whether each of these has a legal list for the tournament; no list is none."""
        try:
            found = self._decks.get(f"/v1/lists/{tournament}/verdicts")
        except NeighbourAway:
            return Asked(away=True)
        legal = {row["player"] for row in found if row["legal"]}
        return Asked({player: player in legal for player in players})

    def newcomers(
        self, people: Sequence[Mapping[str, Any]], headers: Mapping[str, str], *, dry_run: bool
    ) -> list[dict[str, Any]]:
        """2.1.2, D.2.2: the registry's row for each newcomer, at most ``PEOPLE_AT_ONCE``.

        headers: the caller's token and language and, unless dry, an Idempotency-Key. Raises
        NeighbourRefused with the registry's problem, NeighbourAway.
        """
        path = f"/v1/players:bulk?dry_run={str(dry_run).lower()}"
        body = {"players": list(people)}
        found: list[dict[str, Any]] = self._patient.post(path, body, headers)["rows"]
        return found
