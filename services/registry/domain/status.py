"""D.2.2: when a newcomer becomes registered."""

from shared.events.players import PlayerStatus


def status_of(before: str, *, played: bool, erased: bool) -> PlayerStatus:
    """D.2.2: registered, once paired in a finished tournament and with all his data.

    played: under this ID or one merged into it, as the newest statements say; a correction that
    takes the pairing back takes this back too (law 4). Whoever had his data erased has no complete
    data: he doesn't become registered any more, but stays it, so that his results keep their place.
    """
    if played and (not erased or before == "registered"):
        return "registered"
    return "provisional"
