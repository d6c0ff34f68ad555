"""The checker catches a planted fault of every kind, and says nothing of what is right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from services.pairing.domain import decide
from services.pairing.domain.checker import (
    Finding,
    Published,
    Report,
    Unchecked,
    check,
    optimum,
    places,
)
from services.pairing.domain.decide.draws import contenders
from services.pairing.domain.evolve import evolve, fold
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Match, Penalty, Round, TournamentState
from shared.events.rounds import ResultKind, RoundPublished
from shared.events.tournaments import TournamentImported
from tests.pairing import pairing_oracles
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, RULES, Game, Play, built
from tests.pairing.pairing_generator import QUIET, Evening, evening

Played = tuple[Sequence[Game], Sequence[int]]
RULE_OF_TIER = ("S.2", "S.3", "S.4", "S.5")


def faults(state: TournamentState, **how: Any) -> list[tuple[str, str, int | None]]:
    return said(check(state, RULES, **how))


def said(report: Report) -> list[tuple[str, str, int | None]]:
    return [(each.rule, each.code, each.round) for each in report.broken]


def changed(state: TournamentState, number: int, **what: Any) -> TournamentState:
    """The tournament with something else in one of its rounds."""
    at = replace(state.rounds[number - 1], **what)
    return replace(state, rounds=(*state.rounds[: number - 1], at, *state.rounds[number:]))


def with_match(state: TournamentState, number: int, table: int, **what: Any) -> TournamentState:
    matches = dict(state.rounds[number - 1].matches)
    matches[table] = replace(matches[table], **what)
    return changed(state, number, matches=matches)


def paired(state: TournamentState, pairs: Sequence[tuple[int, int]], *byes: int) -> TournamentState:
    """One Swiss round more."""
    tables = tuple((table, a, b) for table, (a, b) in enumerate(pairs, start=1))
    met = {frozenset(m.players) for at in state.rounds for m in at.matches.values()}
    again = tuple(table for table, a, b in tables if frozenset((a, b)) in met)
    return fold("t", [RoundPublished(state.due, "swiss", tables, byes, again)], state)


def opened(entries: int, *rounds: Played, planned: int = 9) -> TournamentState:
    return built(entries, *rounds, planned=planned)


ONE: Played = ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [])
TWO: Played = ([(1, 3, "clean", 1), (2, 4, "clean", 2)], [])


def test_what_is_right_has_no_findings() -> None:
    report = check(paired(opened(4, ONE, TWO), [(1, 4), (2, 3)]), RULES)
    assert report.findings == () and report.unchecked == ()
    assert report.checked["S.5"] == 3 and report.checked["R.1"] == 4


def test_s_2_an_avoidable_rematch() -> None:
    state = paired(opened(4, ONE, TWO), [(1, 2), (3, 4)])
    (found,) = check(state, RULES).broken
    assert (found.rule, found.code, found.round, found.entries, found.more) == (
        *("S.2", "rematch", 3),
        *((1, 2, 3, 4), 2),
    )
    assert found.text.ru == "Повторных встреч 2, хватило бы 0."


def test_s_2_a_rematch_that_had_to_be_is_a_remark() -> None:
    third: Played = ([(1, 4, "clean", 1), (2, 3, "clean", 2)], [])
    report = check(paired(opened(4, ONE, TWO, third), [(1, 2), (3, 4)]), RULES)
    assert report.broken == ()
    assert [(each.code, each.entries) for each in report.findings] == [
        ("rematch_unavoidable", (1, 2, 3, 4))
    ]


def test_s_2_a_rematch_is_shown_and_nothing_else_is() -> None:
    state = paired(opened(4, ONE, TWO), [(1, 4), (2, 3)])
    assert faults(changed(state, 3, rematches=(2,))) == [("S.2", "rematch_not_shown", 3)]


def test_s_2_nobody_meets_himself() -> None:
    state = with_match(opened(4, ONE), 1, 1, b=1, winner=1)
    assert ("S.2", "meets_himself", 1) in faults(state)


def test_s_3_a_second_bye() -> None:
    byes: Sequence[Played] = (
        ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5]),
        ([(1, 3, "both_absent", None), (5, 4, "both_absent", None)], [2]),
    )
    right = paired(opened(5, *byes), [(1, 5), (3, 2)], 4)  # 6 6 6 0 6
    assert faults(right) == []
    wrong = paired(opened(5, *byes), [(1, 4), (3, 5)], 2)
    assert faults(wrong) == [("S.3", "second_bye", 3)]


def test_s_3_more_byes_than_players_left_over() -> None:
    state = opened(6, ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5, 6]))
    assert faults(state) == [("S.3", "byes_too_many", 1)]


def test_s_4_the_bye_of_one_with_more_points() -> None:
    first: Played = ([(1, 2, "clean", 1), (3, 4, "draw", None)], [5])
    assert faults(paired(opened(5, first), [(1, 3), (5, 4)], 2)) == []
    (found,) = check(paired(opened(5, first), [(1, 5), (2, 3)], 4), RULES).broken
    assert (found.rule, found.code, found.entries, found.more) == ("S.4", "bye_not_lowest", (4,), 2)


def test_s_5_not_the_least_sum_by_sets_of_players() -> None:
    games: Sequence[Game] = [(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "clean", 5)]
    right = paired(opened(6, (games, [])), [(1, 3), (5, 2), (4, 6)])
    assert faults(right) == []
    (found,) = check(paired(opened(6, (games, [])), [(1, 4), (3, 6), (5, 2)]), RULES).broken
    assert (found.rule, found.code, found.more) == ("S.5", "not_least", 72)


def of_sixteen(*pairs: tuple[int, int]) -> TournamentState:
    """16 players after a round in which the odd ones won; then these pairs, the rest in order."""
    games: list[Game] = [(entry, entry + 1, "clean", entry) for entry in range(1, 16, 2)]
    taken = {entry for pair in pairs for entry in pair}
    rest = [entry for entry in (*range(1, 16, 2), *range(2, 17, 2)) if entry not in taken]
    return paired(opened(16, (games, [])), [*pairs, *zip(rest[::2], rest[1::2], strict=True)])


def test_s_5_not_the_least_sum_on_the_whole_graph_and_unchecked_above_it() -> None:
    assert faults(of_sixteen(), most=4) == []  # proven: no sum is below that of neighbours
    wrong = of_sixteen((1, 4), (3, 2))
    assert faults(wrong) == [("S.5", "not_least", 2)]
    report = check(wrong, RULES, most=15)
    assert report.broken == ()
    assert [(each.rule, each.round) for each in report.unchecked] == [
        (rule, 2) for rule in RULE_OF_TIER
    ]
    assert report.checked["S.5"] == 1
    assert "15" in report.unchecked[0].text.ru


def test_s_7_who_had_left_had_not_come_or_only_waits() -> None:
    state = paired(opened(4, ONE), [(1, 3), (2, 4)])
    for stints in (((1, 1),), ((3, None),)):
        entry = replace(state.entries[2], stints=stints)
        late = replace(state, entries={**state.entries, 2: entry})
        assert ("S.7", "paired_while_out", 2) in faults(late)
    waits = replace(state, entries={**state.entries, 2: replace(state.entries[2], waiting=True)})
    assert faults(waits) == [("S.7", "paired_while_out", 1), ("S.7", "paired_while_out", 2)]


def test_s_7_one_who_plays_is_not_paired() -> None:
    assert faults(opened(5, ONE)) == [("S.7", "not_paired", 1)]
    moment = opened(4)
    assert faults(opened(5, ONE), moments={1: moment}) == []


def test_r_9_paired_after_a_disqualification() -> None:
    state = paired(opened(4, ONE), [(1, 3), (2, 4)])
    out = replace(state, entries={**state.entries, 2: replace(state.entries[2], out_after=1)})
    assert faults(out) == [("R.9", "disqualified_paired", 2)]
    known_later = {1: opened(4), 2: opened(4, ONE)}
    assert faults(out, moments=known_later) == []


def test_7_0_1_twice_in_a_round_unknown_swiss_after_the_top_no_result() -> None:
    state = opened(4, ONE)
    assert ("7.0.1", "twice_in_round", 1) in faults(with_match(state, 1, 2, a=1, winner=1))
    assert ("2.1.1", "unknown_entry", 1) in faults(with_match(state, 1, 2, a=9, winner=9))
    top = changed(opened(4, ONE, TWO), 1, stage="top")
    assert ("7.0.1", "swiss_after_top", 2) in faults(top)
    open_table = with_match(state, 1, 2, kind=None, winner=None)
    assert faults(open_table) == []
    assert faults(replace(open_table, finished_at="2011-11-05T15:00:00Z")) == [
        ("7.0.1", "no_result", 1)
    ]


def test_7_2_1_7_2_2_too_few_players_too_many_rounds() -> None:
    assert faults(opened(2, ([(1, 2, "clean", 1)], []))) == [("7.2.1", "too_few_players", None)]
    assert faults(opened(4, ONE, TWO, planned=1)) == [("7.2.2", "too_many_rounds", None)]


@pytest.mark.parametrize(
    ("kind", "winner", "rule", "code"),
    [
        ("clean", None, "R.1", "winner_missing"),
        ("clean", 3, "R.1", "winner_missing"),
        ("technical", None, "R.2", "winner_missing"),
        ("no_show", 4, "R.5", "winner_missing"),
        ("draw", 1, "R.3", "winner_too_many"),
        ("agreed_draw", 2, "R.3", "winner_too_many"),
        ("both_absent", 1, "R.6", "winner_too_many"),
    ],
)
def test_r_1_to_r_6_impossible_results(
    kind: ResultKind, winner: int | None, rule: str, code: str
) -> None:
    state = with_match(opened(4, ONE), 1, 1, kind=kind, winner=winner)
    assert faults(state) == [(rule, code, 1)]


def test_r_7_a_double_loss_needs_a_penalty() -> None:
    state = with_match(opened(4, ONE), 1, 1, kind="double_loss", winner=None)
    assert faults(state) == [("R.7", "double_loss_without_penalty", 1)]
    given = Penalty("p", 2, "P.5.2", "game_loss", 1)
    assert faults(replace(state, penalties={"p": given})) == []
    for other in (
        replace(given, level="warning"),
        replace(given, revoked=True),
        replace(given, round=2),
        replace(given, entry=3),
    ):
        assert faults(replace(state, penalties={"p": other})) != []
    with_winner = with_match(state, 1, 1, winner=1)
    assert ("R.7", "winner_too_many", 1) in faults(with_winner)


def top_of_eight(third: bool = False) -> Evening:
    """Eight players, three rounds, a TOP of four with a game for the third place or without."""
    play = Evening(7, 8, QUIET)
    play.do(decide.start_and_pair(play.state, RULES, rounds=3, top_size=4))
    for number in range(2, 6):
        play.favourites_win()
        wish = decide.Wish(third_place=third and number == 5)
        play.do(decide.pair_next(play.state, RULES, number, wish=wish))
    play.favourites_win()
    play.finish()
    return play


def test_t_9_a_right_top_and_each_of_its_faults() -> None:
    for third in (False, True):
        play = top_of_eight(third)
        assert faults(play.state, moments=play.moments) == []
    play = top_of_eight()
    state, moments = play.state, play.moments
    seeds = state.seeds
    swapped = replace(state, seeds=(seeds[1], seeds[0], *seeds[2:]))
    assert ("T.9", "seeds_differ", 4) in faults(swapped, moments=moments)
    one, other = state.rounds[3].matches.values()
    crossed = {1: replace(one, b=other.b, winner=one.a), 2: replace(other, b=one.b, winner=other.a)}
    assert ("T.9", "not_the_bracket", 4) in faults(
        changed(state, 4, matches=crossed), moments=moments
    )
    loser = next(match.loser for match in state.rounds[3].matches.values())
    wrong_final = with_match(state, 5, 1, a=loser, winner=loser)
    assert faults(wrong_final, moments=moments) == [("T.9", "not_the_bracket", 5)]
    with_bye = changed(state, 5, byes=(loser,))
    assert faults(with_bye, moments=moments) == [("T.9", "not_the_bracket", 5)]
    final = state.rounds[4]
    more = replace(state, rounds=(*state.rounds, replace(final, number=6)))
    assert ("T.9", "after_final", 6) in faults(more, moments=moments)


def test_r_10_the_top_needs_winners() -> None:
    play = top_of_eight()
    drawn = with_match(play.state, 4, 1, kind="draw", winner=None)
    assert faults(drawn, moments=play.moments) == [("R.10", "top_without_winner", 4)]


def test_t_9_a_correction_after_the_cut_is_no_fault_of_the_cut() -> None:
    play = top_of_eight()
    match = play.state.rounds[0].matches[1]
    other = match.b if match.winner == match.a else match.a
    play.result(1, 1, "clean", other, expected=match.version)
    assert faults(play.state, moments=play.moments) == []


def places_of(state: TournamentState) -> list[Published]:
    rows = standings(state, RULES)
    return [Published(row.entry, row.points, row.place) for row in rows]


def test_t_1_to_t_7_the_table_is_counted_anew_and_each_difference_has_its_rule() -> None:
    seen: set[str] = set()
    for seed in range(40):
        play = evening(seed, size=5 + seed % 12, rates=QUIET)
        rows = places_of(play.state)
        assert faults(play.state, moments=play.moments, published=rows) == []
        for one, other in pairwise(rows):
            if one.place is None or other.place is None:
                continue
            swapped = [
                replace(one, place=other.place),
                replace(other, place=one.place),
            ]
            found = list(places.compared(play.state, RULES, swapped))
            assert [each.code for each in found] == ["place_differs"] * 2
            seen |= {each.rule for each in found}
    assert seen == {"T.1", "T.2", "T.3", "T.4", "T.5", "T.6", "T.7"}


def test_t_1_points_that_the_results_do_not_give_and_r_9_a_place_of_a_disqualified() -> None:
    state = opened(4, ONE, TWO)
    rows = [Published(2, 7), Published(1, 12, 1)]
    (found,) = check(state, RULES, published=rows).broken
    assert (found.rule, found.code, found.entries, found.more) == ("T.1", "points_differ", (2,), 1)
    out = replace(state, entries={**state.entries, 1: replace(state.entries[1], out_after=2)})
    assert faults(out, published=rows[1:]) == [("R.9", "place_of_disqualified", None)]


def test_s_8_by_hand_is_a_remark_and_excuses_itself_alone() -> None:
    games: Sequence[Game] = [(1, 2, "clean", 1), (3, 4, "clean", 3), (5, 6, "clean", 5)]
    hand = changed(paired(opened(6, (games, [])), [(1, 2), (3, 5), (4, 6)]), 2, hand_tables=(1,))
    report = check(hand, RULES)
    assert report.broken == ()
    assert [(each.rule, each.entries, each.kind) for each in report.findings] == [
        ("S.8", (1, 2), "remark")
    ]
    rest = changed(paired(opened(6, (games, [])), [(1, 2), (3, 6), (5, 4)]), 2, hand_tables=(1,))
    assert faults(rest) == [("S.5", "not_least", 2)]
    byes = changed(
        opened(6, ([(1, 2, "clean", 1), (3, 4, "clean", 3)], [5, 6])), 1, hand_byes=(5, 6)
    )
    assert faults(byes) == []


def uploaded(rounds: Sequence[Played], details: Any = (), seeds: tuple[int, ...] = ()) -> Any:
    """A tournament of four that another tool has played."""
    (created,) = decide.create(ANNOUNCEMENT, RULES, 1)
    told: Any = tuple(
        (
            "swiss",
            tuple((table, *game) for table, game in enumerate(games, start=1)),
            tuple(byes),
        )
        for games, byes in rounds
    )
    entries = tuple((number, str(number)) for number in range(1, 6))
    event = TournamentImported("tool", "1", entries, told, details=details, seeds=seeds)
    return evolve(fold("t", [created]), event)


def test_an_upload_is_judged_by_the_same_ids_and_what_it_does_not_say_is_not_checked() -> None:
    state = uploaded([ONE, ONE])
    report = check(state, RULES)
    assert said(report) == [("S.2", "rematch", 2)]
    assert [(each.rule, each.round) for each in report.unchecked] == [("S.7", 1), ("S.7", 2)]
    known = uploaded([ONE, ONE], details=((5, 3, None, None, None), (4, 1, 1, None, None)))
    assert faults(known) == [("S.7", "paired_while_out", 2), ("S.2", "rematch", 2)]
    out = uploaded([ONE, TWO], details=((5, 3, None, None, None), (4, 1, None, 1, None)))
    assert faults(out) == [("R.9", "disqualified_paired", 2)]


def test_t_9_an_upload_without_seeds_is_not_checked() -> None:
    state = changed(uploaded([ONE, TWO]), 2, stage="top")
    assert ("T.9", None) in [(each.rule, each.round) for each in check(state, RULES).unchecked]


def tables_of(at: Round) -> Mapping[int, Match]:
    return {t: m for t, m in at.matches.items() if t not in at.hand_tables}


@pytest.mark.parametrize("seed", range(30))
def test_s_2_to_s_5_two_who_change_places_are_found_out_whenever_it_is_worse(seed: int) -> None:
    """The oracle says whether it is; the first rule that suffers is the one that is named."""
    play = evening(seed, size=4 + seed)
    chance = Random(seed)
    for at in play.state.swiss:
        tables = tables_of(at)
        if len(tables) < 2:
            continue
        one, other = (tables[table] for table in chance.sample(sorted(tables), 2))
        crossed = {
            **at.matches,
            one.table: replace(one, b=other.b, kind=None, winner=None),
            other.table: replace(other, b=one.b, kind=None, winner=None),
        }
        state = changed(play.state, at.number, matches=crossed)
        pairs = [m.players for t, m in crossed.items() if t not in at.hand_tables]
        byes = [entry for entry in at.byes if entry not in at.hand_byes]
        seated = sorted([*byes, *(entry for pair in pairs for entry in pair)])
        field = contenders(play.moments[at.number], RULES, at.number, seated)
        bye = byes[0] if byes else None
        was = pairing_oracles.cost_of(field, [m.players for m in tables.values()], bye)
        now = pairing_oracles.cost_of(field, pairs, bye)
        expected = [rule for rule, a, b in zip(RULE_OF_TIER, was, now, strict=True) if a != b][:1]
        found = [
            each.rule
            for each in check(state, RULES, play.moments).broken
            if each.round == at.number and each.code in ("rematch", "not_least")
        ]
        assert found == expected


def test_s_2_to_s_5_sets_and_whole_graph_find_the_same_least_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(100):
        chance = Random(seed)
        size = chance.randint(2, 9)
        met: dict[int, set[int]] = {entry: set() for entry in range(size)}
        for a, b in combinations(range(size), 2):
            if chance.random() < 0.6:
                met[a].add(b)
                met[b].add(a)
        field = [
            optimum.Person(
                entry, chance.randint(0, 9), chance.choice((0, 0, 1, 2)), frozenset(met[entry])
            )
            for entry in range(size)
        ]
        never = (size, 99, 99, 999)
        monkeypatch.setattr(optimum, "SETS_UP_TO", 12)
        by_sets = optimum.least(field, never, None, 12)
        monkeypatch.setattr(optimum, "SETS_UP_TO", 0)
        assert optimum.least(field, never, None, 12) == by_sets


def test_findings_are_in_two_languages_without_names() -> None:
    report = check(opened(5, ONE), RULES)
    for each in (*report.findings, *report.unchecked):
        assert isinstance(each, Finding | Unchecked)
        assert each.text.ru and each.text.en and each.text.ru != each.text.en


def test_the_play_of_the_other_tests_is_clean() -> None:
    play = Play(9)
    play.to_the_end()
    assert faults(play.state) == []
