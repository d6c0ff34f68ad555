"""Events from the log: the same use cases."""

from sqlmodel import Session

from services.registry.service_people import confirm_newcomers
from shared.events.envelope import Envelope
from shared.events.tournaments import TournamentFinished
from shared.handlers import Handlers

handlers = Handlers()


@handlers.on(TournamentFinished)
def on_finished(tx: Session, envelope: Envelope, event: TournamentFinished) -> None:
    """D.2.2: whoever was paired in a finished tournament is a newcomer no more."""
    paired = sorted(player for _, player, was_paired in event.entries if was_paired)
    confirm_newcomers(tx, paired, envelope.who)
