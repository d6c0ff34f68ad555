"""Events take effect exactly once; a poison one parks its key and nothing else."""

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlmodel import Session

from shared import inbox
from shared.db import Database
from shared.events.envelope import Envelope
from shared.events.tournaments import TournamentAnnulled
from shared.handlers import Handlers
from shared.people import Person
from shared.tables import Inbox, ParkedAction
from tests.shared.copies import applier, copies_database, player, record


@pytest.fixture
def db(database_url: str) -> Any:
    made = copies_database(database_url)
    yield made
    made.close()


def person(db: Database, player_id: str) -> Person | None:
    with db.read() as tx:
        return tx.get(Person, player_id)


class Brittle:
    """A handler that fails for some tournaments until it is mended; counts what it applied."""

    def __init__(self) -> None:
        self.broken: set[str] = set()
        self.applied: list[tuple[str, int]] = []
        self.handlers = Handlers()
        self.handlers.on(TournamentAnnulled)(self._handle)

    def _handle(self, _tx: Session, envelope: Envelope, event: TournamentAnnulled) -> None:
        if envelope.partitionkey in self.broken:
            raise ValueError("нельзя")
        self.applied.append((envelope.partitionkey, event.revision))


def annulled(key: str, revision: int, offset: int) -> Any:
    return record(TournamentAnnulled(revision=revision, code="hold"), key, offset)


def test_law_3_a_second_delivery_does_nothing(db: Database) -> None:
    brittle = Brittle()
    first = annulled("a", 1, 0)
    applier(db, brittle.handlers).apply([first, first])
    applier(db, brittle.handlers).apply([first])
    assert brittle.applied == [("a", 1)]


def test_the_highest_revision_of_a_state_wins_in_any_order(db: Database) -> None:
    new, old = player("1007", 2, "Ворона"), player("1007", 1)
    applier(db).apply([record(new, "player:1007", 0)])
    applier(db).apply([record(old, "player:1007", 1)])
    found = person(db, "1007")
    assert found
    assert (found.revision, found.nickname) == (2, "Ворона")


def test_a_poison_event_parks_its_key_and_others_go_on(db: Database) -> None:
    brittle = Brittle()
    brittle.broken = {"a"}
    applier(db, brittle.handlers).apply(
        [annulled("a", 1, 0), annulled("b", 1, 1), annulled("a", 2, 2)]
    )
    applier(db, brittle.handlers).apply([annulled("a", 3, 3), annulled("c", 1, 4)])
    assert brittle.applied == [("b", 1), ("c", 1)]
    with db.read() as tx:
        parked = inbox.parked_of(tx)
        assert [(row.key, row.offset, row.attempts) for row in parked] == [
            ("a", 0, 3),
            ("a", 2, 0),
            ("a", 3, 0),
        ]
        assert "нельзя" in parked[0].reason


def test_a_retry_applies_the_key_in_order_and_leaves_a_trail(db: Database) -> None:
    brittle = Brittle()
    brittle.broken = {"a"}
    house = applier(db, brittle.handlers)
    house.apply([annulled("a", n, n) for n in (1, 2, 3)])
    assert str(house.retry("tournaments.v1", "a", "Ирина")).startswith("failed: ValueError")
    brittle.broken = set()
    assert house.retry("tournaments.v1", "a", "Ирина") == "applied"
    assert brittle.applied == [("a", 1), ("a", 2), ("a", 3)]
    house.apply([annulled("a", 4, 4)])
    assert brittle.applied[-1] == ("a", 4)
    with db.read() as tx:
        trail = tx.execute(select(ParkedAction.action, ParkedAction.who)).all()  # type: ignore[call-overload]
    assert trail == [("retry", "Ирина"), ("retry", "Ирина")]


def test_a_skip_gives_up_one_event_and_frees_the_rest(db: Database) -> None:
    brittle = Brittle()
    house = applier(db, brittle.handlers)
    bad = annulled("a", 1, 0)
    broken = type(bad)(bad.topic, 0, 0, "a", bad.value[:40])
    house.apply([broken, annulled("a", 2, 1)])
    with db.write() as tx:
        assert inbox.skip(tx, "tournaments.v1", "a", "Ирина")
    assert house.retry("tournaments.v1", "a", "Ирина") == "applied"
    assert brittle.applied == [("a", 2)]
    with db.write() as tx:
        assert not inbox.skip(tx, "tournaments.v1", "a", "Ирина")


def test_on_a_compacted_topic_a_newer_state_replaces_the_parked_one(db: Database) -> None:
    bad = record(player("1007", 1), "player:1007", 0)
    broken = type(bad)(
        bad.topic, 0, 0, bad.key, bad.value.replace('"revision":1', '"revision":"?"')
    )
    applier(db).apply([broken])
    assert person(db, "1007") is None
    applier(db).apply([record(player("1007", 2), "player:1007", 1)])
    assert person(db, "1007")
    with db.read() as tx:
        assert inbox.parked_of(tx) == []


def test_a_type_that_nobody_here_wants_is_passed_over_without_a_trace(db: Database) -> None:
    known = record(player("1007", 1), "player:1007", 0)
    newer = type(known)(
        known.topic, 0, 0, known.key, known.value.replace("player.changed.v1", "player.sang.v1")
    )
    applier(db).apply([newer])
    with db.read() as tx:
        assert inbox.parked_of(tx) == []
        assert tx.scalar(select(func.count()).select_from(Inbox)) == 0


def test_unknown_fields_are_passed_over(db: Database) -> None:
    known = record(player("1007", 1), "player:1007", 0)
    newer = type(known)(
        known.topic, 0, 0, known.key, known.value.replace('"revision":1', '"revision":1,"mood":2')
    )
    applier(db).apply([newer])
    assert person(db, "1007")
