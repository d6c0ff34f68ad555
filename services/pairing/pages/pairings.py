"""The current round on a wall: by table, and by name."""

from collections.abc import Mapping

from services.pairing.domain.points import records, worth
from services.pairing.domain.state import Match, Round
from services.pairing.pages import words
from services.pairing.pages.markup import Html, joined, tag
from services.pairing.pages.parts import by_name, grid, people, person, points, section, titled
from services.pairing.schemas.parts import SeatOut
from services.pairing.views import View
from shared import rulesets
from shared.problems import say


def by_table(view: View) -> Html:
    """Tables with the points before the round, in the TOP the seeds, and the results there are."""
    at = view.state.current
    if at is None:
        return section(view, "tables", tag("p", say(words.NOTHING_YET, view.lang)))
    beside = _beside(view, at)
    tables = grid(
        view,
        titled(at),
        (words.TABLE, words.PLAYER, words.RESULT, words.PLAYER),
        [_table(view, at, at.matches[table], beside) for table in sorted(at.matches)],
    )
    return section(view, "tables", tag("div", tables, class_="two"), _byes(view, at))


def by_player(view: View) -> Html:
    """Everybody's table and opponent; before round 1 everybody who is entered."""
    state, at = view.state, view.state.current
    if at is None:
        entered = [view.seat(each.number) for each in state.entries.values() if each.takes_part]
        heading = tag("h3", say(words.PLAYERS, view.lang))
        return section(view, "names", heading, people(entered))
    where: dict[int, tuple[int, int]] = {}
    for match in at.matches.values():
        where |= {match.a: (match.table, match.b), match.b: (match.table, match.a)}
    seats = by_name(view.seat(entry) for entry in (*where, *at.byes))
    lines = grid(
        view,
        titled(at),
        (words.PLAYER, words.TABLE, words.OPPONENT),
        [_line(view, seat, where.get(seat.entry)) for seat in seats],
    )
    return section(view, "names", tag("div", lines, class_="two"))


def _table(view: View, at: Round, match: Match, beside: Mapping[int, str]) -> Html:
    def seat(entry: int) -> Html:
        won = "won" if entry == match.winner else None
        return tag("td", person(view.seat(entry)), beside[entry], class_=won)

    met = tag("p", say(words.REMATCH, view.lang)) if match.table in at.rematches else None
    return tag(
        "tr",
        tag("th", match.table, scope="row", class_="n"),
        seat(match.a),
        tag("td", score(view, at, match), met, class_="n"),
        seat(match.b),
    )


def _beside(view: View, at: Round) -> Mapping[int, str]:
    """What stands beside each name: the points before this round, in the TOP the seed."""
    state = view.state
    if at.stage == "top":
        seeds = {
            entry: f"\N{NO-BREAK SPACE}({seed})" for seed, entry in enumerate(state.seeds, start=1)
        }
        return {entry: seeds.get(entry, "") for entry in state.entries}
    ruleset = rulesets.load(state.created.rule_set)
    known = records(state.entries, state.swiss[: at.number - 1], ruleset)
    return {
        entry: f"\N{NO-BREAK SPACE}({points(record.points, view.lang)})"
        for entry, record in known.items()
    }


def score(view: View, at: Round, match: Match) -> str | None:
    """R.1–R.7: the result as points, the first player's first; in the TOP who won (R.10)."""
    if match.kind is None:
        return None
    if at.stage == "top":
        won, lost = (2, 0) if match.winner else (0, 0)
    else:
        won, lost = worth(rulesets.load(view.state.created.rule_set).points)[match.kind]
    a, b = (lost, won) if match.winner == match.b else (won, lost)
    return f"{points(a, view.lang)} : {points(b, view.lang)}"


def _byes(view: View, at: Round) -> Html | None:
    """R.4: who has an auto-win."""
    if not at.byes:
        return None
    seats = [view.seat(entry) for entry in at.byes]
    return joined(tag("h3", say(words.BYES, view.lang)), people(seats))


def _line(view: View, seat: SeatOut, at: tuple[int, int] | None) -> Html:
    name = tag("th", person(seat), scope="row")
    if at is None:
        return tag("tr", name, tag("td"), tag("td", say(words.BYE, view.lang)))
    table, opponent = at
    return tag("tr", name, tag("td", table, class_="n"), tag("td", person(view.seat(opponent))))
