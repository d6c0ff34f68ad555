"""Both databases: no lost increments, outbox with its state, the relay's order."""

import threading
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import col

from shared import outbox
from shared.db import Database
from shared.log import open_log
from shared.log.base import LogUnavailable
from shared.log.topics import TOPICS
from shared.people import Person
from shared.relay import Relay
from shared.tables import Outbox
from tests.conftest import Pair
from tests.house import wait_until
from tests.log_reading import read_as
from tests.shared.copies import copies_database, player


@pytest.fixture
def db(pair: Pair) -> Any:
    made = copies_database(pair.database_url)
    yield made
    made.close()


def publish(db: Database, player_id: str, revision: int) -> None:
    with db.write() as tx:
        event = player(player_id, revision)
        outbox.publish(tx, event, key=f"player:{player_id}", who="console:tests")


def test_concurrent_increments_are_never_lost(db: Database) -> None:
    with db.write() as tx:
        tx.add(Person(**vars(player("1", 0)), city_folded=""))

    def increment() -> None:
        for _ in range(10):
            with db.write() as tx:
                row = tx.get_one(Person, "1", with_for_update=True)
                row.revision += 1
                tx.add(row)

    threads = [threading.Thread(target=increment) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with db.read() as tx:
        assert tx.get_one(Person, "1").revision == 80


def test_law_3_a_refused_transaction_publishes_nothing(db: Database) -> None:
    with pytest.raises(ZeroDivisionError), db.write() as tx:
        outbox.publish(tx, player("1", 1), key="player:1", who="console:tests")
        raise ZeroDivisionError
    with db.read() as tx:
        assert outbox.waiting(tx) == (0, 0.0)


def test_the_relay_sends_in_order_marks_rows_and_drops_superseded_ones(
    db: Database, pair: Pair
) -> None:
    log = open_log(pair.event_log_url)
    log.ensure(TOPICS)
    for revision in (1, 2, 3):
        publish(db, "1007", revision)
        publish(db, f"20{revision}", 1)
    relay = Relay(db, log, "copies", 0.1)
    relay.start()
    wait_until(lambda: _waiting(db) == 0)
    relay.stop()
    with db.read() as tx:
        rows = tx.execute(
            select(col(Outbox.key), col(Outbox.position)).order_by(col(Outbox.position))
        ).all()
    assert [key for key, _ in rows] == ["player:201", "player:202", "player:1007", "player:203"]
    assert [position for _, position in rows] == [2, 4, 5, 6]
    kept = 4 if pair.name == "embedded" else 6  # Kafka compacts in its own time
    newest = {r.key: r.value for r in read_as(log, "reader", ["players.v1"], kept)}
    assert '"revision":3' in newest["player:1007"]


def test_republish_sends_the_same_ids_at_the_same_positions(db: Database, pair: Pair) -> None:
    log = open_log(pair.event_log_url)
    log.ensure(TOPICS)
    publish(db, "1007", 1)
    relay = Relay(db, log, "copies", 0.1)
    relay.start()
    wait_until(lambda: _waiting(db) == 0)
    before = _rows(db)
    assert outbox.republish(db, "players.v1") == 1
    wait_until(lambda: _waiting(db) == 0)
    relay.stop()
    assert _rows(db) == before


def test_an_absent_log_loses_nothing(db: Database, pair: Pair) -> None:
    class Away:
        def __init__(self) -> None:
            self.calls = 0

        def producer(self) -> Any:
            self.calls += 1
            raise LogUnavailable("away")

    away: Any = Away()
    publish(db, "1007", 1)
    relay = Relay(db, away, "copies", 0.05)
    relay.start()
    wait_until(lambda: away.calls >= 2)
    relay.stop()
    assert _waiting(db) == 1
    log = open_log(pair.event_log_url)
    log.ensure(TOPICS)
    relay = Relay(db, log, "copies", 0.05)
    relay.start()
    wait_until(lambda: _waiting(db) == 0)
    relay.stop()


@pytest.mark.real
def test_who_lost_the_session_of_its_lock_stops_the_work_of_one(postgres_url: str) -> None:
    mine, other = copies_database(postgres_url), copies_database(postgres_url)
    kill = text(
        "select pg_terminate_backend(pid) from pg_locks"
        " where locktype = 'advisory' and pid <> pg_backend_pid()"
    )
    with mine.only_one("relay") as still_mine, other.only_one("relay") as theirs:
        assert still_mine()
        assert not theirs()
        with other.write() as tx:
            tx.execute(kill)
        wait_until(theirs)
        with pytest.raises(DBAPIError):
            still_mine()
    mine.close()
    other.close()


def _waiting(db: Database) -> int:
    with db.read() as tx:
        return outbox.waiting(tx)[0]


def _rows(db: Database) -> list[tuple[str, int]]:
    with db.read() as tx:
        found = tx.execute(select(col(Outbox.event_id), col(Outbox.position))).all()
        return [(event_id, position or 0) for event_id, position in found]
