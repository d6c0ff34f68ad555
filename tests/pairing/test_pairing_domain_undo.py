"""Law 2, T.8: undoing, rewinding, reopening: the log only grows, the views are as before."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.decide import Newcomer
from services.pairing.domain.decide.clock import give_time, set_clock
from services.pairing.domain.decide.drafts import draft
from services.pairing.domain.decide.swaps import swap
from services.pairing.domain.evolve import fold
from services.pairing.domain.log_facts import in_words, standing
from shared.events.rounds import PenaltyLevel, ResultCleared, ResultCorrected
from shared.events.tournaments import (
    EventUndone,
    GamesProjected,
    TournamentFinished,
    TournamentReopened,
)
from shared.refusals import Refusal
from tests.pairing.pairing_domain_corrections import Corrected, refused, seen
from tests.pairing.pairing_domain_play import NOW
from tests.pairing.test_pairing_domain_whole import any_result

LEVELS: tuple[PenaltyLevel, ...] = ("warning", "game_loss", "disqualification")


def started(players: int = 8) -> Corrected:
    play = Corrected(players)
    play.start()
    return play


def test_t_8_a_first_result_is_undone_by_clearing_it() -> None:
    play = started()
    before = seen(play.state)
    match = play.state.rounds[0].matches[3]
    play.result(1, 3, "clean", match.a)
    assert play.undo() == (EventUndone(len(play.events) - 2, 1), ResultCleared(1, 3, 2))
    assert seen(play.state) == before
    assert play.result(1, 3, "draw") == (ResultCorrected(1, 3, "draw", None, 3),)


def test_t_8_a_correction_is_undone_to_the_former_result_and_that_one_too() -> None:
    play = started()
    empty, match = seen(play.state), play.state.rounds[0].matches[2]
    play.result(1, 2, "clean", match.a)
    first = seen(play.state)
    play.correct(1, 2, "draw", None)
    play.undo()
    assert seen(play.state) == first
    play.undo()
    assert seen(play.state) == empty
    assert play.state.undone == frozenset(
        number for number, event in enumerate(play.events, start=1) if _result(event, 1, 2)
    )


def _result(event: object, *versions: int) -> bool:
    return getattr(event, "table", None) == 2 and getattr(event, "version", 0) in versions


def test_t_8_undoing_an_undo_is_doing_it_again() -> None:
    play = started()
    play.result(1, 1, "draw")
    number = len(play.events)
    play.undo()
    refused("already_undone", lambda: play.undo(number))
    no = refused("not_undoable", lambda: play.undo(number + 1))
    assert "again" in (no.todo.en if no.todo else "")
    refused("not_undoable", lambda: play.undo(number + 2))
    refused("event_unknown", lambda: play.undo(number + 3))
    refused("event_unknown", lambda: play.undo(0))


def test_t_8_what_something_later_depends_on_is_named() -> None:
    play = started()
    match = play.state.rounds[0].matches[1]
    play.result(1, 1, "clean", match.a)
    first = len(play.events)
    play.correct(1, 1, "draw", None)
    no = refused("later_depends", lambda: play.undo(first))
    assert no.extra["event"] == len(play.events)
    play.undo()
    play.favourites_win()
    play.pair()
    no = refused("later_depends", lambda: play.undo(first))
    assert no.extra["event"] == play.state.rounds[1].since
    assert "round 2" in no.message.en and "тура 2" in no.message.ru


def test_t_8_a_correction_of_an_old_round_is_undone_though_rounds_were_paired() -> None:
    play = started()
    play.played(until=2)
    play.pair()
    before = seen(play.state)
    play.flip(1, 1)
    assert seen(play.state) != before
    play.undo()
    assert seen(play.state) == before


def test_s_1_a_round_published_by_mistake_is_taken_back_until_it_has_a_result() -> None:
    play = started()
    play.favourites_win()
    before = seen(play.state)
    play.pair()
    published = len(play.events)
    play.favourites_win()
    no = refused("later_depends", lambda: play.undo(published))
    assert no.extra["event"] in standing(play.events)
    for _ in play.state.rounds[1].matches:
        play.undo()
    play.undo()
    assert seen(play.state) == before
    play.pair()
    refused("already_undone", lambda: play.undo(published))


def test_t_6_round_1_taken_back_freezes_no_rating() -> None:
    play = Corrected(4)
    before = seen(play.state)
    play.start(ratings={"1": 1_500_000})
    play.undo()
    assert seen(play.state) == before
    assert play.state.status == "announced"


def test_d_4_3_a_finish_is_undone_and_done_again_under_the_first_instant() -> None:
    play = Corrected(4)
    play.to_the_end()
    before = play.state.finished_at
    assert play.undo()[1:] == (TournamentReopened(),)
    assert play.state.status == "running"
    play.finish()
    assert (play.state.finished_at, play.state.revision) == (before, 2)
    assert play.reopen() == (TournamentReopened(None),)
    assert play.reopen() == ()


def test_d_4_10_after_the_finish_a_first_result_is_not_undone() -> None:
    play = Corrected(4)
    play.to_the_end()
    final = next(
        number
        for number in reversed(standing(play.events))
        if "результат" in in_words(play.events[number - 1]).ru
    )
    no = refused("later_depends", lambda: play.undo(final))
    assert no.extra["event"] == standing(play.events)[-1]


def test_s_7_entries_drops_and_returns_are_undone() -> None:
    play = started()
    play.favourites_win()
    acts: list[Callable[[], object]] = [
        lambda: play.enter("Ёж"),
        lambda: play.drop(3),
        lambda: play.do(decide.check_in(play.state, [2], True)),
        lambda: play.do(decide.fix_table(play.state, 2, 7)),
    ]
    for act in acts:
        before = seen(play.state)
        act()
        assert seen(play.state) != before
        play.undo()
        assert seen(play.state) == before
    play.drop(3)
    gone = seen(play.state)
    play.do(decide.come_back(play.state, 3))
    play.undo()
    assert seen(play.state) == gone


def test_s_7_who_was_paired_since_is_not_taken_out_again() -> None:
    play = started()
    play.enter("Ёж")
    entered = len(play.events)
    play.drop(1)
    dropped = len(play.events)
    play.favourites_win()
    play.pair()
    for number in (entered, dropped):
        no = refused("later_depends", partial(play.undo, number))
        assert no.extra["event"] == play.state.rounds[1].since


def test_s_7_a_place_that_is_taken_is_not_given_back() -> None:
    play = Corrected(4, capacity=4)
    play.drop(1)
    gone = len(play.events)
    play.enter("Ёж")
    refused("tournament_full", lambda: play.undo(gone))


def test_s_8_a_swap_is_undone_while_its_tables_are_open() -> None:
    play = started(9)
    before = seen(play.state)
    one, other = play.state.rounds[0].matches[1].a, play.state.rounds[0].byes[0]
    play.do(swap(play.state, play.rules, 1, (one, other), confirm=True))
    swapped = len(play.events)
    assert play.state.rounds[0].byes == (one,)
    play.result(1, 1, "draw")
    no = refused("later_depends", lambda: play.undo(swapped))
    assert no.extra["event"] == len(play.events)
    play.undo()
    play.undo(swapped)
    assert seen(play.state) == before


def test_rule_7_0_1_the_clock_is_put_back_as_it_ran_or_stood() -> None:
    play = started()
    play.do(set_clock(play.state, "start", "2011-11-05T10:00:00Z"))
    running = play.state.clock
    play.do(set_clock(play.state, "pause", "2011-11-05T10:10:00Z"))
    play.undo()
    assert play.state.clock == running
    play.do(give_time(play.state, 1, 2, 5))
    play.undo()
    assert play.state.clock is not None and play.state.clock.more[2] == 0
    play.undo()
    clock = play.state.clock
    assert clock is not None and (clock.started, clock.left_seconds) == (None, 50 * 60)


def test_s_1_a_draft_is_undone_by_discarding_it() -> None:
    play = Corrected(4)
    play.do(draft(play.state, play.rules))
    assert play.state.draft is not None
    play.undo()
    assert play.state.draft is None
    play.do(draft(play.state, play.rules))
    play.enter("Ёж")  # takes the draft away
    assert play.undo(len(play.events) - 1)[1:] == ()


def test_s_7_a_granted_result_is_undone() -> None:
    play = started()
    play.favourites_win()
    play.enter("Ёж")
    before = seen(play.state)
    for worth in ("draw", "auto_win"):
        play.do(decide.grant(play.state, play.rules, 9, 1, worth))
    assert play.state.rounds[0].granted == {9: 6}
    play.undo()
    assert play.state.rounds[0].granted == {9: 2}
    play.undo()
    assert seen(play.state) == before


def test_d_4_10_whose_an_entry_is_is_undone_and_stated_again() -> None:
    play = Corrected(4)
    play.to_the_end()
    before = seen(play.state)
    play.do(decide.identify(play.state, play.rules, 1, "Ёж", now=NOW))
    play.undo()
    assert seen(play.state) == before
    stated = play.events[-1]
    assert isinstance(stated, TournamentFinished) and stated.revision == 3


@pytest.mark.parametrize("finished", [False, True])
def test_d_4_3_a_change_of_the_announcement_is_undone(finished: bool) -> None:
    play = Corrected(4)
    if finished:
        play.to_the_end()
    before = seen(play.state)
    wanted = {"name": "Кубок Ёлкина"}
    seen_version = play.state.settings_version
    play.do(decide.change(play.state, wanted, play.rules, "2011-11-01", seen_version))
    assert play.state.created.name == "Кубок Ёлкина"
    play.undo()
    assert seen(play.state) == before
    stated = play.events[-1]
    assert isinstance(stated, TournamentFinished) is finished
    if isinstance(stated, TournamentFinished):
        assert (stated.name, stated.revision) == ("Кубок Казани", 3)


def test_rule_5_1_a_plan_is_undone_until_a_round_is_paired() -> None:
    play = Corrected(4)
    before = seen(play.state)
    play.do(decide.plan(play.state, "registration", play.rules, "2011-11-01"))
    planned = len(play.events)
    play.start()
    no = refused("later_depends", lambda: play.undo(planned))
    assert no.extra["event"] == play.state.rounds[0].since
    play.undo()
    play.undo(planned)
    assert seen(play.state) == before


def test_d_2_5_flags_and_cancelling_are_undone() -> None:
    play = Corrected(4)
    acts: list[Callable[[], object]] = [
        lambda: play.do(decide.annul(play.state, "hold")),
        lambda: play.do(decide.cancel(play.state, None)),
    ]
    for act in acts:
        before = seen(play.state)
        act()
        there = seen(play.state)
        play.undo()
        assert seen(play.state) == before != there
    play.do(decide.annul(play.state, "hold"))
    held = seen(play.state)
    play.do(decide.reinstate(play.state, "hold"))
    play.undo()
    assert seen(play.state) == held


def test_t_8_rewinding_keeps_the_log_and_projects_what_is_left() -> None:
    play = Corrected(8)
    play.played(until=1)
    before = seen(play.state)
    play.played(until=3)
    play.pair()  # the TOP
    assert play.state.seeds
    length = len(play.events)
    rewound, projected = play.rewind(1)
    assert isinstance(projected, GamesProjected)
    assert len(projected.games) == 4
    assert seen(play.state) == before
    assert len(play.events) == length + 2
    refused("not_undoable", lambda: play.undo(length + 1))
    refused("nothing_to_rewind", lambda: play.rewind(1))
    no = refused("later_depends", lambda: play.undo(length - 6))  # a result of a round that is gone
    assert play.events[no.extra["event"] - 1] == rewound
    play.to_the_end()
    assert play.state.finished
    play.rewind(0)
    assert (play.state.status, play.state.rounds, play.state.seeds) == ("announced", (), ())
    refused("tournament_not_started", lambda: play.rewind(0))


def test_rule_2_1_5_what_never_was_here_is_not_undone() -> None:
    play = Corrected(4)
    refused("not_undoable", lambda: play.undo(1))


def do_something(play: Corrected, chance: random.Random) -> None:
    """A command of chance, on tables and people of chance."""
    at = play.state.current
    entry = chance.choice(list(play.state.entries))
    what = chance.randrange(12)
    if at is None:
        play.start(ratings={"2": 1_234_000})
    elif what < 4 and at.open_tables:
        table = chance.choice(at.open_tables)
        play.result(at.number, table, *any_result(chance, at.matches[table], at.stage))
    elif what < 6:
        old = chance.choice(play.state.rounds)
        match = chance.choice(list(old.matches.values()))
        play.result(
            old.number,
            match.table,
            *any_result(chance, match, old.stage),
            expected=match.version if match.kind else None,
        )
    elif what == 6:
        play.penalty(entry, chance.choice(LEVELS), correct=chance.random() < 0.5)
    elif what == 7:
        play.drop(entry)
    elif what == 8:
        play.do(decide.come_back(play.state, entry))
    elif what == 9:
        play.do(decide.add_entries(play.state, [Newcomer(f"n{len(play.events)}")]))
    elif what == 10:
        old = chance.choice(play.state.rounds)
        match = chance.choice(list(old.matches.values()))
        play.clear(old.number, match.table, match.version)
    elif decide.guards.stage_due(play.state):
        play.pair()
    else:
        play.finish()


@given(st.integers(4, 12), st.integers(0, 1_000_000), st.integers(0, 30))
@settings(max_examples=50, deadline=None)
def test_t_8_after_undoing_all_of_ones_own_the_views_are_the_former_ones(
    players: int, seed: int, first: int
) -> None:
    chance = random.Random(seed)
    play = Corrected(players, seed=seed)
    former, since = seen(play.state), len(play.events)
    for step in range(first + 20):
        if step == first:
            former, since = seen(play.state), len(play.events)
        try:
            do_something(play, chance)
        except Refusal:
            continue
    while standing(play.events)[-1] > since:
        play.undo()
    assert fold("t", play.events) == play.state
    assert seen(play.state) == former


@given(st.integers(4, 12), st.integers(0, 1_000_000))
@settings(max_examples=60, deadline=None)
def test_law_4_corrections_penalties_undoing_and_rewinding_are_the_log_and_nothing_else(
    players: int, seed: int
) -> None:
    chance = random.Random(seed)
    play = Corrected(players, seed=seed)
    for _ in range(40):
        before, length = play.state, len(play.events)
        try:
            what = chance.randrange(12)
            if what == 0:
                play.undo(chance.randint(1, length))
            elif what == 1 and play.state.penalties:
                play.revoke(chance.choice(list(play.state.penalties)))
            elif what == 2 and play.state.rounds:
                play.rewind(chance.randrange(len(play.state.rounds)))
            else:
                do_something(play, chance)
        except Refusal:
            assert (play.state, len(play.events)) == (before, length)
        assert fold("t", play.events) == play.state
        for at in play.state.rounds:
            for match in at.matches.values():
                assert match.winner in (None, *match.players)
        for entry in play.state.entries.values():
            out = [
                each
                for each in play.state.penalties.values()
                if each.entry == entry.number and not each.revoked and "disq" in each.level
            ]
            assert entry.disqualified == bool(out)


@pytest.mark.parametrize("level", ["game_loss", "disqualification"])
def test_p_11_undoing_a_penalty_takes_its_result_back(level: PenaltyLevel) -> None:
    play = started()
    before = seen(play.state)
    match = play.state.rounds[0].matches[1]
    play.penalty(match.a, level)
    assert play.state.rounds[0].matches[1].winner == match.b
    play.undo()
    assert seen(play.state) == before
