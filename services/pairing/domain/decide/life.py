"""Announcing, calling off, finishing, holding (2.1.5, 5.1, D.2.5, D.4.3–D.4.5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from services.pairing.domain import rated, setup
from services.pairing.domain.decide.guards import all_results_in, stage_due, started, still_open
from services.pairing.domain.decide.rounds import valid_rounds, valid_top
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.tournaments import (
    FlagCode,
    Level,
    Plan,
    TournamentAnnulled,
    TournamentCancelled,
    TournamentCreated,
    TournamentFinished,
    TournamentPlanned,
    TournamentReinstated,
    TournamentResumed,
    TournamentStarted,
)
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a tournament is announced with. date: ISO, local; zone: IANA, of the city.

    The rest as in ``TournamentCreated``.
    """

    name: str
    city: str
    zone: str
    date: str
    club: str
    format: str
    level: Level = "amateur"
    official: bool = False
    preset: str | None = None
    head_judge: str | None = None
    plan: Plan = "announced"
    capacity: int | None = None
    expected: int | None = None
    minutes: int | None = None
    rounds: int | None = None
    top: int | None = None
    judges: tuple[str, ...] = ()


def create(
    announcement: Announcement, ruleset: RuleSet, seed: int, today: str | None = None
) -> tuple[TournamentCreated, ...]:
    """2.1.5, 6.1–6.3, 7.2, S.1: a tournament under a rule set (law 7), with the seed of its lots.

    today: the local day, ISO, by which 5.1 is judged; None: it is over already. Whether the caller
    may call it official (D.2.5) is not asked here. Refuses a format or preset that the rule set
    doesn't have, no round at all (7.2.2) and a TOP that does not halve down to one winner (T.9).
    """
    said = {name: getattr(announcement, name) for name in Announcement.__slots__}
    created = TournamentCreated(**said, rule_set=ruleset.id, seed=seed)
    possible(created, ruleset)
    if today is not None:
        codes = setup.recorded(created, created.plan, ruleset, today)
        created = replace(created, warnings=codes)
    return (created,)


def possible(created: TournamentCreated, ruleset: RuleSet) -> None:
    """7.2.1, 7.2.2, N.2, T.9: refuses what no tournament of this rule set can be."""
    if created.format not in ruleset.formats:
        raise _unknown("format", created.format, tuple(ruleset.formats), "7.2.1")
    if created.preset is not None and created.preset not in ruleset.presets:
        raise _unknown("preset", created.preset, tuple(ruleset.presets), "7.2.2")
    if created.rounds is not None:
        valid_rounds(created.rounds)
    if created.top is not None:
        valid_top(created.top)


def _unknown(where: str, value: str, possible: tuple[str, ...], rule: str) -> Refusal:
    known = ", ".join(possible)
    return Refusal(
        "invalid",
        f"{where}_unknown",
        Text(f"Поле {where} не может быть «{value}».", f"The field {where} can't be “{value}”."),
        rule=rule,
        where=f"body.{where}",
        todo=Text(f"Возможно: {known}.", f"Possible: {known}."),
    )


def plan(
    state: TournamentState, to: Plan, ruleset: RuleSet, today: str
) -> tuple[TournamentPlanned, ...]:
    """5.1: a draft is announced, registration is opened, or back. Only before round 1.

    today: the local day, ISO: a large one that leaves the draft too late is recorded as such. The
    same plan again changes nothing.
    """
    still_open(state)
    if state.structure is not None:
        raise Refusal(
            "conflict",
            "tournament_started",
            Text("Турнир уже начат.", "The tournament has started already."),
            rule="7.0.1",
            todo=Text(
                "Черновиком, анонсом и открытой регистрацией турнир бывает только до первого тура.",
                "Only before round 1 is it a draft, announced, or open for registration.",
            ),
        )
    if to == state.plan:
        return ()
    return (TournamentPlanned(to, setup.recorded(state.created, to, ruleset, today, state)),)


def announced_by_play(
    state: TournamentState, decided: Sequence[Event], ruleset: RuleSet
) -> tuple[TournamentPlanned, ...]:
    """5.1: a draft whose round 1 is decided on is announced by that; a large one on its very day.

    It goes before what was decided.
    """
    if state.plan != "draft" or not any(isinstance(each, TournamentStarted) for each in decided):
        return ()
    day = state.created.date
    codes = setup.recorded(state.created, "announced", ruleset, day, state)
    return (TournamentPlanned("announced", codes),)


def cancel(state: TournamentState, reason: str | None) -> tuple[TournamentCancelled, ...]:
    """2.1.5: it is called off, before it was ever finished: what was played is kept, not rated.

    reason: the id of a note. A second time changes nothing.
    """
    if state.cancelled:
        return ()
    if state.finished_at is not None:
        raise Refusal(
            "conflict",
            "tournament_was_finished",
            Text(
                "Турнир уже завершали, его партии учтены рейтингом.",
                "The tournament was finished before, and its games went to the rating.",
            ),
            rule="D.2.5",
            todo=Text(
                "Снять его с рейтинга могут координатор и офис: "
                "POST /v1/tournaments/{tournament}/annul.",
                "The coordinator and the office may take it out of the rating: "
                "POST /v1/tournaments/{tournament}/annul.",
            ),
        )
    return (TournamentCancelled(reason),)


def resume(state: TournamentState, reason: str | None) -> tuple[TournamentResumed, ...]:
    """2.1.5: it is not cancelled after all, and stands where it stood. Twice is harmless."""
    return (TournamentResumed(reason),) if state.cancelled else ()


def finish(state: TournamentState, ruleset: RuleSet, now: str) -> tuple[TournamentFinished, ...]:
    """D.4.3, D.4.5: everything is played; state it to the rating service.

    now: an ISO instant in UTC. Refuses while results are open or rounds are to be played. A
    second finish changes nothing.
    """
    if state.finished:
        return ()
    still_open(state)
    started(state)
    all_results_in(state)
    if stage := stage_due(state):
        what = Text("тур ТОПа", "a round of the TOP")
        if stage == "swiss":
            what = Text("швейцарский тур", "a Swiss round")
        raise Refusal(
            "conflict",
            "rounds_to_play",
            Text(
                f"Ещё не сыгран {what.ru} (тур {state.due}).",
                f"There is {what.en} still to play (round {state.due}).",
            ),
            rule="7.0.1",
            todo=Text("Опубликуйте и сыграйте его.", "Publish and play it."),
            extra={"round": state.due, "stage": stage},
        )
    return (
        rated.body(
            TournamentFinished,
            state,
            ruleset,
            revision=state.revision + 1,
            finished_at=state.finished_at or now,
        ),
    )


def annul(
    state: TournamentState, code: FlagCode, reason: str | None = None
) -> tuple[TournamentAnnulled, ...]:
    """D.2.5: put a code in force, before or after the finish: ``hold`` keeps the tournament from
    the rating, ``annulled`` strikes it out. One that is in force already changes nothing.

    reason: the id of a note.
    """
    return () if code in state.flags else (TournamentAnnulled(state.revision + 1, code, reason),)


def reinstate(
    state: TournamentState, code: FlagCode, reason: str | None = None
) -> tuple[TournamentReinstated, ...]:
    """D.2.5: lift a code; the others stay. One that is not in force changes nothing."""
    if code not in state.flags:
        return ()
    return (TournamentReinstated(state.revision + 1, code, reason),)
