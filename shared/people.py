"""A service's own copy of ``players.v1``: names beside IDs, without asking anybody."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import registry
from sqlmodel import Field, Session, SQLModel, col

from shared.db import keep_highest, own_metadata
from shared.events.envelope import Envelope
from shared.events.players import CityChanged, ClubChanged, JudgeChanged, PlayerChanged
from shared.folding import fold
from shared.handlers import Handlers


class Copies(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the copies' tables."""


class Person(Copies, table=True):
    """A player's public state."""

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
        """Surname first, as lists show it."""
        return f"{self.surname} {self.first_name}"


class Judge(Copies, table=True):
    """A judge's level (6.x)."""

    __tablename__ = "judge_copy"
    player: str = Field(primary_key=True)
    revision: int
    level: int
    since: str


class Club(Copies, table=True):
    """A club; accredited ones call their tournaments official (D.2.5)."""

    __tablename__ = "club_copy"
    club: str = Field(primary_key=True)
    revision: int
    name: str
    city: str
    accredited: bool


class City(Copies, table=True):
    """A city and its zone."""

    __tablename__ = "city_copy"
    city: str = Field(primary_key=True)
    revision: int
    name: str
    name_folded: str = Field(index=True)
    zone: str


handlers = Handlers()


@handlers.on(PlayerChanged)
def on_player(tx: Session, _envelope: Envelope, event: PlayerChanged) -> None:
    """Keep the highest revision."""
    keep_highest(tx, Person, {**vars(event), "city_folded": fold(event.city)})


@handlers.on(JudgeChanged)
def on_judge(tx: Session, _envelope: Envelope, event: JudgeChanged) -> None:
    """Keep the highest revision."""
    keep_highest(tx, Judge, vars(event))


@handlers.on(ClubChanged)
def on_club(tx: Session, _envelope: Envelope, event: ClubChanged) -> None:
    """Keep the highest revision."""
    keep_highest(tx, Club, vars(event))


@handlers.on(CityChanged)
def on_city(tx: Session, _envelope: Envelope, event: CityChanged) -> None:
    """Keep the highest revision."""
    keep_highest(tx, City, {**vars(event), "name_folded": fold(event.name)})


def named(tx: Session, players: Iterable[str]) -> dict[str, Person]:
    """The persons known among these IDs."""
    wanted = list(set(players))
    found: dict[str, Person] = {}
    for start in range(0, len(wanted), 500):
        query = select(Person).where(col(Person.player).in_(wanted[start : start + 500]))
        found.update((person.player, person) for person in tx.scalars(query))
    return found


def display(names: dict[str, Person], player: str) -> str:
    """A name to show; the ID alone where the person is not known here yet."""
    person = names.get(player)
    return person.name if person else f"№ {player}"
