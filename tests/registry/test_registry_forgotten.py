"""Law 11 from end to end: one request at the registry, and no service has the name any more."""

from pathlib import Path
from typing import Any

from deploy.stack import SERVICES
from services.decks.library import sample_catalogue
from shared import inbox
from shared.db import Database
from shared.log.base import Record
from tests.conftest import Pair
from tests.decks.decks_service_desk import LEGAL
from tests.house import Federation, federation_on, ok, wait_until
from tests.registry.registry_forgetting import DOROFEYA, TEXT, found_in, in_files

PUBLIC = ("Дорофея", "Ярополкова", "Жарптица")
MARKS = (*PUBLIC, "Евлампиевна", "zharptitsa", "9007654321", "Мстислав", "жарптица")
ONCE = {"Idempotency-Key": "once"}
TOURNAMENT = {
    "name": "Кубок Казани",
    "city": "kazan",
    "date": "2026-11-28",
    "format": "constructed-classic",
    "club": "kazan",
}


def database(federation: Federation, name: str) -> Database:
    """A service's database."""
    db: Database = federation.apps[name].state.db
    return db


def everywhere(federation: Federation, marks: tuple[str, ...] = MARKS) -> set[tuple[str, ...]]:
    """(service, mark, table, column) of each place that holds one."""
    return {
        (name, *place) for name in SERVICES for place in found_in(database(federation, name), marks)
    }


def known_to(federation: Federation, mark: str, table: str) -> set[str]:
    """The services with a mark in a table."""
    return {
        name for name, found, where, _ in everywhere(federation) if (found, where) == (mark, table)
    }


def park(db: Database, player: str) -> None:
    """As if this person's newest state could not be applied, and an older one had been skipped."""
    key = f"player:{player}"
    with db.write() as tx:
        late = Record("players.v1", 0, 10_000, key, '{"surname": "Ярополкова"}')
        inbox.park(tx, late, 3, "нельзя: Ярополкова")
        inbox.note(tx, "players.v1", key, "skip", "Ирина", "skipped: Ярополкова")


def play(federation: Federation, player: str) -> str:
    """A tournament with her, up to the last round's result; its id."""
    others = federation.newcomers(3)
    wait_until(lambda: known_to(federation, "Ярополкова", "person") == set(SERVICES[1:]))
    made = ok(federation.pairing.post("/v1/tournaments", json=TOURNAMENT, headers=ONCE))
    address = f"/v1/tournaments/{made['tournament']}"
    people = {"players": [player, *others]}
    ok(federation.pairing.post(f"{address}/entries", json=people, headers=ONCE))
    hand_in(federation, made["tournament"], player)
    ok(federation.pairing.post(f"{address}/rounds", json={"rounds": 1, "top": 0}, headers=ONCE))
    return address


def hand_in(federation: Federation, tournament: str, player: str) -> None:
    """A deck list with her name in it."""
    ok(federation.decks.put("/v1/catalogue", json=sample_catalogue()))
    cards = LEGAL.partition("\n")[2]
    text = f"# Дека Ярополковой\n{cards}// Ярополкова Дорофея"
    body = {"tournament": tournament, "player": player, "text": text}
    wait_until(lambda: federation.decks.post("/v1/lists", json=body, headers=ONCE).is_success)


def record_all(federation: Federation, address: str) -> None:
    """Every table of the round is a draw."""
    for table in (1, 2):
        where = f"{address}/rounds/1/tables/{table}/result"
        ok(federation.pairing.put(where, json={"kind": "draw"}))


def discipline(federation: Federation, player: str) -> None:
    """A penalty and a suspension with texts, and a reading of contacts."""
    given = {"player": player, "infraction": "P.5.2", "level": "warning", "day": "2026-11-05"}
    ok(federation.registry.post("/v1/penalties", json={**given, "text": TEXT}, headers=ONCE))
    term = {"player": player, "since": "2027-01-01", "text": TEXT}
    ok(federation.registry.post("/v1/suspensions", json=term, headers=ONCE))
    ok(federation.registry.get(f"/v1/players/{player}/contacts"))


def test_law_11_one_request_and_nobody_has_the_name_any_more(pair: Pair, tmp_path: Path) -> None:
    with federation_on(pair.database_url, pair.event_log_url) as federation:
        federation.found()
        player = ok(federation.registry.post("/v1/players", json=DOROFEYA, headers=ONCE))["player"]
        address = play(federation, player)
        discipline(federation, player)
        for name in SERVICES[1:]:
            park(database(federation, name), player)
        assert known_to(federation, "Ярополкова", "idempotency") >= {"registry", "pairing", "decks"}
        assert known_to(federation, "Ярополкова", "deck_list") == {"decks"}
        assert known_to(federation, "Ярополкова", "parked") == set(SERVICES[1:])
        assert {mark for _, mark, *_ in everywhere(federation)} == set(MARKS)
        if pair.name == "embedded":
            assert {mark for mark, _ in in_files(tmp_path, MARKS)} == set(MARKS)

        ok(federation.registry.post(f"/v1/players/{player}/erase", json={"confirm": player}))
        wait_until(lambda: not everywhere(federation))

        the_id_stays(federation, player, address)
        a_repeat_creates_nothing(federation, player, address)
        record_all(federation, address)
        ok(federation.pairing.post(f"{address}/finish"))
        wait_until(lambda: rated(federation, player))
        feed = federation.registry.get("/v1/players.v1/events", params={"limit": 500}).text
        assert not [mark for mark in MARKS if mark in feed]
        assert everywhere(federation) == set()
    if pair.name == "embedded":  # closed, so that what was written ahead is in the files
        assert any(path.name == "log.sqlite" for path in tmp_path.rglob("*"))
        assert in_files(tmp_path, MARKS) == set()


def the_id_stays(federation: Federation, player: str, address: str) -> None:
    """She is shown by her number, wherever her name was."""
    named = [row["name"] for row in ok(federation.pairing.get(f"{address}/standings"))["rows"]]
    assert f"№ {player}" in named
    shown = ok(federation.registry.get(f"/v1/players/{player}"))
    assert (shown["player"], shown["surname"], shown["first_name"]) == (player, "", "")
    found = ok(federation.registry.get("/v1/players:identify", params={"q": "Ярополкова"}))
    assert found["outcome"] == "none"


def a_repeat_creates_nothing(federation: Federation, player: str, address: str) -> None:
    """The stored answers are there, without the name."""
    replayed: list[Any] = [
        federation.pairing.post("/v1/tournaments", json=TOURNAMENT, headers=ONCE),
        federation.registry.post("/v1/players", json=DOROFEYA, headers=ONCE),
        federation.pairing.post(f"{address}/rounds", json={"rounds": 1, "top": 0}, headers=ONCE),
    ]
    for answer in replayed:
        assert answer.headers["Idempotency-Replayed"] == "true"
        assert not [mark for mark in MARKS if mark in answer.text]
    assert ok(replayed[1])["player"] == player
    assert f"№ {player}" in replayed[2].text


def rated(federation: Federation, player: str) -> bool:
    """Whether the tournament that ended afterwards is in the ledger, with her by her number."""
    answer = federation.rating.get(f"/v1/ratings/{player}")
    return bool(
        answer.is_success and answer.json()["games"] and answer.json()["name"] == f"№ {player}"
    )
