"""Use cases of penalties at tables (P.10, P.11): giving, revoking, showing them to the staff."""

from typing import NamedTuple
from uuid import uuid4

from sqlmodel import Session

from services.pairing import notes, store
from services.pairing.domain.consequences import Consequences, of_events
from services.pairing.domain.decide import penalties
from services.pairing.domain.decide.results import Given
from services.pairing.domain.log_facts import stood_before
from services.pairing.domain.state import Penalty, TournamentState
from services.pairing.journal import Journal
from services.pairing.listing import may_correct
from services.pairing.notices import Notice
from services.pairing.notices_penalties import of_given, of_revoked
from services.pairing.schemas.penalties import PenaltyGivingIn
from services.pairing.service import own
from services.pairing.service_entries import At
from services.pairing.tables import TournamentEvent
from shared import rulesets
from shared.auth import Principal
from shared.clock import iso, now
from shared.events.base import Event
from shared.events.rounds import PenaltyGiven, PenaltyLevel, PenaltyRevoked
from shared.refusals import Refusal, Text


class Done(NamedTuple):
    """A penalty given or revoked: results: what changed by it; suggested: P.10's level.

    warnings: what was left as it is; changed: what it did as a correction of results.
    """

    state: TournamentState
    penalty: Penalty
    results: tuple[Given, ...]
    suggested: PenaltyLevel | None
    warnings: list[Notice]
    changed: Consequences | None


class Told(NamedTuple):
    """A penalty and its story: who gave it and when, who revoked it, texts that were not wiped."""

    penalty: Penalty
    given: TournamentEvent
    revoked: TournamentEvent | None
    text: str | None
    reason: str | None


def give(at: At, given: PenaltyGivingIn) -> Done:
    """P.10, P.11: a penalty, what comes of it (R.2, R.7, R.9), and its story, all at once."""
    state = at.state()
    may_correct(state, at.caller, now())
    entry = state.entry_of(given.player)
    if entry is None:
        raise Refusal(
            "invalid",
            "entry_unknown",
            Text(
                f"№ {given.player} не участвует в турнире.",
                f"{given.player} is not in the tournament.",
            ),
            rule="2.1.1",
            where="body.player",
            todo=Text("Проверьте номер в таблице.", "Check the ID in the standings."),
        )
    ruleset = rulesets.load(state.created.rule_set)
    asked = penalties.Misdeed(
        str(uuid4()), entry.number, given.infraction, given.level, given.round, given.correct
    )
    hint = penalties.suggested(state, ruleset, entry.number, given.infraction)
    events = penalties.give(state, ruleset, asked, iso(now()))
    tell(at, state, asked.penalty, entry.number, given.text)
    after = at.append(state, events)
    made = after.penalties[asked.penalty]
    changed = of_events(state, after, ruleset, events)
    return Done(after, made, _results(events), hint, of_given(after, made), changed)


def revoke(at: At, penalty: str, reason: str) -> Done:
    """P.11: a penalty is taken back, with the results that it made and nothing came after."""
    state = at.state()
    may_correct(state, at.caller, now())
    known = penalties.known_penalty(state, penalty)
    former = stood_before(state.id, at.journal.whole(at.tx, state.id), known)
    ruleset = rulesets.load(state.created.rule_set)
    events = penalties.revoke(state, ruleset, penalty, former, iso(now()))
    if events:
        tell(at, state, revoked_note(penalty), known.entry, reason)
    after = at.append(state, events)
    hint = penalties.suggested(after, ruleset, known.entry, known.infraction)
    back = _results(events)
    left = of_revoked(known, {(each.round, each.table) for each in back}) if events else []
    changed = of_events(state, after, ruleset, events)
    return Done(after, after.penalties[penalty], back, hint, left, changed)


def told(
    tx: Session, journal: Journal, tournament: str, caller: Principal
) -> tuple[TournamentState, list[Told]]:
    """P.11: all penalties of a tournament in the order given, for its staff."""
    state = journal.load(tx, tournament)
    own(state, caller)
    texts = notes.texts(tx, tournament)
    types = [each.spec.type for each in (PenaltyGiven, PenaltyRevoked)]
    rows = {
        (row.type, data["penalty"]): row for row, data in store.events_of(tx, tournament, types)
    }
    return state, [
        Told(
            each,
            rows[PenaltyGiven.spec.type, each.id],
            rows.get((PenaltyRevoked.spec.type, each.id)),
            texts.get(each.id),
            texts.get(revoked_note(each.id)),
        )
        for each in state.penalties.values()
    ]


def wipe(at: At, penalty: str) -> int:
    """Law 11: a penalty's texts go, what happened stays; how many there were."""
    penalties.known_penalty(at.state(), penalty)
    return notes.wipe(at.tx, [penalty, revoked_note(penalty)])


def revoked_note(penalty: str) -> str:
    """The id of the note that says why a penalty was taken back."""
    return f"{penalty}/revoked"


def tell(at: At, state: TournamentState, note: str, entry: int, text: str | None) -> None:
    """P.11, law 11: what is written of a penalty; it may speak of whom he has met as well."""
    met = {
        one
        for each in state.rounds
        if (match := each.match_of(entry)) is not None
        for one in match.players
    }
    about = [state.entries[one].player for one in sorted(met | {entry})]
    notes.write(at.tx, state.id, text, about=about, who=at.caller.who, note=note)


def _results(events: tuple[Event, ...]) -> tuple[Given, ...]:
    return tuple(each for each in events if isinstance(each, Given))
