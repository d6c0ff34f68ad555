"""Use cases of ``tournaments.v1``: who played when, and table penalties. Any order, any repeat."""

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session

from services.registry import service_merges, turns
from services.registry.service_status import settle_status
from services.registry.store import played as store
from shared.events.rounds import PenaltyGiven
from shared.events.tournaments import TournamentChanged, TournamentCreated, TournamentFinished


def announced(tx: Session, tournament: str, event: TournamentCreated) -> None:
    """2.1.5: a tournament, until its ``finished`` says more."""
    _keep(tx, tournament, event, 0)


def changed(tx: Session, tournament: str, event: TournamentChanged) -> None:
    """2.1.5: its name, club, city or day is another one; who was paired is said by ``finished``."""
    store.restate_tournament(tx, tournament, event.name, event.club, event.city, event.date)


def entered(tx: Session, tournament: str, entries: Iterable[tuple[int, str]]) -> None:
    """P.11: who an entry is: (entry, ID); what a ``finished`` says of it stays."""
    store.enter(tx, tournament, entries)


def identified(tx: Session, tournament: str, entry: int, player: str) -> None:
    """P.11: who an entry is after all; once it is finished its ``finished`` alone says so."""
    if not store.finished_revision(tx, tournament):
        store.identify(tx, tournament, entry, player)


def finished(tx: Session, tournament: str, event: TournamentFinished, who: str) -> None:
    """D.2.2, D.2.4: who was paired, by the highest revision; confirms newcomers, guards merges."""
    turns.about_people(tx)
    if event.revision <= store.finished_revision(tx, tournament):
        return
    before = store.paired_in(tx, tournament)
    _keep(tx, tournament, event, event.revision)
    entries = {entry: (entry, player, paired) for entry, player, paired in event.entries}
    store.state_entrants(tx, tournament, entries.values())
    after = {player for _, player, paired in entries.values() if paired}
    service_merges.suspend(tx, tournament, after, who)
    settle_status(tx, before ^ after, who)


def penalised(
    tx: Session, tournament: str, event: PenaltyGiven, who: str, given_at: datetime
) -> None:
    """P.11: a penalty given at a table."""
    row = {
        "tournament": tournament,
        "penalty": event.penalty,
        "entry": event.entry,
        "infraction": event.infraction,
        "level": event.level,
        "round": event.round,
        "given_by": who,
        "given_at": given_at,
    }
    store.keep_penalty(tx, row)


def pardoned(tx: Session, tournament: str, penalty: str, who: str, revoked_at: datetime) -> None:
    """P.11: a penalty taken back."""
    row = {
        "tournament": tournament,
        "penalty": penalty,
        "revoked_by": who,
        "revoked_at": revoked_at,
    }
    store.keep_revocation(tx, row)


def _keep(
    tx: Session, tournament: str, event: TournamentCreated | TournamentFinished, revision: int
) -> None:
    row = {
        "tournament": tournament,
        "name": event.name,
        "club": event.club,
        "city": event.city,
        "day": event.date,
        "revision": revision,
    }
    store.keep_tournament(tx, row)
