"""A pasted list while the registry is away: IDs enter, the rest say so (2.1.4, D.2.3)."""

from typing import Any

import pytest

from shared.player_ids import player_id
from tests.house import ok, refused
from tests.pairing.pairing_service_desk import door_of
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_suspended import merged, suspended


def outcomes(report: Any) -> list[str]:
    """Line by line."""
    return [row["outcome"] for row in report["rows"]]


def test_rule_2_1_4_ids_enter_from_the_own_copy_and_the_same_paste_says_so(hall: Hall) -> None:
    door = door_of(hall)
    a, b, c = hall.meet(3)
    pasted = f"1. {a}\n\n2) № {b},\n• {c};\n"
    report = door.paste(pasted)
    assert outcomes(report) == ["entered"] * 3
    assert [row["row"] for row in report["rows"]] == [0, 2, 3]
    assert [row["player"] for row in report["rows"]] == [a, b, c] == door.playing()
    assert [row["entry"] for row in report["rows"]] == [1, 2, 3]
    assert all("Алёна" in row["name"] and row["message"] is None for row in report["rows"])
    assert (report["entered"], report["undone"], report["warnings"]) == (3, 0, [])
    again = door.paste(pasted)
    assert outcomes(again) == ["already_in"] * 3
    assert (again["entered"], again["already_in"], again["undone"]) == (0, 3, 0)
    assert [row["entry"] for row in again["rows"]] == [1, 2, 3]
    assert len(door.playing()) == 3


def test_with_the_registry_away_ids_enter_unchecked_and_names_wait(hall: Hall) -> None:
    door = door_of(hall)
    (known,) = hall.meet(1)
    stranger = player_id(7_000)
    report = door.paste([known, "Ежова Алёна", stranger, "70043"])
    assert outcomes(report) == ["entered", "registry_away", "entered", "registry_away"]
    (warning,) = report["warnings"]
    assert (warning["code"], stranger in warning["message"]) == ("registry_away", True)
    assert known not in warning["message"]
    assert report["undone"] == 2
    assert "Реестр не ответил" in report["rows"][1]["message"]
    english = hall.http.post(
        f"/v1/tournaments/{door.tournament}/entries:bulk",
        json={"lines": ["Ежова Алёна"]},
        headers={**hall.kazan, "Accept-Language": "en"},
    )
    assert "did not answer" in ok(english)["rows"][0]["message"]


def test_a_dry_run_enters_nobody(hall: Hall) -> None:
    door = door_of(hall, 1, capacity=2)
    fresh = hall.meet(2)
    report = door.paste(hall.players, dry_run=True)
    assert outcomes(report) == ["already_in", "entered", "waiting"]
    assert (report["dry_run"], report["rows"][2]["waiting"]) == (True, 1)
    assert [row["entry"] for row in report["rows"]] == [1, 2, 3]
    assert door.playing() == hall.players[:1]
    assert outcomes(door.paste(hall.players)) == ["already_in", "entered", "waiting"]
    assert door.waiting() == fresh[1:]


def test_two_lines_that_are_one_person_are_one_entry(hall: Hall) -> None:
    door = door_of(hall)
    a, b, old = hall.meet(3)
    hall.hear(merged(old, b))
    report = door.paste([a, a, old, b])
    assert outcomes(report) == ["entered", "same_person", "entered", "same_person"]
    assert [row["same_as"] for row in report["rows"]] == [None, 0, None, 2]
    assert door.playing() == [a, b]  # D.2.4: under the ID that he has now
    assert report["undone"] == 0
    assert outcomes(door.paste([a, a, old, b])) == ["already_in"] * 4


def test_d_2_4_who_is_in_under_another_id_is_in_already(hall: Hall) -> None:
    door = door_of(hall, 1)
    old, now = hall.players[0], hall.meet(1)[0]
    hall.hear(merged(old, now))
    (row,) = door.paste([now])["rows"]
    assert (row["outcome"], row["entry"], row["player"]) == ("already_in", 1, old)


def test_d_3_1_the_suspended_is_left_out_and_the_others_enter(hall: Hall) -> None:
    door = door_of(hall)
    a, b = hall.meet(2)
    hall.hear(suspended(a, "2026-01-01", None))
    report = door.paste([a, b])
    assert outcomes(report) == ["suspended", "entered"]
    assert (door.playing(), report["undone"]) == ([b], 1)


@pytest.mark.parametrize(("level", "plays"), [("amateur", True), ("highest", False)])
def test_rule_6_1_the_head_judge_plays_at_amateur_level_alone(
    hall: Hall, level: str, plays: bool
) -> None:
    door = door_of(hall, level=level, head_judge="9002")
    hall.hear(("player:9002", hall.person("9002")))
    assert outcomes(door.paste(["9002"])) == ["entered" if plays else "head_judge"]


def test_who_left_is_not_entered_again_by_a_paste(hall: Hall) -> None:
    door = door_of(hall, 2)
    ok(door.about(hall.players[0], "drop"))
    report = door.paste(hall.players)
    assert outcomes(report) == ["left", "already_in"]
    assert "return" in report["rows"][0]["message"]
    assert door.playing() == hall.players[1:]


def test_rule_s_7_a_late_paste_is_told_from_which_round_it_plays(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair()
    (warning,) = door.paste(hall.meet(2))["warnings"]
    assert (warning["code"], len(warning["entries"])) == ("late_entries", 2)
    ok(door.about(hall.players[0], "drop"))
    door.round_won()
    assert {*hall.players[4:]} <= {*door.playing()}


def test_a_finished_tournament_takes_nobody_and_still_says_who_is_in(hall: Hall) -> None:
    door = door_of(hall, 4)
    door.pair(rounds=1, top=0)
    door.round_won()
    ok(hall.do(door.tournament, "finish"))
    assert outcomes(door.paste(hall.players)) == ["already_in"] * 4
    answer = door.call("POST", "/entries:bulk", {"lines": hall.meet(1)})
    refused(answer, 409, "tournament_finished")


@pytest.mark.parametrize(
    "lines",
    [[], "", " \n \n", ["1007"] * 1001, "1007\n" * 1001, ["ё" * 501], [1007], ["\x00"]],
    ids=["none", "empty", "blank", "many", "many-in-text", "long", "number", "nul"],
)
def test_law_8_what_is_no_list_is_refused_whole(hall: Hall, lines: Any) -> None:
    door = door_of(hall)
    refused(door.call("POST", "/entries:bulk", {"lines": lines}), 422, "validation")


def test_a_thousand_lines(hall: Hall) -> None:
    door = door_of(hall)
    players = hall.meet(1000)
    report = door.paste("\n".join(f"{at}. {player}" for at, player in enumerate(players, 1)))
    assert (report["entered"], len(door.playing())) == (1000, 1000)


def test_a_sentence_of_a_chat_is_nobody(hall: Hall) -> None:
    door = door_of(hall)
    (row,) = door.paste(["Записываемся, не стесняемся! " * 10])["rows"]
    assert (row["outcome"], row["candidates"]) == ("unknown", [])


def test_law_8_the_same_key_gets_the_same_answer(hall: Hall) -> None:
    door = door_of(hall)
    path = f"/v1/tournaments/{door.tournament}/entries:bulk"
    headers = {**hall.kazan, "Idempotency-Key": "вечер".encode().hex()}
    body = {"lines": hall.meet(2)}
    first, second = (hall.http.post(path, json=body, headers=headers) for _ in range(2))
    assert ok(first) == ok(second)
    assert second.headers["Idempotency-Replayed"] == "true"


def test_d_2_5_another_clubs_tournament_is_not_asked_about(hall: Hall) -> None:
    door = door_of(hall)
    answer = door.call("POST", "/entries:bulk", {"lines": ["1007"]}, hall.omsk)
    refused(answer, 403, "not_your_club", "D.2.5")
