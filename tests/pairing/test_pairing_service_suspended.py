"""D.3.1: a desk refuses whoever is suspended on the tournament's local start date."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain.permits import known_as
from shared.events.base import Event
from shared.events.players import MergeChanged, SuspensionChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import DAY, Hall
from tests.pairing.test_pairing_service_imports import take, upload

State = Literal["active", "suspended", "undone"]


def suspended(
    player: str,
    since: str,
    until: str | None,
    revision: int = 1,
    revoked: bool = False,
    suspension: str = "s1",
) -> tuple[str, Event]:
    event = SuspensionChanged(suspension, revision, player, since, until, revoked)
    return f"suspension:{suspension}", event


def merged(player: str, into: str, state: State = "active", revision: int = 1) -> tuple[str, Event]:
    event = MergeChanged(f"{player}-{into}", revision, player, into, state)
    return f"merge:{player}-{into}", event


@pytest.mark.parametrize(
    ("since", "until", "plays"),
    [
        ("2026-11-06", None, True),  # the day after
        (DAY, None, False),
        (DAY, DAY, False),
        ("2026-01-01", "2026-11-04", True),
        ("2026-01-01", DAY, False),
    ],
)
def test_d_3_1_the_tournaments_own_day_counts(
    hall: Hall, since: str, until: str | None, plays: bool
) -> None:
    made = hall.tournament()
    one, other = hall.meet(2)
    hall.hear(suspended(other, since, until))
    answer = hall.enter(made, [one, other])
    if plays:
        ok(answer)
        return
    problem = refused(answer, 409, "player_suspended", "D.3.1")
    assert problem["where"] == "body.players.1"
    assert problem["errors"] == [
        {"where": "body.players.1", "player": other, "until": until, "rule": "D.3.1"}
    ]
    assert hall.get(made)["players"] == 0  # all or none
    ok(hall.enter(made, [one]))


def test_d_3_1_a_revoked_one_is_as_if_it_had_never_been(hall: Hall) -> None:
    made, (player,) = hall.tournament(), hall.meet(1)
    hall.hear(suspended(player, "2026-01-01", None))
    hall.hear(suspended(player, "2026-01-01", None, revision=2, revoked=True))
    hall.hear(suspended(player, "2026-01-01", None, revision=1))  # late, and out of date
    ok(hall.enter(made, [player]))


def test_d_3_1_an_upload_says_who_played_while_suspended_and_to_nobody_else(hall: Hall) -> None:
    players, old = hall.meet(8), "1"
    hall.hear(merged(old, players[3]), suspended(old, DAY, None))
    for _ in range(2):
        made = ok(take(hall, upload(players)))
        (warning,) = made["warnings"]
        assert (warning["code"], warning["rule"]) == ("suspended_played", "D.3.1")
        assert players[3] in warning["message"] and players[2] not in warning["message"]
    assert hall.get(made["tournament"])["warnings"] == []


def test_d_3_1_the_last_of_several_is_named(hall: Hall) -> None:
    made, (player,) = hall.tournament(), hall.meet(1)
    hall.hear(
        suspended(player, "2026-11-01", "2026-12-31", suspension="s2"),
        suspended(player, "2026-11-01", "2026-11-30", suspension="s3"),
    )
    problem = refused(hall.enter(made, [player]), 409, "player_suspended", "D.3.1")
    assert problem["errors"][0]["until"] == "2026-12-31"


def test_d_3_1_a_person_is_suspended_under_all_of_his_ids(hall: Hall) -> None:
    made, (old, middle, new) = hall.tournament(), hall.meet(3)
    hall.hear(merged(old, middle), merged(middle, new), suspended(middle, "2026-01-01", None))
    for player in (old, middle, new):
        refused(hall.enter(made, [player]), 409, "player_suspended", "D.3.1")
    hall.hear(merged(middle, new, "undone", 2))
    ok(hall.enter(made, [new]))
    refused(hall.enter(made, [old]), 409, "player_suspended", "D.3.1")


IDS = st.sampled_from("1234")


@given(st.dictionaries(IDS, IDS), IDS)
def test_d_2_4_copies_of_merges_in_a_circle_have_an_end(into: dict[str, str], player: str) -> None:
    last = known_as(into, player)
    passed = [player]
    while passed[-1] != last:
        passed.append(into[passed[-1]])
    assert len(set(passed)) == len(passed)
    assert last not in into or into[last] in passed
