"""A small database with the house's tables and the copies of people: enough to apply events to."""

from shared import people
from shared.consumer import Applier
from shared.db import Database
from shared.events.base import Event
from shared.events.envelope import Envelope, envelop
from shared.events.players import PlayerChanged
from shared.handlers import Handlers
from shared.log.base import Record
from shared.migrate import create_database
from shared.people import Copies
from shared.settings import Settings
from shared.tables import House


def copies_database(database_url: str) -> Database:
    """A fresh database on either kind."""
    url = Settings(database_url=database_url).database_of("copies")
    create_database(url)
    db = Database(url, "/tests/copies")
    House.metadata.create_all(db.engine)
    Copies.metadata.create_all(db.engine)
    return db


def applier(db: Database, *more: Handlers) -> Applier:
    """Applies ``players.v1`` (and more) to it."""
    return Applier(db, Handlers(people.handlers, *more))


def player(player_id: str, revision: int, nickname: str | None = None) -> PlayerChanged:
    """A person's state."""
    return PlayerChanged(
        player=player_id,
        revision=revision,
        first_name="Алёна",
        surname="Ёлкина",
        nickname=nickname,
        city="Казань",
        status="registered",
    )


def record(event: Event, key: str, offset: int) -> Record:
    """As it would come from the log."""
    return record_of(envelop(event, key=key, source="/tests", who="console:tests"), offset)


def record_of(envelope: Envelope, offset: int) -> Record:
    """An envelope as it would come from the log."""
    event = envelope.event()
    return Record(event.spec.topic, 0, offset, envelope.partitionkey, envelope.model_dump_json())
