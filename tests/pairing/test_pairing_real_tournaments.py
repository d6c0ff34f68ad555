"""Real tournaments: each is imported, and every difference from what was published has its kind."""

from collections.abc import Sequence
from typing import Any

import pytest

from deploy.demo.real import clean
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.real_differences import PLACES, POINTS, REFUSED, Judged, judge, table
from tests.real_tournaments import ALL, some, there


@there
def test_real_tournaments_differ_from_what_was_published_by_known_kinds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = [judge(raw) for raw in some(1 if ALL else 40)]
    with capsys.disabled():
        print(f"\n{table(found)}")
    rows = sum(sum(each.points.values()) for each in found)

    def share(part: str, *kinds: str) -> float:
        many: int = sum(getattr(each, part)[kind] for each in found for kind in kinds)
        return many / rows

    assert share("points", *POINTS) == share("places", *PLACES) == 1
    assert {each.refused for each in found} <= {None, *REFUSED}
    assert share("points", "same") > (0.92 if ALL else 0.8)
    assert share("points", "other_result") < 0.001
    assert share("places", "not_by_points") < 0.02


@there
def test_real_tournaments_through_http_have_the_same_standings(hall: Hall) -> None:
    for raw in some(20 if ALL else 400):
        cleaned = clean(raw)
        ids = dict(zip(cleaned.players, hall.meet(len(cleaned.players)), strict=True))
        body = cleaned.body(ids, "Казань", "Europe/Moscow")
        answer = hall.http.post("/v1/tournaments:import", json=body, headers=hall.kazan)
        if judge(raw).refused:
            refused(answer, 422, "too_few_players", "7.2.1")
            continue
        shown = hall.get(ok(answer)["tournament"], "/standings")
        points = {row["player"]: row["points"] for row in shown["rows"]}
        won = by_hand(cleaned.rounds)
        assert points == {ids[player]: won.get(player, 0) for player in cleaned.players}


def by_hand(rounds: Sequence[tuple[str, list[Any], list[int]]]) -> dict[int, int]:
    """Points of the Swiss of those who have any: 3 for a win or a bye, 1 for a draw."""
    found: dict[int, int] = {}
    for stage, matches, byes in rounds:
        if stage == "top":
            continue
        for a, b, _, winner in matches:
            for player in (a, b) if winner is None else (winner,):
                found[player] = found.get(player, 0) + (1 if winner is None else 3)
        for player in byes:
            found[player] = found.get(player, 0) + 3
    return found


SWISS = [
    [[1, 2, "1-0"], [3, 4, "1-0"]],
    [[1, 3, "1-0"], [2, 4, "1-0"]],
    [[1, 4, "1-0"], [2, 3, "="], [3, 2, "="]],
]
FINAL = {"name": "Finals", "matches": [[1, 2, "0-1"]]}
TABLE = [(1, 1, 9), (2, 2, 4), (3, 3, 4), (4, 4, 0)]
WITH_BYE = [[[1, 2, "1-0"], [3, None, "bye"]], [[1, 3, "1-0"], [4, 2, "="]], [[1, 4, "1-0"]]]


def cup(
    rounds: Sequence[Any], standings: Sequence[tuple[int, ...]], *top: dict[str, Any]
) -> dict[str, Any]:
    """A made-up tournament in the form of the file."""
    named = [{"name": f"Round {at}", "matches": each} for at, each in enumerate(rounds, 1)]
    return {
        "id": "R1",
        "source": "made up",
        "date": "2026-11-05T19:00:00",
        "rounds": [*named, *top],
        "standings": [[*row, *(0,) * (6 - len(row))] for row in standings],
    }


def kinds(found: Judged) -> tuple[set[str], set[str]]:
    return {*found.points} - {"same"}, {*found.places} - {"same"}


@pytest.mark.parametrize(
    ("raw", "points", "places"),
    [
        pytest.param(cup(SWISS, TABLE), set(), set(), id="same"),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 3, 4), (3, 2, 4), (4, 4, 0)]),
            set(),
            {"other_tiebreaks"},
            id="tiebreaks",
        ),
        pytest.param(
            cup(SWISS, [*TABLE, (5, 9, 6)]),
            {"nowhere_in_rounds"},
            {"in_no_round"},
            id="stranger",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 9, 0), (3, 2, 4), (4, 3, 4), (5, 4, 0)]),
            set(),
            {"pushed_down", "in_no_round"},
            id="stranger-between",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 6), (2, 2, 3), (3, 3, 3), (4, 4, 0)]),
            {"earlier_table"},
            set(),
            id="earlier",
        ),
        pytest.param(
            cup(SWISS, [(1, 2, 7), (2, 1, 9), (3, 3, 4), (4, 4, 0)], FINAL),
            {"top_counted"},
            set(),
            id="top-counted",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 2, 4), (3, 3, 4), (4, 4, 0)], FINAL),
            set(),
            {"top_order"},
            id="top-order",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 3, 4), (3, 2, 4), (4, 4, 0)], FINAL),
            set(),
            {"top_order", "top_not_ranked"},
            id="top-not-ranked",
        ),
        pytest.param(
            cup(WITH_BYE, [(1, 1, 9), (2, 2, 4), (3, 3, 3), (4, 4, 1)]),
            {"rounds_absent"},
            {"points_differ"},
            id="absent",
        ),
        pytest.param(
            cup(WITH_BYE, [(1, 1, 9), (2, 2, 1), (3, 4, 1), (4, 3, 0)]),
            {"bye_not_counted"},
            {"points_differ", "other_tiebreaks"},
            id="bye-not-counted",
        ),
        pytest.param(
            cup(WITH_BYE, [(1, 1, 9), (2, 2, 1), (3, 3, 1), (4, 4, 1)]),
            {"bye_as_draw"},
            {"points_differ"},
            id="bye-as-draw",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 12), (2, 2, 4), (3, 3, 4), (4, 4, 0)]),
            {"rounds_missing"},
            set(),
            id="rounds-missing",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 2, 4), (3, 3, 1, 1, 1, 1), (4, 4, 0)]),
            {"record_contradicts"},
            set(),
            id="record",
        ),
        pytest.param(
            cup(SWISS, [(1, 1, 9), (2, 2, 4), (3, 3, 4), (4, 4, 3)]),
            {"other_result"},
            set(),
            id="result",
        ),
        pytest.param(
            cup(
                [*SWISS[:2], [*SWISS[2], [1, 4, "0-1"]]],
                [(1, 1, 9), (2, 2, 4), (3, 3, 4), (4, 4, 0)],
            ),
            {"game_left_out"},
            set(),
            id="left-out",
        ),
        pytest.param(
            cup(SWISS, [(1, 4, 0), (2, 2, 4), (3, 3, 4), (4, 1, 9)]),
            set(),
            {"not_by_points"},
            id="not-by-points",
        ),
    ],
)
def test_every_kind_of_difference_is_told(
    raw: dict[str, Any], points: set[str], places: set[str]
) -> None:
    found = judge(raw)
    assert found.refused is None
    assert (kinds(found)) == (points, places)


def test_rule_7_2_1_what_is_no_tournament_is_refused_and_said() -> None:
    found = judge(cup([[[1, 2, "1-0"]]], [(1, 1, 3), (2, 2, 0)]))
    assert found.refused == "too_few_players"
    assert "7.2.1" in table([found])


def test_what_is_left_out_of_a_file_is_counted_by_kind() -> None:
    strange = [*SWISS[2], [1, 1, "1-0"], [5, 6, "1-0"], [6, 5, "1-0"], [1, 2, "1-0"]]
    assert judge(cup([*SWISS[:2], strange], TABLE)).left_out == {
        "listed from both sides": 2,
        "against himself": 1,
        "two different results": 1,
        "twice in a round": 1,
    }
