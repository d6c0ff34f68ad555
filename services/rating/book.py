"""The stored ledger as a re-rating reads and writes it: in bulk, and ahead only as far as needed.

Implements ``domain.ledger.Book``. All queries that write are here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import bindparam, delete, insert, inspect, select, tuple_, update
from sqlmodel import Session, SQLModel, col

from services.rating import store
from services.rating.domain.intake import TournamentRecord
from services.rating.domain.intake import rated as rated_by
from services.rating.domain.ledger import Balance, Key, Rated, Row, Step
from services.rating.tables import LedgerRow, LedgerVersion, Place, PlayerRating, Tournament
from shared.rulesets import DEFAULT, load

RECORD = TypeAdapter(TournamentRecord)

_IDS = 500
_RECORDS = 50
_STEPS = 200


@dataclass(frozen=True)
class Known:
    """What is stored of a tournament: all that arrived, and where it stands, if it counts."""

    record: TournamentRecord
    place: Key | None


NOTHING = Known(TournamentRecord(), None)
"""What is stored of a tournament never heard of."""


def initial_milli() -> int:
    """Rule 4.1: everyone's rating before his first tournament, in thousandths."""
    return load(DEFAULT).rating.initial_milli


def known(tx: Session, tournaments: Iterable[str]) -> dict[str, Known]:
    """What is stored of these tournaments; nothing of those never heard of."""
    found: dict[str, Known] = {}
    query = select(col(Tournament.tournament), col(Tournament.record), col(Place.finished_at)).join(
        Place, col(Place.tournament) == col(Tournament.tournament), isouter=True
    )
    for ids in _chunks(tournaments):
        for tournament, record, finished_at in tx.execute(
            query.where(col(Tournament.tournament).in_(ids))
        ):
            place = Key(finished_at, tournament) if finished_at else None
            found[tournament] = Known(RECORD.validate_json(record), place)
    return found


def put(
    tx: Session, table: type[SQLModel], keys: Collection[str], rows: Collection[Mapping[str, Any]]
) -> None:
    """Let ``rows`` be all that a table holds under these values of its primary key."""
    (key,) = inspect(table).primary_key
    connection = tx.connection()
    for ids in _chunks(keys):
        connection.execute(delete(table).where(key.in_(ids)))
    if rows:
        connection.execute(insert(table), list(rows))


def next_version(tx: Session) -> int:
    """Count one more change of the ledger's rows."""
    row = tx.get(LedgerVersion, 1) or LedgerVersion(id=1, version=0)
    row.version += 1
    tx.add(row)
    return row.version


class StoredBook:
    """The ledger in the database. ``write`` each step as it comes, then ``flush``.

    newcomers: everyone with a game in a changed tournament; their ratings before the first change
    are read at once, and kept up to date as the walk passes stored rows.
    """

    def __init__(self, tx: Session, newcomers: Collection[str]) -> None:
        self._tx = tx
        self._newcomers = newcomers
        self._reached: dict[str, int] = {}
        self._ahead: dict[str, str] = {}
        self._steps: list[Step] = []

    def rows(self, since: Key) -> Iterator[tuple[Key, Mapping[str, Row]]]:
        """The stored places from ``since`` on."""
        self._reached = self._ratings_at(since)
        stored = store.ledger_rows(self._tx, since)
        for key, group in groupby(stored, lambda row: Key(row[0], row[1])):
            rows = {player: Row(*numbers) for _, _, player, *numbers in group}
            yield key, rows
            for player in self._reached.keys() & rows.keys():
                self._reached[player] = rows[player].after

    def ratings(self, players: Collection[str], before: Key) -> Mapping[str, int]:  # noqa: ARG002
        """Ratings before the place that the walk has come to."""
        return {player: self._reached[player] for player in players}

    def rated(self, key: Key) -> Rated:
        """What an unchanged tournament is rated by; the records after it are read with it."""
        if key.tournament not in self._ahead:
            self._ahead = self._records(key)
        body = RECORD.validate_json(self._ahead[key.tournament]).finished
        if body is None:
            raise LookupError(f"{key.tournament} is in the ledger and was never finished")
        return rated_by(body, load(body.rule_set).rating)

    def balances(self, players: Collection[str]) -> Mapping[str, Balance]:
        """Live ratings as stored."""
        found = dict.fromkeys(players, Balance(initial_milli(), 0))
        query = select(
            col(PlayerRating.player), col(PlayerRating.rating_milli), col(PlayerRating.games)
        )
        for ids in _chunks(players):
            for player, rating, games in self._tx.execute(
                query.where(col(PlayerRating.player).in_(ids))
            ):
                found[player] = Balance(rating, games)
        return found

    def write(self, step: Step) -> None:
        """Take a step to be written; many are written together."""
        self._steps.append(step)
        if len(self._steps) >= _STEPS:
            self.flush()

    def flush(self) -> None:
        """Write all steps that were taken."""
        deletes = [_at(step.key, player) for step in self._steps for player in step.deletes]
        updates = [
            _at(step.key, player) | row._asdict()
            for step in self._steps
            for player, row in step.updates.items()
        ]
        inserts = [
            {"player": player, **step.key._asdict(), **row._asdict()}
            for step in self._steps
            for player, row in step.inserts.items()
        ]
        connection = self._tx.connection()
        if deletes:
            connection.execute(delete(LedgerRow).where(*_THERE), deletes)
        if updates:
            connection.execute(update(LedgerRow).where(*_THERE), updates)
        if inserts:
            connection.execute(insert(LedgerRow), inserts)
        self._steps.clear()

    def _ratings_at(self, place: Key) -> dict[str, int]:
        """Everyone's rating before a place: one probe of the ledger for each who is in it."""
        row = col(LedgerRow.before) + col(LedgerRow.delta)
        last = (
            select(row)
            .where(col(LedgerRow.player) == col(PlayerRating.player))
            .where(tuple_(col(LedgerRow.finished_at), col(LedgerRow.tournament)) < tuple(place))
            .order_by(col(LedgerRow.finished_at).desc(), col(LedgerRow.tournament).desc())
            .limit(1)
            .scalar_subquery()
        )
        query = select(col(PlayerRating.player), last)
        found = dict.fromkeys(self._newcomers, initial_milli())
        for ids in _chunks(self._newcomers):
            for player, rating in self._tx.execute(query.where(col(PlayerRating.player).in_(ids))):
                if rating is not None:
                    found[player] = rating
        return found

    def _records(self, since: Key) -> dict[str, str]:
        query = (
            select(col(Tournament.tournament), col(Tournament.record))
            .join(Place, col(Place.tournament) == col(Tournament.tournament))
            .where(tuple_(col(Place.finished_at), col(Place.tournament)) >= tuple(since))
            .order_by(col(Place.finished_at), col(Place.tournament))
            .limit(_RECORDS)
        )
        return {row.tournament: row.record for row in self._tx.execute(query)}


_THERE = (
    col(LedgerRow.player) == bindparam("at_player"),
    col(LedgerRow.finished_at) == bindparam("at_finished_at"),
    col(LedgerRow.tournament) == bindparam("at_tournament"),
)


def _at(key: Key, player: str) -> dict[str, Any]:
    return {"at_player": player, "at_finished_at": key.finished_at, "at_tournament": key.tournament}


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    every = list(ids)
    for start in range(0, len(every), _IDS):
        yield every[start : start + _IDS]
