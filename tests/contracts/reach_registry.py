"""What the registry's own-cells are about: people, keys, rights, penalties of Kazan's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from services.registry.tables.played import Tournament
from shared.clock import today
from tests.contracts.reach import OTHER_CUP, Ask, World
from tests.house import inside, ok, person
from tests.registry.registry_client import alone_on, found_places
from tests.tokens import signed_in

CUP = "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"
_CITIES = {"kazan": "Казань", "omsk": "Омск"}
_CLUBS = {
    "kazan": ("Клуб «Ёж»", "kazan"),
    "veter": ("Клуб «Ветер»", "kazan"),
    "omsk": ("Клуб «Омь»", "omsk"),
}
_OFFICE = "1184"
"""Nobody of those who are called: who gave a right revokes it wherever it is."""
_UNTIL, _REASON = {"until": "2026-12-31"}, {"reason": "Свидетели ошиблись"}


class Things:
    """New ones, each made by the office."""

    def __init__(self, http: Any, office: dict[str, str]) -> None:
        self._http, self._office, self._numbers = http, office, count()

    def _made(self, path: str, **body: Any) -> Any:
        return ok(self._http.post(path, json=body, headers=self._office))

    def player(self) -> str:
        """A person of Kazan's club and city."""
        newcomer = person(next(self._numbers))
        return str(self._made("/v1/players", **newcomer, club="kazan")["player"])

    def key(self) -> str:
        """The prefix of a key of Kazan's club."""
        made = self._made("/v1/keys", role="club", club="kazan", name="ноутбук")
        return str(made["prefix"])

    def grant(self) -> str:
        """A right at the desk of Kazan's tournament."""
        made = self._made("/v1/staff", player=self.player(), role="desk", tournament=CUP)
        return str(made["grant"])

    def penalty(self) -> str:
        """A penalty of a person of Kazan."""
        made = self._made("/v1/penalties", **self.penalised())
        return str(made["penalty"])

    def penalised(self) -> dict[str, Any]:
        """What is told of one."""
        told = {"infraction": "P.5.2", "level": "warning", "day": "2026-11-05"}
        return {"player": self.player(), **told}

    def suspension(self) -> str:
        """A suspension of a person of Kazan."""
        made = self._made("/v1/suspensions", **self.suspended())
        return str(made["suspension"])

    def suspended(self) -> dict[str, Any]:
        """What is told of one."""
        return {"player": self.player(), "since": "2026-11-05", "infraction": "P.5.2"}


def _asks(new: Things) -> dict[str, Callable[[], Ask]]:
    def of_key(prefix: str, **more: Any) -> Ask:
        return Ask(f"/v1/keys/{prefix}", **more)

    def staff(path: str = "", body: dict[str, Any] | None = None, seen: str | None = None) -> Ask:
        return Ask(f"/v1/staff{path}", body, CUP, seen=seen)

    version = {"If-Match": '"v1"'}
    return {
        "GET /v1/clubs/{club}/blocks": lambda: Ask("/v1/clubs/kazan/blocks"),
        "POST /v1/clubs/{club}/blocks": lambda: Ask("/v1/clubs/kazan/blocks", {"size": 1}),
        "GET /v1/keys": lambda: Ask("/v1/keys", seen=new.key()),
        "DELETE /v1/keys/{prefix}": lambda: of_key(new.key()),
        "POST /v1/keys/{prefix}/rotate": lambda: of_key(f"{new.key()}/rotate", body={}),
        "POST /v1/penalties": lambda: Ask("/v1/penalties", new.penalised()),
        "GET /v1/penalties/{penalty}": lambda: Ask(f"/v1/penalties/{new.penalty()}"),
        "POST /v1/penalties/{penalty}/revoke": lambda: Ask(
            f"/v1/penalties/{new.penalty()}/revoke", _REASON
        ),
        "DELETE /v1/penalties/{penalty}/text": lambda: Ask(f"/v1/penalties/{new.penalty()}/text"),
        "PATCH /v1/players/{player}": lambda: Ask(
            f"/v1/players/{new.player()}", {"email": "new@example.org"}, headers=version
        ),
        "GET /v1/players/{player}/contacts": lambda: Ask(f"/v1/players/{new.player()}/contacts"),
        "GET /v1/players/{player}/penalties": lambda: Ask(f"/v1/players/{new.player()}/penalties"),
        "GET /v1/staff": lambda: staff(seen=new.grant()),
        "POST /v1/staff": lambda: staff(
            body={"player": new.player(), "role": "desk", "tournament": CUP}
        ),
        "DELETE /v1/staff/{grant}": lambda: staff(f"/{new.grant()}"),
        "POST /v1/staff/{grant}/card": lambda: staff(f"/{new.grant()}/card"),
        "POST /v1/staff/{grant}/code": lambda: staff(f"/{new.grant()}/code"),
        "POST /v1/suspensions": lambda: Ask("/v1/suspensions", new.suspended()),
        "GET /v1/suspensions/{suspension}": lambda: Ask(f"/v1/suspensions/{new.suspension()}"),
        "PATCH /v1/suspensions/{suspension}": lambda: Ask(
            f"/v1/suspensions/{new.suspension()}", _UNTIL, headers=version
        ),
        "POST /v1/suspensions/{suspension}/revoke": lambda: Ask(
            f"/v1/suspensions/{new.suspension()}/revoke", _REASON
        ),
        "DELETE /v1/suspensions/{suspension}/text": lambda: Ask(
            f"/v1/suspensions/{new.suspension()}/text"
        ),
    }


@contextmanager
def registry_world(database_url: str) -> Iterator[World]:
    """Two cities, three clubs, a tournament in each city."""
    with alone_on(database_url) as http:
        db = inside(http).db
        found_places(http, _CITIES, _CLUBS)
        with db.write() as tx:
            for cup, city in ((CUP, "kazan"), (OTHER_CUP, "omsk")):
                tx.add(Tournament(tournament=cup, name="Кубок", club=city, city=city, day=today()))
        yield World(http, db, _asks(Things(http, signed_in(db, "office", _OFFICE))))
