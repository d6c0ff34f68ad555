"""What people and programs read of a tournament. Nothing here changes anything."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from services.pairing import notices, store, views_setup
from services.pairing.domain import permits
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Match, Round, TournamentState
from services.pairing.domain.top import FinalRow, final_places
from services.pairing.notices import Notice
from services.pairing.schemas.parts import NoticeOut, SeatOut
from services.pairing.schemas.rounds import ResultOut, RoundOut, TableOut
from services.pairing.schemas.standings import FinalRowOut, StandingRow, StandingsOut
from services.pairing.schemas.tournaments import LogRow, TournamentOut, TournamentRow
from services.pairing.tables import Tournament, TournamentEvent
from shared import rulesets
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

    def round(self, at: Round) -> RoundOut:
        """A round with its tables in order."""
        return RoundOut(
            round=at.number,
            stage=at.stage,
            tables=[self.table(at, at.matches[table]) for table in sorted(at.matches)],
            byes=[self.seat(entry) for entry in at.byes],
            complete=at.complete,
            warnings=self.told(notices.of_round(self.state, at)),
        )

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
        )

    def standings(self) -> StandingsOut:
        """T.1–T.8 from the results there are; T.9 once the TOP has begun."""
        ruleset = rulesets.load(self.state.created.rule_set)
        final = final_places(self.state, ruleset) if self.state.top else None
        return StandingsOut(
            tournament=self.state.id,
            tiebreaks=list(ruleset.tiebreaks),
            rows=[self._standing(row) for row in standings(self.state, ruleset)],
            final=None if final is None else [self._final(row) for row in final],
        )

    def _final(self, row: FinalRow) -> FinalRowOut:
        return FinalRowOut(
            place=row.place,
            seed=row.seed,
            swiss_place=row.swiss.place,
            **self.seat(row.entry).model_dump(),
        )

    def _standing(self, row: Row) -> StandingRow:
        return StandingRow(
            place=row.place,
            points=row.points / 2,
            points_x2=row.points,
            head_to_head=None if row.head_to_head is None else row.head_to_head / 2,
            buchholz=row.buchholz / 2,
            opponents_buchholz=row.opponents_buchholz / 2,
            clean_wins=row.clean_wins,
            rating=None if row.rating_milli is None else _whole(row.rating_milli),
            rating_milli=row.rating_milli,
            lot=row.lot,
            dropped=row.dropped,
            **self.seat(row.entry).model_dump(),
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


def rows(tx: Session, found: Sequence[Tournament]) -> list[TournamentRow]:
    """Lines of a list."""
    cities = store.city_names(tx, [row.city for row in found])
    return [
        TournamentRow.model_validate({**row.model_dump(), "city_name": cities[row.city]})
        for row in found
    ]


def log_row(row: TournamentEvent) -> LogRow:
    """An event of a log, as everybody may see it."""
    private = REGISTRY[row.type].spec.private
    data = {name: value for name, value in json.loads(row.data).items() if name not in private}
    return LogRow.model_validate({**row.model_dump(), "data": data})


def _whole(milli: int) -> int:
    """Thousandths as whole points, half away from zero."""
    points = (abs(milli) + 500) // 1000
    return points if milli >= 0 else -points
