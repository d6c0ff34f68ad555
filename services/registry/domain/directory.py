"""Names that were meant, and which of the recorded certificates and accreditations count."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from rapidfuzz import fuzz, process

from shared.folding import fold

ALIKE = 70
"""Per cent by which a folded name, or the best part of it, must agree to be offered."""
VOID = ""
"""``until`` of a record by which what was recorded for its first day was never given."""


class Dated(Protocol):
    """What is recorded for the days from ``since`` to ``until``, None: without an end."""

    since: str
    until: str | None


Record = TypeVar("Record", bound=Dated)


def counting(records: Iterable[Record]) -> list[Record]:
    """The records that count, oldest first: of one first day the one recorded last, if not void.

    records: in the order of their recording; nothing recorded is ever overwritten.
    """
    newest = {record.since: record for record in records}
    return [newest[since] for since in sorted(newest) if newest[since].until != VOID]


def sharing_days(records: Iterable[Record], since: str, until: str | None) -> Record | None:
    """One of the records that shares a day with a period of another first day, if any does."""
    for record in records:
        begins_in_time = until is None or record.since <= until
        ends_in_time = record.until is None or since <= record.until
        if record.since != since and begins_in_time and ends_in_time:
            return record
    return None


def nearest(text: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Which of these names somebody may have meant, the likest first; often none.

    Compared folded (D.2.3), a part of a name is enough. Only offered, never taken.
    """
    found = process.extract(
        text, sorted(names), scorer=fuzz.WRatio, processor=fold, limit=most, score_cutoff=ALIKE
    )
    return [name for name, _, _ in found]
