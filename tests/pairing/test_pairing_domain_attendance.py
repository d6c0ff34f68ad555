"""Places and the waiting list, whatever happens to them; leaving, granting, coming back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.capacity import places, promotions, queue
from services.pairing.domain.evolve import fold
from services.pairing.domain.points import records
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.whereabouts import own_rounds
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import NOW, Play

ACTS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "drop", "return", "check_in", "drop_absent", "raise"]),
        st.integers(1, 12),
    ),
    max_size=25,
)


def act(play: Play, what: str, number: int) -> None:
    """Do it if it is possible now."""
    state = play.state
    try:
        match what:
            case "enter":
                play.enter(*(f"{len(state.entries)}{at}" for at in range(number % 3 + 1)))
            case "drop":
                play.do(decide.drop(state, number))
            case "return":
                play.do(decide.come_back(state, number))
            case "check_in":
                play.do(decide.check_in(state, [number], present=True))
            case "drop_absent":
                play.do(decide.drop_absent(state))
            case _:
                raised = replace(state.created, capacity=(state.created.capacity or 0) + 1)
                play.state = replace(state, created=raised)
                play.do(decide.promotions(play.state))
    except Refusal:
        assert play.state is state  # nothing is half-applied


def playing(state: TournamentState) -> list[int]:
    """Who has a place."""
    return [entry.number for entry in state.playing(1)]


@given(st.integers(0, 5), ACTS)
def test_never_more_than_the_capacity_and_no_place_is_free_while_somebody_waits(
    capacity: int, acts: list[tuple[str, int]]
) -> None:
    play = Play()
    play.state = replace(play.state, created=replace(play.state.created, capacity=capacity))
    for what, number in acts:
        before = [entry.number for entry in queue(play.state)]
        act(play, what, number)
        after = [entry.number for entry in queue(play.state)]
        state = play.state
        assert len(playing(state)) <= (state.created.capacity or 0)
        assert places(state) == 0 or not after
        assert promotions(state) == ()
        # whoever got a place had waited longest: nobody who still waits stood before him
        placed = [number for number in before if number in playing(state)]
        still = [number for number in before if number in after]
        assert all(one < other for one in placed for other in still)
        assert after == sorted(after)


@given(st.integers(4, 9), st.integers(0, 4), st.data())
def test_without_check_in_or_waiting_nobody_is_added_or_lost(
    players: int, dropped: int, data: st.DataObject
) -> None:
    """Who plays is who entered and has not left, in the order entered."""
    play = Play(players)
    leavers = data.draw(st.permutations(range(1, players + 1)))[:dropped]
    for leaver in leavers:
        play.drop(leaver)
    assert playing(play.state) == [n for n in range(1, players + 1) if n not in leavers]
    assert play.state.players == players - len(leavers)


def test_rule_r_8_the_last_open_table_lost_by_leaving_is_projected() -> None:
    play = Play(4)
    play.start()
    play.result(1, 1, "draw")
    loser = play.state.rounds[0].matches[2].a
    events = play.do(decide.leave(play.state, play.rules, loser, NOW))
    assert [type(each).__name__ for each in events] == [
        "EntryDropped",
        "ResultRecorded",
        "GamesProjected",
    ]


@pytest.mark.parametrize("waiting", [False, True], ids=["was-in", "waited"])
def test_rule_r_9_the_disqualified_neither_returns_nor_gets_a_place(waiting: bool) -> None:
    play = Play(5)
    out = replace(play.state.entries[5], out_after=0, waiting=waiting)
    state = replace(play.state, entries={**play.state.entries, 5: out})
    with pytest.raises(Refusal, match="entry_disqualified"):
        decide.come_back(state, 5)
    assert (decide.drop(state, 5), queue(state), promotions(state)) == ((), (), ())
    if waiting:
        with pytest.raises(Refusal, match="entry_dropped"):
            decide.promote(state, 5)


@given(st.integers(5, 9), st.integers(1, 3), st.sampled_from(["auto_win", "draw"]))
def test_rule_s_7_a_granted_round_counts_as_oneself_and_own_rounds_add_up(
    players: int, missed: int, worth: decide.Grant
) -> None:
    play = Play(players)
    play.start(rounds=missed + 1, top_size=0)
    play.favourites_win()
    for _ in range(missed - 1):
        play.pair()
        play.favourites_win()
    play.enter("777")
    late = max(play.state.entries)
    for number in range(1, missed + 1):
        play.do(decide.grant(play.state, play.rules, late, number, worth))
        assert decide.grant(play.state, play.rules, late, number, worth) == ()
    play.pair()
    play.favourites_win()
    value = play.rules.points.auto_win if worth == "auto_win" else play.rules.points.draw
    assert [
        line.points
        for line in records(play.state.entries, play.state.swiss, play.rules)[late].lines
    ][:missed] == [value] * missed
    for row in standings(play.state, play.rules):
        own = own_rounds(play.state, play.rules, play.state.entries[row.entry])
        assert sum(each.points or 0 for each in own) == row.points
        opponents = [
            row.points
            if each.match is None
            else next(
                other.points
                for other in standings(play.state, play.rules)
                if other.entry in each.match.players and other.entry != row.entry
            )
            for each in own
            if each.outcome != "missed"
        ]
        assert row.buchholz == sum(opponents)
    assert fold("t", play.events) == play.state
