"""T.9 whatever happens: any field, anybody away, leaving or disqualified, any result corrected."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import top
from services.pairing.domain.bracket import bracket, slots
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Match, TournamentState
from services.pairing.domain.top import final_places
from shared.events.base import Event
from shared.events.entries import EntryDropped
from shared.events.rounds import (
    PenaltyGiven,
    ResultCorrected,
    ResultKind,
    ResultRecorded,
    RoundPublished,
)
from shared.events.tournaments import TopCut
from tests.pairing.pairing_domain_play import RULES, built


@st.composite
def tops(draw: st.DrawFn) -> TournamentState:
    """A TOP of 2 to 9 seeds, played to its end or left in the middle of a round."""
    field = draw(st.integers(2, 9))
    state = built(field + 2, ([], ()), seed=draw(st.integers(0, 9)))
    state = fold("t", [TopCut(tuple(draw(st.permutations(range(1, field + 1)))))], state)
    for _ in range(draw(st.integers(1, 4))):
        due = top.next_round(state, state.seeds)
        if due is None:
            break
        state = fold("t", draw(a_round(state, due)), state)
    return state


@st.composite
def a_round(draw: st.DrawFn, state: TournamentState, due: top.TopPairing) -> list[Event]:
    number = state.due
    pairs = [*due.pairs, *([due.third] if due.third and draw(st.booleans()) else [])]
    tables = draw(st.permutations(range(1, len(pairs) + 1)))
    seated = tuple((table, a, b) for table, (a, b) in zip(tables, pairs, strict=True))
    hand = tuple(table for table, a, b in seated if (a, b) == due.third)
    events: list[Event] = [RoundPublished(number, "top", seated, due.byes, hand_tables=hand)]
    for table, a, b in seated:
        winner = draw(st.sampled_from([a, b, None]))
        kind: ResultKind = "clean" if winner else "both_absent"
        events.append(ResultRecorded(number, table, kind, winner))
        if draw(st.integers(0, 3)) == 0:
            events.append(ResultCorrected(number, table, "clean", draw(st.sampled_from([a, b])), 2))
    for at in state.top:
        for match in at.matches.values():
            if draw(st.integers(0, 5)) == 0:
                other = draw(st.sampled_from(match.players))
                events.append(
                    ResultCorrected(at.number, match.table, "clean", other, match.version + 1)
                )
    one = draw(st.sampled_from(sorted(state.entries)))
    events += draw(
        st.sampled_from([
            [],
            [EntryDropped(one, number)],
            [PenaltyGiven(f"p{number}", one, "5.2", "disqualification", number)],
        ])
    )  # fmt: skip
    return events


def games(state: TournamentState) -> list[Match]:
    return [match for at in state.top for match in at.matches.values()]


@settings(max_examples=200, deadline=None)
@given(tops())
def test_t_9_every_game_is_in_the_bracket_once_and_everybody_has_one_place(
    state: TournamentState,
) -> None:
    rounds = bracket(state, state.seeds)
    shown = [duel.match for each in rounds for duel in each.duels if duel.match is not None]
    shown += [each.third for each in rounds if each.third is not None]
    key = [(match.a, match.b, match.table) for match in shown]
    assert sorted(key) == sorted((match.a, match.b, match.table) for match in games(state))
    byes = [entry for at in state.top for entry in at.byes]
    alone = [
        duel.on for each in rounds if each.published for duel in each.duels if duel.match is None
    ]
    assert sorted(entry for entry in alone if entry is not None) == sorted(byes)
    rows = final_places(state, RULES)
    assert sorted(row.entry for row in rows) == sorted(state.entries)
    out = [row.entry for row in rows if row.place is None]
    assert {entry for entry in state.entries if state.entries[entry].disqualified} == {*out}
    assert [row.place for row in rows[: len(rows) - len(out)]] == [
        *range(1, len(rows) - len(out) + 1)
    ]
    in_places = [row.seed is not None for row in rows if row.place is not None]
    assert in_places == sorted(in_places, reverse=True)


@settings(max_examples=200, deadline=None)
@given(tops())
def test_t_9_who_sat_in_a_round_came_further_than_who_did_not(state: TournamentState) -> None:
    place = {row.entry: row.place for row in final_places(state, RULES) if row.place is not None}
    rounds = bracket(state, state.seeds)
    sat = [
        {entry for duel in each.duels for entry in duel.seated} for each in rounds if each.published
    ]
    for earlier, later in pairwise(sat):
        assert later <= earlier
        further = [place[entry] for entry in later if entry in place]
        less = [
            place[entry]
            for entry in earlier - later
            if entry in place and not advanced(state, entry, later)
        ]
        assert max(further, default=0) < min(less, default=len(place) + 1)
    last = rounds[-1]
    won = last.duels[0].on if last.published else None
    if won in place:
        assert place[won] == 1


def advanced(state: TournamentState, entry: int, later: set[int]) -> bool:
    """Whether he won his last duel and left, so that nobody sat in his place."""
    duels = [duel for each in bracket(state, state.seeds) for duel in each.duels]
    return any(duel.on == entry and not {*duel.seated} & later for duel in duels)


@settings(max_examples=100, deadline=None)
@given(tops())
def test_t_9_nothing_in_the_top_moves_the_swiss_table_or_a_seed(state: TournamentState) -> None:
    before = built(len(state.entries), ([], ()), seed=state.created.seed)
    assert standings(state, RULES) == standings(before, RULES)
    seated = {entry for match in games(state) for entry in match.players}
    assert seated <= {*state.seeds}
    assert len(slots(state.seeds)) // 2 < len(state.seeds)
