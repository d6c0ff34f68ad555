"""Events from the log: the same use cases."""

from sqlmodel import Session

from services.registry import service_played as service
from shared.events.entries import EntryAdded, EntryIdentified
from shared.events.envelope import WHO, Envelope
from shared.events.rounds import PenaltyGiven, PenaltyRevoked
from shared.events.tournaments import (
    TournamentChanged,
    TournamentCreated,
    TournamentFinished,
    TournamentImported,
)
from shared.handlers import Handlers

NOBODY = "service:registry"
handlers = Handlers()


@handlers.on(TournamentCreated)
def on_created(tx: Session, envelope: Envelope, event: TournamentCreated) -> None:
    """2.1.5: where and when a tournament is."""
    service.announced(tx, envelope.partitionkey, event)


@handlers.on(TournamentChanged)
def on_changed(tx: Session, envelope: Envelope, event: TournamentChanged) -> None:
    """2.1.5: where and when it is now."""
    service.changed(tx, envelope.partitionkey, event)


@handlers.on(EntryAdded)
def on_entry(tx: Session, envelope: Envelope, event: EntryAdded) -> None:
    """P.11: who an entry is."""
    service.entered(tx, envelope.partitionkey, [(event.entry, event.player)])


@handlers.on(EntryIdentified)
def on_identified(tx: Session, envelope: Envelope, event: EntryIdentified) -> None:
    """P.11: an entry is another person's than was thought, and so are its penalties."""
    service.identified(tx, envelope.partitionkey, event.entry, event.player)


@handlers.on(TournamentImported)
def on_imported(tx: Session, envelope: Envelope, event: TournamentImported) -> None:
    """P.11: who the entries are."""
    service.entered(tx, envelope.partitionkey, event.entries)


@handlers.on(TournamentFinished)
def on_finished(tx: Session, envelope: Envelope, event: TournamentFinished) -> None:
    """D.2.2, D.2.4: who was paired is a newcomer no more, and nobody else of that tournament."""
    who = envelope.who if WHO.fullmatch(envelope.who) else NOBODY  # an event of long ago
    service.finished(tx, envelope.partitionkey, event, who)


@handlers.on(PenaltyGiven)
def on_penalty(tx: Session, envelope: Envelope, event: PenaltyGiven) -> None:
    """P.11: shown here, owned by the tournament."""
    service.penalised(tx, envelope.partitionkey, event, envelope.who, envelope.time)


@handlers.on(PenaltyRevoked)
def on_pardon(tx: Session, envelope: Envelope, event: PenaltyRevoked) -> None:
    """P.11: a penalty was taken back."""
    service.pardoned(tx, envelope.partitionkey, event.penalty, envelope.who, envelope.time)
