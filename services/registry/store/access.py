"""Queries about keys, rights to sign in, and their codes."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, delete, false, or_, select, true, update
from sqlmodel import Session, col

from services.registry.tables.access import ApiKey, Grant, SignInCode, SigningKey
from services.registry.tables.directory import Club
from services.registry.tables.people import Player
from services.registry.tables.played import Tournament
from shared.auth import Principal
from shared.clock import now


def api_key(tx: Session, prefix: str) -> ApiKey | None:
    """A client's key by its prefix."""
    return tx.get(ApiKey, prefix)


def api_keys(tx: Session, caller: Principal, after: str, limit: int) -> list[ApiKey]:
    """Keys by prefix, after one: those in the caller's reach."""
    query = select(ApiKey).outerjoin(Club, col(Club.club) == col(ApiKey.club))
    own: Any = false()
    if caller.is_office:
        own = true()
    elif caller.role == "club":
        own = col(ApiKey.club) == caller.club
    elif caller.role == "coordinator":
        own = col(Club.city) == caller.city
    query = query.where(own, col(ApiKey.prefix) > after).order_by(col(ApiKey.prefix))
    return list(tx.scalars(query.limit(limit)))


def has_office_key(tx: Session) -> bool:
    """Whether anybody can act for the office."""
    query = select(col(ApiKey.prefix)).where(
        col(ApiKey.role) == "office", col(ApiKey.revoked_at).is_(None)
    )
    return tx.scalars(query.limit(1)).first() is not None


def signing_key(tx: Session) -> SigningKey | None:
    """The key that signs now: the newest."""
    query = select(SigningKey).order_by(col(SigningKey.created_at).desc())
    return tx.scalars(query.limit(1)).first()


def forget_signing_keys(tx: Session) -> None:
    """Delete the private halves that there are."""
    tx.execute(delete(SigningKey))


class Given(NamedTuple):
    """A right, whose it is, and the club or tournament that it holds in."""

    grant: Grant
    player: Player
    club: Club | None
    tournament: Tournament | None


class Sought(NamedTuple):
    """Which rights are asked for; None: any."""

    players: list[str] | None = None
    city: str | None = None
    club: str | None = None
    tournament: str | None = None


def grant(tx: Session, grant_id: str) -> Grant | None:
    """A right by its id."""
    return tx.get(Grant, grant_id)


def given(tx: Session, grant_id: str) -> Given | None:
    """A right by its id, locked, with what it is about."""
    query = _given().where(col(Grant.grant) == grant_id).with_for_update(of=Grant)
    row = tx.execute(query).first()
    return Given(*row) if row else None


def standing(
    tx: Session,
    sought: Sought,
    caller: Principal,
    after: tuple[str, str] | None,
    limit: int,
) -> list[Given]:
    """Rights in force and in the caller's reach, by player and id, after one of them."""
    query = _given().where(_in_force(), _reach(caller))
    if sought.players is not None:
        query = query.where(col(Grant.player).in_(sought.players))
    for wanted, place in (
        (sought.tournament, col(Grant.tournament) == sought.tournament),
        (sought.club, _in_club(sought.club)),
        (sought.city, _in_city(sought.city)),
    ):
        if wanted is not None:
            query = query.where(place)
    player, own = col(Grant.player), col(Grant.grant)
    if after is not None:
        query = query.where(or_(player > after[0], and_(player == after[0], own > after[1])))
    query = query.order_by(player, own).limit(limit)
    return [Given(*row) for row in tx.execute(query)]


def same_right(tx: Session, like: Grant) -> Grant | None:
    """A right in force of the same person, role and place, locked."""
    query = select(Grant).where(
        _in_force(),
        *(
            getattr(Grant, name).is_not_distinct_from(getattr(like, name))
            for name in ("player", "role", "city", "club", "tournament")
        ),
    )
    query = query.order_by(col(Grant.given_at)).limit(1).with_for_update()
    return tx.scalars(query).first()


def not_revoked(tx: Session, players: list[str]) -> list[Grant]:
    """Rights of these IDs that nobody revoked, ended ones too, locked."""
    query = select(Grant).where(col(Grant.player).in_(players), col(Grant.revoked_at).is_(None))
    return list(tx.scalars(query.order_by(col(Grant.grant)).with_for_update()))


def code(tx: Session, hash_: str) -> SignInCode | None:
    """A code by its hash."""
    return tx.get(SignInCode, hash_)


def use_up(tx: Session, hash_: str, at: datetime) -> bool:
    """Use a code; False: somebody else was first."""
    unused = (col(SignInCode.hash) == hash_, col(SignInCode.used_at).is_(None))
    used = tx.connection().execute(update(SignInCode).where(*unused).values(used_at=at))
    return used.rowcount == 1


def drop_unused_codes(tx: Session, grant_id: str) -> None:
    """Delete the codes of a right that nobody signed in with."""
    unused = (col(SignInCode.grant) == grant_id, col(SignInCode.used_at).is_(None))
    tx.execute(delete(SignInCode).where(*unused))


def _given() -> Select[Grant, Player, Club, Tournament]:
    return (
        select(Grant, Player, Club, Tournament)
        .join(Player, col(Player.player) == col(Grant.player))
        .outerjoin(Club, col(Club.club) == col(Grant.club))
        .outerjoin(Tournament, col(Tournament.tournament) == col(Grant.tournament))
    )


def _in_force() -> Any:
    ends = col(Grant.ends_at)
    return and_(col(Grant.revoked_at).is_(None), or_(ends.is_(None), ends > now()))


def _in_club(club: str | None) -> Any:
    return or_(col(Grant.club) == club, col(Tournament.club) == club)


def _in_city(city: str | None) -> Any:
    own = (col(Grant.city) == city, col(Club.city) == city, col(Tournament.city) == city)
    return or_(*own)


def _reach(caller: Principal) -> Any:
    """The office sees all; others what is in their own city, club or tournament."""
    if caller.is_office:
        return true()
    if caller.tournament is not None:
        return col(Grant.tournament) == caller.tournament
    if caller.club is not None:
        return _in_club(caller.club)
    return _in_city(caller.city) if caller.city is not None else false()
