"""What people and programs read of a tournament. Nothing here changes anything."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from services.pairing import notices, store, views_setup
from services.pairing.domain import permits
from services.pairing.domain.decide.draws import is_for_third_place
from services.pairing.domain.state import Match, Round, TournamentState
from services.pairing.notices import Notice
from services.pairing.schemas.parts import NoticeOut, SeatOut
from services.pairing.schemas.rounds import ResultOut, TableOut
from services.pairing.schemas.tournaments import LogRow, TournamentOut
from services.pairing.tables import TournamentEvent
from shared.events.base import REGISTRY
from shared.people import Person, display, named
from shared.problems import say


@dataclass(frozen=True)
class View:
    """A tournament with the names of its people, in one language."""

    state: TournamentState
    names: dict[str, Person]
    lang: str

    def tournament(self, tx: Session, more: Sequence[Notice] = ()) -> TournamentOut:
        """The tournament as a whole; ``more``: warnings of what was just done."""
        state = self.state
        unconfirmed = [
            each.player for each in state.entries.values() if each.player not in self.names
        ]
        found = views_setup.warnings(tx, state, unconfirmed)
        told = self.told([*more, *found, *self.twice(tx)])
        return views_setup.shown(tx, state, self.lang, told)

    def table(self, at: Round, match: Match) -> TableOut:
        """A table and its result."""
        result = None
        if match.kind:
            winner = self.state.entries[match.winner].player if match.winner else None
            result = ResultOut(kind=match.kind, winner=winner, version=match.version)
        return TableOut(
            table=match.table,
            a=self.seat(match.a),
            b=self.seat(match.b),
            result=result,
            rematch=match.table in at.rematches,
            by_hand=match.table in at.hand_tables,
            third_place=is_for_third_place(self.state, at, match),
        )

    def seat(self, entry: int) -> SeatOut:
        """Who an entry is."""
        player = self.state.entries[entry].player
        return SeatOut(entry=entry, player=player, name=display(self.names, player))

    def twice(self, tx: Session) -> list[Notice]:
        """D.2.4: by the merges that are known now, whenever they were made."""
        into = store.aliases(tx, (each.player for each in self.state.entries.values()))
        found = permits.entered_twice(self.state, into)
        return [notices.entered_twice(self.state, entries) for entries in found]

    def told(self, found: Sequence[Notice]) -> list[NoticeOut]:
        """Warnings as sentences, with whose they are beside them."""
        return [
            NoticeOut(
                code=each.code,
                message=say(each.text, self.lang),
                rule=each.rule,
                entries=[self.seat(entry) for entry in each.entries],
            )
            for each in found
        ]


def view(tx: Session, state: TournamentState, lang: str, only: Iterable[int] | None = None) -> View:
    """The tournament with names from the own copy; ``only``: of these entries, else of all."""
    shown = state.entries if only is None else only
    return View(state, named(tx, (state.entries[entry].player for entry in shown)), lang)


def log_row(row: TournamentEvent) -> LogRow:
    """An event of a log, as everybody may see it."""
    private = REGISTRY[row.type].spec.private
    data = {name: value for name, value in json.loads(row.data).items() if name not in private}
    return LogRow.model_validate({**row.model_dump(), "data": data})
