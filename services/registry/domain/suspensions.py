"""Rules 3.2, P.10 and D.3.1: penalties and suspensions outside tournaments."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from shared.refusals import Refusal, Text

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Term:
    """A suspension: days from ``since`` to ``until``, both included, or with no end (D.3.1).

    revoked: it is as if it had never been.
    """

    suspension: str
    since: date
    until: date | None
    revoked: bool = False


@dataclass(frozen=True)
class Standing:
    """Whether a person is suspended on a day, and to which last day, None: no end is set.

    suspensions: those in force on the day, by their first days.
    """

    suspensions: tuple[str, ...]
    until: date | None

    @property
    def suspended(self) -> bool:
        """D.3.1: whether a desk refuses him."""
        return bool(self.suspensions)


def covers(term: Term, day: date) -> bool:
    """D.3.1: whether a suspension is in force on a tournament's local start date."""
    return not term.revoked and term.since <= day and (term.until is None or day <= term.until)


def standing(terms: Iterable[Term], day: date) -> Standing:
    """D.3.1: a person's standing on a tournament's local start date, of all his suspensions.

    Suspensions that overlap, or follow each other without a day between, are one absence: until
    is the day before which he is not back.
    """
    in_order = sorted(
        (term for term in terms if not term.revoked), key=lambda t: (t.since, t.suspension)
    )
    now = tuple(term.suspension for term in in_order if covers(term, day))
    return Standing(now, _last_day(in_order, day) if now else None)


def _last_day(in_order: Sequence[Term], day: date) -> date | None:
    """The last of the days on end that are covered, from a covered day on; None: it has no end."""
    last = day
    for term in in_order:
        if term.since > last and not _follows(term.since, last):
            break
        if term.until is None:
            return None
        last = max(last, term.until)
    return last


def _follows(since: date, last: date) -> bool:
    return last < date.max and since == last + _DAY


def check_term(since: date, until: date | None) -> None:
    """P.10: a suspension ends on its first day or later. Refuses one that ends before it begins."""
    if until is not None and until < since:
        raise Refusal(
            "invalid",
            "ends_before_it_begins",
            Text(
                f"Отстранение с {since} не может кончиться {until}.",
                f"A suspension from {since} can't end on {until}.",
            ),
            rule="P.10",
            where="body.until",
            todo=Text(
                "Укажите тот же день или позже; чтобы снять его вовсе: "
                "POST /v1/suspensions/{suspension}/revoke.",
                "Give the same day or a later one; to take it back altogether: "
                "POST /v1/suspensions/{suspension}/revoke.",
            ),
        )


def check_penalty_day(day: date, latest: date) -> None:
    """3.2: a penalty is for what has happened. Refuses a day that is still to come.

    latest: the present day where it is latest on earth.
    """
    if day > latest:
        raise Refusal(
            "invalid",
            "day_to_come",
            Text(f"{day} ещё не наступило.", f"{day} is still to come."),
            rule="3.2",
            where="body.day",
            todo=Text("Укажите день нарушения.", "Give the day of the infraction."),
        )
