"""Use cases of rounds: pairing, drafting, swapping (S.1–S.8, T.9)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from uuid import uuid4

from sqlmodel import Session

from services.pairing import notes, store, wishes
from services.pairing.clients import Asked
from services.pairing.domain import decide, gates
from services.pairing.domain.decide.drafts import no_draft
from services.pairing.domain.decide.swaps import not_in_round
from services.pairing.domain.state import Round, TournamentState
from services.pairing.journal import Journal
from services.pairing.schemas.rounds import DraftIn, RoundIn, SwapIn
from services.pairing.service import own
from services.pairing.service_questions import beginners, legal_lists, lists_matter
from shared import people, rulesets
from shared.auth import Principal
from shared.events.base import Event
from shared.rulesets import RuleSet


class Decision(NamedTuple):
    """Who decides what of which tournament, and the note that says why."""

    state: TournamentState
    ruleset: RuleSet
    caller: Principal
    reason: str | None
    note: str | None


def pair(
    tx: Session,
    journal: Journal,
    tournament: str,
    given: RoundIn,
    asked: Asked,
    caller: Principal,
) -> tuple[TournamentState, Round]:
    """6.1–6.3, 7.2.2, S.1–S.8, T.9: publish the round that is due, or its draft if there is one and
    nothing else is asked for; one that is published already is shown.

    asked: what decks said of lists that are not known here (6.2, 6.3).
    """
    at = _decision(tx, journal, tournament, given.reason, caller)
    again = at.state.round(given.round or 0)
    if again:
        _decided(tx, at, given, ())  # refuses another structure
        return at.state, again
    decide.told_from_a_repeat(at.state, given.round, override_open=given.override_open)
    wishes.has_reason(given, override=given.override)
    wishes.draft_as_it_is(given)
    missing = without_list(tx, at.state, asked)
    warnings = _gates(tx, at, given, asked, missing)
    about = (*wishes.meant(at.state, given), *missing)
    state = _done(tx, journal, at, _decided(tx, at, given, warnings), about)
    return state, state.rounds[-1]


def draft(
    tx: Session, journal: Journal, tournament: str, given: DraftIn, caller: Principal
) -> tuple[TournamentState, Round]:
    """S.1, S.8, T.9: draw the round that is due, to be looked at."""
    at = _decision(tx, journal, tournament, given.reason, caller)
    wishes.has_reason(given)
    decided = decide.draft(
        at.state,
        at.ruleset,
        given.round,
        wishes.wish(at.state, given, at.note),
        redraw=given.redraw,
    )
    state = _done(tx, journal, at, decided, wishes.meant(at.state, given))
    return state, drafted(state)


def discard(tx: Session, journal: Journal, tournament: str, caller: Principal) -> None:
    """The draft is not wanted; without one nothing changes."""
    at = _decision(tx, journal, tournament, None, caller)
    _done(tx, journal, at, decide.discard_draft(at.state), ())


def swap(
    tx: Session, journal: Journal, tournament: str, number: int, given: SwapIn, caller: Principal
) -> tuple[TournamentState, Round]:
    """S.8: two players of a published round take each other's place."""
    at = _decision(tx, journal, tournament, given.reason, caller)
    one, other = (_sits(at.state, number, player) for player in given.players)
    decided = decide.swap(
        at.state,
        at.ruleset,
        number,
        (one, other),
        reason=at.note,
        confirm=given.confirm,
        called=_called(tx, at.state),
    )
    state = _done(tx, journal, at, decided, given.players)
    return state, state.rounds[number - 1]


def look(tx: Session, journal: Journal, tournament: str, caller: Principal) -> TournamentState:
    """The tournament, for those who may see its draft; refuses where there is none."""
    state = journal.load(tx, tournament)
    own(state, caller)
    drafted(state)
    return state


def drafted(state: TournamentState) -> Round:
    """The draft; refuses where there is none."""
    if state.draft is None:
        raise no_draft(state, "not_found")
    return state.draft


def without_list(tx: Session, state: TournamentState, asked: Asked) -> list[str]:
    """6.2, 6.3: who plays his first round in the one that is due and has no legal list, by the own
    copy and by what decks has just said.
    """
    if not lists_matter(state):
        return []
    ruleset = rulesets.load(state.created.rule_set)
    players = [each.player for each in beginners(state)]
    return gates.without_list(state, ruleset, players, legal_lists(tx, state, asked))


def _decision(
    tx: Session, journal: Journal, tournament: str, reason: str | None, caller: Principal
) -> Decision:
    state = journal.load(tx, tournament, lock=True)
    own(state, caller)
    note = str(uuid4()) if reason else None
    return Decision(state, rulesets.load(state.created.rule_set), caller, reason, note)


def _done(
    tx: Session,
    journal: Journal,
    at: Decision,
    events: tuple[Event, ...],
    about: Iterable[str],
) -> TournamentState:
    """Append what was decided; its reason is kept only if anything happened."""
    events = (*decide.announced_by_play(at.state, events, at.ruleset), *events)
    if events:
        who = at.caller.who
        notes.write(tx, at.state.id, at.reason, about=about, who=who, note=at.note)
    return journal.append(tx, at.state, events, at.caller.who)


def _decided(
    tx: Session, at: Decision, given: RoundIn, warnings: tuple[str, ...]
) -> tuple[Event, ...]:
    state, ruleset = at.state, at.ruleset
    starts = state.structure is None and given.round in (None, 1)
    restates = state.structure is not None and (given.rounds, given.top) != (None, None)
    ratings = store.ratings(tx, [each.player for each in state.entries.values()]) if starts else {}
    drafted_is_due = given.publish_draft or (state.draft is not None and not given.draws_its_own())
    events: tuple[Event, ...] = ()
    if restates or (starts and not drafted_is_due):
        events = decide.start_and_pair(
            state,
            ruleset,
            ratings=ratings,
            rounds=given.rounds,
            top_size=given.top,
            warnings=warnings,
            wish=wishes.wish(at.state, given, at.note),
            called=_called(tx, state),
        )
    if not events and drafted_is_due:
        return decide.publish_draft(
            state,
            ruleset,
            given.round,
            ratings=ratings,
            rounds=given.rounds,
            top_size=given.top,
            warnings=warnings,
            reason=at.note,
        )
    return events or decide.pair_next(
        state,
        ruleset,
        given.round,
        warnings,
        wishes.wish(at.state, given, at.note),
        _called(tx, state),
    )


def _gates(
    tx: Session, at: Decision, given: RoundIn, asked: Asked, missing: list[str]
) -> tuple[str, ...]:
    """6.1–6.3: codes of what is overlooked; the head judge is looked at before round 1."""
    judged: tuple[str, ...] = ()
    head = at.state.created.head_judge
    if at.state.structure is None:
        levels = store.judge_levels(tx, head) if head else []
        judged = gates.head_judge(at.state, at.ruleset, levels, override=given.override)
    known = people.named(tx, missing)
    lists = gates.deck_lists(
        at.state,
        at.ruleset,
        missing,
        decks_away=asked.away,
        override=given.override,
        names={player: people.display(known, player) for player in missing},
    )
    return (*judged, *lists)


def _sits(state: TournamentState, number: int, player: str) -> int:
    """The entry of a player ID; refuses an unknown one."""
    entry = state.entry_of(player)
    if entry is None:
        raise not_in_round(player, number)
    return entry.number


def _called(tx: Session, state: TournamentState) -> Callable[[int], str]:
    def called(entry: int) -> str:
        player = state.entries[entry].player
        return f"{people.display(people.named(tx, [player]), player)} ({player})"

    return called
