"""Places on a wall: the Swiss table with every tie-break, final places, the bracket."""

from collections.abc import Sequence

from services.pairing.domain.bracket import BracketRound, Duel, bracket
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Match
from services.pairing.domain.top import FinalRow, final_places
from services.pairing.pages import words
from services.pairing.pages.markup import Html, joined, tag
from services.pairing.pages.pairings import score
from services.pairing.pages.parts import grid, person, points, section
from services.pairing.views import View
from services.pairing.views_standings import whole
from shared import rulesets
from shared.problems import say
from shared.refusals import Text
from shared.rulesets.model import RuleSet


def standings_part(view: View) -> Html:
    """T.1–T.9: final places once there is a TOP, and the Swiss table."""
    state = view.state
    ruleset = rulesets.load(state.created.rule_set)
    seeds = {entry: seed for seed, entry in enumerate(state.seeds, start=1)}
    shown = [each for each in ruleset.tiebreaks if each != "points"]
    columns = [words.PLACE, words.PLAYER, *([words.SEEDED] if seeds else []), words.POINTS]
    table = grid(
        view,
        words.SWISS,
        (*columns, *(words.SHORT[each] for each in shown)),
        [_row(view, row, seeds) for row in standings(state, ruleset)],
    )
    playing = any(not each.complete for each in state.rounds)
    return section(
        view,
        "standings",
        tag("p", say(words.PROVISIONAL, view.lang), class_="mark") if playing else None,
        _final(view, ruleset) if state.top else None,
        tag("div", table, class_="wide", tabindex=0),
        _legend(view, ruleset),
    )


def _row(view: View, row: Row, seeds: dict[int, int]) -> Html:
    def half(twice: int | None) -> str:
        return "–" if twice is None else points(twice, view.lang)

    values = {
        "head_to_head": half(row.head_to_head),
        "buchholz": half(row.buchholz),
        "opponents_buchholz": half(row.opponents_buchholz),
        "clean_wins": row.clean_wins,
        "rating": "–" if row.rating_milli is None else whole(row.rating_milli),
        "lot": row.lot,
    }
    ruleset = rulesets.load(view.state.created.rule_set)
    numbers = [half(row.points), *(values[each] for each in ruleset.tiebreaks if each in values)]
    if seeds:
        numbers = [seeds.get(row.entry, ""), *numbers]
    marks = {
        words.PLAYING: row.playing,
        words.DISQUALIFIED: row.disqualified,
        words.DROPPED: row.dropped and not row.disqualified,
    }
    return tag(
        "tr",
        _place(row.place),
        _who(view, row.entry, [mark for mark, holds in marks.items() if holds]),
        *(tag("td", each, class_="n") for each in numbers),
    )


def _place(place: int | None) -> Html:
    return tag("th", "–" if place is None else place, scope="row", class_="n")


def _who(view: View, entry: int, marks: Sequence[Text]) -> Html:
    said = ", ".join(say(mark, view.lang) for mark in marks)
    return tag(
        "td", person(view.seat(entry)), tag("span", f" {said}", class_="mark") if said else None
    )


def _final(view: View, ruleset: RuleSet) -> Html:
    def line(row: FinalRow) -> Html:
        marks = {words.PLAYING: row.playing, words.DISQUALIFIED: row.disqualified}
        swiss = "–" if row.swiss.place is None else row.swiss.place
        return tag(
            "tr",
            _place(row.place),
            _who(view, row.entry, [mark for mark, holds in marks.items() if holds]),
            tag("td", "" if row.seed is None else row.seed, class_="n"),
            tag("td", swiss, class_="n"),
        )

    return tag(
        "div",
        grid(
            view,
            words.FINAL,
            (words.PLACE, words.PLAYER, words.SEEDED, words.SWISS_PLACE),
            [line(row) for row in final_places(view.state, ruleset)],
        ),
        class_="wide",
        tabindex=0,
    )


def _legend(view: View, ruleset: RuleSet) -> Html:
    """T.8: what the columns are, in the order in which they decide."""
    lines = [
        joined(
            tag("dt", say(words.SHORT[each], view.lang)),
            tag("dd", say(words.LONG[each], view.lang)),
        )
        for each in ruleset.tiebreaks
    ]
    return joined(tag("h3", say(words.LEGEND, view.lang)), tag("dl", *lines))


def bracket_part(view: View) -> Html:
    """T.9: the bracket, a column for each round."""
    rounds = bracket(view.state, view.state.seeds)
    if not rounds:
        return section(view, "bracket", tag("p", say(words.NO_TOP_YET, view.lang)))
    return section(
        view, "bracket", tag("div", *(_column(view, each) for each in rounds), class_="bracket")
    )


def _column(view: View, each: BracketRound) -> Html:
    heading = f"{say(words.TOP_ROUND, view.lang)} {each.number}"
    third = each.third
    beside = None
    if third is not None:
        duel = Duel(third.a, third.b, third, third.winner)
        beside = joined(tag("h3", say(words.THIRD, view.lang)), _pair(view, each.number, duel))
    pairs = tag("div", *(_pair(view, each.number, duel) for duel in each.duels), class_="pairs")
    return tag("div", tag("h3", heading), pairs, beside)


def _pair(view: View, number: int, duel: Duel) -> Html:
    def seat(entry: int | None) -> Html:
        if entry is None:
            return tag("p", "–")
        seeds = view.state.seeds
        seed = f"{seeds.index(entry) + 1}. " if entry in seeds else ""
        return tag("p", seed, person(view.seat(entry)), class_="won" if entry == duel.on else None)

    return tag(
        "div", seat(duel.one), seat(duel.other), _played(view, number, duel.match), class_="pair"
    )


def _played(view: View, number: int, match: Match | None) -> Html | None:
    at = view.state.round(number)
    if match is None or at is None:
        return None
    table = f"{say(words.TABLE, view.lang)} {match.table}"
    result = score(view, at, match)
    return tag("p", table if result is None else f"{table}: {result}")
