"""Events from the log: copies of what a hall needs, so that it never waits for a neighbour."""

from sqlmodel import Session

from services.pairing.tables import LiveRating, Verdict
from shared import people
from shared.events.decks import DeckListJudged
from shared.events.envelope import Envelope
from shared.events.ratings import RatingChanged
from shared.handlers import Handlers

handlers = Handlers(people.handlers)


@handlers.on(RatingChanged)
def on_rating(tx: Session, _envelope: Envelope, event: RatingChanged) -> None:
    """T.6: keep the live rating of the highest ledger version."""
    known = tx.get(LiveRating, event.player)
    if known is None or known.version < event.version:
        tx.merge(
            LiveRating(player=event.player, version=event.version, rating_milli=event.rating_milli)
        )


@handlers.on(DeckListJudged)
def on_verdict(tx: Session, _envelope: Envelope, event: DeckListJudged) -> None:
    """6.2, 6.3: keep the verdict of the highest revision."""
    known = tx.get(Verdict, (event.tournament, event.player))
    if known is None or known.revision < event.revision:
        tx.merge(
            Verdict(
                tournament=event.tournament,
                player=event.player,
                revision=event.revision,
                legal=event.legal,
            )
        )
