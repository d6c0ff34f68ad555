"""Use cases about merges: made, suspended by a tournament, resumed, undone (D.2.4)."""

from collections.abc import Collection
from typing import Literal
from uuid import uuid4

from sqlmodel import Session

from services.registry import turns
from services.registry.domain import merges as rules
from services.registry.domain.merges import Link, to_suspend
from services.registry.notices import settle_notices, tell_office
from services.registry.service_judges import tell_judges
from services.registry.service_people import not_found
from services.registry.service_status import settle_status
from services.registry.store import aliases, people, played
from services.registry.store import merges as store
from services.registry.tables.people import Merge, MergeAction
from shared.clock import now
from shared.events.players import MergeChanged
from shared.outbox import publish
from shared.refusals import Refusal, Text

SUSPENDED = "merge_suspended"
TWINS = ("same_person", "likely_twin")
"""Kinds of notices: about a merge, and about a newcomer whose merge decides it."""
Action = Literal["made", "suspended", "resumed", "undone"]
_STATE: dict[Action, Literal["active", "suspended", "undone"]] = {
    "made": "active",
    "suspended": "suspended",
    "resumed": "active",
    "undone": "undone",
}


def make(tx: Session, player: str, into: str, who: str) -> Merge:
    """D.2.4: ``player`` is known as ``into`` from now on. Nothing of the people's data changes.

    Refuses IDs that nobody has, an erased person, one person already, an ID merged before, and two
    who were both paired in one finished tournament, under any of their IDs.
    """
    turns.about_people(tx)
    _check(tx, player, into)
    row = Merge(
        merge=str(uuid4()),
        number=store.next_number(tx),
        revision=0,
        player=player,
        into=into,
        made_by=who,
        made_at=now(),
    )
    return _change(tx, row, "made", who)


def resume(tx: Session, merge: str, who: str) -> Merge:
    """D.2.4: a suspended merge is active again. Refused while anything stands against it."""
    turns.about_people(tx)
    row = known(tx, merge)
    if row.state != "suspended":
        raise Refusal(
            "conflict",
            "merge_not_suspended",
            Text("Это слияние не приостановлено.", "This merge is not suspended."),
            rule="D.2.4",
            todo=Text("Новое слияние: POST /v1/merges.", "A new merge: POST /v1/merges."),
            extra={"state": row.state},
        )
    _check(tx, row.player, row.into)
    row.obstacle = None
    return _change(tx, row, "resumed", who)


def undo(tx: Session, merge: str, who: str) -> Merge:
    """D.2.4: the two are apart again, each as he was; a second call changes nothing."""
    turns.about_people(tx)
    row = known(tx, merge)
    return row if row.state == "undone" else _change(tx, row, "undone", who)


def suspend(tx: Session, tournament: str, paired: Collection[str], who: str) -> None:
    """D.2.4: these were paired in one finished tournament: no two of them are one person.

    paired: their IDs. What says otherwise waits for the office, which is told.
    """
    active = {row.merge: row for row in aliases.active_around(tx, paired)}
    links = [Link(row.merge, row.number, row.player, row.into) for row in active.values()]
    for merge, two in to_suspend(links, paired).items():
        row = active[merge]
        row.obstacle = tournament
        _change(tx, row, "suspended", who)
        tell_office(tx, SUSPENDED, merge, two, tournament)


def known(tx: Session, merge: str) -> Merge:
    """A merge by its id. Refuses one that was never made."""
    row = store.merge(tx, merge)
    if row is None:
        raise Refusal(
            "not_found",
            "merge_not_found",
            Text("Такого слияния нет.", "There is no such merge."),
            rule="D.2.4",
            where="merge",
            todo=Text("Список слияний: GET /v1/merges.", "See GET /v1/merges for the list."),
        )
    return row


def _check(tx: Session, player: str, into: str) -> None:
    rows = {row.player: row for row in people.players_among(tx, [player, into])}
    for where, each in (("body.player", player), ("body.into", into)):
        if each not in rows:
            raise not_found(each, where)
        if rows[each].erased_at is not None:
            raise rules.erased(each)
    known_as = {row.player: row.into for row in aliases.active_around(tx, [player, into])}
    met = played.met(tx, sorted({player, into, *known_as, *known_as.values()}))
    rules.check(player, into, known_as, met)


def _change(tx: Session, row: Merge, action: Action, who: str) -> Merge:
    """State, trail, event, status and judge's levels of both, and the notices that this decides."""
    state = _STATE[action]
    row.state = state
    row.revision += 1
    tx.add(row)
    tx.add(
        MergeAction(
            merge=row.merge,
            action=action,
            who=who,
            at=now(),
            tournament=row.obstacle if action == "suspended" else None,
        )
    )
    changed = MergeChanged(
        merge=row.merge, revision=row.revision, player=row.player, into=row.into, state=state
    )
    publish(tx, changed, key=f"merge:{row.merge}", who=who)
    if action == "made":
        settle_notices(tx, TWINS, [row.player, row.into], who)
    elif action != "suspended":
        settle_notices(tx, [SUSPENDED], [row.merge], who)
    settle_status(tx, [row.player, row.into], who)
    tell_judges(tx, [row.player, row.into], who)
    return row
