"""Publishing rounds: the structure (7.2.2), the Swiss (S.1–S.8), the cut and the TOP (T.9)."""

from collections.abc import Mapping

from services.pairing.domain import top
from services.pairing.domain.decide import draws
from services.pairing.domain.decide.draws import AS_THE_RULES_SAY, Drawn, Wish
from services.pairing.domain.decide.guards import started, still_open
from services.pairing.domain.decide.hand import Called, unconfirmed
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
    wish: Wish = AS_THE_RULES_SAY,
    called: Called = str,
) -> tuple[TournamentStarted | RoundPublished, ...]:
    """Rule 7.2.2: fix structure and ratings (T.6), draw and publish round 1 (S.1).

    ratings: live ratings by player ID, in thousandths. rounds, top_size: the judge's own numbers,
    now or in the settings, else those of the announced preset, else of the rule set; top_size 0 is
    a tournament without a TOP. warnings: codes that the caller adds to the record. wish, called:
    as ``pair_next``. Refuses fewer players than the minimum (7.2.1). A second start changes
    nothing, unless it asks for another structure.
    """
    if state.structure is not None:
        return _same_structure(state, rounds, top_size)
    begun = start(
        state, ruleset, ratings=ratings, rounds=rounds, top_size=top_size, warnings=warnings
    )
    return begun, _seen(state, draws.next_round(state, ruleset, wish), wish, called).round


def start(
    state: TournamentState,
    ruleset: RuleSet,
    *,
    ratings: Mapping[str, int] | None = None,
    rounds: int | None = None,
    top_size: int | None = None,
    warnings: tuple[str, ...] = (),
) -> TournamentStarted:
    """Rule 7.2.2, T.6: what is fixed just before round 1 is published; as ``start_and_pair``."""
    still_open(state)
    enough_players(len(state.playing(1)), ruleset)
    usual_rounds, usual_top = usual_structure(state, ruleset)
    planned_rounds, planned_top = announced_structure(state, ruleset)
    used_rounds = valid_rounds(planned_rounds if rounds is None else rounds)
    used_top = valid_top(planned_top if top_size is None else top_size)
    changed = (("rounds_overridden",) if used_rounds != usual_rounds else ()) + (
        ("top_overridden",) if used_top != usual_top else ()
    )
    known = ratings or {}
    return TournamentStarted(
        used_rounds,
        used_top,
        tuple(
            (number, known.get(entry.player, entry.rating_milli))
            for number, entry in state.entries.items()
        ),
        (*changed, *warnings),
    )


def pair_next(
    state: TournamentState,
    ruleset: RuleSet,
    number: int | None = None,
    warnings: tuple[str, ...] = (),
    wish: Wish = AS_THE_RULES_SAY,
    called: Called = str,
) -> tuple[TopCut | RoundPublished, ...]:
    """S.1–S.8, T.9: publish the next round; after the last Swiss round the cut and the TOP.

    number: the round that is asked for; one that is published already changes nothing, so two who
    ask at once get one round. warnings: codes that the caller adds. wish: what the judge wants
    beyond the rules; called: how a refusal names an entry. Refuses while results are open, naming
    the tables, when all is played, and what breaks a rule by hand until it is confirmed (S.8).
    """
    started(state)
    if draws.is_published(state, number):
        return ()
    draws.in_turn(state, number)
    still_open(state)
    drawn = _seen(state, draws.next_round(state, ruleset, wish, warnings), wish, called)
    return (*((TopCut(drawn.seeds),) if drawn.seeds else ()), drawn.round)


def _seen(state: TournamentState, drawn: Drawn, wish: Wish, called: Called) -> Drawn:
    """S.8: refuses what breaks a rule and was not confirmed."""
    if drawn.breaks and not wish.confirm:
        players = {number: entry.player for number, entry in state.entries.items()}
        look = "POST /v1/tournaments/{tournament}/rounds/draft"
        raise unconfirmed(drawn.breaks, players, called, look)
    return drawn


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
