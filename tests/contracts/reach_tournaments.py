"""What the own-cells of pairing and of decks are about: tournaments of Kazan's club."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.contracts.reach import OTHER_CUP, Ask, World
from tests.contracts.reach_corrections import asks_of_corrections
from tests.contracts.reach_entries import asks_of_entries
from tests.contracts.reach_rounds import asks_of_rounds
from tests.contracts.reach_uploads import asks_of_uploads
from tests.decks.decks_service_desk import LEGAL, PLAYER, TOURNAMENT, desk_on
from tests.house import ok
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall, hall_on

_HOLD = {"code": "hold", "reason": "Проверяем, кто играл."}
_RELEASE = {"code": "hold"}
_TOLD = {"name": "Кубок Казани", "city": "Казань", "date": DAY, "format": CLASSIC, "club": "kazan"}


def _played(hall: Hall, results: bool = True) -> str:
    """A tournament whose only round is paired, and has its results."""
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=0))
    if results:
        hall.favourites_win(made, hall.get(made, "/rounds/current"))
    return made


def _finished(hall: Hall) -> str:
    made = _played(hall)
    ok(hall.do(made, "finish"))
    return made


def _held(hall: Hall) -> str:
    made = _finished(hall)
    ok(hall.do(made, "annul", hall.office, **_HOLD))
    return made


def _held_and_read(hall: Hall) -> Ask:
    return Ask(f"/v1/tournaments/{(made := _held(hall))}/decisions", None, made)


def _changed(hall: Hall) -> Ask:
    made = hall.tournament()
    return Ask(f"/v1/tournaments/{made}", {"minutes": 45}, made, {"If-Match": '"v1"'})


def _asks_of_pairing(hall: Hall) -> dict[str, Callable[[], Ask]]:
    def about(made: str, action: str, body: dict[str, Any] | None = None) -> Ask:
        return Ask(f"/v1/tournaments/{made}/{action}", body, made)

    one = "/v1/tournaments/{tournament}"
    return {
        "POST /v1/tournaments": lambda: Ask("/v1/tournaments", _TOLD),
        f"POST {one}/annul": lambda: about(_finished(hall), "annul", _HOLD),
        f"POST {one}/reinstate": lambda: about(_held(hall), "reinstate", _RELEASE),
        **asks_of_entries(hall),
        **asks_of_rounds(hall),
        **asks_of_uploads(hall),
        **asks_of_corrections(hall),
        f"PATCH {one}": lambda: _changed(hall),
        f"POST {one}/plan": lambda: about(hall.tournament(), "plan", {"plan": "registration"}),
        f"POST {one}/cancel": lambda: about(hall.tournament(), "cancel"),
        f"POST {one}/resume": lambda: about(hall.tournament(), "resume"),
        f"GET {one}/decisions": lambda: _held_and_read(hall),
        f"POST {one}/finish": lambda: about(_played(hall), "finish"),
        f"POST {one}/rounds": lambda: about(hall.tournament(4), "rounds", {"rounds": 1, "top": 0}),
        f"PUT {one}/rounds/{{number}}/tables/{{table}}/result": lambda: about(
            _played(hall, results=False), "rounds/1/tables/1/result", {"kind": "draw"}
        ),
    }


@contextmanager
def pairing_world(database_url: str) -> Iterator[World]:
    """Two cities with a club each, and people; a tournament for each call."""
    hall = hall_on(database_url)
    yield World(hall.http, hall.db, _asks_of_pairing(hall))
    hall.db.close()


@contextmanager
def decks_world(database_url: str) -> Iterator[World]:
    """A tournament of Kazan's, and another one of the same club."""
    desk = desk_on(database_url)
    desk.hear_of(TOURNAMENT)
    desk.hear_of(OTHER_CUP)
    desk.load_sample()
    ok(desk.submit())
    body = {"tournament": TOURNAMENT, "player": PLAYER, "text": LEGAL}
    asks = {
        "POST /v1/lists": lambda: Ask("/v1/lists", body, TOURNAMENT),
        "GET /v1/lists/{tournament}/{player}": lambda: Ask(
            f"/v1/lists/{TOURNAMENT}/{PLAYER}", tournament=TOURNAMENT
        ),
    }
    yield World(desk.http, desk.db, asks)
    desk.db.close()
