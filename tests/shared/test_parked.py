"""Parked events under redelivery, republishing, and people who retry while the service runs."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlmodel import Session

from shared import inbox
from shared.consumer import APPLIED, Applier
from shared.db import Database
from shared.events.envelope import Envelope
from shared.events.tournaments import TournamentAnnulled
from shared.handlers import Handlers
from shared.log.base import Record
from tests.shared.copies import applier, copies_database, record

TOPIC = "tournaments.v1"


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    made = copies_database(database_url)
    yield made
    made.close()


class Hall:
    """A handler that fails while it is ``broken``, and can be held up in the middle."""

    def __init__(self, db: Database) -> None:
        self.broken = True
        self.applied: list[int] = []
        self.inside = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        handlers = Handlers()
        handlers.on(TournamentAnnulled)(self._handle)
        self.house: Applier = applier(db, handlers)

    def _handle(self, _tx: Session, _envelope: Envelope, event: TournamentAnnulled) -> None:
        if self.broken:
            raise ValueError("нельзя")
        self.inside.set()
        assert self.may_go_on.wait(10)
        self.applied.append(event.revision)


def annulled(revision: int, offset: int, key: str = "a") -> Record:
    return record(TournamentAnnulled(revision=revision, code="hold"), key, offset)


def offsets(db: Database) -> list[tuple[str, int]]:
    with db.read() as tx:
        return [(row.key, row.offset) for row in inbox.parked_of(tx)]


def test_a_republished_event_is_not_parked_twice(db: Database) -> None:
    first, second = annulled(1, 0), annulled(2, 1)
    hall = Hall(db)
    hall.house.apply([first, second])
    hall.house.apply([replace(first, offset=7), replace(second, offset=8)])
    assert offsets(db) == [("a", 0), ("a", 1)]


def test_a_log_that_began_anew_parks_what_stands_at_an_old_offset(db: Database) -> None:
    hall = Hall(db)
    hall.house.apply([annulled(1, 0)])
    hall.house.apply([annulled(1, 0, "b")])
    assert offsets(db) == [("a", 0), ("b", 0)]


@pytest.mark.parametrize("value", ["\0", '{"id":"\0"}', "нет"])
def test_unreadable_bytes_park_and_stop_nobody(db: Database, value: str) -> None:
    hall = Hall(db)
    hall.broken = False
    good = annulled(1, 1, "b")
    hall.house.apply([replace(good, key="a", value=value), good])
    assert offsets(db) == [("a", 1)]
    assert hall.applied == [1]


def test_a_reason_that_no_database_holds_parks_all_the_same(db: Database) -> None:
    def fail(_tx: Session, _envelope: Envelope, _event: TournamentAnnulled) -> None:
        raise ValueError("до\0после")

    handlers = Handlers()
    handlers.on(TournamentAnnulled)(fail)
    applier(db, handlers).apply([annulled(1, 0)])
    assert offsets(db) == [("a", 0)]


def test_a_retry_of_nothing_says_so_and_leaves_no_trail(db: Database) -> None:
    assert Hall(db).house.retry(TOPIC, "a", "Ирина") is None


def test_an_event_that_comes_during_a_retry_is_not_left_behind(db: Database) -> None:
    hall = Hall(db)
    hall.house.apply([annulled(1, 0), annulled(2, 1)])
    hall.broken = False
    hall.may_go_on.clear()
    outcomes: list[str | None] = []
    retrying = threading.Thread(target=lambda: outcomes.append(hall.house.retry(TOPIC, "a", "Ё")))
    retrying.start()
    assert hall.inside.wait(10)
    coming = threading.Thread(target=lambda: hall.house.apply([annulled(3, 2)]))
    coming.start()  # the consumer, while the retry is half-way
    coming.join(0.3)
    hall.may_go_on.set()
    retrying.join(10)
    coming.join(10)
    assert (outcomes, hall.applied, offsets(db)) == ([APPLIED], [1, 2, 3], [])


def test_two_who_retry_at_once_apply_each_event_once(db: Database) -> None:
    hall = Hall(db)
    hall.house.apply([annulled(number, number) for number in range(20)])
    hall.broken = False
    both = [threading.Thread(target=hall.house.retry, args=(TOPIC, "a", who)) for who in "АБ"]
    for one in both:
        one.start()
    for one in both:
        one.join(20)
    assert (hall.applied, offsets(db)) == (list(range(20)), [])
