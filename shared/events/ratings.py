"""``ratings.v1``: compacted. Ratings in thousandths of a point."""

from shared.events.base import Event, event

TOPIC = "ratings.v1"


@event(TOPIC, "rating.changed.v1")
class RatingChanged(Event):
    """Key ``player:ID``. The live rating after ledger version ``version``."""

    player: str
    rating_milli: int
    games: int
    version: int


@event(TOPIC, "ledger.moved.v1")
class LedgerMoved(Event):
    """Key ``cause:VERSION``. What moved the ledger.

    tournaments: whose intake or flag caused it; since: the first changed place (ISO instant);
    rerated: tournaments computed anew; changed: players whose live rating moved.
    """

    version: int
    tournaments: tuple[str, ...]
    since: str
    rerated: int
    changed: int
