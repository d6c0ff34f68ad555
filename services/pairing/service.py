"""Use cases of a tournament's life: calling off, finishing, holding; whose it is.

Each is one transaction: the tournament's lock, its state, a decision of the domain, the events and
their outbox rows. What a neighbour must be asked is asked before it (``service_questions``).
"""

from collections.abc import Callable, Sequence
from uuid import uuid4

from sqlmodel import Session

from services.pairing import notes, store
from services.pairing.domain import decide, permits
from services.pairing.domain.state import TournamentState
from services.pairing.journal import Journal
from services.pairing.tables import City
from shared import rulesets
from shared.auth import FEDERATION, Principal, scope_missing
from shared.clock import iso, now
from shared.events.base import Event
from shared.events.tournaments import FlagCode
from shared.refusals import Refusal, Text
from shared.roles import not_yours
from shared.rulesets import RuleSet


def finish(tx: Session, journal: Journal, tournament: str, caller: Principal) -> TournamentState:
    """D.4.3, D.4.5: everything is played: state it to the rating; a second finish is harmless."""
    return change(
        tx,
        journal,
        tournament,
        caller,
        lambda state, ruleset: decide.finish(state, ruleset, iso(now())),
    )


def cancel(
    tx: Session, journal: Journal, tournament: str, reason: str | None, caller: Principal
) -> TournamentState:
    """2.1.5: call it off; reason: a text, kept as a note. A second time changes nothing."""
    return _with_reason(
        tx, journal, tournament, caller, reason, lambda state, note: decide.cancel(state, note)
    )


def resume(
    tx: Session, journal: Journal, tournament: str, reason: str | None, caller: Principal
) -> TournamentState:
    """2.1.5: it takes place after all; reason: a text, kept as a note."""
    return _with_reason(
        tx, journal, tournament, caller, reason, lambda state, note: decide.resume(state, note)
    )


def annul(
    tx: Session,
    journal: Journal,
    tournament: str,
    code: FlagCode,
    caller: Principal,
    reason: str | None = None,
) -> TournamentState:
    """D.2.5: put a code in force; only the office strikes a tournament out for good.

    reason: a text, kept as a note.
    """
    _may_flag(code, caller)
    return _with_reason(
        tx, journal, tournament, caller, reason, lambda state, note: decide.annul(state, code, note)
    )


def reinstate(
    tx: Session,
    journal: Journal,
    tournament: str,
    code: FlagCode,
    caller: Principal,
    reason: str | None = None,
) -> TournamentState:
    """D.2.5: lift a code, as who may put it in force; a quarantine by the city's coordinator and
    the office. reason: a text, kept as a note.
    """
    _may_flag(code, caller)
    return _with_reason(
        tx,
        journal,
        tournament,
        caller,
        reason,
        lambda state, note: decide.reinstate(state, code, note),
    )


def _may_flag(code: FlagCode, caller: Principal) -> None:
    if code == "annulled" and not caller.is_office:
        raise scope_missing("office")


def _with_reason(
    tx: Session,
    journal: Journal,
    tournament: str,
    caller: Principal,
    reason: str | None,
    decision: Callable[[TournamentState, str | None], Sequence[Event]],
) -> TournamentState:
    """A decision about the whole tournament; its reason may speak of everybody in it (law 11)."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    note = str(uuid4()) if reason else None
    events = decision(state, note)
    if events:
        created = state.created
        about = {each.player for each in state.entries.values()} | {*created.judges}
        about |= {created.head_judge} if created.head_judge else set()
        notes.write(tx, tournament, reason, about=sorted(about), who=caller.who, note=note)
    return journal.append(tx, state, events, caller.who)


def change(
    tx: Session,
    journal: Journal,
    tournament: str,
    caller: Principal,
    decision: Callable[[TournamentState, RuleSet], Sequence[Event]],
) -> TournamentState:
    """Lock, load, decide, append: what every command on a known tournament does."""
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    decided = decision(state, rulesets.load(state.created.rule_set))
    return journal.append(tx, state, decided, caller.who)


def own(state: TournamentState, caller: Principal) -> None:
    """D.2.5: the office runs all, a coordinator his city's, a club and a tournament's staff own."""
    caller.must_run(state.id, state.created.club, state.created.city)


def club_for(tx: Session, caller: Principal, named: str | None, city: str) -> str:
    """Whose tournament in a city it becomes: the token's club; who has none names one.

    A coordinator names a club of his city, for a tournament in his city; the office any, or none.
    """
    club = named or caller.club or (FEDERATION if caller.is_office else None)
    if club is None:
        raise _no_club("", store.some_clubs(tx, caller.city))
    if caller.tournament is not None:  # his right is for one that is announced already
        raise not_yours(caller, club, city)
    known = store.club(tx, club)
    if caller.club is None and club != FEDERATION and known is None:
        raise _no_club(club, store.some_clubs(tx, caller.city))
    caller.must_run("", club, city)
    if caller.club is None and not caller.is_office and (known is None or known.city != city):
        raise not_yours(caller, club, known.city if known else city)
    return club


def official(tx: Session, caller: Principal, club: str, asked: bool | None, day: str) -> bool:
    """D.2.5: as asked, or all that the caller may: the office, his city's coordinator, the club.

    day: the tournament's own, on which the club must be accredited.
    """
    entitled = caller.is_office or "holds" in caller.scopes
    accredited = store.accredited(tx, club, day)
    return permits.official(asked, office=entitled, accredited=accredited)


def city_of(tx: Session, text: str, where: str = "body.city") -> City:
    """The city of this id or name, by the own copy; ``where`` the caller named it."""
    known = store.city(tx, text)
    if known is None:
        raise _no_city(text, where, store.some_cities(tx))
    return known


def ruleset_of(rule_set: str) -> RuleSet:
    """Law 7: the rule set of this id."""
    if rule_set in rulesets.available():
        return rulesets.load(rule_set)
    known = ", ".join(rulesets.available())
    raise Refusal(
        "invalid",
        "rule_set_unknown",
        Text(f"Правил «{rule_set}» нет.", f"There is no rule set “{rule_set}”."),
        where="body.rule_set",
        todo=Text(f"Есть: {known}.", f"There is: {known}."),
    )


def _no_club(club: str, known: Sequence[str]) -> Refusal:
    listed = ", ".join(known)
    return Refusal(
        "invalid",
        "club_unknown",
        Text(f"Клуб {club} здесь неизвестен.", f"The club {club} is not known here.")
        if club
        else Text("Назовите клуб, чей это турнир.", "Name the club whose tournament it is."),
        rule="2.1.5",
        where="body.club",
        todo=Text(
            f"Известны: {listed or 'пока ни один'}. Новый клуб добавляет офис: POST /v1/clubs у "
            "службы registry; через несколько секунд он известен и здесь.",
            f"Known: {listed or 'none yet'}. The office adds a new one: POST /v1/clubs at the "
            "registry; a few seconds later it is known here too.",
        ),
    )


def _no_city(city: str, where: str, known: Sequence[str]) -> Refusal:
    listed = ", ".join(known)
    return Refusal(
        "invalid",
        "city_unknown",
        Text(f"Город {city} здесь неизвестен.", f"The city {city} is not known here."),
        rule="2.1.5",
        where=where,
        todo=Text(
            f"Известны: {listed or 'пока ни один'}. Новый город добавляет офис: "
            "PUT /v1/cities/{city} у службы registry; через несколько секунд он известен и здесь.",
            f"Known: {listed or 'none yet'}. The office adds a new one: "
            "PUT /v1/cities/{city} at the registry; a few seconds later it is known here too.",
        ),
    )
