"""All that pairing knows of its neighbours. Asked before a transaction, never inside one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shared.http import Neighbour, NeighbourAway
from shared.settings import Settings

AT_ONCE = 2000
"""IDs in one question to the registry."""


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

    def legal_lists(self, tournament: str, players: Iterable[str]) -> Asked:
        """6.2, 6.3: whether each of these has a legal list for the tournament; no list is none."""
        try:
            found = self._decks.get(f"/v1/lists/{tournament}/verdicts")
        except NeighbourAway:
            return Asked(away=True)
        legal = {row["player"] for row in found if row["legal"]}
        return Asked({player: player in legal for player in players})
