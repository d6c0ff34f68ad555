"""Who hands in and reads deck lists: whoever runs the tournament, by D.2.5."""

import pytest

from tests.decks.decks_service_desk import LEGAL, OTHER_TOURNAMENT, TOURNAMENT, Desk
from tests.house import ok, refused
from tests.tokens import signed_in


@pytest.mark.parametrize(
    ("role", "own", "foreign", "code"),
    [
        ("coordinator", {"city": "kazan"}, {"city": "omsk"}, "not_your_city"),
        ("club", {"club": "kazan"}, {"club": "omsk"}, "not_your_club"),
        (
            "head_judge",
            {"tournament": TOURNAMENT},
            {"tournament": OTHER_TOURNAMENT},
            "not_your_tournament",
        ),
        (
            "desk",
            {"tournament": TOURNAMENT},
            {"tournament": OTHER_TOURNAMENT},
            "not_your_tournament",
        ),
    ],
    ids=["coordinator", "club", "head_judge", "desk"],
)
def test_law_11_lists_are_handled_by_who_runs_the_tournament(
    desk: Desk, role: str, own: dict[str, str], foreign: dict[str, str], code: str
) -> None:
    his, other = signed_in(desk.db, role, **own), signed_in(desk.db, role, **foreign)
    refused(desk.submit(by=other), 403, code, "D.2.5")
    ok(desk.submit(by=his))
    refused(desk.whole(other), 403, code, "D.2.5")
    assert ok(desk.whole(his))["text"] == LEGAL


def test_law_11_a_floor_judge_and_a_reader_see_no_list(desk: Desk) -> None:
    ok(desk.submit())
    for role in ("floor_judge", "reader"):
        refused(desk.whole(signed_in(desk.db, role)), 403, "scope_missing")
