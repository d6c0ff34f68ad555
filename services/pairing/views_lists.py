"""Lists of tournaments: all that were asked for, and a player's own with what he did there."""

from collections.abc import Iterable, Sequence

from sqlmodel import Session

from services.pairing import store
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import final_places
from services.pairing.journal import Journal
from services.pairing.schemas.tournaments import PlayedRow, TournamentRow
from services.pairing.tables import Participation, Tournament
from shared import rulesets


def rows(tx: Session, found: Sequence[Tournament]) -> list[TournamentRow]:
    """Lines of a list."""
    cities = store.city_names(tx, [row.city for row in found])
    return [
        TournamentRow.model_validate({**row.model_dump(), "city_name": cities[row.city]})
        for row in found
    ]


def played(
    tx: Session, journal: Journal, found: Iterable[tuple[Tournament, Participation]]
) -> list[PlayedRow]:
    """T.1, T.9: a player's tournaments with his points, and his place once one is finished."""
    pairs = list(found)
    return [
        _played(line, at, journal.load(tx, at.tournament))
        for line, (_, at) in zip(rows(tx, [row for row, _ in pairs]), pairs, strict=True)
    ]


def _played(line: TournamentRow, at: Participation, state: TournamentState) -> PlayedRow:
    ruleset = rulesets.load(state.created.rule_set)
    table = standings(state, ruleset)
    points = next((row.points for row in table if row.entry == at.entry), 0)
    places = {row.entry: row.place for row in table}
    if state.top:
        places = {row.entry: row.place for row in final_places(state, ruleset)}
    out = not state.finished or state.entries[at.entry].disqualified
    return PlayedRow(
        **line.model_dump(),
        player=at.player,
        entry=at.entry,
        points=points / 2,
        points_x2=points,
        place=None if out else places.get(at.entry),
    )
