"""Events from the log: copies of what a hall needs, so that it never waits for a neighbour."""

import json

from sqlmodel import Session

from services.pairing import notes
from services.pairing.tables import (
    City,
    Club,
    Judge,
    LiveRating,
    Merge,
    Suspension,
    Verdict,
)
from shared import people
from shared.db import keep_highest
from shared.events.decks import DeckListJudged
from shared.events.envelope import Envelope
from shared.events.players import (
    CityChanged,
    ClubChanged,
    JudgeChanged,
    MergeChanged,
    PlayerChanged,
    SuspensionChanged,
)
from shared.events.ratings import RatingChanged
from shared.folding import fold
from shared.handlers import Handlers

handlers = Handlers(people.handlers)


@handlers.on(PlayerChanged)
def on_player(tx: Session, envelope: Envelope, event: PlayerChanged) -> None:
    """Keep the copy; law 11: what was written about an erased person, and by him, goes as well."""
    people.on_player(tx, envelope, event)
    if event.erased:
        notes.forget(tx, event.player)


@handlers.on(JudgeChanged)
def on_judge(tx: Session, _envelope: Envelope, event: JudgeChanged) -> None:
    """6.1–6.3: keep the levels of the highest revision."""
    keep_highest(tx, Judge, {**vars(event), "levels": json.dumps(event.levels)})


@handlers.on(ClubChanged)
def on_club(tx: Session, _envelope: Envelope, event: ClubChanged) -> None:
    """D.2.5: keep the accreditation of the highest revision."""
    keep_highest(tx, Club, {**vars(event), "accredited_in": json.dumps(event.accredited_in)})


@handlers.on(CityChanged)
def on_city(tx: Session, _envelope: Envelope, event: CityChanged) -> None:
    """2.1.5: keep the name and zone of the highest revision."""
    keep_highest(tx, City, {**vars(event), "name_folded": fold(event.name)})


@handlers.on(SuspensionChanged)
def on_suspension(tx: Session, _envelope: Envelope, event: SuspensionChanged) -> None:
    """D.3.1: keep the days of the highest revision."""
    keep_highest(tx, Suspension, vars(event))


@handlers.on(MergeChanged)
def on_merge(tx: Session, _envelope: Envelope, event: MergeChanged) -> None:
    """D.2.4: keep the state of the highest revision."""
    keep_highest(tx, Merge, vars(event))


@handlers.on(RatingChanged)
def on_rating(tx: Session, _envelope: Envelope, event: RatingChanged) -> None:
    """T.6: keep the live rating of the highest ledger version."""
    row = {
        "player": event.player,
        "version": event.version,
        "rating_milli": event.rating_milli,
    }
    keep_highest(tx, LiveRating, row, by="version")


@handlers.on(DeckListJudged)
def on_verdict(tx: Session, _envelope: Envelope, event: DeckListJudged) -> None:
    """6.2, 6.3: keep the verdict of the highest revision."""
    row = {
        "tournament": event.tournament,
        "player": event.player,
        "revision": event.revision,
        "legal": event.legal,
    }
    keep_highest(tx, Verdict, row)
