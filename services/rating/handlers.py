"""Events from the log: the same use cases. A projection of running play is none of the ledger's."""

from sqlmodel import Session

from services.rating.service import arrived
from shared import people
from shared.events.envelope import Envelope
from shared.events.tournaments import (
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
)
from shared.handlers import Handlers

handlers = Handlers(people.handlers)


@handlers.on(TournamentFinished)
def on_finished(tx: Session, envelope: Envelope, event: TournamentFinished) -> None:
    """Rule 2.1.5: all results of official tournaments enter the base."""
    arrived(tx, envelope.partitionkey, event)


@handlers.on(TournamentAnnulled)
def on_annulled(tx: Session, envelope: Envelope, event: TournamentAnnulled) -> None:
    """D.2.5: a code came into force; the ledger does not count the tournament."""
    arrived(tx, envelope.partitionkey, event)


@handlers.on(TournamentReinstated)
def on_reinstated(tx: Session, envelope: Envelope, event: TournamentReinstated) -> None:
    """D.2.5: a code is no longer in force."""
    arrived(tx, envelope.partitionkey, event)
