"""``decks.v1``: compacted. Verdicts only: what is in a deck is nobody's business until it is."""

from shared.events.base import Event, event

TOPIC = "decks.v1"


@event(TOPIC, "deck.list.judged.v1")
class DeckListJudged(Event):
    """Key ``list:TOURNAMENT:PLAYER``. The newest list of a player at a tournament, judged.

    format, rule_set, as_of: the tournament's own, by which it was judged; as_of is the date whose
    bans counted; rules: ids of the rules it breaks, empty when legal.
    """

    list_id: str
    tournament: str
    player: str
    revision: int
    format: str
    as_of: str
    legal: bool
    rules: tuple[str, ...]
    rule_set: str | None = None
