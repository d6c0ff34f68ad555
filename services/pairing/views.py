"""What people and programs read of a tournament. Nothing here changes anything."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from services.pairing import notices, store
from services.pairing.domain import permits
from services.pairing.domain.decide.rounds import announced_structure
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Entry, Match, Round, Structure, TournamentState
from services.pairing.domain.top import FinalRow, final_places
from services.pairing.notices import Notice
from services.pairing.schemas.entries import EntriesOut, EntryOut
from services.pairing.schemas.parts import NoticeOut, SeatOut
from services.pairing.schemas.rounds import ResultOut, RoundOut, TableOut
from services.pairing.schemas.standings import FinalRowOut, StandingRow, StandingsOut
from services.pairing.schemas.tournaments import LogRow, StructureOut, TournamentOut, TournamentRow
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
        state, created = self.state, self.state.created
        ruleset = rulesets.load(created.rule_set)
        unconfirmed = [
            each.player for each in state.entries.values() if each.player not in self.names
        ]
        found = notices.of_tournament(state, ruleset, unconfirmed)
        return TournamentOut(
            tournament=state.id,
            name=created.name,
            city=created.city,
            city_name=store.city_names(tx, [created.city])[created.city],
            zone=created.zone,
            date=created.date,
            club=created.club,
            format=created.format,
            rule_set=created.rule_set,
            level=created.level,
            preset=created.preset,
            official=created.official,
            head_judge=created.head_judge,
            status=state.status,
            flags=sorted(state.flags),
            seed=created.seed,
            version=state.version,
            players=state.players,
            structure=_structure(state),
            deck_lists=ruleset.levels[created.level].deck_lists,
            finished_at=state.finished_at,
            warnings=self._told([*more, *found, *self._twice(tx)]),
        )

    def entry(self, entry: Entry) -> EntryOut:
        """One entry."""
        return EntryOut(
            entry=entry.number,
            player=entry.player,
            name=display(self.names, entry.player),
            from_round=entry.from_round,
            dropped_after=entry.dropped_after,
        )

    def entries(self, tx: Session, made: Sequence[Entry], more: Sequence[Notice]) -> EntriesOut:
        """Entries just made; D.2.4: and whoever of them was in already under another ID."""
        numbers = {each.number for each in made}
        twice = [each for each in self._twice(tx) if not numbers.isdisjoint(each.entries)]
        return EntriesOut(
            entries=[self.entry(each) for each in made], warnings=self._told([*more, *twice])
        )

    def round(self, at: Round) -> RoundOut:
        """A round with its tables in order."""
        return RoundOut(
            round=at.number,
            stage=at.stage,
            tables=[self.table(at, at.matches[table]) for table in sorted(at.matches)],
            byes=[self._seat(entry) for entry in at.byes],
            complete=at.complete,
            warnings=self._told(notices.of_round(self.state, at)),
        )

    def table(self, at: Round, match: Match) -> TableOut:
        """A table and its result."""
        result = None
        if match.kind:
            winner = self.state.entries[match.winner].player if match.winner else None
            result = ResultOut(kind=match.kind, winner=winner, version=match.version)
        return TableOut(
            table=match.table,
            a=self._seat(match.a),
            b=self._seat(match.b),
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
            **self._seat(row.entry).model_dump(),
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
            **self._seat(row.entry).model_dump(),
        )

    def _seat(self, entry: int) -> SeatOut:
        player = self.state.entries[entry].player
        return SeatOut(entry=entry, player=player, name=display(self.names, player))

    def _twice(self, tx: Session) -> list[Notice]:
        """D.2.4: by the merges that are known now, whenever they were made."""
        into = store.aliases(tx, (each.player for each in self.state.entries.values()))
        found = permits.entered_twice(self.state, into)
        return [notices.entered_twice(self.state, entries) for entries in found]

    def _told(self, found: Sequence[Notice]) -> list[NoticeOut]:
        return [
            NoticeOut(
                code=each.code,
                message=say(each.text, self.lang),
                rule=each.rule,
                entries=[self._seat(entry) for entry in each.entries],
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


def _structure(state: TournamentState) -> StructureOut:
    """7.2.2: as it was fixed, else as it would be for those entered now."""
    used = state.structure
    if used is None:
        ruleset = rulesets.load(state.created.rule_set)
        used = Structure(*announced_structure(state, ruleset))
    return StructureOut(rounds=used.rounds, top=used.top, fixed=state.structure is not None)


def _whole(milli: int) -> int:
    """Thousandths as whole points, half away from zero."""
    points = (abs(milli) + 500) // 1000
    return points if milli >= 0 else -points
