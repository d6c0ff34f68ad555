"""Changing what a tournament was announced with (2.1.5, 6.1–6.3, 7.2, D.2.5)."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from services.pairing.domain import rated, setup
from services.pairing.domain.capacity import promotions
from services.pairing.domain.decide.life import possible
from services.pairing.domain.evolve import evolve
from services.pairing.domain.permits import RULE_OF
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.tournaments import TournamentChanged, TournamentCreated, TournamentFinished
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

SETTINGS = frozenset(each.name for each in fields(TournamentChanged)) - {"warnings"}
AT_ANY_TIME = frozenset(
    {"name", "official", "head_judge", "judges", "minutes", "capacity", "expected"}
)
"""What disturbs no play: it is changed after round 1 too, and after the finish."""
TOLD = frozenset({"name", "official"})
"""Of these what the rating was told (D.4.5), so it is told again."""


def different(state: TournamentState, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the wanted settings, by name, that are something else now."""
    created = state.created
    return {name: value for name, value in wanted.items() if getattr(created, name) != value}


def change(
    state: TournamentState,
    wanted: Mapping[str, Any],
    ruleset: RuleSet,
    today: str,
    seen: int | None,
) -> tuple[Event, ...]:
    """2.1.5, D.2.5: other settings, by the names that ``TournamentChanged`` has.

    Before round 1 any, after it what disturbs no play. today: the local day, ISO (5.1). seen: the
    version of the settings that the caller has read; another one is refused (law 10). What is so
    already changes nothing. After the finish a name, and whether it is official, go to the rating
    as a new revision under the first finish instant (D.4.3). More places go to who waits for one.
    """
    new = different(state, wanted)
    if not new:
        return ()
    if seen != state.settings_version:
        raise _seen_another(state.settings_version, seen)
    fixed = sorted(new.keys() - AT_ANY_TIME - {"zone"})  # a zone is its city's
    if state.structure is not None and fixed:
        raise _fixed(fixed)
    said = {name: getattr(state.created, name) for name in SETTINGS}
    changed = TournamentChanged(**{**said, **new})
    created = replace(state.created, **vars(changed))
    possible(created, ruleset)
    if new.keys() & {"head_judge", "level"}:
        _head_judge_apart(state, created)
    codes = setup.recorded(created, state.plan, ruleset, today, state)
    event = replace(changed, warnings=codes)
    after = evolve(state, event)
    if not (state.finished and state.finished_at and TOLD & new.keys()):
        return event, *promotions(after)
    told = rated.body(
        TournamentFinished,
        after,
        ruleset,
        revision=state.revision + 1,
        finished_at=state.finished_at,
    )
    return event, told


def _head_judge_apart(state: TournamentState, created: TournamentCreated) -> None:
    """6.2, 6.3: the head judge plays at amateur level only."""
    head = created.head_judge
    entry = None if head is None else state.entry_of(head)
    if created.level == "amateur" or entry is None or not entry.takes_part:
        return
    raise Refusal(
        "conflict",
        "head_judge_plays",
        Text(
            f"№ {head} записан игроком, а главный судья играет только на любительском уровне.",
            f"{head} is entered as a player; a head judge plays at amateur level only.",
        ),
        rule=RULE_OF[created.level],
        where="body.head_judge",
        todo=Text(
            "Назовите другого судью или снимите его с турнира.",
            "Name another judge, or drop him from the tournament.",
        ),
    )


def _seen_another(version: int, seen: int | None) -> Refusal:
    said = (
        Text("Не указано, какие настройки вы видели.", "It is not said which settings you saw.")
        if seen is None
        else Text(
            f"Настройки турнира с тех пор изменили: сейчас версия {version}.",
            f"The settings have changed since: they are version {version} now.",
        )
    )
    return Refusal(
        "precondition",
        "if_match_missing" if seen is None else "settings_differ",
        said,
        where="If-Match",
        todo=Text(
            f'Прочтите турнир снова и повторите с If-Match: "v{version}".',
            f'Read the tournament again, and repeat with If-Match: "v{version}".',
        ),
        extra={"settings_version": version},
    )


def _fixed(names: list[str]) -> Refusal:
    listed = ", ".join(names)
    return Refusal(
        "conflict",
        "settings_fixed",
        Text(
            f"Турнир уже начат, и это больше не меняется: {listed}.",
            f"The tournament has started, and these can't be changed any more: {listed}.",
        ),
        rule="7.2.2",
        where=f"body.{names[0]}",
        todo=Text(
            "После первого тура меняют только то, что не мешает игре: "
            + ", ".join(sorted(AT_ANY_TIME))
            + ".",
            "After round 1 only what disturbs no play is changed: "
            + ", ".join(sorted(AT_ANY_TIME))
            + ".",
        ),
        details=tuple({"where": f"body.{name}"} for name in names),
    )
