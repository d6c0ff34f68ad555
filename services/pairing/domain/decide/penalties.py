"""Penalties at tables (P.10, P.11) and what they do to results (R.2, R.7, R.9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from services.pairing.domain.decide.guards import known_entry, not_cancelled
from services.pairing.domain.decide.results import COSTS_THE_GAME, Said, told
from services.pairing.domain.state import DISQUALIFIES, Match, Penalty, Round, TournamentState
from shared.events.base import Event
from shared.events.rounds import (
    PenaltyGiven,
    PenaltyLevel,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultKind,
    ResultRecorded,
)
from shared.events.tournaments import Level
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

LADDER: tuple[PenaltyLevel, ...] = get_args(PenaltyLevel)
"""P.10, mildest first."""

Former = tuple[ResultKind | None, int | None]
"""How a table stood before: its kind and winner."""


@dataclass(frozen=True, slots=True)
class Misdeed:
    """A penalty that is asked for.

    penalty: its new id; level: None for the one that is known of the infraction; round: None for
    the current one; correct: a game of that round that is decided is lost all the same.
    """

    penalty: str
    entry: int
    infraction: str
    level: PenaltyLevel | None = None
    round: int | None = None
    correct: bool = False


def give(state: TournamentState, ruleset: RuleSet, asked: Misdeed, now: str) -> tuple[Event, ...]:
    """P.10, P.11: a penalty and what comes of it, all at once.

    A game loss loses his open game of the round technically (R.2); a disqualification every open
    game from that round on, and he is paired no more (R.9). What was decided before stands, unless
    ``correct``. Where the opponent has lost this game by a penalty too, both have (R.7).
    """
    not_cancelled(state)
    known_entry(state, asked.entry)
    number = _round(state, asked)
    level = asked.level or _prefilled(state, ruleset, asked)
    results = _lost(state, asked, number, level)
    made = tuple((each.round, each.table, each.version) for each in results)
    given = PenaltyGiven(asked.penalty, asked.entry, asked.infraction, level, number, made)
    return (*results, given, *told(state, results, ruleset, now))


def give_with_result(
    state: TournamentState,
    ruleset: RuleSet,
    asked: Sequence[Misdeed],
    number: int,
    result: Said | None,
) -> tuple[PenaltyGiven, ...]:
    """R.7, P.11: penalties along with a table's result in round ``number``, as the judge names it.

    result: the event of that result, None where it is the present one. One that he has already,
    of the same infraction, level and round, is not given again: a repeated call changes nothing.
    """
    has = {
        (each.entry, each.infraction, each.level, each.round)
        for each in state.penalties.values()
        if not each.revoked
    }
    made = ((result.round, result.table, result.version),) if result else ()
    events: list[PenaltyGiven] = []
    for each in asked:
        known_entry(state, each.entry)
        level = each.level or _prefilled(state, ruleset, each)
        if (each.entry, each.infraction, level, number) in has:
            continue
        caused = made if level in COSTS_THE_GAME else ()
        events.append(
            PenaltyGiven(each.penalty, each.entry, each.infraction, level, number, caused)
        )
    return tuple(events)


def revoke(
    state: TournamentState,
    ruleset: RuleSet,
    penalty: str,
    former: Sequence[Former],
    now: str,
) -> tuple[Event, ...]:
    """P.11: a penalty is taken back, by appeal or correction; twice changes nothing.

    former: how the tables stood before the results that it made, in their order. Such a result is
    taken back as well if nothing came after it; else it stays and is the judge's to correct.
    """
    not_cancelled(state)
    given = known_penalty(state, penalty)
    if given.revoked:
        return ()
    results = tuple(
        back
        for made, before in zip(given.made, former, strict=True)
        if (back := _back(state, given, made, before)) is not None
    )
    return (*results, PenaltyRevoked(penalty), *told(state, results, ruleset, now))


def suggested(
    state: TournamentState, ruleset: RuleSet, entry: int, infraction: str
) -> PenaltyLevel | None:
    """P.10: the level of an infraction: what is known of it (P.6.1), or for a repeat in this
    tournament one step above the highest so far, whichever is more; None where the judge chooses.
    """
    had = [
        LADDER.index(each.level)
        for each in state.penalties.values()
        if each.entry == entry and each.infraction == infraction and not each.revoked
    ]
    steps = [min(max(had) + 1, len(LADDER) - 1)] if had else []
    known = prefilled(ruleset, state.created.level, infraction)
    steps += [LADDER.index(known)] if known else []
    return LADDER[max(steps)] if steps else None


def prefilled(ruleset: RuleSet, strictness: Level, infraction: str) -> PenaltyLevel | None:
    """P.6.1: the level that is known of an infraction, by strictness; None if none is."""
    named = ruleset.levels[strictness].penalties.get(infraction)
    return next((level for level in LADDER if level == named), None)


def known_penalty(state: TournamentState, penalty: str) -> Penalty:
    """The penalty of this id. Refuses an unknown one."""
    if penalty not in state.penalties:
        raise Refusal(
            "not_found",
            "penalty_unknown",
            Text("Такого наказания в турнире нет.", "There is no such penalty here."),
            rule="P.11",
            where="penalty",
            todo=Text(
                "Список: GET /v1/tournaments/{tournament}/penalties.",
                "See GET /v1/tournaments/{tournament}/penalties.",
            ),
        )
    return state.penalties[penalty]


def _round(state: TournamentState, asked: Misdeed) -> int | None:
    last = len(state.rounds)
    if asked.round is None:
        return last or None
    if not 0 < asked.round <= last:
        raise Refusal(
            "invalid",
            "round_unknown",
            Text(f"Тура {asked.round} нет.", f"There is no round {asked.round}."),
            rule="P.11",
            where="body.round",
            todo=Text(
                f"Опубликовано туров: {last}; без round — текущий.",
                f"Rounds published: {last}; without round it is the current one.",
            ),
        )
    return asked.round


def _prefilled(state: TournamentState, ruleset: RuleSet, asked: Misdeed) -> PenaltyLevel:
    """P.6.1: the known level. Refuses where the judge must choose, and says what is suggested."""
    known = prefilled(ruleset, state.created.level, asked.infraction)
    if known is not None:
        return known
    hint = suggested(state, ruleset, asked.entry, asked.infraction)
    todo = Text("Выберите level: " + ", ".join(LADDER), "Choose a level: " + ", ".join(LADDER))
    if hint is not None:
        todo = Text(
            f"Это повтор в турнире; следующая ступень — {hint}.",
            f"It is a repeat in this tournament; the next step is {hint}.",
        )
    raise Refusal(
        "invalid",
        "level_needed",
        Text(
            f"Для {asked.infraction} меру выбирает судья.",
            f"Of {asked.infraction} the judge chooses the level.",
        ),
        rule="P.10",
        where="body.level",
        todo=todo,
        extra={"suggested": hint},
    )


def _lost(
    state: TournamentState, asked: Misdeed, number: int | None, level: PenaltyLevel
) -> tuple[Said, ...]:
    """The games that he loses: of the named round, by a disqualification also of later ones."""
    if number is None or level not in COSTS_THE_GAME:
        return ()
    last = len(state.rounds) if level in DISQUALIFIES else number
    lost = (
        _lost_game(state, at, asked.entry, correct=asked.correct and at.number == number)
        for at in state.rounds[number - 1 : last]
    )
    return tuple(each for each in lost if each is not None)


def _lost_game(state: TournamentState, at: Round, entry: int, *, correct: bool) -> Said | None:
    match = at.match_of(entry)
    if match is None:
        return None
    opponent = match.b if match.a == entry else match.a
    kind: ResultKind = "technical"
    winner: int | None = opponent
    if match.winner == entry and _by_penalty_of(state, at, match, opponent):
        kind, winner = "double_loss", None
    elif match.kind is not None and not (correct and _has_points(match, entry)):
        return None
    if match.version == 0:
        return ResultRecorded(at.number, match.table, kind, winner, 1)
    return ResultCorrected(at.number, match.table, kind, winner, match.version + 1)


def _has_points(match: Match, entry: int) -> bool:
    return match.winner == entry or match.kind in ("draw", "agreed_draw")


def _by_penalty_of(state: TournamentState, at: Round, match: Match, entry: int) -> bool:
    """Whether the table's present result came of a penalty of this one."""
    made = (at.number, match.table, match.version)
    return any(
        each.entry == entry and made in each.made and not each.revoked
        for each in state.penalties.values()
    )


def _back(
    state: TournamentState, given: Penalty, made: tuple[int, int, int], former: Former
) -> ResultCorrected | ResultCleared | None:
    """How the table is put back; None where something came after, or another penalty holds it."""
    number, table, version = made
    at = state.round(number)  # an upload may have replaced it
    match = at.matches.get(table) if at else None
    if at is None or match is None or match.version != version:
        return None
    other = match.b if match.a == given.entry else match.a
    if _by_penalty_of(state, at, match, other):
        return None
    kind, winner = former
    if kind is not None:
        return ResultCorrected(number, table, kind, winner, version + 1)
    if state.finished or number < len(state.rounds):
        return None
    return ResultCleared(number, table, version + 1)
