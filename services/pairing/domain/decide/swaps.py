"""Two players change places in a published round, S.8."""

from services.pairing.domain import swiss
from services.pairing.domain.decide import draws
from services.pairing.domain.decide.guards import started, still_open
from services.pairing.domain.decide.hand import Break, Called, breaks, unconfirmed
from services.pairing.domain.state import Match, Round, TournamentState
from shared.events.rounds import PairsSwapped
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


def swap(
    state: TournamentState,
    ruleset: RuleSet,
    round_number: int,
    entries: tuple[int, int],
    *,
    reason: str | None = None,
    confirm: bool = False,
    called: Called = str,
) -> tuple[PairsSwapped, ...]:
    """S.8: these two take each other's place, at a table without a result or at a bye.

    Only in the Swiss round published last. reason: the id of a note; called: how a refusal names an
    entry. Refuses those who do not sit in it, or sit together, a table that has a result, and,
    until it is confirmed, what breaks a rule that was kept before.
    """
    started(state)
    still_open(state)
    at = _swappable(state, round_number)
    first, second = (_seat(state, at, entry) for entry in entries)
    if first is second:
        raise _same_place(state, entries)
    other = {entries[0]: entries[1], entries[1]: entries[0]}
    changed = tuple(
        sorted(
            (match.table, other.get(match.a, match.a), other.get(match.b, match.b))
            for match in (first, second)
            if match is not None
        )
    )
    after = {match.table: match.players for match in at.matches.values()}
    after |= {table: (a, b) for table, a, b in changed}
    byes = tuple(other.get(entry, entry) for entry in at.byes)
    everyone = sorted({*byes, *(one for pair in after.values() for one in pair)})
    field = draws.contenders(state, ruleset, at.number, everyone)
    worse = _worse(state, at, field, [*after.values()], byes)
    if worse and not confirm:
        players = {number: entry.player for number, entry in state.entries.items()}
        raise unconfirmed(worse, players, called, "")
    met = {each.entry: each.opponents for each in field}
    rematches = tuple(table for table, (a, b) in sorted(after.items()) if b in met[a])
    return (PairsSwapped(at.number, changed, byes, rematches, reason),)


def _worse(
    state: TournamentState,
    at: Round,
    field: tuple[swiss.Contender, ...],
    pairs: list[tuple[int, int]],
    byes: tuple[int, ...],
) -> list[Break]:
    """What the swap breaks; what was broken as much before is not its doing."""
    free = swiss.pair(field, state.created.seed, draws.draw_name(at.number, at.attempt))
    before = breaks(field, [match.players for match in at.matches.values()], at.byes, free)
    cost = max((each.more for each in before), default=0)
    seen = {(each.code, frozenset(each.entries)) for each in before}
    return [
        each
        for each in breaks(field, pairs, byes, free)
        if (each.more > cost if each.more else (each.code, frozenset(each.entries)) not in seen)
    ]


def _swappable(state: TournamentState, number: int) -> Round:
    at = state.round(number)
    if at is not None and at.stage == "swiss" and at is state.current:
        return at
    raise Refusal(
        "conflict" if at else "not_found",
        "swap_not_here" if at else "round_not_found",
        Text(
            "Меняют места только в последнем туре, пока это швейцарский тур.",
            "Places are changed only in the round published last, if it is a Swiss one.",
        )
        if at
        else Text("Такого тура ещё нет.", "There is no such round yet."),
        rule="S.8" if at else "7.0.1",
        where="number",
        todo=Text(
            f"Последний тур — {len(state.rounds)}.", f"The last round is {len(state.rounds)}."
        ),
    )


def _seat(state: TournamentState, at: Round, entry: int) -> Match | None:
    """His table, None for a bye."""
    match = at.match_of(entry)
    player = state.entries[entry].player
    if match is None and entry not in at.byes:
        raise not_in_round(player, at.number)
    if match is not None and match.kind is not None:
        raise Refusal(
            "conflict",
            "table_has_result",
            Text(
                f"У стола {match.table} уже есть результат.",
                f"Table {match.table} has a result already.",
            ),
            rule="S.8",
            where="body.players",
            todo=Text(
                "Если он внесён по ошибке, сначала уберите его.",
                "If it was recorded by mistake, take it away first.",
            ),
        )
    return match


def not_in_round(player: str, number: int) -> Refusal:
    """S.8: the refusal of one who has no place in a round."""
    return Refusal(
        "conflict",
        "not_in_round",
        Text(f"№ {player} не сидит в туре {number}.", f"{player} is not in round {number}."),
        rule="S.8",
        where="body.players",
        todo=Text("Проверьте номер в парах тура.", "Check the ID in the round's pairings."),
    )


def _same_place(state: TournamentState, entries: tuple[int, int]) -> Refusal:
    one, other = (state.entries[entry].player for entry in entries)
    return Refusal(
        "invalid",
        "swap_changes_nothing",
        Text(
            f"№ {one} и № {other} и так вместе: менять нечего.",
            f"{one} and {other} are together already: nothing would change.",
        ),
        rule="S.8",
        where="body.players",
        todo=Text("Назовите игроков разных столов.", "Name players of different tables."),
    )
