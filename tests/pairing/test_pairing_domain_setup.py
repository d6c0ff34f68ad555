"""5.1, 6.1–6.3, 7.2.1, 7.2.2, S.2, T.9: what is pointed out of a tournament's set-up."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain import decide, setup
from services.pairing.domain.evolve import fold
from services.pairing.domain.permits import Certificate
from services.pairing.domain.state import TournamentState
from services.pairing.setup_words import WORDS, said
from shared.events.tournaments import TournamentChanged, TournamentImported
from shared.refusals import Refusal
from shared.rulesets import load
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, RULES, Play

TODAY = "2011-10-01"


def state_of(players: int = 0, **announced: Any) -> TournamentState:
    return Play(players, **announced).state


def codes(
    state: TournamentState, judges: dict[str, list[Certificate]] | None = None, lists: int = 0
) -> list[str]:
    found = setup.remarks(state, RULES, judges or {}, lists)
    for each in found:
        assert said(each).ru and "{" not in said(each).ru + said(each).en
    return [each.code for each in found]


def on(day: str, **announced: Any) -> tuple[str, ...]:
    """What is recorded of an announcement made today for a day."""
    (created,) = decide.create(replace(ANNOUNCEMENT, date=day, **announced), RULES, 1, TODAY)
    return created.warnings


def changed(state: TournamentState, today: str = TODAY, **wanted: Any) -> tuple[str, ...]:
    """What is recorded of a change of settings."""
    event = decide.change(state, wanted, RULES, today, state.settings_version)[0]
    assert isinstance(event, TournamentChanged)
    return event.warnings


def test_s_2_six_players_and_six_rounds_can_not_do_without_rematches() -> None:
    state = state_of(expected=6, rounds=6, top=0)
    assert codes(state) == ["few_players", "rounds_exhaust_opponents"]
    text = said(setup.remarks(state, RULES, {})[1])
    assert "после тура 5" in text.ru and "after round 5" in text.en
    assert codes(state_of(6, rounds=6, top=0)) == ["rounds_exhaust_opponents"]
    assert codes(state_of(capacity=6, rounds=6, top=0)) == codes(state)


@pytest.mark.parametrize(
    ("players", "rounds", "code"),
    [
        (6, 3, None),  # 2r+2 = 6 before round 3
        (6, 4, "rematches_possible"),
        (6, 5, "rematches_possible"),
        (6, 6, "rounds_exhaust_opponents"),
        (7, 3, None),
        (7, 4, "rematches_possible"),
        (7, 7, "rematches_possible"),  # with a bye for everybody
        (7, 8, "rounds_exhaust_opponents"),
        (16, 8, None),
        (16, 9, "rematches_possible"),
    ],
)
def test_s_2_how_many_rounds_are_sure_to_be_without_rematches(
    players: int, rounds: int, code: str | None
) -> None:
    found = codes(state_of(players, rounds=rounds, top=0))
    assert found == ([code] if code else [])


def test_rule_7_2_2_what_the_rule_set_itself_says_is_never_pointed_out() -> None:
    for players in range(4, 130):
        assert not {"rematches_possible", "rounds_exhaust_opponents", "top_is_everybody"} & {
            *codes(state_of(players))
        }


@pytest.mark.parametrize(
    ("players", "rounds", "top", "code"),
    [
        (6, 3, 8, "top_above_field"),
        (8, 3, 8, "top_is_everybody"),
        (6, 5, 2, "top_after_all_met"),
        (8, 3, 4, None),
        (6, 5, 0, None),
    ],
)
def test_t_9_a_top_that_has_no_sense(players: int, rounds: int, top: int, code: str | None) -> None:
    found = codes(state_of(players, rounds=rounds, top=top))
    assert [each for each in found if each.startswith("top")] == ([code] if code else [])


def test_rule_7_2_1_room_for_fewer_than_can_play_or_are_expected() -> None:
    assert codes(state_of(capacity=3)) == ["few_players", "capacity_below_minimum"]
    assert codes(state_of(4, capacity=8, expected=12)) == ["capacity_below_expected"]
    assert codes(state_of(4, capacity=12, expected=12)) == []


@pytest.mark.parametrize(("minutes", "odd"), [(1, True), (14, True), (15, False), (600, True)])
def test_rule_7_0_1_minutes_that_are_a_slip(minutes: int, odd: bool) -> None:
    assert codes(state_of(4, minutes=minutes)) == (["minutes_odd"] if odd else [])


def test_rule_5_1_a_large_one_announced_within_two_weeks_is_recorded() -> None:
    assert RULES.large_ahead_days == load("berserk-2024").large_ahead_days == 14
    assert on("2011-10-14", expected=65) == (setup.LATE,)
    assert on("2011-10-14", capacity=128) == (setup.LATE,)
    assert on("2011-10-15", expected=65) == ()
    assert on("2011-10-14", expected=64) == ()
    assert on("2011-10-14", expected=65, plan="draft") == ()


def test_rule_5_1_it_is_recorded_when_it_leaves_the_draft_and_stays() -> None:
    (created,) = decide.create(
        replace(ANNOUNCEMENT, date="2011-10-20", expected=100, plan="draft"), RULES, 1, TODAY
    )
    state = fold("t", [created])
    assert setup.remarks(state, RULES, {})[0].code == "large_tournament"
    (planned,) = decide.plan(state, "announced", RULES, "2011-10-10")
    assert planned.warnings == (setup.LATE,)
    state = fold("t", [planned], state)
    (smaller,) = decide.change(state, {"expected": 20}, RULES, "2011-10-10", 1)
    state = fold("t", [smaller], state)
    assert state.created.warnings == (setup.LATE,)
    assert codes(state)[0] == setup.LATE
    (back,) = decide.plan(state, "draft", RULES, "2011-10-11")
    assert back.warnings == (setup.LATE,)


@pytest.mark.parametrize(
    ("change", "late"),
    [
        ({"expected": 80}, True),  # it becomes a large one
        ({"date": "2011-10-13"}, False),  # it is not large
        ({"expected": 80, "date": "2011-10-30"}, False),
        ({"name": "Кубок Ёжика"}, False),
    ],
)
def test_rule_5_1_a_change_makes_it_late_where_it_makes_it_large(
    change: dict[str, Any], late: bool
) -> None:
    (created,) = decide.create(replace(ANNOUNCEMENT, date="2011-10-12"), RULES, 1, TODAY)
    assert (setup.LATE in changed(fold("t", [created]), **change)) is late


def test_rule_5_1_a_large_one_moved_nearer_is_announced_anew_one_that_stays_is_not() -> None:
    (created,) = decide.create(
        replace(ANNOUNCEMENT, date="2011-10-30", expected=90), RULES, 1, TODAY
    )
    state = fold("t", [created])
    assert created.warnings == ()
    day_before = "2011-10-29"
    assert changed(state, day_before, expected=99) == ()
    assert changed(state, day_before, date="2011-11-01") == (setup.LATE,)


def test_d_3_1_a_day_that_is_over_or_a_year_ahead() -> None:
    assert on("2011-09-30") == ("date_past",)
    assert on("2011-10-01") == on("2012-10-01") == ()
    assert on("2012-10-02") == ("date_far",)
    state = state_of(4, date="2011-09-30")
    assert codes(state) == []  # nobody said which day it is
    slipped = fold("t", [replace(state.created, warnings=("date_past",))])
    assert codes(slipped) == ["date_past", "few_players"]
    assert changed(slipped, date=TODAY) == ()


LEVELS = {
    "2": [Certificate("2011-01-01", 3, None)],
    "3": [Certificate("2011-01-01", 4, None)],
    "4": [Certificate("2011-01-01", 2, None)],
    "5": [Certificate("2012-01-01", 4, None)],
}


@pytest.mark.parametrize(
    ("judges", "found"),
    [
        ((), ["judges_few"]),
        (("2",), ["judges_few"]),
        (("2", "3"), []),
        (("2", "4"), ["judges_few"]),  # level 2
        (("2", "5"), ["judges_few"]),  # not yet on that day
        (("2", "1"), ["judges_few"]),  # the head judge himself
        (("2", "3", "9"), ["judges_unknown"]),
    ],
)
def test_rule_6_3_two_further_judges_of_level_three_are_usual(
    judges: tuple[str, ...], found: list[str]
) -> None:
    known = {**LEVELS, "1": [Certificate("2011-01-01", 4, None)]}
    state = state_of(level="highest", head_judge="1", judges=judges)
    assert [each for each in codes(state, known) if each.startswith("judges")] == found
    assert not [each for each in codes(state_of(judges=("2",)), known) if "judge" in each]


def test_rule_6_2_lists_that_are_awaited() -> None:
    for level, code in (("professional", "desirable"), ("highest", "required")):
        state = Play(8, level=level).state
        assert f"deck_lists_awaited_{code}" in codes(state, lists=7)
        assert f"deck_lists_awaited_{code}" not in codes(state, lists=8)
    assert codes(Play(8).state) == []


def test_rule_7_2_2_after_round_1_only_what_was_recorded_is_left() -> None:
    play = Play(6, rounds=6, top=8, capacity=6, minutes=1, level="highest", expected=70)
    assert len(codes(play.state)) > 4
    play.start()
    assert codes(play.state) == ["large_tournament", "head_judge_missing", "judges_few"]


def test_rule_2_1_5_nothing_is_pointed_out_of_one_called_off_or_played_elsewhere() -> None:
    state = state_of(6, rounds=6, top=8, level="highest", expected=70)
    assert codes(state)
    assert codes(fold("t", decide.cancel(state, None), state)) == []
    assert codes(replace(state, imported=TournamentImported("aetherhub", "1", (), ()))) == []


def test_rule_7_2_1_no_more_can_come_than_there_is_room_for() -> None:
    assert "rounds_exhaust_opponents" in codes(state_of(capacity=6, expected=12, rounds=6, top=0))


def test_every_sentence_is_of_a_code_and_every_code_has_one() -> None:
    with pytest.raises(KeyError):
        said(setup.Remark("nonsense", "5.1"))
    assert all(text.ru and text.en for text in WORDS.values())


@given(
    players=st.integers(0, 40),
    rounds=st.none() | st.integers(1, 100),
    top=st.none() | st.sampled_from([0, 2, 4, 8, 1024]),
    capacity=st.none() | st.integers(1, 200),
    expected=st.none() | st.integers(1, 200),
    ahead=st.integers(-800, 800),
    minutes=st.none() | st.integers(1, 1440),
)
def test_whatever_is_set_up_is_pointed_out_in_words_and_never_refused(
    ahead: int, players: int, **announced: Any
) -> None:
    day = (date.fromisoformat(TODAY) + timedelta(days=ahead)).isoformat()
    announcement = replace(ANNOUNCEMENT, date=day, level="highest", **announced)
    play = Play()
    play.events = []
    play.state = fold("t", decide.create(announcement, RULES, 1, TODAY))
    play.enter(*map(str, range(1, players + 1)))
    found = setup.remarks(play.state, RULES, {}, 0)
    assert all(said(each).ru for each in found)
    assert len({each.code for each in found}) == len(found)


@pytest.mark.parametrize(("wrong", "rule"), [({"rounds": 0}, "7.2.2"), ({"top": 3}, "T.9")])
def test_t_9_what_no_tournament_can_be_is_refused(wrong: dict[str, Any], rule: str) -> None:
    with pytest.raises(Refusal) as no:
        decide.create(replace(ANNOUNCEMENT, **wrong), RULES, 1)
    assert no.value.rule == rule
    with pytest.raises(Refusal) as no:
        decide.change(state_of(4), wrong, RULES, TODAY, 1)
    assert no.value.rule == rule
