"""Accreditation of clubs (D.2.5) and of cities (7.5.1), inside the use cases about them."""

from collections.abc import Sequence
from typing import Literal

from sqlmodel import Session

from services.registry.domain.directory import VOID, counting, sharing_days
from services.registry.schemas.directory import PeriodIn
from services.registry.store import directory as store
from services.registry.tables.directory import Accreditation
from shared.clock import now
from shared.refusals import Refusal, Text

Kind = Literal["club", "city"]
Period = tuple[str, str | None]
"""The first day and the last one, None: no end is set."""


def periods(tx: Session, kind: Kind, subjects: Sequence[str]) -> dict[str, tuple[Period, ...]]:
    """The days that each of these clubs or cities, at most 500, is accredited for, oldest first."""
    recorded: dict[str, list[Accreditation]] = {subject: [] for subject in subjects}
    for row in store.accredited(tx, kind, subjects):
        recorded[row.subject].append(row)
    return {
        subject: tuple((row.since, row.until) for row in counting(rows))
        for subject, rows in recorded.items()
    }


def accredit(tx: Session, kind: Kind, subject: str, given: PeriodIn, who: str) -> bool:
    """Accredit for some days, or set another end of the period with that first day.

    Whether anything changed. Periods of one subject share no day, so that the end of one is the end
    of its right; one that would is refused. What was recorded before is kept.
    """
    rows = counting(store.accredited(tx, kind, [subject]))
    since, until = given.since.isoformat(), given.until.isoformat() if given.until else None
    if any((row.since, row.until) == (since, until) for row in rows):
        return False
    if (other := sharing_days(rows, since, until)) is not None:
        raise _overlaps(other)
    record(tx, kind, subject, since, until, who)
    return True


def void(tx: Session, kind: Kind, subject: str, since: str, who: str) -> bool:
    """The period with this first day was given by mistake and never was; whether that is news."""
    rows = [row for row in store.accredited(tx, kind, [subject]) if row.since == since]
    if not rows:
        raise Refusal(
            "not_found",
            "period_not_found",
            Text(f"Аккредитации с {since} не было.", f"There is no accreditation since {since}."),
            where="since",
            todo=Text("Первые дни видны в ответе GET.", "GET shows the first days there are."),
        )
    if rows[-1].until == VOID:
        return False
    record(tx, kind, subject, since, VOID, who)
    return True


def record(tx: Session, kind: Kind, subject: str, since: str, until: str | None, who: str) -> None:
    """Add a row to the history."""
    tx.add(
        Accreditation(
            kind=kind, subject=subject, since=since, until=until, given_by=who, given_at=now()
        )
    )


def _overlaps(other: Accreditation) -> Refusal:
    ends = Text(other.until or "без срока", other.until or "without an end")
    return Refusal(
        "conflict",
        "period_overlaps",
        Text(
            f"Часть этих дней уже есть в периоде с {other.since} по {ends.ru}.",
            f"Some of these days are in the period from {other.since} to {ends.en} already.",
        ),
        where="body.since",
        todo=Text(
            f"Продлить или закончить тот период: тот же запрос с since {other.since}.",
            f"To prolong or end that period, send since {other.since}.",
        ),
        extra={"since": other.since, "until": other.until},
    )
