"""7.0.1, 6.1–6.3: an evening's rounds: open tables, gates, lists for the wall, the clock."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from shared.events.players import JudgeChanged, PlayerChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.tokens import signed_in

WHY = "Стол ещё играет, а зал закрывают"
READERS = 512


def codes(at: Any) -> list[str]:
    """The codes of its warnings."""
    return [each["code"] for each in at["warnings"]]


def test_rule_7_0_1_open_tables_are_overridden_with_a_reason_and_by_the_rounds_number(
    hall: Hall,
) -> None:
    made = hall.tournament(6)
    first = ok(hall.pair(made, rounds=3, top=2))
    ok(hall.result(made, 1, 1, "draw"))
    problem = refused(hall.pair(made), 409, "results_open", "7.0.1")
    assert [row["table"] for row in problem["errors"]] == [2, 3]
    assert "override_open" in problem["todo"]
    refused(hall.pair(made, override_open=True, round=2), 422, "reason_needed", "7.0.1")
    refused(hall.pair(made, override_open=True, reason=WHY), 422, "round_not_named", "7.0.1")
    at = ok(hall.pair(made, override_open=True, reason=WHY, round=2))
    assert codes(at) == ["results_open_overridden"] and at["warnings"][0]["rule"] == "7.0.1"
    assert ok(hall.pair(made, override_open=True, reason=WHY, round=2)) == at
    ok(hall.result(made, 1, 2, "clean", first["tables"][1]["b"]["player"]))
    assert hall.get(made, "/rounds/2") == at  # a late result moves no published pairing
    hall.favourites_win(made, at)
    problem = refused(hall.pair(made), 409, "results_open")
    assert problem["errors"] == [{"round": 1, "table": 3}]
    ok(hall.pair(made, override_open=True, reason=WHY, round=3))
    refused(hall.do(made, "finish"), 409, "results_open")


def test_rule_7_0_1_by_a_floor_judge_nothing_is_overridden(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    by = signed_in(hall.db, "floor_judge", tournament=made)
    asked = {"override_open": True, "reason": WHY, "round": 2}
    assert refused(hall.pair(made, by=by, **asked), 403, "scope_missing")["where"] == "judging"
    ok(hall.pair(made, by=signed_in(hall.db, "head_judge", tournament=made), **asked))


def test_law_10_after_a_round_of_byes_alone_a_repeat_makes_no_second_round(hall: Hall) -> None:
    made = hall.tournament(4)
    hand = {"byes": hall.players}
    at = ok(hall.pair(made, hand=hand, reason=WHY, confirm=True, rounds=3, top=0))
    assert at["tables"] == [] and at["complete"]
    problem = refused(hall.pair(made), 422, "round_not_named", "7.0.1")
    assert "round: 2" in problem["todo"]
    assert ok(hall.pair(made, round=1)) == at
    assert len(ok(hall.pair(made, round=2))["tables"]) == 2


def test_rule_6_2_round_1_needs_a_head_judge_or_an_override_with_a_reason(hall: Hall) -> None:
    made = hall.tournament(4, level="professional")
    problem = refused(hall.pair(made), 409, "head_judge_missing", "6.2")
    assert "override" in problem["todo"]
    refused(hall.pair(made, override=True), 422, "reason_needed", "6.3")
    at = ok(hall.pair(made, override=True, reason="Заболел"))
    assert "head_judge_overridden" in codes(at) and "head_judge_overridden" in codes(hall.get(made))
    hall.favourites_win(made, at)
    assert "head_judge_overridden" not in codes(ok(hall.pair(made)))  # asked once


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (JudgeChanged("9001", 2, 1, "2020-01-01"), "head_judge_level"),
        (JudgeChanged("9001", 2, 2, "2026-11-06"), "head_judge_not_yet"),
    ],
    ids=["level", "later"],
)
def test_rule_6_2_his_level_is_looked_at_again_before_round_1(
    hall: Hall, changed: JudgeChanged, code: str
) -> None:
    made = hall.tournament(4, level="professional", head_judge="9001")
    hall.hear(("judge:9001", changed))
    refused(hall.pair(made), 409, code, "6.2")
    refused(hall.pair(made, publish_draft=True), 409, code, "6.2")
    ok(hall.pair(made, override=True, reason="Решил офис"))


def test_rule_6_1_an_amateur_tournament_needs_no_head_judge(hall: Hall) -> None:
    assert codes(ok(hall.pair(hall.tournament(4)))) == []


def test_rule_6_3_a_draft_tells_who_has_no_list_and_its_publication_is_refused(hall: Hall) -> None:
    made = hall.tournament(4, level="highest", head_judge="9002")
    for player in hall.players[1:]:
        hall.judge_list(made, player)
    path = f"/v1/tournaments/{made}/rounds/draft"
    drafted = ok(hall.http.post(path, headers=hall.kazan))
    (told,) = drafted["warnings"]
    assert told["code"] == "deck_lists_missing"
    assert [seat["player"] for seat in told["entries"]] == hall.players[:1]
    refused(hall.pair(made, publish_draft=True), 409, "decks_away", "6.3")
    at = ok(hall.pair(made, publish_draft=True, override=True, reason="Список сдан на бумаге"))
    assert codes(at) == ["deck_lists_overridden", "decks_away"]
    assert [each["a"] for each in at["tables"]] == [each["a"] for each in drafted["tables"]]


def test_rule_7_0_1_pairings_by_surname_with_yo_as_ye(hall: Hall) -> None:
    made = hall.tournament()
    surnames = ("Жуков", "Ёлкин", "Ежов", "Ёлкин", "Яшин")
    players = hall.meet(5)
    hall.hear(
        *(
            (f"player:{player}", PlayerChanged(player, 2, "Ян", name, None, "Казань", "registered"))
            for player, name in zip(players, surnames, strict=True)
        )
    )
    ok(hall.enter(made, players))
    at = ok(hall.pair(made))
    assert at["players"] == []
    listed = hall.get(made, "/rounds/current", by="surname")
    assert [line["name"] for line in listed["players"]] == [
        "Ежов Ян", "Ёлкин Ян", "Ёлкин Ян", "Жуков Ян", "Яшин Ян",
    ]  # fmt: skip
    assert [line["player"] for line in listed["players"][1:3]] == [players[1], players[3]]
    by_player = {line["player"]: line for line in listed["players"]}
    for table in at["tables"]:
        for one, other in ((table["a"], table["b"]), (table["b"], table["a"])):
            line = by_player[one["player"]]
            assert (line["table"], line["opponent"]) == (table["table"], other)
    bye = by_player[at["byes"][0]["player"]]
    assert (bye["table"], bye["opponent"]) == (None, None)
    assert listed["tables"] == at["tables"]


def test_rule_7_0_1_open_tables_first_for_the_desk(hall: Hall) -> None:
    made = hall.tournament(8)
    ok(hall.pair(made))
    for table in (1, 3):
        ok(hall.result(made, 1, table, "draw"))
    listed = hall.get(made, "/rounds/1", by="open")
    assert [each["table"] for each in listed["tables"]] == [2, 4, 1, 3]
    assert listed["open_tables"] == [2, 4] and not listed["complete"]
    assert [each["table"] for each in hall.get(made, "/rounds/1")["tables"]] == [1, 2, 3, 4]
    wrong = hall.http.get(f"/v1/tournaments/{made}/rounds/1", params={"by": "name"})
    refused(wrong, 422, "validation")


def clock(hall: Hall, made: str, action: str, by: dict[str, str] | None = None, **more: int) -> Any:
    """Start, pause, resume or set the clock."""
    path = f"/v1/tournaments/{made}/clock"
    return hall.http.post(path, json={"action": action, **more}, headers=by or hall.kazan)


def moment(text: str) -> datetime:
    """An instant of an answer."""
    return datetime.fromisoformat(text).astimezone(UTC)


def test_rule_7_0_1_the_clock_over_http(hall: Hall) -> None:
    made = hall.tournament(4)
    before = hall.get(made, "/clock")
    assert (before["round"], before["running"], before["left_seconds"]) == (0, False, 3000)
    refused(clock(hall, made, "start"), 409, "tournament_not_started")
    assert ok(hall.pair(made))["clock"] is None
    started = ok(clock(hall, made, "start", minutes=40))
    assert (started["running"], started["left_seconds"], started["whole_seconds"]) == (
        True, 2400, 3000,
    )  # fmt: skip
    assert (moment(started["ends_at"]) - moment(started["at"])).total_seconds() == 2400
    shown = hall.get(made, "/rounds/1")["clock"]
    assert shown["ends_at"] == started["ends_at"] and shown["standing_at_seconds"] is None
    assert hall.get(made, "/rounds/1")["clock"] == shown  # nothing of it ticks: readers keep it

    by = signed_in(hall.db, "floor_judge", tournament=made)
    path = f"/v1/tournaments/{made}/rounds/1/tables/2/time"
    for _ in range(2):
        ok(hall.http.post(path, json={"minutes": 5}, headers=by))
    (more,) = hall.get(made, "/clock")["tables"]
    assert (more["table"], more["more_seconds"]) == (2, 300)
    assert (moment(more["ends_at"]) - moment(started["ends_at"])).total_seconds() == 300
    refused(clock(hall, made, "pause", by), 403, "scope_missing")
    paused = ok(clock(hall, made, "pause"))
    assert not paused["running"] and paused["ends_at"] is None
    assert paused["standing_at_seconds"] == paused["left_seconds"] <= 2400
    assert paused["tables"][0]["ends_at"] is None
    refused(clock(hall, made, "set"), 422, "clock_needs_minutes")
    assert ok(clock(hall, made, "set", minutes=12))["left_seconds"] == 720
    ok(hall.http.post(path, json={"minutes": 0}, headers=by))
    assert hall.get(made, "/clock")["tables"] == []
    hall.favourites_win(made, hall.get(made, "/rounds/1"))
    assert ok(hall.pair(made))["clock"] is None
    assert hall.get(made, "/clock")["left_seconds"] == 3000


def test_s_8_512_people_read_the_pairings_at_once(hall: Hall) -> None:
    made = hall.tournament(READERS)
    at = ok(hall.pair(made))
    where = {
        seat["player"]: each["table"] for each in at["tables"] for seat in (each["a"], each["b"])
    }
    assert len(where) == READERS

    def reads(_player: str) -> bytes:
        path = f"/v1/tournaments/{made}/rounds/current"
        return hall.http.get(path, params={"by": "surname"}).content

    with ThreadPoolExecutor(32) as pool:
        (answer,) = set(pool.map(reads, hall.players))
    lines = json.loads(answer)["players"]
    assert {line["player"]: line["table"] for line in lines} == where
    assert len(lines) == READERS
