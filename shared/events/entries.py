"""Who plays in a tournament (``tournaments.v1``): entering, checking in, leaving, coming back.

People are entry numbers inside a tournament; only ``EntryAdded``, ``EntryIdentified``,
``TournamentImported`` and ``TournamentFinished`` tie a number to a player ID. Ratings are in
thousandths, points ×2 (law 5).
"""

from shared.events.base import Event, event
from shared.events.rounds import TOPIC


@event(TOPIC, "entry.added.v1")
class EntryAdded(Event):
    """A player was entered under the next number; ``from_round`` > 1 is a late entry (S.7).

    waiting: the tournament was full; he plays only once he is promoted.
    """

    entry: int
    player: str
    from_round: int = 1
    rating_milli: int | None = None
    waiting: bool = False


@event(TOPIC, "entry.promoted.v1")
class EntryPromoted(Event):
    """One of the waiting list got a place, from ``from_round`` on."""

    entry: int
    from_round: int = 1


@event(TOPIC, "entry.checked.in.v1")
class EntryCheckedIn(Event):
    """A player is in the hall, or is not; ``present`` None: nobody has looked after all."""

    entry: int
    present: bool | None = True


@event(TOPIC, "entry.dropped.v1")
class EntryDropped(Event):
    """A player left; ``after_round`` is the last round he takes part in (S.7)."""

    entry: int
    after_round: int


@event(TOPIC, "entry.returned.v1")
class EntryReturned(Event):
    """A player who had left takes part again, from ``from_round`` on (S.7)."""

    entry: int
    from_round: int


@event(TOPIC, "entry.identified.v1", private=("reason",))
class EntryIdentified(Event):
    """The entry is another person's than was thought: ``player`` is right, for all of it.

    ``reason``: the id of a note.
    """

    entry: int
    player: str
    rating_milli: int | None = None
    reason: str | None = None


@event(TOPIC, "entry.table.fixed.v1")
class EntryTableFixed(Event):
    """He plays at this table in every round to come; None: wherever he is drawn."""

    entry: int
    table: int | None


@event(TOPIC, "entry.result.granted.v1")
class ResultGranted(Event):
    """S.7: points ×2 for a published round that he was not paired in; None takes them back."""

    entry: int
    round: int
    points: int | None
