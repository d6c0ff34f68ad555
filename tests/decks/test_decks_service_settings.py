"""6.2, 6.3: a tournament's other settings reach its lists."""

import pytest

from tests.decks.decks_service_desk import DAY, TOURNAMENT, Desk
from tests.house import ok, refused

BEFORE = "2003-01-01"
"""Before any card was printed."""


def test_rule_6_3_another_day_judges_every_list_anew(desk: Desk) -> None:
    ok(desk.submit())
    desk.hear_of_change(TOURNAMENT, date=BEFORE)
    verdict = ok(desk.verdict())
    assert (verdict["legal"], verdict["version"], verdict["as_of"]) == (False, 2, BEFORE)
    told = [data for _, data in desk.published()]
    assert [(each["revision"], each["legal"], each["as_of"]) for each in told] == [
        (1, True, DAY),
        (2, False, BEFORE),
    ]
    refused(desk.submit(), 422, "deck_illegal")
    desk.hear_of_change(TOURNAMENT, date=DAY)
    assert (ok(desk.verdict())["legal"], ok(desk.verdict())["version"]) == (True, 3)
    assert ok(desk.submit())["version"] == 3


@pytest.mark.parametrize("new", [{"name": "Кубок Ёжика"}, {"minutes": 40}])
def test_rule_6_3_what_no_list_is_judged_by_changes_no_list(
    desk: Desk, new: dict[str, str]
) -> None:
    ok(desk.submit())
    desk.hear_of_change(TOURNAMENT, **new)
    assert [row.revision for row in desk.stored()] == [1]


def test_d_2_5_lists_are_for_who_runs_the_tournament_now(desk: Desk) -> None:
    desk.hear_of_change(TOURNAMENT, club="omsk", city="omsk")
    refused(desk.submit(by=desk.kazan), 403, "not_your_club")
    ok(desk.submit(by=desk.omsk))
    desk.hear_of_change("00000000-0000-4000-8000-00000000abcd", club="omsk")  # never heard of
