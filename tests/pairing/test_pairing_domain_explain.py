"""Why this opponent, what the alternative was, who has the bye and why: each by its rule."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import explain_words
from services.pairing.domain.decide.draws import contenders
from services.pairing.domain.evolve import fold
from services.pairing.domain.explain import Explanation, explain
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.entries import ResultGranted
from shared.events.rounds import PairsSwapped, RoundPublished
from tests.pairing.pairing_domain_play import RULES, Game, Play, built

Played = tuple[Sequence[Game], Sequence[int]]

SQUARE: tuple[Played, Played] = (
    ([(1, 2, "clean", 1), (3, 4, "clean", 3)], []),
    ([(1, 3, "clean", 1), (2, 4, "clean", 2)], []),
)
"""Four players after A–B C–D, A–C B–D: 12, 6, 6, 0 points ×2."""


def with_round(
    state: TournamentState, pairs: Sequence[tuple[int, int]], byes: Sequence[int] = (), **how: Any
) -> TournamentState:
    """One round more, its pairs as given."""
    tables = tuple((table, a, b) for table, (a, b) in enumerate(pairs, start=1))
    number = state.due
    return fold("t", [RoundPublished(number, "swiss", tables, tuple(byes), **how)], state)


def why(before: TournamentState, after: TournamentState, entry: int) -> Explanation:
    """Of the round published last."""
    assert after.current is not None
    return explain(before, after.current, RULES, after.seeds, entry)


def said(found: Explanation) -> tuple[str, str]:
    text = explain_words.told(found, lambda entry: f"Игрок {entry}")
    return text.ru, text.en


def at_publication(events: Sequence[Event], number: int) -> TournamentState:
    """A played tournament just before a round was published."""
    at = fold("t", events).rounds[number - 1]
    return fold("t", events[: at.since - 1])


def test_s_2_round_3_of_four_is_a_d_b_c_and_forced() -> None:
    before = built(4, *SQUARE)
    found = why(before, with_round(before, [(1, 4), (2, 3)]), 1)
    assert (found.how, found.opponent, found.points, found.rematch) == ("drawn", 4, (12, 0), False)
    assert found.other is not None
    assert (found.other.decided, found.other.more) == ("S.2", 2)
    assert found.costs is not None and found.costs[:5] == (0, 0, 0, 144, 0)
    other = found.other.opponent
    assert said(found) == (
        "Тур 3, стол 1: Игрок 1 (6) — Игрок 4 (0), разница 6. В лучшей из других жеребьёвок "
        f"Игрок 1 играет с Игрок {other}: повторных встреч было бы больше (на 2).",
        "Round 3, table 1: Игрок 1 (6), Игрок 4 (0), 6 apart. In the best other draw Игрок 1 "
        f"meets Игрок {other}: more players would have to meet again (2 more).",
    )


def test_s_2_all_have_met_and_another_draw_is_no_worse() -> None:
    third: Played = ([(1, 4, "clean", 1), (2, 3, "clean", 2)], [])
    before = built(4, *SQUARE, third)  # 18, 12, 6, 0
    found = why(before, with_round(before, [(1, 2), (3, 4)]), 3)
    assert found.rematch and found.other is not None
    assert (found.other.decided, found.other.more) == ("S.5", 144 * 2 - 36 * 2)
    assert said(found)[0].endswith(
        "сильнее различались бы по очкам, сумма квадратов разниц больше на 54."
    )
    assert "Они уже играли друг с другом." in said(found)[0]


def test_s_5_the_better_sum_decides_and_the_lot_between_equals() -> None:
    games: list[Game] = [
        (1, 2, "clean", 1),
        (3, 4, "clean", 3),
        (5, 6, "clean", 5),
        (7, 8, "technical", 7),
    ]
    before = built(8, (games, []))  # 6: 1 3 5, 5: 7, 0: 2 4 6 8
    after = with_round(before, [(1, 3), (5, 7), (2, 4), (6, 8)])
    floats = why(before, after, 7)
    assert floats.other is not None
    assert (floats.other.opponent, floats.other.decided, floats.points) == (1, "lot", (5, 6))
    level = why(before, after, 2)
    assert level.other is not None and level.other.decided == "lot"
    assert "очков поровну" in said(level)[0]
    assert "она ничем не хуже, решил жребий" in said(level)[0]


def test_s_6_another_float_in_the_same_direction_decides() -> None:
    first: Played = ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "clean", 5)], [])
    second: Played = ([(3, 1, "clean", 3), (5, 2, "clean", 2), (4, 6, "clean", 4)], [])
    before = built(6, first, second)  # 12: 3; 6: 1 2 4 5; 0: 6; 3 has not met 2, who floated up
    found = why(before, with_round(before, [(3, 5), (2, 4), (1, 6)]), 3)
    assert found.other is not None
    assert (found.other.opponent, found.other.decided, found.other.more) == (2, "S.6", 1)
    assert "второй раз подряд" in said(found)[0]


def test_s_3_s_4_who_has_the_bye_and_who_was_passed_over() -> None:
    first: Played = ([(1, 2, "clean", 1), (3, 4, "draw", None)], [5])  # 6 0 2 2 6
    before = built(5, first)
    found = why(before, with_round(before, [(1, 3), (5, 4)], [2]), 2)
    assert found.how == "bye" and found.bye is not None
    assert (found.bye.byes, found.bye.points, found.bye.equals) == (0, 0, ())
    assert found.bye.passed_over == () and found.bye.higher == 4
    assert found.other is not None and found.other == found.bye.other
    assert (found.other.bye in (3, 4), found.other.decided, found.other.more) == (True, "S.4", 2)
    assert "у которого больше очков" in said(found)[0]
    before = built(5, ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5]))
    equal = why(before, with_round(before, [(1, 3), (5, 4)], [2]), 4).bye
    assert equal is not None and (equal.equals, equal.higher) == ((4,), 3)
    assert equal.other is not None and (equal.other.bye, equal.other.decided) == (4, "lot")


def test_s_3_one_with_fewer_points_has_had_a_bye_already() -> None:
    before = built(
        5,
        ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5]),
        ([(1, 3, "both_absent", None), (4, 5, "clean", 4)], [2]),
        ([(1, 4, "clean", 1), (2, 5, "clean", 2)], [3]),
    )  # 12: 1 2 3, 6: 4 5; byes: 5, 2, 3
    bye = why(before, with_round(before, [(1, 5), (2, 3)], [4]), 5).bye
    assert bye is not None
    assert [(each.entry, each.byes, each.rule) for each in bye.passed_over] == []
    late = with_round(before, [(2, 4), (3, 5)], [1])
    bye = why(before, late, 1).bye
    assert bye is not None
    assert [(each.entry, each.rule) for each in bye.passed_over] == [(4, "S.2"), (5, "S.3")]
    assert bye.other is not None and bye.other.decided is None
    assert "составлен не по ним" in said(why(before, late, 1))[0]


def test_s_8_a_pair_by_hand_is_said_to_be_one_and_the_rest_is_explained_without_it() -> None:
    before = built(6, ([(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "clean", 5)], []))
    after = with_round(before, [(1, 2), (3, 5), (4, 6)], hand_tables=(1,), reason="note")
    by_hand = why(before, after, 2)
    assert (by_hand.how, by_hand.opponent, by_hand.other, by_hand.rematch) == (
        *("by_hand", 1, None),
        True,
    )
    assert "поставил судья" in said(by_hand)[0] and "own pair" in said(by_hand)[1]
    rest = why(before, after, 3)
    assert rest.other is not None and rest.costs is not None
    assert rest.costs.rematches == 0
    assert (rest.other.opponent, rest.other.decided, rest.other.more) == (6, "S.5", 72)


def test_s_8_of_one_left_alone_it_is_a_bye_and_a_bye_by_hand_is_the_judges() -> None:
    before = built(4)
    after = with_round(before, [(1, 2)], [3, 4], hand_tables=(1,), hand_byes=(3,))
    left = why(before, after, 4)
    assert (left.how, left.costs, left.other) == ("bye", None, None)
    assert "Больше некому" in said(left)[0]
    given_by_hand = why(before, after, 3)
    assert (given_by_hand.how, given_by_hand.opponent) == ("bye_by_hand", None)
    assert "от судьи" in said(given_by_hand)[0]


def test_s_8_swapped_tables_are_the_judges_and_the_others_stay_the_draws() -> None:
    play = Play(8)
    play.start()
    (one, other, *_) = play.state.rounds[0].matches.values()
    swapped = ((one.table, one.a, other.b), (other.table, other.a, one.b))
    play.do([PairsSwapped(1, swapped, (), ())])
    at = play.state.rounds[0]
    before = at_publication(play.events, 1)
    hows = {
        entry: explain(before, at, RULES, (), entry).how for entry in sorted(play.state.entries)
    }
    by_hand = {*one.players, *other.players}
    assert {entry for entry, how in hows.items() if how == "by_hand"} == by_hand
    assert {how for entry, how in hows.items() if entry not in by_hand} == {"drawn"}


def test_t_9_a_pair_of_the_top_by_its_seeds_and_its_bye() -> None:
    play = Play(6)
    play.start(rounds=3, top_size=8)
    for _ in range(3):
        play.favourites_win()
        play.pair()
    seeds, at = play.state.seeds, play.state.rounds[3]
    before = at_publication(play.events, 4)
    top = explain(before, at, RULES, seeds, seeds[3])
    assert (top.how, top.opponent, top.seeds, top.other) == ("bracket", seeds[4], (4, 5), None)
    assert "(посев 4)" in said(top)[0] and "(seed 5)" in said(top)[1]
    first = explain(before, at, RULES, seeds, seeds[0])
    assert (first.how, first.opponent, first.seeds) == ("bracket_bye", None, (1, None))
    assert "проходит дальше без игры" in said(first)[0]


def test_t_9_a_game_for_third_place_is_said_to_be_one() -> None:
    play = Play(8)
    play.start(rounds=2, top_size=4)
    for _ in range(3):
        play.favourites_win()
        play.pair()
    seeds = play.state.seeds
    losers = [match.loser for match in play.state.rounds[2].matches.values()]
    final = play.state.rounds[3]
    pairs = tuple((table, *match.players) for table, match in final.matches.items())
    third = RoundPublished(4, "top", (*pairs, (2, losers[0] or 0, losers[1] or 0)))
    before = at_publication(play.events, 4)
    after = fold("t", [third], before)
    assert explain(before, after.rounds[3], RULES, seeds, losers[0] or 0).how == "third_place"
    assert explain(before, after.rounds[3], RULES, seeds, final.matches[1].a).how == "bracket"


def test_s_7_whoever_is_not_in_a_round_is_told_so() -> None:
    before = built(5)
    found = why(before, with_round(before, [(1, 2), (3, 4)]), 5)
    assert found.how == "absent"
    assert said(found) == ("Игрок 5 в туре 1 не участвует.", "Игрок 5 takes no part in round 1.")


@given(st.integers(0, 2**32), st.integers(4, 24), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_s_2_to_s_6_whatever_is_drawn_has_its_reason(seed: int, size: int, rounds: int) -> None:
    play = Play(size, seed=seed)
    play.start(rounds=rounds, top_size=0)
    for number in range(1, rounds + 1):
        before = at_publication(play.events, number)
        at = play.state.rounds[number - 1]
        for entry in sorted(play.state.entries)[:6]:
            found = explain(before, at, RULES, (), entry)
            for best in (found.other, found.bye.other if found.bye else None):
                assert best is None or best.decided is not None
            assert all(said(found))
        play.favourites_win()
        if number < rounds:
            play.pair()


def test_s_3_a_granted_draw_is_no_auto_win_and_a_granted_win_is() -> None:
    before = built(5, ([(1, 2, "clean", 1), (3, 4, "draw", None)], []), planned=3)  # 6 0 2 2 –
    for points, byes in ((2, 0), (6, 1)):
        granted = fold("t", [ResultGranted(5, 1, points)], before)
        (late,) = contenders(granted, RULES, 2, [5])
        assert (late.score, late.byes) == (points, byes)


def test_s_2_two_alone_have_no_other_draw_and_one_left_over_is_told_by_whom_he_would_meet() -> None:
    before = built(4, ([(1, 2, "clean", 1), (3, 4, "clean", 3)], []))
    two = with_round(before, [(1, 3), (2, 4)], hand_tables=(2,))
    found = why(before, two, 1)
    assert (found.how, found.other) == ("drawn", None)
    assert said(found)[0].endswith("Другой жеребьёвки нет.")
    three = with_round(built(3), [(1, 2)], [3])
    left = why(built(3), three, 3)
    assert left.other is not None and left.bye is not None
    assert f"Следующий — Игрок {left.other.bye}: она ничем не хуже" in said(left)[0]
    assert "Столько же у других: 2." in said(left)[0]
    paired = why(built(3), three, 1)
    assert paired.other is not None
    meets = "остаётся без соперника" if paired.other.opponent is None else "играет с Игрок"
    assert meets in said(paired)[0]


def test_s_3_whoever_was_passed_over_is_named_with_the_reason() -> None:
    first: Played = ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5])
    second: Played = ([(1, 4, "clean", 1), (3, 5, "clean", 3)], [2])
    before = built(5, first, second)  # 12: 1 3; 6: 2 5, who had byes; 0: 4
    found = why(before, with_round(before, [(1, 3), (5, 2)], [4]), 4)
    assert found.bye is not None and (found.bye.byes, found.bye.points) == (0, 0)
    late = with_round(before, [(3, 2), (4, 5)], [1])
    told = said(why(before, late, 1))[0]
    assert "Не Игрок 4 (0): тогда кому-то пришлось бы играть повторно." in told
    assert "Не Игрок 5 (3): побед без игры уже больше." in told


def test_t_9_an_upload_without_seeds_says_so() -> None:
    before = built(4, *SQUARE)
    tables = ((1, 1, 2),)
    after = fold("t", [RoundPublished(3, "top", tables)], before)
    found = why(before, after, 1)
    assert (found.how, found.seeds) == ("bracket", (None, None))
    assert "посев при загрузке не указан" in said(found)[0]


def test_s_5_halves_of_points_are_told_as_such() -> None:
    games: list[Game] = [(1, 2, "technical", 1), (3, 4, "clean", 3)]
    before = built(4, (games, []))  # 5 0 6 0
    found = why(before, with_round(before, [(3, 1), (2, 4)]), 1)
    assert found.other is not None and (found.other.decided, found.other.more) == ("S.5", 60)
    assert said(found)[0].startswith("Тур 2, стол 1: Игрок 1 (2,5) — Игрок 3 (3), разница 0,5.")
    assert said(found)[0].endswith("сумма квадратов разниц больше на 15.")
    assert said(found)[1].startswith("Round 2, table 1: Игрок 1 (2.5), Игрок 3 (3), 0.5 apart.")


def test_s_2_comes_before_s_3_so_one_with_fewer_byes_is_passed_over() -> None:
    before = built(
        3,
        ([(1, 3, "clean", 1)], []),
        ([(2, 3, "clean", 2)], []),
        ([], [3]),
    )  # 6 6 6; 3 has met both and had a bye
    found = why(before, with_round(before, [(1, 2)], [3]), 3)
    assert found.bye is not None and (found.bye.byes, found.bye.points) == (1, 6)
    assert [(each.entry, each.rule) for each in found.bye.passed_over] == [(1, "S.2"), (2, "S.2")]
    assert found.other is not None and (found.other.decided, found.other.more) == ("S.2", 1)
