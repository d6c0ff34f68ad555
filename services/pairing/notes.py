"""Texts that people give for a decision: beside the log, so that they can be wiped (law 11)."""

from collections.abc import Iterable
from uuid import uuid4

from sqlalchemy import select, update
from sqlmodel import Session, col

from services.pairing.tables import Note
from shared.clock import now


def write(
    tx: Session,
    tournament: str,
    text: str | None,
    *,
    about: Iterable[str],
    who: str,
    note: str | None = None,
) -> str | None:
    """Keep a text; its id, to go into an event, or None where there is no text.

    about: IDs of players that it may speak of; note: an id that is there already (a penalty's).
    """
    if not text:
        return None
    made = note or str(uuid4())
    tx.add(
        Note(
            note=made,
            tournament=tournament,
            players=f" {' '.join(about)} ",
            text=text,
            who=who,
            at=now(),
        )
    )
    return made


def texts(tx: Session, tournament: str) -> dict[str, str | None]:
    """Every note of a tournament by id; None where the text was wiped. For its staff alone."""
    query = select(col(Note.note), col(Note.text)).where(col(Note.tournament) == tournament)
    return dict(tx.execute(query).all())


def wipe(tx: Session, ids: Iterable[str]) -> int:
    """Law 11: these texts go; how many there were."""
    rows = list(tx.scalars(select(Note).where(col(Note.note).in_(list(ids)))))
    there = [row for row in rows if row.text is not None]
    for row in there:
        row.text = None
    return len(there)


def forget(tx: Session, player: str) -> None:
    """Law 11: wipe what may speak of a person, and what he wrote himself."""
    said = col(Note.players).contains(f" {player} ", autoescape=True)
    own = col(Note.who) == f"person:{player}"
    tx.execute(update(Note).where(said | own).values(text=None))
