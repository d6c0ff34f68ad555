"""Lists of tournaments as a calendar (RFC 5545): folding, escaping and CRLF are the library's."""

from collections.abc import Mapping, Sequence
from datetime import date

from icalendar import Calendar, Event

from services.pairing.tables import Tournament

MEDIA_TYPE = "text/calendar"
_STATUS = {"draft": "TENTATIVE", "cancelled": "CANCELLED"}


def calendar(rows: Sequence[Tournament], cities: Mapping[str, str], base: str) -> bytes:
    """One all-day event for each tournament, on its local day.

    cities: names by id; base: this service's address, with a slash at its end.
    """
    whole = Calendar()
    whole.add("prodid", "-//Berserk federation//Pairing//RU")
    whole.add("version", "2.0")
    whole.add("name", "Турниры по «Берсерку»")
    for row in rows:
        whole.add_component(_event(row, cities[row.city], base))
    written: bytes = whole.to_ical()
    return written


def _event(row: Tournament, city: str, base: str) -> Event:
    """SEQUENCE counts all that happened to it, so it rises whenever something shown changes."""
    event = Event()
    event.add("uid", row.tournament)
    event.add("dtstamp", row.changed_at)
    event.add("last-modified", row.changed_at)
    event.add("created", row.created_at)
    event.add("sequence", row.version)
    event.add("dtstart", date.fromisoformat(row.date))
    event.add("summary", row.name)
    event.add("location", city)
    event.add("status", _STATUS.get(row.status, "CONFIRMED"))
    event.add("url", f"{base}v1/tournaments/{row.tournament}")
    event.add("transp", "TRANSPARENT")
    return event
