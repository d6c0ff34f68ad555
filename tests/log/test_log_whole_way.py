"""Outbox, relay, log, consumer, effect: the whole way, with what goes wrong on it."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from kafka import KafkaProducer
from sqlalchemy import func, select
from sqlmodel import Session, col

from deploy.kafka.start import Broker
from shared import inbox, outbox
from shared.consumer import APPLIED, Applier, Consumer
from shared.db import Database
from shared.events.envelope import Envelope
from shared.events.tournaments import TournamentAnnulled
from shared.handlers import Handlers
from shared.log import open_log
from shared.log.base import EventLog
from shared.log.topics import TOPICS
from shared.people import Person
from shared.relay import Relay
from shared.tables import Inbox, Outbox
from tests.conftest import Pair
from tests.house import wait_until
from tests.log.test_log_away import own_broker
from tests.shared.copies import applier, copies_database

__all__ = ["own_broker"]

TOPIC = "tournaments.v1"
KEYS = ("казань", "омск", "тверь")
BACK_WITHIN = 60.0
"""Seconds for everything to arrive after a broker was away; sessions and pauses run out first."""


class Hall:
    """A handler whose effect shows loss, doubling and disorder: a count and a last number a key."""

    def __init__(self) -> None:
        self.poison: set[int] = set()
        self.disorder: list[str] = []
        self.handlers = Handlers()
        self.handlers.on(TournamentAnnulled)(self._handle)

    def _handle(self, tx: Session, envelope: Envelope, event: TournamentAnnulled) -> None:
        key = envelope.partitionkey
        if event.revision in self.poison and key == KEYS[0]:
            raise ValueError("нельзя")
        row = tx.get(Person, key) or self._person(key)
        if event.revision != row.revision + 1:
            self.disorder.append(f"{key}: {event.revision} after {row.revision}")
        row.revision += 1
        tx.add(row)

    def _person(self, key: str) -> Person:
        return Person(
            player=key,
            revision=0,
            first_name="Алёна",
            surname="Ёлкина",
            nickname=None,
            city=key,
            city_folded=key,
            status="registered",
        )


@contextmanager
def relaying(db: Database, log: EventLog) -> Iterator[None]:
    """A relay's thread."""
    relay = Relay(db, log, "copies", 0.05)
    relay.start()
    try:
        yield
    finally:
        relay.stop()


@contextmanager
def consuming(house: Applier, log: EventLog) -> Iterator[None]:
    """A consumer's thread; leaving it is a restart for the next."""
    consumer = Consumer(house, log, "reader", [TOPIC], 0.1)
    consumer.start()
    try:
        yield
    finally:
        consumer.stop()


def publish(db: Database, first: int, last: int) -> None:
    """Events first..last of each key, in small transactions."""
    for number in range(first, last + 1):
        with db.write() as tx:
            for key in KEYS:
                event = TournamentAnnulled(revision=number, code="hold")
                outbox.publish(tx, event, key=key, who="console:tests")


def reached(db: Database) -> dict[str, int]:
    """How many events of each key took effect."""
    with db.read() as tx:
        rows = tx.execute(select(col(Person.player), col(Person.revision)))
        return Counter({key: int(count) for key, count in rows})


def parked(db: Database) -> int:
    with db.read() as tx:
        return inbox.count_parked(tx)


def in_inbox(db: Database) -> int:
    with db.read() as tx:
        return tx.scalar(select(func.count()).select_from(Inbox)) or 0


@pytest.fixture
def writer(pair: Pair) -> Iterator[Database]:
    """The database that publishes."""
    made = copies_database(pair.database_url)
    yield made
    made.close()


def test_law_3_a_poison_event_and_a_restart_lose_nothing_and_double_nothing(
    pair: Pair, writer: Database
) -> None:
    log, hall = open_log(pair.event_log_url), Hall()
    log.ensure(TOPICS)
    house = applier(writer, hall.handlers)
    hall.poison = {3}
    with relaying(writer, log):
        with consuming(house, log):
            publish(writer, 1, 5)
            wait_until(lambda: parked(writer) == 3 and reached(writer)[KEYS[2]] == 5)
        publish(writer, 6, 8)  # while nobody reads
        with consuming(house, log):
            wait_until(lambda: parked(writer) == 6 and reached(writer)[KEYS[2]] == 8)
            assert reached(writer) == {KEYS[0]: 2, KEYS[1]: 8, KEYS[2]: 8}
            hall.poison = set()
            assert house.retry(TOPIC, KEYS[0], "Ирина") == APPLIED
            publish(writer, 9, 9)
            wait_until(lambda: min(reached(writer)[key] for key in KEYS) == 9)
            outbox.republish(writer, TOPIC)  # everything once more, the same ids
            publish(writer, 10, 10)
            wait_until(lambda: min(reached(writer)[key] for key in KEYS) == 10)
    assert (in_inbox(writer), parked(writer), hall.disorder) == (30, 0, [])


@pytest.mark.real
def test_law_3_a_killed_broker_loses_nothing_and_doubles_nothing(
    own_broker: Broker, postgres_url: str
) -> None:
    url = f"{own_broker.url()}?session_timeout=3&delivery_timeout=3&bootstrap_timeout=1"
    log, hall, db = open_log(url), Hall(), copies_database(postgres_url)
    log.ensure(TOPICS)
    with relaying(db, log), consuming(applier(db, hall.handlers), log):
        publish(db, 1, 20)
        wait_until(lambda: reached(db)[KEYS[0]] >= 5)
        writing = threading.Thread(target=publish, args=(db, 21, 200))
        writing.start()
        own_broker.kill()
        writing.join()
        time.sleep(0.5)  # the relay has met an absent broker
        own_broker.start()
        wait_until(lambda: min(reached(db)[key] for key in KEYS) == 200, BACK_WITHIN)
        publish(db, 201, 202)
        wait_until(lambda: min(reached(db)[key] for key in KEYS) == 202, BACK_WITHIN)
    assert (in_inbox(db), parked(db), hall.disorder) == (606, 0, [])
    with db.read() as tx:
        assert outbox.waiting(tx)[0] == 0
    db.close()


@pytest.mark.real
def test_law_3_two_processes_of_one_service_share_the_work(
    kafka_url: str, postgres_url: str
) -> None:
    log, hall = open_log(kafka_url), Hall()
    log.ensure(TOPICS)
    one, other = copies_database(postgres_url), copies_database(postgres_url)

    def all_reached(number: int) -> bool:
        return min(reached(one)[key] for key in KEYS) == number

    with relaying(one, log), consuming(applier(one, hall.handlers), log):
        publish(one, 1, 20)
        with relaying(other, log), consuming(applier(other, hall.handlers), log):
            publish(other, 21, 60)
            wait_until(lambda: all_reached(60))
        publish(one, 61, 80)  # the other has left the group, and the relay's lock
        wait_until(lambda: all_reached(80))
    assert (in_inbox(one), parked(one), hall.disorder) == (240, 0, [])
    with one.read() as tx:
        positions = list(tx.scalars(select(col(Outbox.position)).order_by(col(Outbox.seq))))
    assert positions == list(range(1, 241))
    one.close()
    other.close()


@pytest.mark.real
def test_bytes_of_a_stranger_park_and_stop_nobody(kafka_url: str, postgres_url: str) -> None:
    log, hall, db = open_log(kafka_url), Hall(), copies_database(postgres_url)
    log.ensure(TOPICS)
    servers, prefix = kafka_url.removeprefix("kafka://").partition("?")[0].split("/")
    stranger = KafkaProducer(bootstrap_servers=servers)
    for value in (b"\xff\xfe", b"\0", b'{"id": "\xd0"}'):
        stranger.send(f"{prefix}.{TOPIC}", value, key=b"\xd0\0")
    stranger.close()
    publish(db, 1, 3)
    with relaying(db, log), consuming(applier(db, hall.handlers), log):
        wait_until(lambda: parked(db) == 3 and min(reached(db)[key] for key in KEYS) == 3)
    db.close()
