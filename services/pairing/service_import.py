"""Use case: take in a finished tournament that was played elsewhere (2.1.5, D.4.3)."""

from datetime import timedelta
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from sqlmodel import Session

from services.pairing.domain import decide
from services.pairing.domain.state import TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.imports import ImportIn
from services.pairing.service import city_of, club_for, official, ruleset_of
from shared.auth import Principal
from shared.clock import iso, now
from shared.db import wait_for
from shared.refusals import Refusal, Text

NAMESPACE = UUID("8a4c6f9e-1f6b-5b0e-9d0c-6f3c7a2b41d5")
"""Of imported tournaments' ids; never to be changed."""

CLOCKS_DIFFER = timedelta(days=1)
"""How far ahead of ours a club's clock, or its idea of its zone, may be."""


def import_id(tool: str, tool_id: str) -> str:
    """The id of an imported tournament: the same wherever and whenever it is uploaded."""
    return str(uuid5(NAMESPACE, f"{tool}\n{tool_id}"))


def take_in(
    tx: Session, journal: Journal, given: ImportIn, caller: Principal, *, seed: int
) -> TournamentState:
    """2.1.5: a whole tournament as one upload.

    The same content again changes nothing; another under the same (tool, tool_id) is a conflict
    that waits for a decision. What an upload leaves open is as the first upload had it.
    """
    tournament = import_id(given.tool, given.tool_id)
    city, ruleset = city_of(tx, given.city), ruleset_of(given.rule_set)
    club = club_for(tx, caller, given.club, city.city)
    _played_by(given, city.zone)
    day = given.date.isoformat()
    wait_for(tx, f"import {tournament}")
    known = journal.find(tx, tournament)
    is_official, zone = official(tx, caller, club, given.official, day), city.zone
    if known is not None:
        is_official = known.created.official if given.official is None else is_official
        zone = known.created.zone if known.created.city == city.city else zone
        club = known.created.club if caller.is_office and given.club is None else club
    events = decide.import_finished(
        known,
        ruleset,
        decide.Announcement(
            name=given.name,
            city=city.city,
            zone=zone,
            date=day,
            club=club,
            format=given.format,
            level=given.level,
            official=is_official,
        ),
        tool=given.tool,
        tool_id=given.tool_id,
        players=given.players,
        rounds=[
            decide.ImportedRound(
                each.stage,
                [decide.ImportedMatch(m.a, m.b, m.kind, m.winner) for m in each.matches],
                each.byes,
            )
            for each in given.rounds
        ],
        finished_at=iso(given.finished_at),
        seed=seed,
    )
    if known is not None:
        return known
    return journal.begin(tx, tournament, events, caller.who)


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
