"""Laws 2 and 4: whole tournaments of chance run to their end, and the log is all there is."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairing.domain.decide.guards import stage_due
from services.pairing.domain.evolve import begin, evolve, fold
from services.pairing.domain.standings import standings
from services.pairing.domain.state import Match, Round
from services.pairing.domain.top import final_places
from shared.events.players import ClubChanged
from shared.events.rounds import ResultKind
from shared.events.tournaments import GamesProjected, TournamentFinished
from tests.pairing.pairing_domain_play import RULES, Play

SWISS_KINDS: tuple[ResultKind, ...] = (
    "clean",
    "clean",
    "technical",
    "draw",
    "agreed_draw",
    "no_show",
    "both_absent",
)
TOP_KINDS: tuple[ResultKind, ...] = ("clean", "technical", "no_show", "both_absent")


def any_result(chance: random.Random, match: Match, stage: str) -> tuple[ResultKind, int | None]:
    kind = chance.choice(TOP_KINDS if stage == "top" else SWISS_KINDS)
    won = kind in ("clean", "technical", "no_show")
    return kind, chance.choice(match.players) if won else None


def play_round(play: Play, chance: random.Random) -> None:
    """Every table in any order, a drop and a late entry now and then, an old result corrected."""
    now = play.state.rounds[-1]
    tables = list(now.open_tables)
    chance.shuffle(tables)
    for table in tables:
        play.result(now.number, table, *any_result(chance, now.matches[table], now.stage))
    if chance.random() < 0.4:
        play.drop(chance.choice(list(play.state.entries)))
    structure = play.state.structure
    assert structure is not None
    if chance.random() < 0.3 and play.state.due <= structure.rounds and not play.state.seeds:
        play.enter(f"late-{now.number}")
    old = chance.choice(play.state.rounds)
    if old.stage == "swiss" and old.matches and chance.random() < 0.3:
        match = chance.choice(list(old.matches.values()))
        kind, winner = any_result(chance, match, "swiss")
        play.result(old.number, match.table, kind, winner, expected=match.version)


def check_round(play: Play, earlier: tuple[Round, ...], now: Round) -> None:
    """S.2, S.7 for one published round."""
    seated = [entry for match in now.matches.values() for entry in match.players] + [*now.byes]
    assert len(seated) == len(set(seated))
    met = {frozenset(match.players) for each in earlier for match in each.matches.values()}
    again = {table for table, match in now.matches.items() if frozenset(match.players) in met}
    if now.stage == "swiss":
        assert set(now.rematches) == again
        if len(seated) // 2 * 2 >= 2 * len(earlier) + 2:
            assert not again
        assert len(now.byes) == len(seated) % 2


@given(st.integers(4, 40), st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_s_7_tournaments_of_chance_run_to_the_end(players: int, seed: int) -> None:
    chance = random.Random(seed)
    play = Play(players, seed=seed)
    play.start(ratings={str(number): 1_200_000 + number for number in range(1, players, 2)})
    play_round(play, chance)
    while stage_due(play.state):
        play.pair()
        check_round(play, play.state.rounds[:-1], play.state.rounds[-1])
        play_round(play, chance)
    play.finish()
    rows = standings(play.state, RULES)
    places = final_places(play.state, RULES)
    assert [row.place for row in places] == list(range(1, len(rows) + 1))
    assert {row.entry for row in places} == {row.entry for row in rows}
    assert all(one.points >= other.points for one, other in pairwise(rows))
    assert {row.entry for row in places[: len(play.state.seeds)]} == set(play.state.seeds)
    # The log is all there is: folded anew, or from any point on, it gives the same state.
    assert fold("t", play.events) == play.state
    half = len(play.events) // 2
    assert fold("t", play.events[half:], fold("t", play.events[:half])) == play.state
    assert play.state.version == len(play.events)
    finished = play.events[-1]
    assert isinstance(finished, TournamentFinished)
    assert all(a != b and halves in (0, 1, 2) for a, b, halves in finished.games)


def test_s_1_the_same_seed_and_results_give_the_same_log() -> None:
    logs = []
    for _ in range(2):
        play = Play(13, seed=5)
        play.to_the_end()
        logs.append(play.events)
    assert logs[0] == logs[1]


def test_s_2_sixteen_players_five_rounds_never_meet_twice() -> None:
    for seed in range(30):
        chance = random.Random(seed)
        play = Play(16, seed=seed)
        play.start(rounds=5, top_size=0)
        for _ in range(4):
            now = play.state.rounds[-1]
            for table in now.open_tables:
                play.result(now.number, table, *any_result(chance, now.matches[table], "swiss"))
            play.pair()
        met = [
            frozenset(match.players)
            for each in play.state.rounds
            for match in each.matches.values()
        ]
        assert len(met) == len(set(met)) == 40


def test_s_3_nobody_has_a_second_bye_while_another_has_none() -> None:
    play = Play(9)
    play.start(rounds=6, top_size=0)
    for _ in range(5):
        play.favourites_win()
        play.pair()
    byes = [entry for each in play.state.rounds for entry in each.byes]
    assert len(byes) == len(set(byes)) == 6


def test_rule_2_1_5_a_log_begins_with_its_creation() -> None:
    play = Play(4)
    with pytest.raises(ValueError, match="begins with its creation"):
        fold("t", play.events[1:])
    with pytest.raises(ValueError, match="empty log"):
        fold("t", [])
    with pytest.raises(TypeError, match="ClubChanged"):
        evolve(play.state, ClubChanged("k", 1, "Клуб", "Казань", True))


def test_d_4_5_a_projection_changes_nothing_but_the_count_of_events() -> None:
    play = Play(4)
    play.start()
    play.favourites_win()
    projected = play.events[-1]
    assert isinstance(projected, GamesProjected)
    after = evolve(play.state, projected)
    assert after.version == play.state.version + 1
    assert (after.finished_at, after.rounds, after.revision) == (None, play.state.rounds, 0)
    assert begin("t", play.state.created).version == 1
