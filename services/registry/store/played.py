"""Queries about who played when, and table penalties."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import select, update
from sqlmodel import Session, col

from services.registry.domain.merges import Met
from services.registry.tables.people import Player
from services.registry.tables.played import Entrant, TablePenalty, Tournament
from shared.among import Among
from shared.db import insert_into, keep_highest

_PAIRED = Among(
    select(col(Entrant.player)).where(col(Entrant.paired)).distinct(), col(Entrant.player)
)
_BEFORE = Among(select(col(Player.player)).where(col(Player.played_before)), col(Player.player))


def tournament(tx: Session, tournament_id: str) -> Tournament | None:
    """A tournament that was announced or finished."""
    return tx.get(Tournament, tournament_id)


def tournaments_among(tx: Session, ids: Iterable[str]) -> dict[str, Tournament]:
    """The known ones of these tournaments, by id."""
    query = select(Tournament).where(col(Tournament.tournament).in_(sorted(set(ids))))
    return {row.tournament: row for row in tx.scalars(query)}


def keep_tournament(tx: Session, row: Mapping[str, Any]) -> None:
    """Add a tournament, or overwrite what an older revision said of it."""
    keep_highest(tx, Tournament, row)


def restate_tournament(
    tx: Session, tournament_id: str, name: str, club: str, city: str, day: str
) -> None:
    """What its newest settings say of a tournament that is known."""
    mine = update(Tournament).where(col(Tournament.tournament) == tournament_id)
    tx.connection().execute(mine.values(name=name, club=club, city=city, day=day))


def finished_revision(tx: Session, tournament_id: str) -> int:
    """The newest revision of its ``finished`` that arrived; 0: none."""
    query = select(col(Tournament.revision)).where(col(Tournament.tournament) == tournament_id)
    return tx.scalar(query) or 0


def paired_in(tx: Session, tournament_id: str) -> set[str]:
    """Who was paired in a tournament."""
    query = select(col(Entrant.player)).where(col(Entrant.tournament) == tournament_id)
    return set(tx.scalars(query.where(col(Entrant.paired))))


def enter(tx: Session, tournament_id: str, entries: Iterable[tuple[int, str]]) -> None:
    """Add (entry, ID); what is known of an entry stays."""
    rows = [
        {"tournament": tournament_id, "entry": entry, "player": player, "paired": False}
        for entry, player in entries
    ]
    if rows:
        tx.connection().execute(insert_into(tx, Entrant).on_conflict_do_nothing(), rows)


def identify(tx: Session, tournament_id: str, entry: int, player: str) -> None:
    """Whose an entry is, whoever it was thought to be."""
    row = {"tournament": tournament_id, "entry": entry, "player": player, "paired": False}
    new = insert_into(tx, Entrant).values(**row)
    right = {"player": new.excluded.player}
    keys = ["tournament", "entry"]
    tx.connection().execute(new.on_conflict_do_update(index_elements=keys, set_=right))


def state_entrants(
    tx: Session, tournament_id: str, entries: Iterable[tuple[int, str, bool]]
) -> None:
    """What a ``finished`` states of all entries: (entry, ID, was paired)."""
    rows = [
        {"tournament": tournament_id, "entry": entry, "player": player, "paired": paired}
        for entry, player, paired in entries
    ]
    mine = update(Entrant).where(col(Entrant.tournament) == tournament_id)
    tx.connection().execute(mine.values(paired=False))
    if rows:
        new = insert_into(tx, Entrant)
        stated = {"player": new.excluded.player, "paired": new.excluded.paired}
        keys = ["tournament", "entry"]
        tx.connection().execute(new.on_conflict_do_update(index_elements=keys, set_=stated), rows)


def was_paired(tx: Session, ids: Iterable[str]) -> set[str]:
    """D.2.2: which of these IDs were paired in a finished tournament, merges left aside."""
    wanted = set(ids)
    return {player for (player,) in (*_PAIRED.rows(tx, wanted), *_BEFORE.rows(tx, wanted))}


def met(tx: Session, ids: Sequence[str]) -> list[Met]:
    """D.2.4: the finished tournaments in which more than one of these IDs was paired, by day."""
    query = (
        select(
            col(Tournament.day),
            col(Tournament.tournament),
            col(Tournament.name),
            col(Entrant.player),
        )
        .join(Tournament, col(Tournament.tournament) == col(Entrant.tournament))
        .where(col(Entrant.player).in_(ids), col(Entrant.paired))
        .order_by(col(Tournament.day), col(Tournament.tournament))
    )
    found = [
        Met(tournament_id, name, day, frozenset(row[3] for row in rows))
        for (day, tournament_id, name), rows in groupby(tx.execute(query), lambda row: row[:3])
    ]
    return [each for each in found if len(each.paired) > 1]


def keep_penalty(tx: Session, row: Mapping[str, Any]) -> None:
    """P.11: a penalty was given; its revocation may have come before."""
    new = insert_into(tx, TablePenalty).values(**row)
    given = {name: new.excluded[name] for name in row if name not in ("tournament", "penalty")}
    tx.connection().execute(
        new.on_conflict_do_update(index_elements=["tournament", "penalty"], set_=given)
    )


def keep_revocation(tx: Session, row: Mapping[str, Any]) -> None:
    """P.11: a penalty was taken back; if it has not arrived yet, all but that is blank."""
    blank = {
        "entry": 0,
        "infraction": "",
        "level": "",
        "given_by": row["revoked_by"],
        "given_at": row["revoked_at"],
    }
    new = insert_into(tx, TablePenalty).values(**blank, **row)
    revoked = {name: new.excluded[name] for name in ("revoked_by", "revoked_at")}
    tx.connection().execute(
        new.on_conflict_do_update(index_elements=["tournament", "penalty"], set_=revoked)
    )
