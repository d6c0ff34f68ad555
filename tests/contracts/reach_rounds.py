"""What the own-cells of pairing are about in a round: drafts, swaps, the clock."""

from collections.abc import Callable
from typing import Any

from tests.contracts.reach import Ask
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall


def asks_of_rounds(hall: Hall) -> dict[str, Callable[[], Ask]]:
    """Calls about a new tournament of four: a draft before its first round, or its first round."""
    one = "/v1/tournaments/{tournament}"

    def drafted(body: Any = None) -> Ask:
        made = hall.tournament(4)
        ok(hall.do(made, "rounds/draft"))
        return Ask(f"/v1/tournaments/{made}/rounds/draft", body, made)

    def paired(what: str, body: Any) -> Ask:
        made = hall.tournament(4)
        ok(hall.pair(made))
        return Ask(f"/v1/tournaments/{made}/{what}", body, made)

    def swapped() -> Ask:
        ask = paired("rounds/1/swap", None)
        tables = hall.get(ask.tournament, "/rounds/1")["tables"]
        players = [each["a"]["player"] for each in tables]
        body = {"players": players, "reason": "Соседи по столу просили."}
        return Ask(ask.path, body, ask.tournament)

    return {
        f"POST {one}/rounds/draft": lambda: drafted({"redraw": True}),
        f"GET {one}/rounds/draft": drafted,
        f"DELETE {one}/rounds/draft": drafted,
        f"POST {one}/rounds/{{number}}/swap": swapped,
        f"POST {one}/clock": lambda: paired("clock", {"action": "start"}),
        f"POST {one}/rounds/{{number}}/tables/{{table}}/time": lambda: paired(
            "rounds/1/tables/1/time", {"minutes": 5}
        ),
    }
