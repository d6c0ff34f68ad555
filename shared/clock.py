"""Time at the edge of the house; the domain never asks for it (law 1)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

_LATEST_ZONE = timedelta(hours=14)


def now() -> datetime:
    """The present instant, UTC."""
    return datetime.now(UTC)


def iso(moment: datetime) -> str:
    """An instant as written in events: UTC, microseconds, ``Z``; sorts as text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def latest_day() -> date:
    """The present day where it is latest on earth: a day after it is still to come everywhere."""
    return (now() + _LATEST_ZONE).date()


def today() -> str:
    """The present day as an ISO date, in UTC."""
    return now().date().isoformat()


def day_in(zone: str) -> str:
    """The present day in an IANA zone, as an ISO date."""
    return now().astimezone(ZoneInfo(zone)).date().isoformat()
