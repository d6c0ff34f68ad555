"""By hand, S.8: what the judge sets himself, what the engine completes, what it breaks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from services.pairing.domain import swiss
from services.pairing.domain.lots import lot
from services.pairing.domain.state import TournamentState
from shared.refusals import Refusal, Text

Pairs = Sequence[tuple[int, int]]
Called = Callable[[int], str]
"""How an entry is called in a sentence."""

BreakCode = Literal[
    "hand_rematch", "hand_second_bye", "hand_bye_not_lowest", "hand_more_byes", "hand_costs_more"
]
RULE_BROKEN: Mapping[BreakCode, str] = {
    "hand_rematch": "S.2",
    "hand_second_bye": "S.3",
    "hand_bye_not_lowest": "S.4",
    "hand_more_byes": "S.3",
    "hand_costs_more": "S.5",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """S.8: what the judge sets of a round.

    pairs: ``(entry, entry, table)``, table None: wherever their points put them; byes: entries
    with an auto-win, more than one if he wants.
    """

    pairs: tuple[tuple[int, int, int | None], ...] = ()
    byes: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """Everybody he set."""
        return (*(entry for pair in self.pairs for entry in pair[:2]), *self.byes)


NO_HAND = Hand()


@dataclass(frozen=True, slots=True)
class Break:
    """S.8: a rule that the free draw would have kept. ``entries``: whose; ``more``: S.5: by how
    much the sum of squares is above the least one, in points ×2 squared.
    """

    code: BreakCode
    entries: tuple[int, ...] = ()
    more: int = 0

    @property
    def rule(self) -> str:
        """The rule's id."""
        return RULE_BROKEN[self.code]


def checked(state: TournamentState, hand: Hand) -> None:
    """S.8: refuses who does not play in the round that is due, and who or what is named twice."""
    seen: set[int] = set()
    tables: set[int] = set()
    for entry, where in _places(hand):
        known = state.entries.get(entry)
        if known is None or not known.plays(state.due):
            raise not_playing(known.player if known else str(entry), state.due, where)
        if entry in seen:
            raise _twice(Text(f"№ {known.player} назван", f"{known.player} is named"), where)
        seen.add(entry)
    for place, (_, _, table) in enumerate(hand.pairs):
        if table is not None and table in tables:
            where = f"body.hand.pairs.{place}.table"
            raise _twice(Text(f"Стол {table} назван", f"Table {table} is named"), where)
        tables.add(table or 0)


def not_playing(player: str, number: int, where: str) -> Refusal:
    """S.8: the refusal of one who is not to be paired in a round."""
    return Refusal(
        "invalid",
        "hand_not_playing",
        Text(
            f"№ {player} в туре {number} не играет.", f"{player} does not play in round {number}."
        ),
        rule="S.8",
        where=where,
        todo=Text(
            "Назовите того, кто в турнире и не выбыл.",
            "Name somebody who is in the tournament and has not left.",
        ),
    )


def completed(
    field: Sequence[swiss.Contender], hand: Hand, seed: int, draw: int | str
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """S.8: (pairs, the strongest first; byes): the judge's, and the draw of all the others.

    Of one who is left alone it is a bye.
    """
    set_by_hand = frozenset(hand.entries)
    rest = [each for each in field if each.entry not in set_by_hand]
    pairs = [(a, b) for a, b, _ in hand.pairs]
    byes = list(hand.byes)
    if len(rest) == 1:
        byes.append(rest[0].entry)
    elif rest:
        drawn = swiss.pair(rest, seed, draw)
        pairs += drawn.pairs
        byes += () if drawn.bye is None else (drawn.bye,)
    rank = {each.entry: (-each.score, lot(seed, draw, each.entry), each.entry) for each in field}
    ordered = [(a, b) if rank[a] < rank[b] else (b, a) for a, b in pairs]
    ordered.sort(key=lambda pair: (rank[pair[0]][0], rank[pair[1]][0], rank[pair[0]]))
    return tuple(ordered), tuple(byes)


def breaks(
    field: Sequence[swiss.Contender], pairs: Pairs, byes: Sequence[int], free: swiss.Pairing
) -> tuple[Break, ...]:
    """S.8: what a pairing of this field leaves of S.2–S.5 that ``free``, the draw without the
    judge, keeps: in the rules' order.
    """
    known = {each.entry: each for each in field}
    again = [(a, b) for a, b in pairs if b in known[a].opponents]
    found: list[Break] = []
    if len(again) > len(free.rematches):
        found += [Break("hand_rematch", pair) for pair in again]
    found += _byes(known, byes, free.bye)
    more = _cost(known, pairs) - _cost(known, free.pairs)
    if more > 0:
        found.append(Break("hand_costs_more", more=more))
    return tuple(found)


def told(found: Break, called: Called) -> Text:
    """S.8: what is broken, in words."""
    who = " — ".join(map(called, found.entries))
    match found.code:
        case "hand_rematch":
            return Text(f"Уже встречались: {who}.", f"Met before: {who}.")
        case "hand_second_bye":
            return Text(
                f"Уже был автовыигрыш, а у других ещё нет: {who}.",
                f"Has had an auto-win while others have had fewer: {who}.",
            )
        case "hand_bye_not_lowest":
            return Text(
                f"Автовыигрыш не у того, у кого меньше всех очков: {who}.",
                f"The bye is not with the fewest points: {who}.",
            )
        case "hand_more_byes":
            return Text("Автовыигрышей больше, чем нужно.", "There are more byes than needed.")
    return Text(
        f"Соперники дальше друг от друга по очкам: сумма квадратов разностей больше наименьшей "
        f"на {found.more / 4:g}.",
        f"Opponents are farther apart in points: the sum of squared differences is above the "
        f"least one by {found.more / 4:g}.",
    )


def unconfirmed(
    found: Sequence[Break], players: Mapping[int, str], called: Called, first: str
) -> Refusal:
    """S.8: the refusal that shows what is broken. ``players``: entry -> ID; ``first``: the way to
    look at it before, if there is one.
    """
    rows = tuple(
        {
            "code": each.code,
            "rule": each.rule,
            "message": told(each, called),
            "players": [players[entry] for entry in each.entries],
            "more": each.more / 4,
        }
        for each in found
    )
    texts = [told(each, called) for each in found]
    return Refusal(
        "conflict",
        "hand_breaks_rules",
        Text(" ".join(text.ru for text in texts), " ".join(text.en for text in texts)),
        rule=found[0].rule,
        where="body.confirm",
        todo=Text(
            f"Если так и задумано, повторите с confirm: true.{first and f' Посмотреть: {first}.'}",
            f"If it is meant, repeat with confirm: true.{first and f' To look first: {first}.'}",
        ),
        details=rows,
    )


def _places(hand: Hand) -> list[tuple[int, str]]:
    """Everybody he set, each with the place in the body."""
    sides = [
        (entry, f"body.hand.pairs.{place}.{side}")
        for place, pair in enumerate(hand.pairs)
        for side, entry in zip("ab", pair[:2], strict=True)
    ]
    return sides + [(entry, f"body.hand.byes.{place}") for place, entry in enumerate(hand.byes)]


def _twice(what: Text, where: str) -> Refusal:
    return Refusal(
        "invalid",
        "hand_twice",
        Text(f"{what.ru} дважды.", f"{what.en} twice."),
        rule="S.8",
        where=where,
        todo=Text("Назовите один раз.", "Name it once."),
    )


def _byes(
    known: Mapping[int, swiss.Contender], byes: Sequence[int], free: int | None
) -> list[Break]:
    """S.3, S.4: against him who has the free draw's bye, else who would be the first for one."""
    best = (
        min((each.byes, each.score) for each in known.values())
        if free is None
        else (known[free].byes, known[free].score)
    )
    found: list[Break] = []
    for entry in byes:
        had = known[entry]
        if had.byes > best[0]:
            found.append(Break("hand_second_bye", (entry,)))
        elif had.byes == best[0] and had.score > best[1]:
            found.append(Break("hand_bye_not_lowest", (entry,)))
    if len(byes) > 1:
        found.append(Break("hand_more_byes", tuple(byes)))
    return found


def _cost(known: Mapping[int, swiss.Contender], pairs: Pairs) -> int:
    """S.5: the sum of squared differences, of points ×2."""
    return sum((known[a].score - known[b].score) ** 2 for a, b in pairs)
