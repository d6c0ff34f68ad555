"""D.2.2: a person's status is recomputed from who was paired and which IDs are one person."""

from collections.abc import Collection

from sqlmodel import Session

from services.registry.domain.merges import chain, played_as
from services.registry.domain.status import status_of
from services.registry.service_people import announce_all
from services.registry.store import aliases, people, played


def settle_status(tx: Session, ids: Collection[str], who: str) -> None:
    """Of these IDs and what they are known as; whoever's status changed is published anew.

    An ID is registered if it, or one merged into it by active merges, was paired. IDs that the
    registry has no person of yet are passed over: registration asks ``played.was_paired``.
    """
    into = {merge.player: merge.into for merge in aliases.active_around(tx, ids)}
    concerned = {each for player in ids for each in chain(into, player)}
    paired = played.was_paired(tx, {*concerned, *into, *into.values()})
    registered = played_as(into, paired)
    changed = []
    for row in people.locked_among(tx, concerned):
        status = status_of(
            row.status, played=row.player in registered, erased=row.erased_at is not None
        )
        if row.status != status:
            row.status = status
            row.revision += 1
            tx.add(row)
            changed.append(row)
    announce_all(tx, changed, who)
