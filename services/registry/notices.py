"""What the office must hear of and decide: a code and IDs, no names."""

from collections.abc import Iterable

from sqlmodel import Session

from services.registry.tables.discipline import Notice
from shared.clock import now
from shared.trace import log


def tell_office(
    tx: Session, kind: str, subject: str, players: Iterable[str], tournament: str | None = None
) -> None:
    """Add a notice that stays until somebody of the office has dealt with it.

    kind: a code such as ``merge_suspended``; subject: the id of what it is about.
    """
    about = " ".join(players)
    tx.add(Notice(kind=kind, subject=subject, players=about, tournament=tournament, at=now()))
    log.warning("office_notice", kind=kind, subject=subject, tournament=tournament)
