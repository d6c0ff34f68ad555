"""Events from the log: which tournaments there are, by what their decks are judged, and names."""

from uuid import UUID

from sqlmodel import Session

from services.decks import service, store
from services.decks.domain.text import cards_only
from services.decks.library import Library
from services.decks.tables import TournamentCopy
from shared import people
from shared.db import insert_into
from shared.events.envelope import Envelope
from shared.events.players import PlayerChanged
from shared.events.tournaments import TournamentChanged, TournamentCreated
from shared.handlers import Handlers

handlers = Handlers(people.handlers)


@handlers.on(PlayerChanged)
def on_player(tx: Session, envelope: Envelope, event: PlayerChanged) -> None:
    """Keep the copy; law 11: what an erased person wrote freely into his lists goes as well."""
    people.on_player(tx, envelope, event)
    if event.erased:
        for row in store.lists_of(tx, event.player):
            row.text = cards_only(row.text)
            tx.add(row)


@handlers.on(TournamentCreated)
def on_tournament(tx: Session, envelope: Envelope, event: TournamentCreated) -> None:
    """6.2, 6.3: keep what a tournament was announced with."""
    row = insert_into(tx, TournamentCopy).values(
        tournament=envelope.subject,
        club=event.club,
        city=event.city,
        format=event.format,
        date=event.date,
        rule_set=event.rule_set,
    )
    tx.connection().execute(row.on_conflict_do_nothing())


@handlers.on(TournamentChanged)
def on_tournament_changed(tx: Session, envelope: Envelope, event: TournamentChanged) -> None:
    """6.2, 6.3: follow its settings; another format or day judges its lists anew."""
    held = store.tournament(tx, envelope.subject)
    if held is None:
        return  # its creation is parked, and this waits behind it
    other_terms = (held.format, held.date) != (event.format, event.date)
    held.club, held.city = event.club, event.city
    held.format, held.date = event.format, event.date
    tx.add(held)
    if other_terms:
        tx.flush()
        service.judge_again(tx, Library(), UUID(envelope.subject))
