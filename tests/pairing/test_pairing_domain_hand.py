"""S.8: pairs and byes by hand, what they break, and players who change places."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.decide.hand import Break, breaks, told
from services.pairing.domain.swiss import Contender, pair
from shared.events.entries import EntryTableFixed
from shared.events.rounds import PairsSwapped, RoundDrafted, RoundPublished
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import Play

SURE: dict[str, Any] = {"confirm": True, "reason": "note"}


def published(play: Play, *pairs: Sequence[Any], byes: tuple[int, ...] = (), **wish: Any) -> Any:
    """The next round with these pairs set by hand, as it is published."""
    hand = decide.Hand(tuple((pair[0], pair[1], *(pair[2:] or [None])) for pair in pairs), byes)
    wished = decide.Wish(hand=hand, **wish)
    if play.state.structure is None:
        events = play.do(decide.start_and_pair(play.state, play.rules, wish=wished))
    else:
        events = play.do(decide.pair_next(play.state, play.rules, wish=wished))
    return events[-1]


def seats(at: RoundPublished) -> list[int]:
    return sorted([*(one for _, *pair in at.pairs for one in pair), *at.byes])


def test_s_8_the_judge_sets_pairs_and_the_engine_pairs_the_others() -> None:
    play = Play(8)
    at = published(play, (3, 7), (8, 1), reason="note")
    assert {frozenset(pair[1:]) for pair in at.pairs} >= {frozenset({3, 7}), frozenset({1, 8})}
    assert seats(at) == list(range(1, 9))
    assert len(at.hand_tables) == 2 and at.hand_byes == () and at.reason == "note"
    assert at.warnings == ()  # in round 1 any pairs are as good
    by_table = {table: {a, b} for table, a, b in at.pairs}
    assert [by_table[table] for table in at.hand_tables if 3 in by_table[table]] == [{3, 7}]


def test_s_8_the_draw_itself_by_hand_is_the_draw_and_breaks_nothing() -> None:
    play, other = Play(9, seed=5), Play(9, seed=5)
    for each in (play, other):
        each.start()
        each.favourites_win()
    (free,) = play.pair()
    assert isinstance(free, RoundPublished)
    at = published(other, *(pair[1:] for pair in free.pairs), byes=free.byes)
    assert (at.pairs, at.byes, at.warnings) == (free.pairs, free.byes, ())
    assert at.hand_tables == (1, 2, 3, 4)


def test_s_8_a_bye_by_hand_counts_like_any_and_a_second_one_is_said() -> None:
    """A judge's bye is never followed by a second while others have none (S.3)."""
    play = Play(7, seed=3)
    at = published(play, byes=(4,), reason="note")
    assert at.byes == at.hand_byes == (4,) and at.warnings == ()
    for _ in range(2):
        play.favourites_win()
        (at,) = play.pair()
        assert isinstance(at, RoundPublished) and at.byes != (4,)
    play.favourites_win()
    again = Play(7, seed=3)
    published(again, byes=(4,), reason="note")
    again.favourites_win()
    with pytest.raises(Refusal) as no:
        published(again, byes=(4,))
    assert (no.value.kind, no.value.code, no.value.rule) == ("conflict", "hand_breaks_rules", "S.3")
    assert (no.value.details[0]["rule"], no.value.details[0]["players"]) == ("S.3", ["4"])
    at = published(again, byes=(4,), **SURE)
    assert at.byes == (4,) and at.warnings[0] == "hand_second_bye"


def test_s_8_several_byes_are_said_to_be_too_many() -> None:
    play = Play(6)
    with pytest.raises(Refusal, match="hand_breaks_rules") as no:
        published(play, byes=(1, 2))
    assert [row["code"] for row in no.value.details] == ["hand_more_byes"]
    at = published(play, byes=(1, 2), **SURE)
    assert at.byes == (1, 2) and len(at.pairs) == 2


def test_s_8_one_who_is_left_alone_has_the_bye() -> None:
    play = Play(5)
    at = published(play, (1, 2), (3, 4), **SURE)
    assert at.byes == (5,) and at.hand_byes == ()
    even = published(Play(4), (1, 2), byes=(3,), **SURE)
    assert even.byes == (3, 4) and even.hand_byes == (3,)
    alone = published(Play(4), byes=(1, 2, 3, 4), **SURE)
    assert alone.pairs == () and alone.byes == (1, 2, 3, 4)


def test_s_8_what_a_hand_breaks_is_said_by_rule() -> None:
    play = Play(8, seed=2)
    first = play.start(rounds=5)[-1]
    assert isinstance(first, RoundPublished)
    play.favourites_win()
    a, b = first.pairs[0][1:]
    with pytest.raises(Refusal) as no:
        published(play, (a, b))
    rows = {row["code"]: row for row in no.value.details}
    assert rows["hand_rematch"]["rule"] == "S.2"
    assert set(rows["hand_rematch"]["players"]) == {str(a), str(b)}
    assert rows["hand_costs_more"]["rule"] == "S.5"
    assert no.value.todo is not None and "/rounds/draft" in no.value.todo.en
    at = published(play, (a, b), **SURE)
    assert at.warnings == ("hand_rematch", "hand_costs_more")
    assert len(at.rematches) == 1 and at.rematches == at.hand_tables


def test_s_8_by_how_much_it_costs_more_is_in_points_squared() -> None:
    field = [Contender(1, 6), Contender(2, 6), Contender(3, 0), Contender(4, 0)]
    free = pair(field, 1, 1)
    (found,) = breaks(field, [(1, 3), (2, 4)], (), free)
    assert found == Break("hand_costs_more", more=72)
    assert "на 18" in told(found, str).ru and "by 18" in told(found, str).en


def test_s_8_a_bye_to_one_with_more_points_is_said() -> None:
    field = [
        Contender(1, 6),
        Contender(2, 0),
        Contender(3, 0, byes=1),
        Contender(4, 0),
        Contender(5, 0),
    ]
    free = pair(field, 1, 1)
    found = breaks(field, [(2, 3), (4, 5)], (1,), free)
    assert [each.code for each in found] == ["hand_bye_not_lowest"]
    assert [each.rule for each in breaks(field, [(1, 2), (4, 5)], (3,), free)] == ["S.3"]
    assert breaks(field, free.pairs, (free.bye or 0,), free) == ()


def test_s_8_a_rematch_that_the_free_draw_has_too_is_not_the_judges() -> None:
    field = [Contender(each, 0, frozenset({1, 2, 3, 4} - {each})) for each in range(1, 5)]
    free = pair(field, 1, 1)
    assert len(free.rematches) == 2
    assert breaks(field, [(1, 2), (3, 4)], (), free) == ()


@pytest.mark.parametrize(
    ("pairs", "byes", "code", "where"),
    [
        ((((1, 1, None),)), (), "hand_twice", "body.hand.pairs.0.b"),
        (((1, 2, None), (3, 2, None)), (), "hand_twice", "body.hand.pairs.1.b"),
        (((1, 2, None),), (2,), "hand_twice", "body.hand.byes.0"),
        (((1, 2, 5), (3, 4, 5)), (), "hand_twice", "body.hand.pairs.1.table"),
        (((1, 6, None),), (), "hand_not_playing", "body.hand.pairs.0.b"),
        ((), (99,), "hand_not_playing", "body.hand.byes.0"),
    ],
)
def test_s_8_nobody_is_set_twice_meets_himself_or_plays_who_left(
    pairs: Any, byes: Any, code: str, where: str
) -> None:
    play = Play(6)
    play.drop(6)
    with pytest.raises(Refusal) as no:
        decide.start_and_pair(
            play.state, play.rules, wish=decide.Wish(hand=decide.Hand(pairs, byes))
        )
    assert (no.value.code, no.value.where, no.value.rule) == (code, where, "S.8")


def test_s_8_a_table_that_the_judge_names_wins_over_a_fixed_place() -> None:
    play = Play(8)
    play.do([EntryTableFixed(5, 9), EntryTableFixed(6, 2)])
    at = published(play, (7, 8, 9), (3, 5), **SURE)
    by_table = {table: {a, b} for table, a, b in at.pairs}
    assert by_table[9] == {7, 8} and 6 in by_table[2]
    assert {3, 5} in by_table.values() and len(by_table) == 4
    assert 9 in at.hand_tables


def test_s_7_who_needs_a_place_sits_there_in_the_swiss_and_in_the_top() -> None:
    play = Play(4)
    play.do([EntryTableFixed(1, 7)])
    play.start(rounds=2, top_size=4)
    for _ in range(3):
        at = play.state.rounds[-1]
        match = at.match_of(1)
        assert match is not None and match.table == 7
        play.favourites_win()
        play.pair()
    assert play.state.rounds[-1].stage == "top"


@st.composite
def fields(draw: st.DrawFn) -> tuple[Play, decide.Hand]:
    """A tournament after some rounds, and anything that a judge may set in the next one."""
    players = draw(st.integers(4, 13))
    play = Play(players, seed=draw(st.integers(1, 9)))
    play.start(rounds=9, top_size=0)
    for _ in range(draw(st.integers(0, 2))):
        play.favourites_win()
        play.pair()
    play.favourites_win()
    for entry in draw(st.sets(st.integers(1, players), max_size=players - 2)):
        play.drop(entry)
    order = draw(st.permutations([each.number for each in play.state.playing(play.state.due)]))
    pairs = draw(st.integers(0, len(order) // 2))
    byes = draw(st.integers(0, len(order) - 2 * pairs))
    chosen = tuple((order[2 * n], order[2 * n + 1], None) for n in range(pairs))
    return play, decide.Hand(chosen, tuple(order[2 * pairs : 2 * pairs + byes]))


@given(fields())
def test_s_8_whatever_is_set_everybody_who_plays_sits_once_and_nobody_meets_himself(
    made: tuple[Play, decide.Hand],
) -> None:
    play, hand = made
    wish = decide.Wish(hand=hand, confirm=True, reason="note")
    (at,) = decide.pair_next(play.state, play.rules, wish=wish)
    assert isinstance(at, RoundPublished)
    assert seats(at) == [each.number for each in play.state.playing(play.state.due)]
    met = {frozenset(pair[1:]) for pair in at.pairs}
    assert {frozenset(pair[:2]) for pair in hand.pairs} <= met
    assert all(len(pair) == 2 for pair in met) and set(hand.byes) <= set(at.byes)
    assert len({table for table, _, _ in at.pairs}) == len(at.pairs)


@given(fields(), st.data())
def test_s_8_whoever_changes_places_everybody_sits_once_and_swapping_back_undoes_it(
    made: tuple[Play, decide.Hand], data: st.DataObject
) -> None:
    play, hand = made
    published(play, *hand.pairs, byes=hand.byes, **SURE)
    before = play.state.rounds[-1]
    sitting = sorted(
        [*before.byes, *(one for match in before.matches.values() for one in match.players)]
    )
    one, other = data.draw(st.sampled_from(list(combinations(sitting, 2))))
    together = before.match_of(one) is before.match_of(other)
    try:
        play.do(decide.swap(play.state, play.rules, before.number, (one, other), confirm=True))
    except Refusal as no:
        assert no.code == "swap_changes_nothing" and together
        return
    after = play.state.rounds[-1]
    assert not together
    now = [*after.byes, *(each for match in after.matches.values() for each in match.players)]
    assert sorted(now) == sitting
    assert all(match.a != match.b for match in after.matches.values())
    play.do(decide.swap(play.state, play.rules, before.number, (one, other), confirm=True))
    back = play.state.rounds[-1]
    assert (back.matches, back.byes, back.rematches) == (
        before.matches,
        before.byes,
        before.rematches,
    )


def test_s_8_players_change_places_while_their_tables_have_no_result() -> None:
    play = Play(7)
    play.start(rounds=3)
    at = play.state.rounds[-1]
    one, bye = at.matches[1].a, at.byes[0]
    (swapped,) = play.do(decide.swap(play.state, play.rules, 1, (one, bye), reason="note"))
    assert isinstance(swapped, PairsSwapped)
    after = play.state.rounds[-1]
    assert after.byes == (one,) and bye in after.matches[1].players
    assert (after.hand_tables, after.hand_byes, after.reason) == ((1,), (one,), "note")
    play.result(1, 2, "draw")
    with pytest.raises(Refusal, match="table_has_result"):
        decide.swap(play.state, play.rules, 1, (after.matches[2].a, one))
    with pytest.raises(Refusal, match="swap_changes_nothing"):
        decide.swap(play.state, play.rules, 1, after.matches[1].players)
    with pytest.raises(Refusal, match="swap_changes_nothing"):
        decide.swap(play.state, play.rules, 1, (one, one))
    play.favourites_win()
    play.pair()
    with pytest.raises(Refusal, match="swap_not_here"):
        decide.swap(play.state, play.rules, 1, (one, bye))
    with pytest.raises(Refusal, match="round_not_found"):
        decide.swap(play.state, play.rules, 9, (one, bye))


def test_s_8_a_swap_says_what_it_breaks_and_not_what_was_broken_before() -> None:
    play = Play(8, seed=2)
    first = play.start(rounds=5)[-1]
    assert isinstance(first, RoundPublished)
    play.favourites_win()
    play.pair()
    at = play.state.rounds[-1]
    a, b = first.pairs[0][1:]
    match = at.match_of(a)
    assert match is not None
    opponent = next(one for one in match.players if one != a)
    with pytest.raises(Refusal) as no:
        decide.swap(play.state, play.rules, 2, (opponent, b))
    assert "hand_rematch" in [row["code"] for row in no.value.details]
    (swapped,) = play.do(decide.swap(play.state, play.rules, 2, (opponent, b), confirm=True))
    assert isinstance(swapped, PairsSwapped) and len(swapped.rematches) == 1
    assert play.do(decide.swap(play.state, play.rules, 2, (opponent, b)))  # back: nothing is worse


def test_s_8_a_swap_that_mends_a_part_needs_no_confirmation() -> None:
    play = Play(8, seed=2)
    play.start(rounds=5)
    play.favourites_win()
    first = [match.players for match in play.state.rounds[0].matches.values()]
    won, lost = [min(pair) for pair in first], [max(pair) for pair in first]
    published(play, *((won[n], lost[(n + 1) % 4]) for n in range(4)), **SURE)  # all far apart
    (swapped,) = play.do(decide.swap(play.state, play.rules, 2, (lost[1], won[2])))
    assert isinstance(swapped, PairsSwapped) and swapped.rematches == ()
    pairs = {frozenset(match.players) for match in play.state.rounds[1].matches.values()}
    assert {frozenset((won[0], won[2])), frozenset((lost[1], lost[3]))} <= pairs
    with pytest.raises(Refusal) as no:
        decide.swap(play.state, play.rules, 2, (lost[1], won[2]))
    assert [row["code"] for row in no.value.details] == ["hand_costs_more"]


def test_t_9_the_top_is_not_paired_by_hand_nor_swapped() -> None:
    play = Play(4)
    play.start(rounds=1, top_size=4)
    play.favourites_win()
    with pytest.raises(Refusal, match="top_by_bracket"):
        published(play, (1, 2))
    play.pair()
    with pytest.raises(Refusal, match="swap_not_here"):
        decide.swap(play.state, play.rules, 2, (1, 2))


def test_s_8_a_draft_shows_what_breaks_and_publishing_it_confirms() -> None:
    play = Play(6)
    wish = decide.Wish(hand=decide.Hand((), (1, 2)), reason="note")
    (drafted,) = play.do(decide.draft(play.state, play.rules, wish=wish))
    assert isinstance(drafted, RoundDrafted) and drafted.warnings == ("hand_more_byes",)
    _, at = play.do(decide.publish_draft(play.state, play.rules))
    assert isinstance(at, RoundPublished)
    assert at == RoundPublished(**vars(drafted))
