"""Whom a round brings together, at which tables (S.1–S.8, T.9): for pairing and drafting."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from services.pairing.domain import swiss, top
from services.pairing.domain.bracket import bracket
from services.pairing.domain.decide.guards import all_results_in, stage_due
from services.pairing.domain.decide.hand import NO_HAND, Break, Hand, breaks, checked, completed
from services.pairing.domain.points import records
from services.pairing.domain.seating import seated
from services.pairing.domain.state import Match, Round, TournamentState
from shared.events.rounds import RoundPublished
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

OPEN_OVERRIDDEN = "results_open_overridden"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a judge wants of a round that the rules by themselves don't say.

    hand: S.8; third_place: T.9: with the TOP's last round a game of those who lost before it;
    override_open: 7.0.1: a Swiss round while tables have no result; attempt: S.1: how often it was
    drawn anew, part of the lots; reason: the id of the note that says why; confirm: what the hand
    breaks has been seen.
    """

    hand: Hand = NO_HAND
    third_place: bool = False
    override_open: bool = False
    attempt: int = 0
    reason: str | None = None
    confirm: bool = False


AS_THE_RULES_SAY = Wish()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The round that is due as it would be published; seeds: of the cut that comes before it (T.9),
    empty if none does; breaks: S.8: what the hand leaves of the rules.
    """

    round: RoundPublished
    seeds: tuple[int, ...] = ()
    breaks: tuple[Break, ...] = ()


def next_round(
    state: TournamentState,
    ruleset: RuleSet,
    wish: Wish = AS_THE_RULES_SAY,
    warnings: tuple[str, ...] = (),
) -> Drawn:
    """S.1–S.8, T.9: the round that is due; before the start round 1 (S.1).

    Its warnings: ``warnings`` and a code of everything that is overridden. Refuses while results
    are open, naming the tables, when all is played, and what can't be wished for.
    """
    open_codes = _open_tables(state, wish)
    stage = "swiss" if state.structure is None else stage_due(state)
    if stage is None:
        raise all_played()
    if stage == "swiss":
        return _swiss_round(state, ruleset, wish, (*open_codes, *warnings))
    if wish.hand.entries:
        raise bracket_alone("body.hand", "S.8")
    seeds = state.seeds or top.cut(state, ruleset)
    return Drawn(_top_round(state, seeds, wish, warnings), seeds=() if state.seeds else seeds)


def contenders(
    state: TournamentState, ruleset: RuleSet, number: int, entries: Sequence[int]
) -> tuple[swiss.Contender, ...]:
    """S.2–S.6: what the draw of Swiss round ``number`` knows of these entries: the rounds before it
    as they stand now. An open table gives nothing yet.
    """
    before = [each for each in state.swiss if each.number < number]
    known = records(state.entries, before, ruleset)
    found: list[swiss.Contender] = []
    for entry in entries:
        record = known[entry]
        last = record.lines[-1] if record.lines else None
        floated = last.floated if last is not None and last.round == number - 1 else 0
        found.append(swiss.Contender(entry, record.points, record.met, record.auto_wins, floated))
    return tuple(found)


def draw_name(number: int, attempt: int) -> int | str:
    """S.1: the lots of a round, or of its drawing anew, as ``lots.lot`` names them."""
    return f"{number}.{attempt}" if attempt else number


def is_published(state: TournamentState, number: int | None) -> bool:
    """Whether the round that is asked for is published already."""
    return number is not None and 0 < number <= len(state.rounds)


def in_turn(state: TournamentState, number: int | None) -> None:
    """7.0.1: refuses another round than the one that is due."""
    if number in (None, state.due):
        return
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


def told_from_a_repeat(state: TournamentState, number: int | None, *, override_open: bool) -> None:
    """Law 10: two calls at once make one round: by their number, or since the first one leaves
    tables without a result. Refuses a call where neither would tell the second from a new one.
    """
    last = state.current
    if number is not None or not (override_open or (last is not None and not last.matches)):
        return
    raise Refusal(
        "invalid",
        "round_not_named",
        Text(
            "Назовите тур: без номера повторный запрос составил бы ещё один.",
            "Name the round: without its number a repeated call would make another one.",
        ),
        rule="7.0.1",
        where="body.round",
        todo=Text(f"Добавьте round: {state.due}.", f"Add round: {state.due}."),
    )


def bracket_alone(where: str, rule: str) -> Refusal:
    """T.9: the refusal of what would change the TOP's pairs."""
    return Refusal(
        "conflict",
        "top_by_bracket",
        Text("Пары ТОПа идут по сетке.", "The TOP's pairs follow its bracket."),
        rule=rule,
        where=where,
        todo=Text("Составьте тур без этого.", "Pair the round without it."),
    )


def all_played() -> Refusal:
    """7.0.1: the refusal of one round more."""
    return Refusal(
        "conflict",
        "all_rounds_played",
        Text("Все туры сыграны, пар больше нет.", "All rounds are played; there is none to pair."),
        rule="7.0.1",
        todo=Text("Завершите турнир.", "Finish the tournament."),
    )


def _open_tables(state: TournamentState, wish: Wish) -> tuple[str, ...]:
    """7.0.1: the code of open tables that are overridden; the TOP needs its winners (R.10)."""
    structure = state.structure
    swiss_is_due = structure is not None and state.due <= structure.rounds
    if not (wish.override_open and swiss_is_due):
        all_results_in(state, may_be_overridden=swiss_is_due)
        return ()
    return (OPEN_OVERRIDDEN,) if any(each.open_tables for each in state.rounds) else ()


def _swiss_round(
    state: TournamentState, ruleset: RuleSet, wish: Wish, warnings: tuple[str, ...]
) -> Drawn:
    """S.1–S.8: the draw among those who play; it is made twice only where a hand was at work."""
    if wish.third_place:
        raise _third_place(Text("До ТОПа ещё не дошло.", "The TOP has not come yet."))
    number, seed = state.due, state.created.seed
    field = contenders(state, ruleset, number, [each.number for each in state.playing(number)])
    free = swiss.pair(field, seed, draw_name(number, wish.attempt))
    pairs: Sequence[tuple[int, int]] = free.pairs
    byes: tuple[int, ...] = () if free.bye is None else (free.bye,)
    broken: tuple[Break, ...] = ()
    if wish.hand.entries:
        checked(state, wish.hand)
        pairs, byes = completed(field, wish.hand, seed, draw_name(number, wish.attempt))
        broken = breaks(field, pairs, byes, free)
    tables = _at_tables(state, pairs, wish.hand)
    met = {each.entry: each.opponents for each in field}
    codes = (*warnings, *(each.code for each in broken))
    by_hand = frozenset(chain.from_iterable(pair[:2] for pair in wish.hand.pairs))
    return Drawn(
        RoundPublished(
            number,
            "swiss",
            tables,
            byes,
            tuple(table for table, a, b in tables if b in met[a]),
            tuple(dict.fromkeys(codes)),
            wish.attempt,
            tuple(table for table, a, _ in tables if a in by_hand),
            wish.hand.byes,
            wish.reason,
        ),
        breaks=broken,
    )


def _top_round(
    state: TournamentState, seeds: tuple[int, ...], wish: Wish, warnings: tuple[str, ...]
) -> RoundPublished:
    """T.9: rematches are allowed in the TOP, so none is pointed out."""
    drawn = top.next_round(state, seeds)
    if drawn is None:
        raise all_played()
    third = third_place_pair(drawn) if wish.third_place else None
    pairs = drawn.pairs if third is None else (*drawn.pairs, third)
    tables = _at_tables(state, pairs, NO_HAND)
    return RoundPublished(
        state.due,
        "top",
        tables,
        drawn.byes,
        warnings=warnings,
        hand_tables=tuple(table for table, a, b in tables if (a, b) == third),
        reason=wish.reason,
    )


def third_place_pair(drawn: top.TopPairing) -> tuple[int, int]:
    """T.9: those who lost the games before the TOP's last round, in the bracket's order.

    Refuses before that round, and unless both still play. The table is the judge's (S.8): by that
    it is known for what it is, whatever is corrected later.
    """
    if len(drawn.pairs) + len(drawn.byes) != 1:
        raise _third_place(
            Text("Следующий тур ТОПа — не последний.", "The TOP's next round is not its last.")
        )
    if drawn.third is None:
        raise _third_place(
            Text("Играть за третье место некому.", "There are no two to play for third place.")
        )
    return drawn.third


def is_for_third_place(state: TournamentState, at: Round, match: Match) -> bool:
    """T.9: whether it is the game beside the TOP's last one: the judge's only table there."""
    if at.stage == "swiss" or at.hand_tables:
        return at.stage == "top" and match.table in at.hand_tables
    return any(each.third == match for each in bracket(state, state.seeds))


def _at_tables(
    state: TournamentState, pairs: Sequence[tuple[int, int]], hand: Hand
) -> tuple[tuple[int, int, int], ...]:
    """Pairs by table: where the judge sets them, where somebody always sits, then from 1 on."""
    chosen = {a: table for a, _, table in hand.pairs if table is not None}
    moved = {b for a, b, table in hand.pairs if table is not None}
    fixed = {
        entry.number: entry.table
        for entry in state.entries.values()
        if entry.table is not None
        and entry.number not in moved
        and entry.table not in chosen.values()
    }
    numbers = seated(pairs, {**fixed, **chosen})
    return tuple(sorted((table, a, b) for table, (a, b) in zip(numbers, pairs, strict=True)))


def _third_place(why: Text) -> Refusal:
    return Refusal(
        "conflict",
        "third_place_impossible",
        why,
        rule="T.9",
        where="body.third_place",
        todo=Text(
            "Игру за третье место составляют вместе с последним туром ТОПа; иначе место решает "
            "посев.",
            "A game for third place is paired with the TOP's last round; else the seed decides.",
        ),
    )
