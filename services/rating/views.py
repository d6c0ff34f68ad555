"""What people and programs read of the rating. Nothing here changes anything."""

import hashlib
import threading
from itertools import groupby
from typing import Any, cast

from sqlmodel import Session

from services.rating import store
from services.rating.book import RECORD, initial_milli
from services.rating.domain.expected import expected_nano
from services.rating.domain.intake import TournamentRecord, rated
from services.rating.domain.kernel import game_change
from services.rating.schemas import (
    Leader,
    LedgerState,
    LiveRating,
    QueuedTournament,
    RatedGame,
    RatedPlayer,
    RatedTournament,
    TournamentOfPlayer,
    TournamentRatings,
    TournamentWeight,
)
from shared import paging
from shared.events.players import PlayerStatus
from shared.folding import fold
from shared.paging import Page
from shared.people import Person, display, named
from shared.problems import say
from shared.refusals import Refusal, Text
from shared.rulesets import load


def whole(milli: int) -> int:
    """D.4.1: thousandths as whole points, half away from zero."""
    points = (abs(milli) + 500) // 1000
    return points if milli >= 0 else -points


def leaderboard(tx: Session, city: str | None, cursor: str | None, limit: int) -> Page[Leader]:
    """D.2.2: registered players with a rated game, best first; equal ratings share a rank."""
    folded = fold(city) if city else None
    after: Any = paging.decode(cursor, int, str) if cursor else None
    rows, more = paging.cut(store.leaders(tx, folded, after, limit + 1), limit)
    higher, level = 0, 0
    if after and rows:
        higher, level = store.leaders_before(tx, folded, rows[0].rating_milli, rows[0].player)
    items: list[Leader] = []
    rank, rating = higher + 1, rows[0].rating_milli if rows else 0
    for place, row in enumerate(rows, higher + level + 1):
        if row.rating_milli != rating:
            rank, rating = place, row.rating_milli
        items.append(
            Leader(
                rank=rank,
                player=row.player,
                name=row.Person.name,
                city=row.Person.city,
                rating=whole(rating),
                rating_milli=rating,
                games=row.games,
            )
        )
    return Page(
        items=items,
        next=paging.encode(items[-1].rating_milli, items[-1].player) if more else None,
    )


def live_rating(tx: Session, player: str) -> LiveRating:
    """D.4.7: the live rating; of one without a rated game the initial one (4.1)."""
    person = tx.get(Person, player)
    live = store.live(tx, player)
    if person is None and live is None:
        raise _no_player(player)
    rating, games = live or (initial_milli(), 0)
    return LiveRating(
        player=player,
        name=display({player: person} if person else {}, player),
        city=person.city if person else None,
        status=cast(PlayerStatus, person.status) if person else None,
        rating=whole(rating),
        rating_milli=rating,
        games=games,
    )


def history(tx: Session, player: str, cursor: str | None, limit: int) -> Page[RatedTournament]:
    """A player's rated tournaments, newest first."""
    after: Any = paging.decode(cursor, str, str) if cursor else None
    rows, more = paging.cut(store.history(tx, player, after=after, limit=limit + 1), limit)
    if not rows and tx.get(Person, player) is None and store.live(tx, player) is None:
        raise _no_player(player)
    return Page(
        items=[RatedTournament(**_line(row)) for row in rows],
        next=paging.encode(rows[-1].finished_at, rows[-1].tournament) if more else None,
    )


def games_of(tx: Session, player: str, tournament: str) -> TournamentOfPlayer:
    """The games that made one change of a rating, derived anew by the kernel (D.4.2)."""
    found = store.history(tx, player, tournament=tournament)
    record = _record(tx, tournament)
    if not found or record.finished is None:
        raise Refusal(
            "not_found",
            "no_rated_game",
            Text(
                f"У № {player} нет рейтинговых партий в этом турнире.",
                f"{player} has no rated game in this tournament.",
            ),
            where="tournament",
            todo=Text("Список: /v1/ratings/{id}/history.", "See /v1/ratings/{id}/history."),
        )
    row = found[0]
    before = {one.player: one.before for one in store.rows_of(tx, row.finished_at, tournament)}
    mine = [
        (b, halves) if a == player else (a, 2 - halves)
        for a, b, halves in rated(record.finished, load(record.finished.rule_set).rating).games
        if player in (a, b)
    ]
    names = named(tx, (opponent for opponent, _ in mine))
    return TournamentOfPlayer(
        **_line(row),
        rated_games=[
            RatedGame(
                opponent=opponent,
                opponent_name=display(names, opponent),
                before_milli=row.before,
                opponent_before_milli=before[opponent],
                expected_nano=expected_nano(row.before - before[opponent]),
                score=halves / 2,
                change_milli=game_change(row.before, before[opponent], halves, row.k_tenths),
            )
            for opponent, halves in mine
        ],
    )


def tournament_ratings(tx: Session, tournament: str) -> TournamentRatings:
    """What a tournament did to everyone in it, or why it does not count (D.2.5)."""
    record = _record(tx, tournament)
    body, place = record.finished, store.place(tx, tournament)
    rows = store.rows_of(tx, place.finished_at, tournament) if place else []
    rows.sort(key=lambda row: (-row.before - row.delta, row.player))
    names = named(tx, (row.player for row in rows))
    return TournamentRatings(
        tournament=tournament,
        tournament_name=body.name if body else None,
        finished_at=place.finished_at if place else body.finished_at if body else None,
        official=bool(body and body.official),
        flags=[flag.code for flag in record.flags if flag.in_force],
        queued=store.is_queued(tx, tournament),
        weight=TournamentWeight(**_weight(place)) if place else None,
        rows=[
            RatedPlayer(player=row.player, name=display(names, row.player), **_change(row))
            for row in rows
        ],
    )


def queue(tx: Session, cursor: str | None, limit: int, lang: str) -> Page[QueuedTournament]:
    """What can't be rated, with the reason in one language."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    rows, more = paging.cut(store.queue(tx, after, limit + 1), limit)
    return Page(
        items=[
            QueuedTournament(
                tournament=row.tournament,
                tournament_name=row.name,
                revision=row.revision,
                code=row.code,
                rule=row.rule,
                field=row.field,
                reason=say(Text(row.reason_ru, row.reason_en), lang),
            )
            for row in rows
        ],
        next=paging.encode(rows[-1].tournament) if more else None,
    )


class LedgerDigest:
    """The ledger in figures; its digest is computed once per version, by one caller at a time."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._newest: tuple[int, str] | None = None

    def state(self, tx: Session) -> LedgerState:
        """The ledger as this snapshot has it."""
        version = store.version(tx)
        with self._turn:
            newest = self._newest
            if newest is None or newest[0] != version:
                newest = self._newest = (version, digest(tx))
        tournaments, games, players = store.totals(tx)
        return LedgerState(
            version=version, tournaments=tournaments, games=games, players=players, digest=newest[1]
        )


def digest(tx: Session) -> str:
    """SHA-256 over every row of the ledger, in its order (D.4.3), whichever database holds it."""
    sha = hashlib.sha256()
    for place, rows in groupby(store.ledger_rows(tx), lambda row: f"{row[0]}|{row[1]}"):
        for _, _, player, before, delta, games in sorted(rows, key=lambda row: str(row[2])):
            sha.update(f"{place}|{player}|{before}|{delta}|{games}\n".encode())
    return sha.hexdigest()


def _line(row: Any) -> dict[str, Any]:
    return {
        "tournament": row.tournament,
        "tournament_name": row.name,
        "date": row.date,
        "finished_at": row.finished_at,
        **_weight(row),
        **_change(row),
    }


def _weight(row: Any) -> dict[str, int]:
    return {
        "participants": row.participants,
        "coefficient_tenths": row.coefficient_tenths,
        "k_tenths": row.k_tenths,
    }


def _change(row: Any) -> dict[str, int]:
    after = row.before + row.delta
    return {
        "before": whole(row.before),
        "after": whole(after),
        "delta": whole(row.delta),
        "before_milli": row.before,
        "after_milli": after,
        "delta_milli": row.delta,
        "games": row.games,
    }


def _record(tx: Session, tournament: str) -> TournamentRecord:
    stored = store.record(tx, tournament)
    if stored is None:
        raise Refusal(
            "not_found",
            "tournament_not_found",
            Text(
                f"О турнире {tournament} рейтинг ещё ничего не знает.",
                f"The rating has not heard of a tournament {tournament}.",
            ),
            where="tournament",
            todo=Text(
                "Он появится здесь, когда завершится.", "It will be here when it has finished."
            ),
        )
    return RECORD.validate_json(stored)


def _no_player(player: str) -> Refusal:
    return Refusal(
        "not_found",
        "player_not_found",
        Text(f"Игрока № {player} нет.", f"There is no player {player}."),
        rule="2.1.3",
        where="player",
        todo=Text(
            "Найдите номер в реестре: /v1/players.", "Look the ID up in the registry: /v1/players."
        ),
    )
