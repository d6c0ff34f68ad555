"""Use case of a pasted list: each line is read first, then the clear ones enter (2.1.4, D.2.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlmodel import Session

from services.pairing import store
from services.pairing.domain import decide, permits
from services.pairing.domain.evolve import fold
from services.pairing.domain.pasted import bare, number_in, placed
from services.pairing.domain.state import Entry, TournamentState
from services.pairing.schemas.bulk import LineOutcome
from services.pairing.service_entries import At, suspended
from services.pairing.service_questions import Desk
from shared import people
from shared.db import Database
from shared.erasure import called
from shared.events.entries import EntryAdded
from shared.player_ids import is_player_id

ASKED = 120
"""Letters in one question to the registry; a longer line is a sentence and nobody's name."""

Means = Literal["one", "several", "nobody", "mistyped", "away"]


@dataclass(frozen=True)
class Line:
    """A pasted line and who is meant by it.

    player, name: of the one who is meant for certain; unchecked: nobody could say whether his ID
    is anybody's (2.1.1). candidates: as the registry told them.
    """

    row: int
    text: str
    means: Means
    player: str | None = None
    name: str | None = None
    unchecked: bool = False
    candidates: tuple[Mapping[str, Any], ...] = ()
    more: bool = False


@dataclass(frozen=True)
class Told:
    """What became of a line. entry: his, there or just made; same_as: the row that means him."""

    line: Line
    outcome: LineOutcome
    entry: int | None = None
    same_as: int | None = None


@dataclass
class _Sorting:
    """One pass over the lines: who is in already, who is new."""

    into: Mapping[str, str]
    barred: Mapping[str, str | None]
    head_judge: str | None
    entered: dict[str, Entry]
    fresh: dict[str, int] = field(default_factory=dict)  # person -> the row that means him

    def told(self, line: Line) -> Told:
        """What becomes of a line; whoever is new is noted."""
        if line.player is None:
            return Told(line, _NOBODY[line.means])
        who = permits.known_as(self.into, line.player)
        entry = self.entered.get(who)
        if entry is not None:
            gone = entry.dropped_after is not None
            return Told(line, "left" if gone else "already_in", entry.number)
        if who == self.head_judge:
            return Told(line, "head_judge")
        if line.player in self.barred:
            return Told(line, "suspended")
        if who in self.fresh:
            return Told(line, "same_person", same_as=self.fresh[who])
        self.fresh[who] = line.row
        return Told(replace(line, player=who), "entered")


_NOBODY: Mapping[Means, LineOutcome] = {
    "several": "candidates",
    "nobody": "unknown",
    "mistyped": "mistyped",
    "away": "registry_away",
}


def read(db: Database, desk: Desk, given: str | list[str], token: str) -> list[Line]:
    """2.1.4, D.2.2, D.2.3: who is meant by each line; never a guess.

    A plain ID that the own copy has needs nobody; the registry is asked about all other lines with
    the caller's own token. While it is away a well-written ID is taken unchecked.
    """
    lines = placed(given)
    numbers = {at: number for at, (_, text) in enumerate(lines) if (number := number_in(text))}
    with db.read() as tx:
        known = people.named(tx, numbers.values())
    asked = [
        at
        for at, (_, text) in enumerate(lines)
        if numbers.get(at) not in known and len(bare(text)) <= ASKED
    ]
    texts = [bare(lines[at][1]) for at in asked]
    rows = desk.neighbours.identify(texts, token) if asked else []
    answers = dict(zip(asked, rows, strict=False))
    found: list[Line] = []
    for at, (row, text) in enumerate(lines):
        number = numbers.get(at)
        if number is not None and number in known:
            found.append(Line(row, text, "one", number, known[number].name))
        elif at in answers:
            found.append(_answered(row, text, answers[at]))
        elif len(bare(text)) > ASKED:
            found.append(Line(row, text, "nobody"))
        elif number is not None and is_player_id(number):
            found.append(Line(row, text, "one", number, unchecked=True))
        else:
            found.append(Line(row, text, "away"))
    return found


def _answered(row: int, text: str, answer: Mapping[str, Any]) -> Line:
    people_meant = tuple(answer["players"])
    if answer["outcome"] == "exact":
        (one,) = people_meant
        name = called(one["player"], one["surname"], one["first_name"])
        return Line(row, text, "one", one["player"], name)
    means: Means = "several" if people_meant else "nobody"
    if answer["wrong_check_digit"]:
        means = "mistyped"
    return Line(row, text, means, candidates=people_meant, more=answer["more"])


def enter(at: At, lines: Sequence[Line], *, dry_run: bool) -> tuple[TournamentState, list[Told]]:
    """2.1.1, D.2.3, D.2.4, D.3.1: enter whoever is meant for certain, may play and is not in yet.

    The state after it, also of a dry run, which keeps nothing. A person is known by all of his IDs;
    the same list again enters nobody.
    """
    state = at.state()
    sorting = _sorting(at.tx, state, lines)
    told = [sorting.told(line) for line in lines]
    players = list(sorting.fresh)
    if not players:
        return state, told
    ratings = store.ratings(at.tx, players) if state.structure is not None else {}
    added = decide.add_entries(
        state, [decide.Newcomer(player, ratings.get(player)) for player in players]
    )
    state = fold(state.id, added, state) if dry_run else at.append(state, added)
    made = {each.player: each for each in added}
    return state, [_placed(each, made) for each in told]


def _placed(told: Told, made: Mapping[str, EntryAdded]) -> Told:
    added = made.get(told.line.player or "") if told.outcome == "entered" else None
    if added is None:
        return told
    return replace(told, entry=added.entry, outcome="waiting" if added.waiting else "entered")


def _sorting(tx: Session, state: TournamentState, lines: Sequence[Line]) -> _Sorting:
    players = [line.player for line in lines if line.player is not None]
    into = store.aliases(tx, [*players, *(each.player for each in state.entries.values())])
    created = state.created
    entries = sorted(state.entries.values(), key=lambda each: each.dropped_after is None)
    head = created.head_judge if created.level != "amateur" else None
    return _Sorting(
        into,
        suspended(tx, players, created.date),
        None if head is None else permits.known_as(into, head),
        {permits.known_as(into, each.player): each for each in entries},
    )
