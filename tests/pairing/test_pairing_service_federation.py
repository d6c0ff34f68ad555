"""Pairing among its neighbours: all four services over HTTP, on both pairs."""

from typing import Any

import httpx

from services.decks.library import sample_catalogue
from services.pairing import store
from tests.house import Federation, ok, refused, wait_until
from tests.pairing.pairing_service_hall import CLASSIC, DAY

DECK = "\n".join(
    [
        "5 Топляк",
        "5 Комариный рой",
        "3 Болотная кикимора",
        "3 Жаба-вещунья",
        "3 Снежный ёкай",
        "3 Огонёк-обманка",
        "3 Костяной счетовод",
        "3 Гончая бездны",
        "1 Вергельд",
        "1 Сфера смерти",
    ]
)


def hand_in(federation: Federation, tournament: str, player: str) -> Any:
    """Submit a legal list, once decks has heard of the tournament."""
    body = {"tournament": tournament, "player": player, "text": DECK}

    def taken() -> Any:
        answer = federation.decks.post("/v1/lists", json=body)
        early = answer.status_code == 409 and answer.json()["code"] == "tournament_unknown"
        return None if early else ok(answer)

    return wait_until(taken)


def finish(pairing: httpx.Client, path: str) -> Any:
    """Play all that is left, the lower ID winning, and finish."""
    while True:
        played = ok(pairing.get(f"{path}/rounds/current"))
        for table in played["tables"]:
            if table["result"] is None:
                winner = min(table["a"]["player"], table["b"]["player"])
                ok(
                    pairing.put(
                        f"{path}/rounds/{played['round']}/tables/{table['table']}/result",
                        json={"kind": "clean", "winner": winner},
                    )
                )
        answer = pairing.post(f"{path}/finish")
        if answer.is_success:
            return answer.json()
        refused(answer, 409, "rounds_to_play")
        ok(pairing.post(f"{path}/rounds", json={}))


def test_a_tournament_of_the_highest_level_among_its_neighbours(federation: Federation) -> None:
    federation.found()
    catalogue = sample_catalogue()  # taken once decks has heard of the key
    wait_until(lambda: federation.decks.put("/v1/catalogue", json=catalogue).is_success)
    *players, head = federation.newcomers(6)
    certificate = {"level": 4, "since": "2020-01-01", "certified_by": "Коллегия судей"}
    ok(federation.registry.put(f"/v1/judges/{head}", json=certificate))
    key = federation.club_key("kazan")
    club = federation.client("pairing", key)
    body = {
        "name": "Кубок высшего уровня", "city": "Казань", "date": DAY, "format": CLASSIC,
        "level": "highest", "head_judge": head,
    }  # fmt: skip

    def announced() -> Any:
        """Accepted once pairing has heard of the key, the city and the judge."""
        answer = club.post("/v1/tournaments", json=body)
        return answer.json() if answer.is_success else None

    made = wait_until(announced)
    assert (made["official"], made["club"], made["deck_lists"]) == (True, "kazan", "required")
    path = f"/v1/tournaments/{made['tournament']}"

    answer = club.post(f"{path}/entries", json={"players": [*players, "99992"]})
    problem = refused(answer, 422, "player_not_found", "2.1.1")
    assert [row["player"] for row in problem["errors"]] == ["99992"]
    entered = ok(club.post(f"{path}/entries", json={"players": players}))
    assert entered["warnings"] == []

    for player in players[:4]:
        hand_in(federation, made["tournament"], player)
    answer = club.post(f"{path}/rounds", json={"round": 1})
    problem = refused(answer, 409, "deck_lists_missing", "6.3")
    assert [row["player"] for row in problem["errors"]] == [players[4]]
    hand_in(federation, made["tournament"], players[4])

    # The copy may not have heard of it yet: decks is asked, so nobody waits for the log.
    started = ok(club.post(f"{path}/rounds", json={"round": 1}))
    assert started["warnings"] == [] and len(started["byes"]) == 1

    assert finish(club, path)["status"] == "finished"
    champion = ok(club.get(f"{path}/standings"))["final"][0]
    rated = wait_until(lambda: _rated(federation, champion["player"]))
    assert rated["games"] > 0 and champion["name"].startswith("Ежов")

    wait_until(lambda: len(_heard_ratings(federation, players)) == len(players))
    second = wait_until(announced)
    path = f"/v1/tournaments/{second['tournament']}"
    ok(club.post(f"{path}/entries", json={"players": players}))
    ok(club.post(f"{path}/rounds", json={"override": True, "reason": "Списки на бумаге"}))
    assert ok(club.get(f"{path}/standings"))["rows"][0]["rating"] is not None  # T.6: a live rating


def _heard_ratings(federation: Federation, players: list[str]) -> dict[str, int]:
    """What pairing has heard of live ratings."""
    with federation.apps["pairing"].state.db.read() as tx:
        return store.ratings(tx, players)


def _rated(federation: Federation, player: str) -> Any:
    answer = federation.rating.get(f"/v1/ratings/{player}")
    return answer.json() if answer.is_success and answer.json()["games"] else None
