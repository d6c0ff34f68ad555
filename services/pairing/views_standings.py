"""What people and programs read of standings, final places and the bracket (T.1–T.9)."""

from services.pairing.domain.bracket import BracketRound, Duel, bracket, slots
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import Match, TournamentState
from services.pairing.domain.top import FinalRow, final_places
from services.pairing.schemas.rounds import ResultOut
from services.pairing.schemas.standings import (
    BracketOut,
    BracketPairOut,
    BracketRoundOut,
    BracketSeatOut,
    FinalRowOut,
    StandingRow,
    StandingsOut,
)
from services.pairing.views import View
from shared import rulesets
from shared.refusals import Refusal, Text


def standings_out(view: View, after_round: int | None = None) -> StandingsOut:
    """T.1–T.8 from the results there are; T.9 once the TOP has begun.

    after_round: the Swiss table after that round. Refuses one that is not published.
    """
    state = view.state
    if after_round is not None and not 0 < after_round <= len(state.swiss):
        raise _no_such_round(after_round, len(state.swiss))
    ruleset = rulesets.load(state.created.rule_set)
    shown = state.rounds[:after_round]
    final = final_places(state, ruleset) if state.top and after_round is None else None
    seeds = {entry: seed for seed, entry in enumerate(state.seeds, start=1)}
    open_tables = sum(len(each.open_tables) for each in shown)
    return StandingsOut(
        tournament=state.id,
        version=state.version,
        round=sum(each.stage == "swiss" for each in shown),
        playing_round=next((each.number for each in reversed(shown) if not each.complete), None),
        open_tables=open_tables,
        provisional=open_tables > 0,
        tiebreaks=list(ruleset.tiebreaks),
        rows=[
            _row(view, row, seeds.get(row.entry)) for row in standings(state, ruleset, after_round)
        ],
        final=None if final is None else [_final(view, row) for row in final],
    )


def bracket_out(view: View) -> BracketOut:
    """T.9: slots by round, who sat in them and who went on."""
    state = view.state
    rounds = bracket(state, state.seeds)
    won = _winner(state, rounds)
    return BracketOut(
        tournament=state.id,
        version=state.version,
        size=len(slots(state.seeds)) if state.seeds else 0,
        seeds=[_seat(view, entry) for entry in state.seeds],
        rounds=[
            BracketRoundOut(
                round=each.number,
                published=each.published,
                pairs=[_pair(view, duel) for duel in each.duels],
                third_place=None if each.third is None else _pair(view, _third(each.third)),
            )
            for each in rounds
        ],
        winner=None if won is None else state.entries[won].player,
    )


def _row(view: View, row: Row, seed: int | None) -> StandingRow:
    return StandingRow(
        **vars(view.seat(row.entry)),
        place=row.place,
        seed=seed,
        points=row.points / 2,
        points_x2=row.points,
        head_to_head=None if row.head_to_head is None else row.head_to_head / 2,
        buchholz=row.buchholz / 2,
        opponents_buchholz=row.opponents_buchholz / 2,
        clean_wins=row.clean_wins,
        rating=None if row.rating_milli is None else whole(row.rating_milli),
        rating_milli=row.rating_milli,
        lot=row.lot,
        dropped=row.dropped,
        disqualified=row.disqualified,
        playing=row.playing,
    )


def _final(view: View, row: FinalRow) -> FinalRowOut:
    return FinalRowOut(
        **vars(view.seat(row.entry)),
        place=row.place,
        seed=row.seed,
        swiss_place=row.swiss.place,
        disqualified=row.disqualified,
        playing=row.playing,
    )


def _pair(view: View, duel: Duel) -> BracketPairOut:
    def player(entry: int | None) -> str | None:
        return None if entry is None else view.state.entries[entry].player

    match = duel.match
    result = None
    if match is not None and match.kind is not None:
        result = ResultOut(kind=match.kind, winner=player(match.winner), version=match.version)
    return BracketPairOut(
        table=match.table if match else None,
        upper=None if duel.one is None else _seat(view, duel.one),
        lower=None if duel.other is None else _seat(view, duel.other),
        result=result,
        advanced=player(duel.on),
    )


def _third(match: Match) -> Duel:
    return Duel(match.a, match.b, match, match.winner)


def _seat(view: View, entry: int) -> BracketSeatOut:
    seeds = view.state.seeds
    seed = seeds.index(entry) + 1 if entry in seeds else None
    return BracketSeatOut(**vars(view.seat(entry)), seed=seed)


def _winner(state: TournamentState, rounds: tuple[BracketRound, ...]) -> int | None:
    """T.9: who won the last duel of all; R.9: not one who was disqualified after it."""
    if not rounds or len(rounds[-1].duels) != 1:
        return None
    won = rounds[-1].duels[0].on
    return None if won is None or state.entries[won].disqualified else won


def whole(milli: int) -> int:
    """Thousandths as whole points, half away from zero."""
    points = (abs(milli) + 500) // 1000
    return points if milli >= 0 else -points


def _no_such_round(number: int, last: int) -> Refusal:
    return Refusal(
        "not_found",
        "round_not_found",
        Text(
            f"Швейцарского тура {number} нет: опубликовано {last}.",
            f"There is no Swiss round {number}: {last} are published.",
        ),
        rule="T.8",
        where="query.after_round",
        todo=Text(
            "Без after_round таблица — по всем результатам.",
            "Without after_round the table counts all results.",
        ),
    )
