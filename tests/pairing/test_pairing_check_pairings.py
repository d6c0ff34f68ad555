"""A small ``make check-pairings`` in the suite, and proof that a mutilated engine is caught."""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from services.pairing.domain import swiss
from services.pairing.domain.swiss import Contender, Costs, pair
from tests.pairing import check_pairings
from tests.pairing.pairing_generator import QUIET, evening

Price = Callable[..., Costs]


def test_s_2_to_s_8_t_1_to_t_9_random_tournaments_have_no_discrepancy() -> None:
    total = check_pairings.run(30, seed=100_000)
    assert total.wrong == []
    assert total.seen["tournaments"] == 30
    for what in ("sets of players", "networkx", "py4swiss, equal"):
        assert total.seen[f"rounds by {what}"] > 0
    for rule in ("S.2", "S.5", "S.7", "R.1", "R.9", "T.1", "T.7", "T.9"):
        assert total.seen[f"checked {rule}"] > 0
    assert total.seen["remark S.8"] > 0


def test_the_same_seed_is_the_same_tournament() -> None:
    assert evening(7).events == evening(7).events


def test_the_command_says_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["check", "3", "--seed", "5", "--processes", "1"])
    assert check_pairings.main() == 0
    assert "0 discrepancies. To repeat: make check-pairings N=3 SEED=5" in capsys.readouterr().out
    monkeypatch.setattr(swiss, "_price", without("squares", swiss._price))
    assert check_pairings.main() == 1
    assert "WRONG" in capsys.readouterr().out


def without(cost: str, price: Price) -> Price:
    """The price of a draw with one of its costs forgotten."""

    def forgetful(*seats: object) -> Costs:
        return price(*seats)._replace(**{cost: 0})

    return forgetful


@pytest.mark.parametrize(
    ("of", "cost", "rule", "count"),
    [
        ("_price", "rematches", "S.2", 12),
        ("_price_of_bye", "byes", "S.3", 30),
        ("_price_of_bye", "bye_points", "S.4", 12),
        ("_price", "squares", "S.5", 12),
    ],
)
def test_s_2_to_s_5_an_engine_that_forgets_a_rule_is_caught_by_all(
    monkeypatch: pytest.MonkeyPatch, of: str, cost: str, rule: str, count: int
) -> None:
    monkeypatch.setattr(swiss, of, without(cost, getattr(swiss, of)))
    wrong = check_pairings.run(count, seed=1).wrong
    assert any(f": {rule} " in line for line in wrong)
    assert any("by sets of players" in line for line in wrong)
    assert any("by networkx" in line for line in wrong)


def test_s_5_too_narrow_a_window_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = swiss._chunks

    def narrow(seats: Sequence[swiss._Seat], barred: swiss.Barred) -> list[swiss._Chunk]:
        return [replace(each, window=min(each.window, 3)) for each in exact(seats, barred)]

    monkeypatch.setattr(swiss, "_chunks", narrow)
    assert check_pairings.run(20, seed=1).wrong


def test_s_2_a_thousand_evenings_of_sixteen_have_no_rematch_and_nobody_meets_himself() -> None:
    for seed in range(1000):
        chance = random.Random(seed)
        field = {entry: Contender(entry, 0) for entry in range(1, 17)}
        for number in range(1, 6):
            drawn = pair(field.values(), seed, number)
            assert drawn.rematches == () and drawn.bye is None
            assert sorted(entry for one in drawn.pairs for entry in one) == sorted(field)
            for a, b in drawn.pairs:
                assert a != b and b not in field[a].opponents
                won, drew = chance.choice((a, b)), chance.random() < 0.1
                for entry, other in ((a, b), (b, a)):
                    gain = 2 if drew else 6 if entry == won else 0
                    one = field[entry]
                    field[entry] = replace(
                        one, score=one.score + gain, opponents=one.opponents | {other}
                    )


def test_7_0_1_quiet_evenings_of_every_small_size_come_to_their_end() -> None:
    for size in range(4, 20):
        played = evening(size, size, QUIET)
        assert played.state.finished
        assert all(at.complete for at in played.state.rounds)
