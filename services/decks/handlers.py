"""Events from the log: which tournaments there are, and by what their decks are judged."""

from sqlmodel import Session

from services.decks.tables import TournamentCopy
from shared import people
from shared.db import insert_into
from shared.events.envelope import Envelope
from shared.events.tournaments import TournamentCreated
from shared.handlers import Handlers

handlers = Handlers(people.handlers)


@handlers.on(TournamentCreated)
def on_tournament(tx: Session, envelope: Envelope, event: TournamentCreated) -> None:
    """6.2, 6.3: keep what a tournament was announced with; it is announced once."""
    row = insert_into(tx, TournamentCopy).values(
        tournament=envelope.subject,
        club=event.club,
        city=event.city,
        format=event.format,
        date=event.date,
        rule_set=event.rule_set,
    )
    tx.connection().execute(row.on_conflict_do_nothing())
