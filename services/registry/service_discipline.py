"""Use cases about penalties and suspensions outside tournaments (3.2, P.x, D.3.1).

Nothing is deleted: a penalty or suspension is revoked, and a text is wiped.
"""

from datetime import date
from uuid import uuid4

from sqlmodel import Session

from services.registry import discipline_words as say
from services.registry.domain.suspensions import Term, check_penalty_day, check_term, standing
from services.registry.reach import reached, reaches
from services.registry.schemas.discipline import (
    PenaltyIn,
    PlayerStanding,
    SuspensionChange,
    SuspensionIn,
)
from services.registry.service_people import known, not_found
from services.registry.store import discipline as store
from services.registry.store import people
from services.registry.store.aliases import one_person
from services.registry.tables.discipline import Penalty, Story, Suspension
from shared.auth import Principal
from shared.clock import latest_day, now
from shared.db import wait_for
from shared.events.players import SuspensionChanged
from shared.outbox import publish


def give_penalty(tx: Session, given: PenaltyIn, caller: Principal) -> Penalty:
    """Rule 3.2, P.x: a penalty for what happened outside tournaments."""
    _named(tx, given.player, caller)
    check_penalty_day(given.day, latest_day())
    row = Penalty(
        penalty=str(uuid4()),
        player=given.player,
        infraction=given.infraction,
        level=given.level,
        day=given.day.isoformat(),
        given_by=caller.who,
        given_at=now(),
    )
    tx.add(row)
    _tell(tx, row.penalty, "given", caller.who, text=given.text)
    return row


def give_suspension(tx: Session, given: SuspensionIn, caller: Principal) -> Suspension:
    """Rule 3.2, P.10: suspend a person's membership, and publish it to all desks."""
    _named(tx, given.player, caller)
    check_term(given.since, given.until)
    if given.penalty is not None:
        _take_turn(tx)
        _check_ground(tx, given.penalty, given.player)
    row = Suspension(
        suspension=str(uuid4()),
        player=given.player,
        since=given.since.isoformat(),
        until=given.until.isoformat() if given.until else None,
        penalty=given.penalty,
        infraction=given.infraction,
        given_by=caller.who,
        given_at=now(),
    )
    tx.add(row)
    _tell(tx, row.suspension, "given", caller.who, until=row.until, text=given.text)
    _publish(tx, row, caller.who)
    return row


def change_suspension(
    tx: Session, suspension: str, given: SuspensionChange, expected: int | None, caller: Principal
) -> Suspension:
    """P.10: another end. The same end again changes nothing.

    expected: the revision that the caller saw (law 10). Refuses a revoked one.
    """
    _take_turn(tx)
    row = suspension_of(tx, suspension, caller)
    until = given.until.isoformat() if given.until else None
    if row.until == until and given.text is None:
        return row
    if row.revoked_at is not None:
        raise say.revoked(row.suspension)
    if expected != row.revision:
        raise say.changed_meanwhile(row.revision, expected)
    check_term(date.fromisoformat(row.since), given.until)
    row.until = until
    _tell(tx, row.suspension, "changed", caller.who, until=until, text=given.text)
    _next(tx, row, caller.who)
    return row


def revoke_penalty(tx: Session, penalty: str, reason: str, caller: Principal) -> Penalty:
    """P.10: a penalty is taken back, and with it the suspensions that rest on it.

    Those of a person whom the caller may not deal with (since a merge was undone) stay until who
    may calls this again, or revokes them. Beyond that a second call changes nothing.
    """
    _take_turn(tx)
    row = penalty_of(tx, penalty, caller)
    if row.revoked_at is None:
        row.revoked_at = now()
        tx.add(row)
        _tell(tx, row.penalty, "revoked", caller.who, text=reason)
    for each in store.suspensions_for(tx, penalty):
        if reaches(tx, caller, each.player):
            _revoke(tx, each, reason, caller.who)
    return row


def revoke_suspension(tx: Session, suspension: str, reason: str, caller: Principal) -> Suspension:
    """P.10, D.3.1: a suspension is as if it had never been. A second call changes nothing."""
    _take_turn(tx)
    row = suspension_of(tx, suspension, caller)
    _revoke(tx, row, reason, caller.who)
    return row


def wipe_penalty_texts(tx: Session, penalty: str, caller: Principal) -> int:
    """Law 11: the free texts go, codes and days stay; how many texts there were.

    With them the reasons for which suspensions were taken along, whoever's they are.
    """
    return _wipe(tx, penalty_of(tx, penalty, caller).penalty, caller.who)


def wipe_suspension_texts(tx: Session, suspension: str, caller: Principal) -> int:
    """Law 11: the free texts go, codes and days stay; how many texts there were."""
    return _wipe(tx, suspension_of(tx, suspension, caller).suspension, caller.who)


def standing_of(tx: Session, player: str, at: date) -> PlayerStanding:
    """D.3.1: whether a person is suspended on a tournament's local start date, under any ID."""
    known(tx, player)
    terms = [
        Term(
            row.suspension,
            date.fromisoformat(row.since),
            date.fromisoformat(row.until) if row.until else None,
            revoked=row.revoked_at is not None,
        )
        for row in store.suspensions_of(tx, one_person(tx, player))
    ]
    found = standing(terms, at)
    return PlayerStanding(
        player=player,
        at=at,
        suspended=found.suspended,
        until=found.until,
        suspensions=list(found.suspensions),
    )


def penalty_of(tx: Session, penalty: str, caller: Principal) -> Penalty:
    """A penalty of a person whom the caller may deal with."""
    row = store.penalty(tx, penalty)
    if row is None:
        raise say.no_penalty()
    reached(tx, caller, row.player)
    return row


def suspension_of(tx: Session, suspension: str, caller: Principal) -> Suspension:
    """A suspension of a person whom the caller may deal with."""
    row = store.suspension(tx, suspension)
    if row is None:
        raise say.no_suspension()
    reached(tx, caller, row.player)
    return row


def _named(tx: Session, player: str, caller: Principal) -> None:
    """The body names a person whom the caller may deal with."""
    if people.player(tx, player) is None:
        raise not_found(player, "body.player")
    reached(tx, caller, player)


def _take_turn(tx: Session) -> None:
    """Changes of what was given take turns: they are few, and a penalty takes suspensions along."""
    wait_for(tx, "discipline")


def _check_ground(tx: Session, penalty: str, player: str) -> None:
    """P.10: a suspension rests on a penalty of that person that counts."""
    row = store.penalty(tx, penalty)
    if row is None or row.player not in one_person(tx, player):
        raise say.no_penalty("body.penalty")
    if row.revoked_at is not None:
        raise say.revoked_ground()


def _revoke(tx: Session, row: Suspension, reason: str, who: str) -> None:
    if row.revoked_at is None:
        row.revoked_at = now()
        _tell(tx, row.suspension, "revoked", who, until=row.until, text=reason)
        _next(tx, row, who)


def _next(tx: Session, row: Suspension, who: str) -> None:
    row.revision += 1
    tx.add(row)
    _publish(tx, row, who)


def _publish(tx: Session, row: Suspension, who: str) -> None:
    state = SuspensionChanged(
        suspension=row.suspension,
        revision=row.revision,
        player=row.player,
        since=row.since,
        until=row.until,
        revoked=row.revoked_at is not None,
    )
    publish(tx, state, key=f"suspension:{row.suspension}", who=who)


def _wipe(tx: Session, subject: str, who: str) -> int:
    wiped = store.wipe_texts(tx, [subject], now())
    if wiped:
        _tell(tx, subject, "wiped", who)
    return wiped


def _tell(
    tx: Session,
    subject: str,
    action: str,
    who: str,
    *,
    until: str | None = None,
    text: str | None = None,
) -> None:
    tx.add(Story(subject=subject, action=action, who=who, at=now(), until=until, text=text))
    tx.flush()  # its number is its place in the history
