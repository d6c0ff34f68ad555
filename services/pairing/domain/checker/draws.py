"""S.2–S.5 of a Swiss round: whether what was drawn is the best there was, given what was not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.pairing.domain.checker.findings import Finding, Unchecked
from services.pairing.domain.checker.optimum import Cost, Person, cost_of, least
from services.pairing.domain.checker.scores import Score
from services.pairing.domain.state import Round
from shared.refusals import Text


@dataclass(frozen=True, slots=True)
class Draw:
    """What of a round was drawn: all but what the judge set (S.8).

    bye: of the draw; odd_byes: byes that no draw can have given.
    """

    field: tuple[Person, ...]
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    odd_byes: tuple[int, ...]


def draw_of(at: Round, known: dict[int, Score]) -> Draw:
    """S.8: the part of a round that must be the best one."""
    pairs = tuple(
        m.players for table, m in sorted(at.matches.items()) if table not in at.hand_tables
    )
    byes = [entry for entry in at.byes if entry not in at.hand_byes]
    bye = byes[0] if len(byes) == 1 else None
    seated = [entry for pair in pairs for entry in pair]
    seated += [] if bye is None else [bye]
    field = tuple(
        Person(entry, known[entry].points, known[entry].byes, frozenset(known[entry].met))
        for entry in seated
    )
    return Draw(field, pairs, bye, () if bye is not None else tuple(byes))


def judged(at: Round, known: dict[int, Score], most: int) -> Iterator[Finding | Unchecked]:
    """S.2–S.5, S.8: what is wrong with a round's draw, and remarks."""
    drawn = draw_of(at, known)
    yield from _by_hand(at)
    yield from _shown(at, known)
    if drawn.odd_byes:
        yield Finding(
            "S.3",
            "byes_too_many",
            Text(
                "Побед без игры больше одной, хотя лишним может остаться только один.",
                "More than one bye, though only one player can be left over.",
            ),
            at.number,
            drawn.odd_byes,
        )
    if len(drawn.field) < 2:
        return
    cost = cost_of(drawn.field, drawn.pairs, drawn.bye)
    best = least(drawn.field, cost, drawn.bye, most)
    if best is None:
        for rule in ("S.2", "S.3", "S.4", "S.5"):
            yield Unchecked(
                rule,
                Text(
                    f"Игроков больше {most}: лучшая жеребьёвка здесь не вычисляется.",
                    f"More than {most} players: the best draw is not computed here.",
                ),
                at.number,
            )
        return
    yield from _compared(at, drawn, cost, best)


def _compared(at: Round, drawn: Draw, cost: Cost, best: Cost) -> Iterator[Finding]:
    """The first rule that another draw would have kept better; those after it can't be compared."""
    met = {each.entry: each.met for each in drawn.field}
    again = tuple(entry for pair in drawn.pairs if pair[1] in met[pair[0]] for entry in pair)
    if cost < best:
        raise AssertionError("a draw can't be better than the best one")
    if cost[0] > best[0]:
        text = Text(
            f"Повторных встреч {cost[0]}, хватило бы {best[0]}.",
            f"Rematches: {cost[0]}; {best[0]} would have done.",
        )
        yield Finding("S.2", "rematch", text, at.number, again, more=cost[0] - best[0])
        return
    if again:
        text = Text(
            "Играли раньше, но иначе пар было не составить.",
            "They met before, but there was no pairing without.",
        )
        yield Finding("S.2", "rematch_unavoidable", text, at.number, again, "remark")
    owner = () if drawn.bye is None else (drawn.bye,)
    if cost[1] > best[1]:
        text = Text(
            "Победу без игры получил тот, у кого она уже была, хотя был другой, у кого их меньше.",
            "The bye went to one who has had one, though another one had fewer.",
        )
        yield Finding("S.3", "second_bye", text, at.number, owner, more=cost[1] - best[1])
    elif cost[1] == best[1] and cost[2] > best[2]:
        text = Text(
            "Победу без игры получил не тот, у кого меньше всех очков.",
            "The bye did not go to one with the fewest points.",
        )
        yield Finding("S.4", "bye_not_lowest", text, at.number, owner, more=cost[2] - best[2])
    elif cost[1:3] == best[1:3] and cost[3] > best[3]:
        text = Text(
            "Сумма квадратов разниц в очках не наименьшая.",
            "The sum of squared differences of points is not the least.",
        )
        yield Finding("S.5", "not_least", text, at.number, _far(drawn), more=cost[3] - best[3])


def _far(drawn: Draw) -> tuple[int, ...]:
    """Whoever meets one with other points."""
    points = {each.entry: each.points for each in drawn.field}
    return tuple(entry for a, b in drawn.pairs if points[a] != points[b] for entry in (a, b))


def _by_hand(at: Round) -> Iterator[Finding]:
    """S.8: excused, and said."""
    pairs = [at.matches[table].players for table in at.hand_tables if table in at.matches]
    entries = (*(entry for pair in pairs for entry in pair), *at.hand_byes)
    if entries:
        text = Text(
            "Эти пары и победы без игры поставил судья.",
            "The judge set these pairs and byes himself.",
        )
        yield Finding("S.8", "by_hand", text, at.number, tuple(entries), "remark")


def _shown(at: Round, known: dict[int, Score]) -> Iterator[Finding]:
    """S.2: each rematch is shown to the judge; an upload shows none."""
    if not at.since:
        return
    tables = [table for table, match in sorted(at.matches.items()) if match.b in known[match.a].met]
    wrong = set(tables) ^ set(at.rematches)
    if wrong:
        text = Text(
            "Повторные встречи отмечены неверно.", "The rematches are not marked as they are."
        )
        entries: Sequence[int] = [
            entry
            for table in sorted(wrong & at.matches.keys())
            for entry in at.matches[table].players
        ]
        yield Finding("S.2", "rematch_not_shown", text, at.number, tuple(entries))
