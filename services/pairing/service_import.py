"""Use case: take in a finished tournament that was played elsewhere (2.1.5, D.4.3)."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from sqlmodel import Session

from services.pairing import service_entries, store
from services.pairing.domain import decide
from services.pairing.domain.evolve import fold
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_changes import Changes, changes
from services.pairing.domain.uploads import OURS, Upload
from services.pairing.journal import Journal
from services.pairing.listing import may_correct
from services.pairing.schemas.imports import ImportIn
from services.pairing.schemas.uploads import (
    Outcome,
)
from services.pairing.service import city_of, club_for, official, own, ruleset_of
from shared.auth import Principal
from shared.clock import iso, now
from shared.db import wait_for
from shared.events.base import Event
from shared.refusals import Refusal, Text

NAMESPACE = UUID("8a4c6f9e-1f6b-5b0e-9d0c-6f3c7a2b41d5")
"""Of imported tournaments' ids; never to be changed."""

CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead of ours a club's clock, or its idea of its zone, may be."""

THEIR_OWN = ("club", "official")
"""What an upload of another club says of itself, not of the tournament."""


def import_id(source: str, external_id: str) -> str:
    """The id of an imported tournament: the same wherever and whenever it is uploaded.

    One that was run with this software keeps its own. Refuses what is no such id.
    """
    if source != OURS:
        return str(uuid5(NAMESPACE, f"{source}\n{external_id}"))
    try:
        return str(UUID(external_id))
    except ValueError:
        raise _no_id(external_id) from None


@dataclass(frozen=True)
class Content:
    """What an upload says, once everybody in it is a player ID. finished_at: ISO, UTC."""

    rule_set: str
    announcement: decide.Announcement
    finished_at: str
    upload: Upload


class Foreseen(NamedTuple):
    """What an upload does: its events, the state before (None: a new tournament) and after."""

    outcome: Outcome
    before: TournamentState | None
    after: TournamentState
    events: tuple[Event, ...]
    suspended: list[str]

    @property
    def changes(self) -> Changes | None:
        """What is different; None of a new tournament and where nothing is."""
        return changes(self.before, self.after) if self.before and self.events else None


def content(
    tx: Session, known: TournamentState | None, given: ImportIn, upload: Upload, caller: Principal
) -> Content:
    """2.1.5, D.2.5, D.4.3: what a body says, by the rights of who sends it.

    What it leaves open is as the first upload had it. Refuses a place, club, format or instant that
    can't be.
    """
    city, ruleset = city_of(tx, given.city), ruleset_of(given.rule_set)
    mine = known is not None and runs(known, caller)
    club = given.club or (known.created.club if known and mine else None)
    if known is None or not mine or club != known.created.club:
        club = club_for(tx, caller, given.club, city.city)
    _played_by(given, city.zone)
    day = given.date.isoformat()
    finished_at = iso(given.finished_at)
    said = {
        "name": given.name,
        "city": city.city,
        "date": day,
        "format": given.format,
        "level": given.level,
        "finished_at": finished_at,
    }
    more = {"club": given.club, "official": given.official}
    announcement = decide.Announcement(
        name=given.name,
        city=city.city,
        zone=city.zone,
        date=day,
        club=str(club),
        format=given.format,
        level=given.level,
        official=official(tx, caller, str(club), given.official, day),
    )
    stated = {name: value for name, value in more.items() if value is not None}
    return Content(ruleset.id, announcement, finished_at, replace(upload, said={**said, **stated}))


def foresee(
    tx: Session,
    known: TournamentState | None,
    said: Content,
    caller: Principal,
    *,
    seed: int,
) -> Foreseen:
    """What the upload would do to the tournament as it is now. Only reads.

    A differing upload of who may not decide so (2.1.5, D.4.10) would wait for who may.
    """
    upload = said.upload if known is None or runs(known, caller) else of_another(said.upload)
    players = [each.player for each in upload.players]
    barred = service_entries.suspended(tx, players, said.announcement.date)
    there = [entry.player for entry in known.entries.values()] if known else []
    beside = decide.Circumstances(
        said.finished_at, seed, store.aliases(tx, [*players, *there]), suspended=bool(barred)
    )
    ruleset = ruleset_of(said.rule_set)
    events = decide.import_finished(known, ruleset, said.announcement, upload, beside)
    after = fold(import_id(upload.source, upload.external_id), events, known)
    outcome: Outcome = "known"
    if known is None:
        outcome = "created"
    elif events:
        outcome = "waiting" if obstacle(known, caller) else "changed"
    return Foreseen(outcome, known, after, events, list(barred))


def runs(state: TournamentState, caller: Principal) -> bool:
    """D.2.5: whether a tournament is the caller's."""
    return caller.may_run(state.id, state.created.club, state.created.city)


def obstacle(state: TournamentState, caller: Principal) -> Refusal | None:
    """2.1.5, D.4.10: why somebody may not change a tournament that is here; None: he may."""
    try:
        own(state, caller)
        may_correct(state, caller, now())
    except Refusal as no:
        return no
    return None


def of_another(upload: Upload) -> Upload:
    """The upload without what it says of whose it is."""
    said = {name: value for name, value in upload.said.items() if name not in THEIR_OWN}
    return replace(upload, said=said)


def locked(tx: Session, journal: Journal, source: str, external_id: str) -> TournamentState | None:
    """The tournament of this identity, to be appended to; two first uploads take turns."""
    tournament = import_id(source, external_id)
    wait_for(tx, f"import {tournament}")
    return journal.find(tx, tournament)


def take_in(
    tx: Session, journal: Journal, foreseen: Foreseen, caller: Principal
) -> TournamentState:
    """2.1.5: what was foreseen in this transaction, on the locked tournament, is done."""
    if foreseen.before is None:
        return journal.begin(tx, foreseen.after.id, foreseen.events, caller.who)
    return journal.append(tx, foreseen.before, foreseen.events, caller.who)


def _played_by(given: ImportIn, zone: str) -> None:
    """D.4.3: the finish is a place in the ledger: not before the tournament's day, not to come."""
    if given.finished_at > now() + CLOCKS_DIFFER:
        raise Refusal(
            "invalid",
            "finished_in_the_future",
            Text(
                f"Турнир не мог закончиться {given.finished_at}: этот день ещё не настал.",
                f"No tournament can have finished at {given.finished_at}: it is still to come.",
            ),
            rule="D.4.3",
            where="body.finished_at",
            todo=Text(
                "Проверьте finished_at; турнир загружают сыгранным.",
                "Check finished_at; a tournament is uploaded when it is played.",
            ),
        )
    day = given.finished_at.astimezone(ZoneInfo(zone)).date()
    if day >= given.date:
        return
    raise Refusal(
        "invalid",
        "finished_before_its_day",
        Text(
            f"Турнир {given.date} не мог закончиться {day} ({zone}).",
            f"A tournament of {given.date} can't have finished on {day} ({zone}).",
        ),
        rule="D.4.3",
        where="body.finished_at",
        todo=Text("Проверьте date и finished_at.", "Check date and finished_at."),
    )


def _no_id(external_id: str) -> Refusal:
    return Refusal(
        "invalid",
        "external_id_not_ours",
        Text(
            f"У {OURS} нет турнира «{external_id}»: его id — UUID.",
            f"{OURS} has no tournament “{external_id}”: its ids are UUIDs.",
        ),
        rule="2.1.5",
        where="body.external_id",
        todo=Text(
            "Назовите в source программу, давшую номер, или выгрузите турнир заново: "
            "GET /v1/tournaments/{id}/export.",
            "Name in source the program that gave the id, or export the tournament anew: "
            "GET /v1/tournaments/{id}/export.",
        ),
    )
