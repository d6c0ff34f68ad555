"""A service's own copy of ``players.v1``: names beside IDs, without asking anybody.

Whoever had his data erased has a copy without names; that state also wipes what is left of them in
this database.
"""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import registry
from sqlmodel import Field, Session, SQLModel, col

from shared.among import Among
from shared.db import keep_highest, own_metadata
from shared.erasure import called, forget, numbered
from shared.events.envelope import Envelope
from shared.events.players import PlayerChanged
from shared.folding import fold
from shared.handlers import Handlers


class Copies(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the copies' tables."""


class Person(Copies, table=True):
    """A player's public state; its names are blank once they were erased."""

    __tablename__ = "person"
    player: str = Field(primary_key=True)
    revision: int
    first_name: str
    surname: str
    nickname: str | None
    city: str
    city_folded: str = Field(index=True)
    status: str

    @property
    def name(self) -> str:
        """Surname first, as lists show it; the number alone of one who has no name."""
        return called(self.player, self.surname, self.first_name)


handlers = Handlers()
_BY_ID = Among(select(Person), col(Person.player))


@handlers.on(PlayerChanged)
def on_player(tx: Session, _envelope: Envelope, event: PlayerChanged) -> None:
    """Keep the highest revision; law 11: an erased person's names go from here as well."""
    if event.erased:
        forget(tx, [event.player])
    keep_highest(tx, Person, {**vars(event), "city_folded": fold(event.city)})


def named(tx: Session, players: Iterable[str]) -> dict[str, Person]:
    """The persons known among these IDs."""
    return {person.player: person for (person,) in _BY_ID.rows(tx, players)}


def display(names: dict[str, Person], player: str) -> str:
    """A name to show; the ID alone where the person is not known here yet."""
    person = names.get(player)
    return person.name if person else numbered(player)
