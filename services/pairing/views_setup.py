"""A tournament as a whole, with all that came out of its rule set; decisions about it."""

from collections.abc import Sequence

from sqlmodel import Session

from services.pairing import notes, notices, store
from services.pairing.domain import permits, setup
from services.pairing.domain.decide.rounds import announced_structure
from services.pairing.domain.permits import RULE_OF, Certificate
from services.pairing.domain.state import Structure, TournamentState
from services.pairing.notices import Notice
from services.pairing.schemas.parts import NoticeOut
from services.pairing.schemas.tournaments import (
    CoefficientOut,
    DecisionOut,
    StructureOut,
    TournamentOut,
)
from shared import rulesets
from shared.events.rounds import PairsSwapped, RoundPublished
from shared.events.tournaments import (
    TournamentAnnulled,
    TournamentCancelled,
    TournamentReinstated,
    TournamentReopened,
    TournamentResumed,
    TournamentRewound,
)
from shared.problems import say
from shared.refusals import Refusal, Text
from shared.rulesets import RuleSet

OF_THE_WHOLE = tuple(
    each.spec.type
    for each in (TournamentAnnulled, TournamentReinstated, TournamentCancelled, TournamentResumed)
)
WITH_A_REASON = tuple(
    each.spec.type for each in (RoundPublished, PairsSwapped, TournamentRewound, TournamentReopened)
)
"""S.8, 7.0.1, 6.1–6.3, D.4.10: a decision only where a reason was given."""


def shown(
    tx: Session, state: TournamentState, lang: str, warnings: list[NoticeOut]
) -> TournamentOut:
    """The tournament in one language, with its warnings."""
    created = state.created
    ruleset = rulesets.load(created.rule_set)
    level = ruleset.levels[created.level]
    return TournamentOut(
        tournament=state.id,
        name=created.name,
        city=created.city,
        city_name=store.city_names(tx, [created.city])[created.city],
        zone=created.zone,
        date=created.date,
        club=created.club,
        format=created.format,
        rule_set=created.rule_set,
        level=created.level,
        level_rule=RULE_OF[created.level],
        level_name=say(Text(level.name_ru, level.name_en), lang),
        preset=created.preset,
        official=created.official,
        head_judge=created.head_judge,
        head_judge_level=level.head_judge,
        judges=list(created.judges),
        capacity=created.capacity,
        expected=created.expected,
        minutes=created.minutes or setup.MINUTES,
        rounds=created.rounds,
        top=created.top,
        status=state.status,
        flags=sorted(state.flags),
        seed=created.seed,
        version=state.version,
        settings_version=state.settings_version,
        players=state.players,
        structure=_structure(state, ruleset),
        deck_lists=level.deck_lists,
        coefficient=_coefficient(state, ruleset),
        finished_at=state.finished_at,
        warnings=warnings,
    )


def warnings(tx: Session, state: TournamentState, unconfirmed: Sequence[str]) -> list[Notice]:
    """5.1, 6.1–6.3, 7.2: what there is to point out; unconfirmed: IDs nobody has heard of."""
    ruleset, created = rulesets.load(state.created.rule_set), state.created
    levels = {each: store.judge_levels(tx, each) for each in created.judges}
    lists = None
    if state.structure is None and ruleset.levels[created.level].deck_lists != "none":
        legal = {player for player, fit in store.verdicts(tx, state.id).items() if fit}
        lists = sum(entry.takes_part and entry.player in legal for entry in state.entries.values())
    found = setup.remarks(state, ruleset, levels, lists)
    unfit = [] if state.finished else _unfit(tx, state, ruleset)
    return [*unfit, *notices.of_tournament(state, found, unconfirmed)]


def _unfit(tx: Session, state: TournamentState, ruleset: RuleSet) -> list[Notice]:
    """6.1–6.3: the head judge had the level when he was named, and has it no more."""
    created = state.created
    if created.head_judge is None or state.imported is not None:
        return []
    levels: list[Certificate] = store.judge_levels(tx, created.head_judge)
    try:
        permits.may_head(created.head_judge, levels, created.level, ruleset, created.date)
    except Refusal as no:
        return [notices.unfit(no)]
    return []


def decisions(tx: Session, state: TournamentState) -> list[DecisionOut]:
    """D.2.5, S.8: who held it, released it, called it off, paired by hand or against a rule, when
    and why; oldest first, for its staff.
    """
    texts = notes.texts(tx, state.id)
    return [
        DecisionOut(
            number=row.number,
            type=row.type,
            code=data.get("code"),
            at=row.at,
            who=row.who,
            reason=texts.get(data.get("reason") or ""),
        )
        for row, data in store.events_of(tx, state.id, OF_THE_WHOLE + WITH_A_REASON)
        if row.type in OF_THE_WHOLE or data.get("reason")
    ]


def _structure(state: TournamentState, ruleset: RuleSet) -> StructureOut:
    """7.2.2: as it was fixed, else as it would be for those entered now."""
    used = state.structure or Structure(*announced_structure(state, ruleset))
    return StructureOut(rounds=used.rounds, top=used.top, fixed=state.structure is not None)


def _coefficient(state: TournamentState, ruleset: RuleSet) -> CoefficientOut:
    """4.3, D.4.5: for those who were paired; before round 1 for those who would be."""
    paired = {
        entry for each in state.rounds for match in each.matches.values() for entry in match.players
    }
    participants = len(paired) if state.rounds else state.players
    tenths = ruleset.rating.k_tenths(participants) // ruleset.rating.base_k
    return CoefficientOut(tenths=tenths, participants=participants)
