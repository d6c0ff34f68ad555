"""Why an event can't be undone: it names what is in the way."""

from services.pairing.domain.log_facts import in_words
from shared.events.base import Event
from shared.events.tournaments import EventUndone
from shared.refusals import Refusal, Text


def not_undoable(number: int, event: Event) -> Refusal:
    """What has nothing that would take it back; undoing an undo is doing it again."""
    what = in_words(event)
    todo = Text(
        "Исправьте другим действием; что было раньше, показывает ?at=НОМЕР.",
        "Mend it by another action; what there was before is shown by ?at=NUMBER.",
    )
    if isinstance(event, EventUndone):
        todo = Text("Сделайте отменённое ещё раз.", "Do again what was undone.")
    return Refusal(
        "conflict",
        "not_undoable",
        Text(
            f"Событие {number} ({what.ru}) отменить нельзя.",
            f"Event {number} ({what.en}) can't be undone.",
        ),
        where="body.event",
        todo=todo,
        extra={"event": number},
    )


def depends(event: Event, later: int, follows: Event) -> Refusal:
    """Something later rests on it: that is taken back first."""
    what, then = in_words(event), in_words(follows)
    return Refusal(
        "conflict",
        "later_depends",
        Text(
            f"Не отменить: {what.ru}. Позже на этом основано событие {later}: {then.ru}.",
            f"Can't undo {what.en}: event {later} rests on it, {then.en}.",
        ),
        rule="T.8",
        where="body.event",
        todo=Text(
            f"Сначала отмените событие {later} или исправьте результат.",
            f"Undo event {later} first, or correct the result.",
        ),
        extra={"event": later},
    )


def no(code: str, text: Text, todo: Text | None = None) -> Refusal:
    """A plain no; without ``todo`` the log is pointed to."""
    return Refusal(
        "conflict",
        code,
        text,
        where="body.event",
        todo=todo
        or Text(
            "Номера событий: GET /v1/tournaments/{tournament}/log.",
            "Events by number: GET /v1/tournaments/{tournament}/log.",
        ),
    )
