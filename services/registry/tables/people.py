"""People, what they are found by, and which IDs are one person."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field

from services.registry.tables.base import PLAIN, Base
from shared.erasure import called

_KEY_ALONE = {"sqlite_with_rowid": False}
"""A table that is nothing but its key: SQLite keeps it once, not once more as an index."""


class Serial(Base, table=True):
    """The next serial of a kind; its row lock makes numbers unique."""

    __tablename__ = "serial"
    kind: str = Field(primary_key=True)
    next: int


class Block(Base, table=True):
    """D.2.2: serials leased to a club, ``first`` to ``last``.

    next: set on the club's own node alone, which draws its newcomers' serials from here.
    """

    __tablename__ = "block"
    first: int = Field(primary_key=True)
    last: int
    club: str = Field(index=True)
    leased_by: str
    leased_at: datetime
    next: int | None = None


class Player(Base, table=True):
    """A person (2.1.2). ``*_key`` are folded forms; revision counts published states.

    waiting_since: D.2.2, a provisional ID lapses a season after this; played_before: paired in a
    tournament that the registry kept no entrants of; consent_*: which text was agreed to, when, and
    for a minor by whom; erased_at: personal fields are blank since then.
    """

    __tablename__ = "player"
    player: str = Field(primary_key=True)
    serial: int = Field(unique=True)
    revision: int = 1
    first_name: str
    surname: str
    patronymic: str | None
    no_patronymic: bool
    nickname: str | None
    nickname_key: str | None = Field(unique=True)
    email: str
    email_key: str = Field(index=True)
    phone: str | None
    city: str
    city_key: str = Field(index=True)
    club: str | None = Field(default=None, index=True)
    full_key: str
    short_key: str = Field(index=True)
    consent_version: str | None = None
    consent_date: str | None = None
    guardian: str | None = None
    status: str = "provisional"
    played_before: bool = False
    waiting_since: datetime
    created_at: datetime
    created_by: str
    erased_at: datetime | None = None

    @property
    def name(self) -> str:
        """Surname first, as lists show it; the number alone of one who has no name."""
        return called(self.player, self.surname, self.first_name)


class OldNumber(Base, table=True):
    """D.2.2: a person's number in an older base, an alias for ever.

    key: folded text as written; digits: without leading zeros, if it is digits alone.
    """

    __tablename__ = "old_number"
    key: str = Field(primary_key=True)
    number: str
    digits: str | None = Field(index=True)
    player: str = Field(index=True)


class NameWord(Base, table=True):
    """Which people bear a folded word: as surname, first name or nickname."""

    __tablename__ = "name_word"
    __table_args__ = _KEY_ALONE
    word: str = Field(primary_key=True, sa_type=PLAIN)
    player: str = Field(primary_key=True, index=True)


class Trigram(Base, table=True):
    """What each folded word is found by: ``domain.search.grams``."""

    __tablename__ = "trigram"
    __table_args__ = _KEY_ALONE
    gram: str = Field(primary_key=True, sa_type=PLAIN)
    word: str = Field(primary_key=True, sa_type=PLAIN)


class Merge(Base, table=True):
    """Two IDs are one person, ``player`` known as ``into``. The alias table is the active ones.

    state: active, suspended (both were paired in ``obstacle``, a tournament) or undone.
    """

    __tablename__ = "merge"
    __table_args__ = (
        Index(
            "ux_merge_active",
            "player",
            unique=True,
            sqlite_where=text("state = 'active'"),
            postgresql_where=text("state = 'active'"),
        ),
        Index("ix_merge_into", "into"),
    )
    merge: str = Field(primary_key=True)
    number: int = Field(unique=True, description="Merges count up: the newest has the highest.")
    revision: int = 1
    player: str
    into: str
    state: str = Field(default="active", index=True)
    obstacle: str | None = None
    made_by: str
    made_at: datetime


class MergeAction(Base, table=True):
    """The trail of a merge: made, suspended, resumed, undone; by whom, when; never overwritten.

    who: of a suspension, he who finished the tournament.
    """

    __tablename__ = "merge_action"
    seq: int | None = Field(default=None, primary_key=True)
    merge: str = Field(index=True)
    action: str
    who: str
    at: datetime
    tournament: str | None = None
