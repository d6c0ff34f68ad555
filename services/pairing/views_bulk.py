"""What a pasted list came to, line by line."""

from collections.abc import Mapping, Sequence

from services.pairing import notices
from services.pairing.domain.capacity import queue
from services.pairing.schemas.bulk import (
    BulkEntryRow,
    EntriesBulkOut,
    EntryCandidateOut,
    LineOutcome,
)
from services.pairing.service_bulk import Told
from services.pairing.views import View
from shared.people import display
from shared.problems import say
from shared.refusals import Text

_IN: frozenset[LineOutcome] = frozenset({"entered", "waiting"})
_DONE: frozenset[LineOutcome] = _IN | {"already_in", "same_person"}
_TODO: Mapping[LineOutcome, Text] = {
    "left": Text(
        "Снялся или дисквалифицирован. Вернуть снявшегося: "
        "POST /v1/tournaments/{tournament}/entries/{player}/return.",
        "Dropped or disqualified. Take back who dropped: "
        "POST /v1/tournaments/{tournament}/entries/{player}/return.",
    ),
    "candidates": Text(
        "Может быть любой из них: выберите и добавьте его номер.",
        "It may be any of these: choose, and enter his ID.",
    ),
    "unknown": Text(
        "Такого игрока нет: проверьте имя или зарегистрируйте: POST /v1/players у службы registry.",
        "There is no such player: check the name, or register him: POST /v1/players at the "
        "registry.",
    ),
    "mistyped": Text(
        "Опечатка в номере: контрольная цифра не сходится. Сверьте его с карточкой игрока.",
        "Mistyped: the check digit is wrong. Compare the ID with the player's card.",
    ),
    "suspended": Text(
        "Отстранён от турниров в день этого турнира.",
        "Suspended from tournaments on this tournament's day.",
    ),
    "head_judge": Text(
        "Судит этот турнир и играть в нём не может.",
        "Is the head judge of this tournament and can't play in it.",
    ),
    "registry_away": Text(
        "Реестр не ответил: добавьте номером или вставьте строку ещё раз позже.",
        "The registry did not answer: enter the ID, or paste the line again later.",
    ),
}


def bulk(view: View, told: Sequence[Told], *, dry_run: bool) -> EntriesBulkOut:
    """Each line and what became of it; ``view``: after it, also of a dry run."""
    waits = {each.number: place for place, each in enumerate(queue(view.state), start=1)}
    outcomes = [each.outcome for each in told]
    made = [each for each in told if each.outcome in _IN]
    unchecked = [str(each.line.player) for each in made if each.line.unchecked]
    found = [notices.registry_away(unchecked)] if unchecked else []
    numbers = sorted(each.entry for each in made if each.entry is not None)
    if made and view.state.structure is not None:
        found.append(notices.late_entries(view.state.due, numbers))
    return EntriesBulkOut(
        dry_run=dry_run,
        entered=outcomes.count("entered"),
        waiting=outcomes.count("waiting"),
        already_in=outcomes.count("already_in"),
        undone=sum(outcome not in _DONE for outcome in outcomes),
        rows=[_row(view, each, waits) for each in told],
        warnings=view.told(found),
    )


def _row(view: View, told: Told, waits: Mapping[int, int]) -> BulkEntryRow:
    line, todo = told.line, _TODO.get(told.outcome)
    player = line.player if told.entry is None else view.state.entries[told.entry].player
    name = None
    if player is not None:
        name = display(view.names, player) if player in view.names else line.name
    return BulkEntryRow(
        row=line.row,
        line=line.text,
        outcome=told.outcome,
        message=say(todo, view.lang) if todo else None,
        player=player,
        name=name,
        entry=told.entry,
        waiting=waits.get(told.entry or 0),
        same_as=told.same_as,
        candidates=[EntryCandidateOut.model_validate(dict(each)) for each in line.candidates],
        more=line.more,
    )
