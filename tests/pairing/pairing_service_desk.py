"""A hall's desk: calls about entries, as short as tests want them."""

from dataclasses import dataclass
from typing import Any

from tests.house import ok
from tests.pairing.pairing_service_hall import Hall


@dataclass
class Door:
    """The entries of one tournament, at the door of a hall."""

    hall: Hall
    tournament: str

    def call(self, method: str, what: str, body: Any = None, by: Any = None) -> Any:
        """The answer to a call about the tournament."""
        path = f"/v1/tournaments/{self.tournament}{what}"
        return self.hall.http.request(method, path, json=body, headers=by or self.hall.kazan)

    def about(self, player: str, what: str, body: Any = None, **more: Any) -> Any:
        """POST about an entry."""
        return self.call("POST", f"/entries/{player}/{what}", body, **more)

    def paste(self, lines: Any, **more: Any) -> Any:
        """The report about a pasted list."""
        return ok(self.call("POST", "/entries:bulk", {"lines": lines, **more}))

    def setting(self, **settings: Any) -> Any:
        """Change settings of the tournament, as one who has just read them."""
        path = f"/v1/tournaments/{self.tournament}"
        seen = self.hall.http.get(path).headers["ETag"]
        headers = {**self.hall.kazan, "If-Match": seen}
        return ok(self.hall.http.patch(path, json=settings, headers=headers))

    def entries(self, **params: Any) -> Any:
        """The list of entries."""
        return self.hall.get(self.tournament, "/entries", **params)

    def of(self, player: str) -> Any:
        """All that a player asks."""
        return self.hall.get(self.tournament, f"/entries/{player}")

    def playing(self) -> list[str]:
        """IDs of those who are in and have not left, by number."""
        return [
            each["player"]
            for each in self.entries()["entries"]
            if each["waiting"] is None and each["dropped_after"] is None
        ]

    def waiting(self) -> list[str]:
        """IDs of the waiting list, who is next first."""
        rows = [each for each in self.entries()["entries"] if each["waiting"] is not None]
        return [each["player"] for each in sorted(rows, key=lambda each: each["waiting"])]

    def pair(self, **how: Any) -> Any:
        """The next round."""
        return ok(self.hall.pair(self.tournament, **how))

    def paired(self) -> set[str]:
        """IDs of those who are in the current round, byes too."""
        now = self.hall.get(self.tournament, "/rounds/current")
        seats = [seat for table in now["tables"] for seat in (table["a"], table["b"])]
        return {seat["player"] for seat in [*seats, *now["byes"]]}

    def round_won(self) -> Any:
        """Favourites win the current round."""
        now = self.hall.get(self.tournament, "/rounds/current")
        self.hall.favourites_win(self.tournament, now)
        return now


def door_of(hall: Hall, players: int = 0, **announced: Any) -> Door:
    """A new tournament with so many players."""
    return Door(hall, hall.tournament(players, **announced))
