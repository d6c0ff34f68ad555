"""Announcing, finishing, holding (2.1.5, D.2.5, D.4.3–D.4.5)."""

from dataclasses import dataclass

from services.pairing.domain import rated
from services.pairing.domain.decide.guards import all_results_in, stage_due, started
from services.pairing.domain.state import TournamentState
from shared.events.tournaments import (
    FlagCode,
    Level,
    TournamentAnnulled,
    TournamentCreated,
    TournamentFinished,
    TournamentReinstated,
)
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a tournament is announced with. date: ISO, local; zone: IANA, of the city."""

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


def create(
    announcement: Announcement, ruleset: RuleSet, seed: int
) -> tuple[TournamentCreated, ...]:
    """2.1.5, 6.1–6.3, 7.2, S.1: a tournament under a rule set (law 7), with the seed of its lots.

    Whether the caller may call it official (D.2.5) is not asked here. Refuses a format or preset
    that the rule set doesn't have.
    """
    if announcement.format not in ruleset.formats:
        raise _unknown("format", announcement.format, tuple(ruleset.formats), "7.2.1")
    if announcement.preset is not None and announcement.preset not in ruleset.presets:
        raise _unknown("preset", announcement.preset, tuple(ruleset.presets), "7.2.2")
    return (
        TournamentCreated(
            name=announcement.name,
            city=announcement.city,
            zone=announcement.zone,
            date=announcement.date,
            club=announcement.club,
            format=announcement.format,
            rule_set=ruleset.id,
            level=announcement.level,
            official=announcement.official,
            seed=seed,
            preset=announcement.preset,
            head_judge=announcement.head_judge,
        ),
    )


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


def finish(state: TournamentState, ruleset: RuleSet, now: str) -> tuple[TournamentFinished, ...]:
    """D.4.3, D.4.5: everything is played; state it to the rating service.

    now: an ISO instant in UTC. Refuses while results are open or rounds are to be played. A
    second finish changes nothing.
    """
    if state.finished:
        return ()
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


def annul(state: TournamentState, code: FlagCode) -> tuple[TournamentAnnulled, ...]:
    """D.2.5: put a code in force, before or after the finish: ``hold`` keeps the tournament from
    the rating, ``annulled`` strikes it out. One that is in force already changes nothing.
    """
    return () if code in state.flags else (TournamentAnnulled(state.revision + 1, code),)


def reinstate(state: TournamentState, code: FlagCode) -> tuple[TournamentReinstated, ...]:
    """D.2.5: lift a code; the other one stays. One that is not in force changes nothing."""
    return (TournamentReinstated(state.revision + 1, code),) if code in state.flags else ()
