"""What strictness asks before a round is published (6.1–6.3): head judge and deck lists.

What is missing is refused, or overridden by the head judge, which is written down.
"""

from collections.abc import Collection, Mapping, Sequence

from services.pairing.domain.permits import RULE_OF, Certificate, may_head
from services.pairing.domain.state import TournamentState
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

_DECIDE_OTHERWISE = Text(
    "решите иначе с override: true и причиной в reason",
    "decide otherwise with override: true and a reason",
)


def head_judge(
    state: TournamentState, ruleset: RuleSet, levels: Sequence[Certificate], *, override: bool
) -> tuple[str, ...]:
    """Rules 6.1–6.3: before round 1 the head judge is named, and his level is high enough on the
    tournament's date; the code of it where that is overridden.

    levels: all that is known of him, oldest first. An amateur tournament may have none named.
    """
    created = state.created
    fault = None
    if created.head_judge is not None:
        try:
            may_head(created.head_judge, levels, created.level, ruleset, created.date)
        except Refusal as no:
            fault = no.code, no.message
    elif created.level != "amateur":
        fault = "head_judge_missing", Text("Главный судья не назван.", "No head judge is named.")
    if fault is None:
        return ()
    if override:
        return ("head_judge_overridden",)
    raise Refusal(
        "conflict",
        fault[0],
        fault[1],
        rule=RULE_OF[created.level],
        where="body.override",
        todo=Text(
            f"Назовите другого судью в настройках турнира или {_DECIDE_OTHERWISE.ru}.",
            f"Name another judge in the tournament's settings, or {_DECIDE_OTHERWISE.en}.",
        ),
    )


def without_list(
    state: TournamentState, ruleset: RuleSet, players: Sequence[str], legal: Collection[str]
) -> list[str]:
    """6.2, 6.3: those of these players who have no legal list, where lists are looked at."""
    if ruleset.levels[state.created.level].deck_lists == "none":
        return []
    return [player for player in players if player not in legal]


def deck_lists(
    state: TournamentState,
    ruleset: RuleSet,
    missing: Sequence[str],
    *,
    decks_away: bool,
    override: bool,
    names: Mapping[str, str],
) -> tuple[str, ...]:
    """6.2, 6.3: the gate for those who play their first round; codes of warnings.

    missing: who has no legal list. Where lists are required they are refused by name unless the
    head judge overrides it; where they are desirable they are only pointed out.
    """
    level = state.created.level
    if not missing:
        return ()
    away = ("decks_away",) if decks_away else ()
    if ruleset.levels[level].deck_lists == "desirable":
        return ("deck_lists_missing", *away)
    if override:
        return ("deck_lists_overridden", *away)
    listed = ", ".join(names[player] for player in missing)
    raise Refusal(
        "conflict",
        "decks_away" if decks_away else "deck_lists_missing",
        Text(
            f"Нет принятого списка колоды ({len(missing)}): {listed}.",
            f"No legal deck list ({len(missing)}): {listed}.",
        ),
        rule=RULE_OF[level],
        where="body.override",
        todo=Text(
            f"Служба колод не отвечает: повторите или {_DECIDE_OTHERWISE.ru}."
            if decks_away
            else f"Сдайте списки или {_DECIDE_OTHERWISE.ru}.",
            f"The decks service does not answer: try again, or {_DECIDE_OTHERWISE.en}."
            if decks_away
            else f"Hand the lists in, or {_DECIDE_OTHERWISE.en}.",
        ),
        details=tuple(
            {"player": player, "name": names[player], "rule": RULE_OF[level]} for player in missing
        ),
    )
