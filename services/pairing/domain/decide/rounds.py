"""Publishing rounds: the structure (7.2.2), the Swiss (S.1–S.7), the cut and the TOP (T.9)."""

from collections.abc import Mapping

from services.pairing.domain import swiss, top
from services.pairing.domain.decide.guards import (
    all_results_in,
    stage_due,
    started,
    still_open,
)
from services.pairing.domain.points import records
from services.pairing.domain.state import TournamentState
from shared.events.rounds import RoundPublished
from shared.events.tournaments import TopCut, TournamentStarted
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


def start_and_pair(
    state: TournamentState,
    ruleset: RuleSet,
    *,
    ratings: Mapping[str, int] | None = None,
    rounds: int | None = None,
    top_size: int | None = None,
    warnings: tuple[str, ...] = (),
) -> tuple[TournamentStarted | RoundPublished, ...]:
    """Rule 7.2.2: fix structure and ratings (T.6), draw and publish round 1 (S.1).

    ratings: live ratings by player ID, in thousandths. rounds, top_size: the judge's own numbers,
    now or in the settings, else those of the announced preset, else of the rule set; top_size 0 is
    a tournament without a TOP. warnings: codes that the caller adds to the record. Refuses fewer
    players than the minimum (7.2.1). A second start changes nothing, unless it asks for another
    structure.
    """
    if state.structure is not None:
        return _same_structure(state, rounds, top_size)
    still_open(state)
    enough_players(state.players, ruleset)
    usual_rounds, usual_top = usual_structure(state, ruleset)
    planned_rounds, planned_top = announced_structure(state, ruleset)
    used_rounds = valid_rounds(planned_rounds if rounds is None else rounds)
    used_top = valid_top(planned_top if top_size is None else top_size)
    changed = (("rounds_overridden",) if used_rounds != usual_rounds else ()) + (
        ("top_overridden",) if used_top != usual_top else ()
    )
    known = ratings or {}
    start = TournamentStarted(
        used_rounds,
        used_top,
        tuple(
            (number, known.get(entry.player, entry.rating_milli))
            for number, entry in state.entries.items()
        ),
        (*changed, *warnings),
    )
    return start, _swiss_round(state, ruleset)


def pair_next(
    state: TournamentState,
    ruleset: RuleSet,
    number: int | None = None,
    warnings: tuple[str, ...] = (),
) -> tuple[TopCut | RoundPublished, ...]:
    """S.1–S.7, T.9: publish the next round; after the last Swiss round the cut and the TOP.

    number: the round that is asked for; one that is published already changes nothing, so two who
    ask at once get one round. warnings: codes that the caller adds to a Swiss round. Refuses while
    results are open, naming the tables, and when all is played.
    """
    started(state)
    if number is not None and 0 < number <= len(state.rounds):
        return ()
    if number is not None and number != state.due:
        raise Refusal(
            "invalid",
            "round_out_of_turn",
            Text(
                f"Следующий тур {state.due}, а не {number}.",
                f"The next round is {state.due}, not {number}.",
            ),
            rule="7.0.1",
            where="body.round",
            todo=Text("Проводите туры по порядку.", "Play the rounds in order."),
        )
    still_open(state)
    all_results_in(state)
    stage = stage_due(state)
    if stage is None:
        raise _all_played()
    if stage == "swiss":
        return (_swiss_round(state, ruleset, warnings),)
    if state.seeds:
        return (_top_round(state, state.seeds),)
    seeds = top.cut(state, ruleset)
    return TopCut(seeds), _top_round(state, seeds)


def announced_structure(state: TournamentState, ruleset: RuleSet) -> tuple[int, int]:
    """Rule 7.2.2: (Swiss rounds, TOP) as the judge set them ahead, else the usual ones."""
    rounds, top_size = usual_structure(state, ruleset)
    created = state.created
    return (
        rounds if created.rounds is None else created.rounds,
        top_size if created.top is None else created.top,
    )


def usual_structure(state: TournamentState, ruleset: RuleSet) -> tuple[int, int]:
    """Rule 7.2.2, N.2: (Swiss rounds, TOP) by the announced preset, else by the number of players.

    A preset's TOP is its share of the field, rounded down to a power of two.
    """
    if state.created.preset is None:
        return ruleset.structure(state.players)
    preset = ruleset.presets[state.created.preset]
    return preset.rounds, top.size(state.players, state.players // preset.top_share)


def enough_players(players: int, ruleset: RuleSet, *, uploaded: bool = False) -> None:
    """Rule 7.2.1: refuses fewer players than the format's minimum, here or in an upload."""
    if players >= ruleset.min_players:
        return
    todo = Text("Дождитесь участников или отмените турнир.", "Wait for players, or call it off.")
    if uploaded:
        todo = Text("Такой турнир в базу не идёт.", "Such a tournament doesn't enter the base.")
    raise Refusal(
        "invalid" if uploaded else "conflict",
        "too_few_players",
        Text(
            f"Игроков {players}, а нужно не меньше {ruleset.min_players}.",
            f"There are {players} players; at least {ruleset.min_players} are needed.",
        ),
        rule="7.2.1",
        where="body.players" if uploaded else "entries",
        todo=todo,
        extra={"players": players, "minimum": ruleset.min_players},
    )


def _same_structure(
    state: TournamentState, rounds: int | None, top_size: int | None
) -> tuple[TournamentStarted | RoundPublished, ...]:
    used = started(state)
    if rounds in (None, used.rounds) and top_size in (None, used.top):
        return ()
    raise Refusal(
        "conflict",
        "structure_fixed",
        Text(
            f"Турнир идёт: туров {used.rounds}, ТОП {used.top}.",
            f"The tournament has started with {used.rounds} rounds and a TOP of {used.top}.",
        ),
        rule="7.2.2",
        todo=Text(
            "Число туров и ТОП меняются только до первого тура.",
            "Rounds and TOP can be changed only before round 1.",
        ),
    )


def valid_rounds(rounds: int) -> int:
    """Rule 7.2.2: as named; refuses a tournament without a Swiss round."""
    if rounds >= 1:
        return rounds
    raise Refusal(
        "invalid",
        "rounds_too_few",
        Text("Нужен хотя бы один швейцарский тур.", "At least one Swiss round is needed."),
        rule="7.2.2",
        where="body.rounds",
        todo=Text("Укажите число туров от 1.", "Name a number of rounds from 1 up."),
    )


def valid_top(top_size: int) -> int:
    """T.9: as named; refuses what does not halve down to one winner. 0: no TOP."""
    if top_size == 0 or (top_size >= 2 and top_size & (top_size - 1) == 0):
        return top_size
    raise Refusal(
        "invalid",
        "top_not_power_of_two",
        Text(
            f"ТОП из {top_size} не делится на пары до победителя.",
            f"A TOP of {top_size} does not halve down to one winner.",
        ),
        rule="T.9",
        where="body.top",
        todo=Text("Укажите 0 (без ТОПа), 2, 4, 8, 16…", "Name 0 (no TOP), 2, 4, 8, 16…"),
    )


def _all_played() -> Refusal:
    return Refusal(
        "conflict",
        "all_rounds_played",
        Text("Все туры сыграны, пар больше нет.", "All rounds are played; there is none to pair."),
        rule="7.0.1",
        todo=Text("Завершите турнир.", "Finish the tournament."),
    )


def _swiss_round(
    state: TournamentState, ruleset: RuleSet, warnings: tuple[str, ...] = ()
) -> RoundPublished:
    """S.1–S.7: the draw among those who play in the round that is due."""
    number = state.due
    known = records(state.entries, state.swiss, ruleset)
    contenders: list[swiss.Contender] = []
    for entry in state.playing(number):
        record = known[entry.number]
        last = record.lines[-1] if record.lines else None
        floated = last.floated if last is not None and last.round == number - 1 else 0
        contenders.append(
            swiss.Contender(entry.number, record.points, record.met, record.auto_wins, floated)
        )
    drawn = swiss.pair(contenders, state.created.seed, number)
    pairs = tuple((table, a, b) for table, (a, b) in enumerate(drawn.pairs, start=1))
    byes = () if drawn.bye is None else (drawn.bye,)
    return RoundPublished(number, "swiss", pairs, byes, drawn.rematches, warnings)


def _top_round(state: TournamentState, seeds: tuple[int, ...]) -> RoundPublished:
    """T.9: rematches are allowed in the TOP, so none is pointed out."""
    drawn = top.next_round(state, seeds)
    if drawn is None:
        raise _all_played()
    pairs = tuple((table, a, b) for table, (a, b) in enumerate(drawn.pairs, start=1))
    return RoundPublished(state.due, "top", pairs, drawn.byes)
