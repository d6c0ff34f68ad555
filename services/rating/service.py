"""Use cases: what arrives about tournaments, and one re-rating for all of a transaction.

Handlers only note what came. ``settle``, at the transaction's end, lays it over what is stored,
judges each tournament anew and walks the ledger once from the first place that changed (D.4.3).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlmodel import Session

from services.rating import book, store
from services.rating.book import NOTHING, RECORD, Known, StoredBook
from services.rating.domain.intake import (
    StatusEvent,
    TournamentRecord,
    absorb,
    in_force,
    ledger_key,
    rated,
)
from services.rating.domain.ledger import Balance, Key, Rated, Walk
from services.rating.tables import Place, PlayerRating, Queued, Tournament
from shared.db import wait_for
from shared.events.base import Event
from shared.events.ratings import LedgerMoved, RatingChanged
from shared.events.tournaments import TournamentFinished
from shared.outbox import publish_all
from shared.refusals import Refusal, Text
from shared.rulesets import available, load
from shared.rulesets.model import RuleSet

_CAME = "rating.came"
WHO = "service:rating"
"""Who moves ratings in events: no person does, the ledger follows from what was played."""


@dataclass(frozen=True)
class Counted:
    """A tournament that the ledger counts: where, and by what."""

    body: TournamentFinished
    key: Key
    rated: Rated


@dataclass(frozen=True)
class Unratable:
    """A tournament that should count and can't, and why."""

    body: TournamentFinished
    refusal: Refusal


Verdict = Counted | Unratable | None
"""None: it should not count (not official, not finished, or a code is in force)."""


def arrived(tx: Session, tournament: str, event: StatusEvent) -> None:
    """Note what came about a tournament; ``settle`` acts on it in the same transaction."""
    tx.info.setdefault(_CAME, {}).setdefault(tournament, []).append(event)


def settle(tx: Session) -> None:
    """Re-rate once for all that arrived in this transaction (D.4.3, law 4)."""
    came: dict[str, list[StatusEvent]] | None = tx.info.pop(_CAME, None)
    if not came:
        return
    wait_for(tx, "ledger")
    stored = book.known(tx, came)
    changed: dict[str, TournamentRecord] = {}
    for tournament, events in came.items():
        before = stored.get(tournament, NOTHING).record
        record = reduce(absorb, events, before)
        if record != before:
            changed[tournament] = record
    _rerate(tx, changed, stored)


def retry_queue(tx: Session) -> int:
    """Judge everything in the queue again, after a release that knows more; how many wait still."""
    wait_for(tx, "ledger")
    stored = book.known(tx, store.queued(tx))
    _rerate(tx, {tournament: known.record for tournament, known in stored.items()}, stored)
    return len(store.queued(tx))


def _rerate(
    tx: Session, records: Mapping[str, TournamentRecord], stored: Mapping[str, Known]
) -> None:
    """Bring ledger, live ratings and queue to these tournaments' new records."""
    verdicts = {tournament: _judge(tournament, record) for tournament, record in records.items()}
    changes: dict[Key, Rated | None] = {}
    for tournament in records:
        if (known := stored.get(tournament)) and known.place:
            changes[known.place] = None
    counted = [verdict for verdict in verdicts.values() if isinstance(verdict, Counted)]
    changes.update((verdict.key, verdict.rated) for verdict in counted)

    ledger = StoredBook(tx, {player for one in counted for player in one.rated.players()})
    walk = Walk(changes, ledger)
    since: str | None = None
    for step in walk:
        since = since or step.key.finished_at
        ledger.write(step)
    ledger.flush()
    if since:
        _move(tx, walk, since, sorted({key.tournament for key in changes}))
    _store(tx, records, verdicts)


def _move(tx: Session, walk: Walk, since: str, tournaments: Iterable[str]) -> None:
    """The ledger's rows changed: store the live ratings that moved, and tell everybody."""
    version = book.next_version(tx)
    live = walk.live()
    rows = [
        {"player": player, "rating_milli": balance.rating, "games": balance.games}
        for player, balance in live.items()
        if balance
    ]
    book.put(tx, PlayerRating, live, rows)
    nobody = Balance(book.initial_milli(), 0)
    told: list[tuple[str, Event]] = []
    for player, balance in live.items():
        rating, games = balance or nobody
        event = RatingChanged(player=player, rating_milli=rating, games=games, version=version)
        told.append((f"player:{player}", event))
    moved = LedgerMoved(
        version=version,
        tournaments=tuple(tournaments),
        since=since,
        rerated=walk.rerated,
        changed=len(live),
    )
    publish_all(tx, [*told, (f"cause:{version}", moved)], who=WHO)


def _judge(tournament: str, record: TournamentRecord) -> Verdict:
    """Whether and how a tournament counts; of its record alone, so arrival order can't matter."""
    body = in_force(record)
    if body is None:
        return None
    try:
        rating = _rule_set(body.rule_set).rating
        return Counted(body, ledger_key(tournament, body), rated(body, rating))
    except Refusal as refusal:
        return Unratable(body, refusal)


def _rule_set(name: str) -> RuleSet:
    """Law 7, D.4.8: the rule set that the tournament was played under, and no other."""
    try:
        return load(name)
    except KeyError:
        known = ", ".join(available())
        raise Refusal(
            "invalid",
            "unknown_rule_set",
            Text(
                f"Правил {name} эта версия не знает. Есть: {known}.",
                f"This release does not know the rule set {name}. There is: {known}.",
            ),
            rule="D.4.8",
            where="rule_set",
        ) from None


def _store(
    tx: Session, records: Mapping[str, TournamentRecord], verdicts: Mapping[str, Verdict]
) -> None:
    """Write what arrived, who counts, and what waits in the queue."""
    states = [
        {"tournament": tournament, "record": RECORD.dump_json(record).decode()}
        for tournament, record in records.items()
    ]
    places = [_place(one) for one in verdicts.values() if isinstance(one, Counted)]
    waiting = [
        _queued(tournament, one)
        for tournament, one in verdicts.items()
        if isinstance(one, Unratable)
    ]
    book.put(tx, Tournament, records, states)
    book.put(tx, Place, records, places)
    book.put(tx, Queued, records, waiting)


def _place(one: Counted) -> dict[str, Any]:
    return {
        **one.key._asdict(),
        "name": one.body.name,
        "date": one.body.date,
        "participants": one.body.participants,
        "coefficient_tenths": one.rated.k_tenths // load(one.body.rule_set).rating.base_k,
        "k_tenths": one.rated.k_tenths,
        "games": len(one.rated.games),
    }


def _queued(tournament: str, one: Unratable) -> dict[str, Any]:
    no = one.refusal
    return {
        "tournament": tournament,
        "revision": one.body.revision,
        "name": one.body.name,
        "code": no.code,
        "rule": no.rule,
        "field": no.where,
        "reason_ru": no.message.ru,
        "reason_en": no.message.en,
    }
