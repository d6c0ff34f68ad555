"""Settings, plans, calling off: a tournament's life before and beside its play, over HTTP."""

from typing import Any

import pytest

from services.pairing.domain import decide
from shared.events.players import CityChanged, ClubChanged, JudgeChanged, SuspensionChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import DAY, Hall
from tests.tokens import signed_in


def codes(answer: Any) -> list[str]:
    return [warning["code"] for warning in answer["warnings"]]


def change(
    hall: Hall,
    tournament: str,
    by: dict[str, str] | None = None,
    seen: str | None = None,
    **what: Any,
) -> Any:
    """Change settings, having just read the tournament."""
    path = f"/v1/tournaments/{tournament}"
    tag = seen or hall.http.get(path).headers["ETag"]
    return hall.http.patch(path, json=what, headers={**(by or hall.kazan), "If-Match": tag})


def plan(hall: Hall, tournament: str, to: str, by: dict[str, str] | None = None) -> Any:
    return hall.do(tournament, "plan", by, plan=to)


def started(hall: Hall, players: int = 4, **more: Any) -> str:
    made = hall.tournament(players, **more)
    ok(hall.pair(made, rounds=1, top=0))
    return made


def finished(hall: Hall, **more: Any) -> str:
    made = started(hall, **more)
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    ok(hall.do(made, "finish"))
    return made


def test_rule_7_2_2_what_is_set_ahead_is_shown_and_used(hall: Hall) -> None:
    made = ok(
        hall.announce(
            plan="draft", capacity=16, expected=12, minutes=45, rounds=2, top=4, judges=["9002"]
        )
    )
    shown = {name: made[name] for name in ("capacity", "expected", "minutes", "rounds", "top")}
    assert shown == {"capacity": 16, "expected": 12, "minutes": 45, "rounds": 2, "top": 4}
    assert (made["status"], made["judges"]) == ("draft", ["9002"])
    assert made["structure"] == {"rounds": 2, "top": 4, "fixed": False}
    ok(hall.enter(made["tournament"], hall.meet(6)))
    ok(hall.pair(made["tournament"]))
    now = hall.get(made["tournament"])
    assert now["structure"] == {"rounds": 2, "top": 4, "fixed": True}
    assert {"rounds_overridden", "top_overridden"} <= {*codes(now)}


def test_rule_4_3_the_coefficient_is_shown_with_the_participants_that_it_is_for(
    hall: Hall,
) -> None:
    made = hall.tournament(13)
    assert hall.get(made)["coefficient"] == {"tenths": 12, "participants": 13}
    ok(hall.do(made, f"entries/{hall.players[0]}/drop"))
    assert hall.get(made)["coefficient"] == {"tenths": 8, "participants": 12}
    ok(hall.pair(made))
    assert hall.get(made)["coefficient"] == {"tenths": 8, "participants": 12}


def test_rule_6_2_a_level_is_shown_with_its_rule_its_judge_and_its_lists(hall: Hall) -> None:
    made = ok(hall.announce(level="professional"))
    got = {name: made[name] for name in ("level_rule", "head_judge_level", "deck_lists")}
    assert got == {"level_rule": "6.2", "head_judge_level": 2, "deck_lists": "desirable"}
    assert made["level_name"] == "Профессиональный"
    newer = ok(hall.announce(level="professional", rule_set="berserk-2024"))
    assert newer["level_name"] == "Соревновательный"


def test_s_2_six_players_and_six_rounds_are_warned_of_at_set_up_and_played(hall: Hall) -> None:
    made = ok(hall.announce(expected=6, rounds=6, top=0))
    assert codes(made) == ["few_players", "rounds_exhaust_opponents"]
    assert made["warnings"][1]["rule"] == "S.2"
    ok(hall.enter(made["tournament"], hall.meet(6)))
    ok(hall.pair(made["tournament"]))


def test_rule_5_1_a_large_one_announced_late_is_recorded_and_stays(hall: Hall) -> None:
    late = ok(hall.announce(date="2026-10-10", expected=80))
    assert codes(late) == ["large_announced_late", "few_players"]
    assert "14" in late["warnings"][0]["message"] and late["warnings"][0]["rule"] == "5.1"
    smaller = ok(change(hall, late["tournament"], expected=None))
    assert codes(smaller)[0] == "large_announced_late"
    (created, _) = hall.published(late["tournament"])
    assert created[1]["warnings"] == ["large_announced_late"]
    assert codes(ok(hall.announce(expected=80)))[0] == "large_tournament"
    draft = ok(hall.announce(date="2026-10-10", expected=80, plan="draft"))
    assert codes(draft)[0] == "large_tournament"
    assert codes(ok(plan(hall, draft["tournament"], "announced")))[0] == "large_announced_late"


def test_d_3_1_a_day_that_is_over_is_pointed_out_until_it_is_mended(hall: Hall) -> None:
    made = ok(hall.announce(date="2025-11-05"))
    assert codes(made) == ["date_past", "few_players"]
    assert codes(ok(change(hall, made["tournament"], date=DAY))) == ["few_players"]
    assert "date_far" in codes(ok(hall.announce(date="2062-11-05")))


def test_rule_6_2_a_head_judge_whose_certificate_ended_since_is_pointed_out(hall: Hall) -> None:
    made = ok(hall.announce(level="professional", head_judge="9001"))
    assert "head_judge_no_more" not in codes(made)
    ended = (("2020-01-01", 2, "2026-10-31"),)
    hall.hear(("judge:9001", JudgeChanged("9001", 2, 2, "2020-01-01", ended)))
    found = hall.get(made["tournament"])["warnings"]
    assert [each["rule"] for each in found if each["code"] == "head_judge_no_more"] == ["6.2"]


def test_rule_6_3_lists_and_further_judges_are_pointed_out_before_round_1(hall: Hall) -> None:
    made = hall.tournament(4, level="highest", head_judge="9002", judges=["9001", "9001", "777"])
    found = hall.get(made)
    assert codes(found) == ["judges_unknown", "judges_few", "deck_lists_awaited_required"]
    assert found["judges"] == ["9001", "777"]
    hall.judge_list(made, hall.players[0])
    assert "3" in hall.get(made)["warnings"][2]["message"]


def test_law_10_settings_have_a_version_that_no_result_moves(hall: Hall) -> None:
    made = hall.tournament(4)
    path = f"/v1/tournaments/{made}"
    first = hall.http.get(path).headers["ETag"]
    ok(hall.pair(made, rounds=1, top=0))
    ok(hall.result(made, 1, 1, "draw"))
    moved = hall.http.get(path).headers["ETag"]
    assert first != moved and first[:4] == moved[:4] == '"v1-'
    answer = change(hall, made, seen=first, name="Кубок Ёжика")
    assert (ok(answer)["name"], answer.headers["ETag"][:4]) == ("Кубок Ёжика", '"v2-')
    assert ok(answer)["settings_version"] == 2
    assert answer.headers["ETag"] == hall.http.get(path).headers["ETag"]
    again = refused(change(hall, made, seen=first, minutes=40), 412, "settings_differ")
    assert '"v2"' in again["todo"] and again["settings_version"] == 2
    missing = hall.http.patch(path, json={"minutes": 40}, headers=hall.kazan)
    refused(missing, 412, "if_match_missing")
    ok(change(hall, made, seen='"v2"', minutes=40))


def test_law_8_what_is_so_already_changes_nothing(hall: Hall) -> None:
    made = ok(hall.announce(capacity=32))
    ident = made["tournament"]
    same = {name: made[name] for name in ("name", "date", "capacity", "official", "judges", "club")}
    assert ok(change(hall, ident, city="казань", seen='"v9"', **same)) == made
    refused(change(hall, ident), 422, "validation")
    refused(change(hall, ident, seed=3), 422, "validation")
    refused(change(hall, ident, name=None), 422, "validation")


def test_rule_2_1_5_before_round_1_anything_can_be_changed_and_the_list_follows(
    hall: Hall,
) -> None:
    made = hall.tournament(4, rule_set="berserk-2024", capacity=8)
    changed = ok(
        change(
            hall, made, hall.office, name="Кубок «Ё», второй", city="Омск", date="2026-11-07",
            club="omsk", level="professional", preset="regional", head_judge="9001", capacity=None,
            official=True, rounds=4, top=2, minutes=55, expected=40, judges=["9002"],
        )
    )  # fmt: skip
    assert (changed["zone"], changed["city_name"], changed["club"]) == ("Asia/Omsk", "Омск", "omsk")
    assert (changed["capacity"], changed["structure"]["rounds"]) == (None, 4)
    row = ok(hall.http.get("/v1/tournaments", params={"city": "omsk"}))["items"][0]
    assert (row["name"], row["date"], row["club"]) == ("Кубок «Ё», второй", "2026-11-07", "omsk")
    refused(change(hall, made, hall.kazan, minutes=50), 403, "not_your_club")
    for wrong, code in (
        ({"format": "chess"}, "format_unknown"),
        ({"top": 3}, "top_not_power_of_two"),
        ({"city": "Китеж"}, "city_unknown"),
    ):
        refused(change(hall, made, hall.office, **wrong), 422, code)
    assert hall.get(made) == changed


def test_rule_7_2_2_after_round_1_only_what_disturbs_no_play(hall: Hall) -> None:
    made = started(hall)
    for wrong in ({"rounds": 5}, {"top": 2}, {"date": "2026-11-06"}, {"level": "professional"},
                  {"city": "Омск"}, {"preset": "regional"}):  # fmt: skip
        problem = refused(change(hall, made, hall.office, **wrong), 409, "settings_fixed", "7.2.2")
        assert problem["where"] == f"body.{next(iter(wrong))}"
    both = refused(change(hall, made, name="Иной", date="2026-11-06"), 409, "settings_fixed")
    assert [row["where"] for row in both["errors"]] == ["body.date"]
    assert hall.get(made)["name"] == "Кубок Казани"
    ok(change(hall, made, name="Иной", head_judge="9001", minutes=35, judges=["9002"], capacity=4))
    low: dict[str, Any] = {"head_judge": "9999"}
    refused(change(hall, made, **low), 422, "head_judge_unknown", "6.1")


def test_d_2_5_official_is_given_and_taken_by_who_may(hall: Hall) -> None:
    made = ok(hall.announce(by=hall.omsk, city="Омск"))["tournament"]
    refused(change(hall, made, hall.omsk, official=True), 403, "official_not_allowed", "D.2.5")
    omsk = signed_in(hall.db, "coordinator", city="omsk")
    assert ok(change(hall, made, omsk, official=True))["official"] is True
    refused(change(hall, made, hall.omsk, official=False), 403, "official_not_allowed", "D.2.5")
    refused(change(hall, made, hall.omsk, date="2026-11-06"), 403, "official_not_allowed")
    ok(change(hall, made, omsk, date="2026-11-06"))
    head = signed_in(hall.db, "head_judge", tournament=made)
    ok(change(hall, made, head, minutes=40))
    refused(change(hall, made, head, official=False), 403, "scope_missing")
    refused(change(hall, made, hall.kazan, minutes=50), 403, "not_your_club")
    refused(change(hall, made, omsk, city="Казань"), 403, "not_your_city")


def test_d_2_5_after_the_finish_official_is_a_new_revision_for_the_rating(hall: Hall) -> None:
    made = finished(hall)
    first = hall.published(made)[-1][1]
    ok(change(hall, made, official=False))
    type_, told = hall.published(made)[-1]
    assert type_ == "tournament.finished.v1"
    assert (told["official"], told["revision"]) == (False, 2)
    assert told["finished_at"] == first["finished_at"]
    ok(change(hall, made, official=True, name="Кубок памяти"))
    last = hall.published(made)[-1][1]
    assert (last["revision"], last["name"], last["games"]) == (3, "Кубок памяти", first["games"])
    before = len(hall.published(made))
    ok(change(hall, made, minutes=40))
    assert [type_ for type_, _ in hall.published(made)[before:]] == ["tournament.changed.v1"]
    assert hall.get(made)["finished_at"] == first["finished_at"]


def test_d_3_1_no_day_on_which_somebody_entered_is_suspended(hall: Hall) -> None:
    made = hall.tournament(4)
    barred = hall.players[0]
    hall.hear(
        (
            "suspension:s",
            SuspensionChanged("s", 1, barred, "2026-12-01", "2026-12-31", False),
        )
    )
    problem = refused(change(hall, made, date="2026-12-05"), 409, "player_suspended", "D.3.1")
    assert barred in problem["detail"] and problem["where"] == "body.date"
    ok(hall.do(made, f"entries/{barred}/drop"))
    ok(change(hall, made, date="2026-12-05"))


def test_rule_6_2_no_player_becomes_head_judge_at_that_level(hall: Hall) -> None:
    hall.hear(("player:9001", hall.person("9001")))
    made = hall.tournament(4)
    ok(hall.enter(made, ["9001"]))
    ok(change(hall, made, head_judge="9001"))
    refused(change(hall, made, level="professional"), 409, "head_judge_plays", "6.2")


def test_rule_5_1_plans_go_forward_and_back_until_round_1(hall: Hall) -> None:
    made = ok(hall.announce(plan="draft"))["tournament"]
    for to in ("announced", "registration", "draft", "registration"):
        assert ok(plan(hall, made, to))["status"] == to
        before = len(hall.published(made))
        ok(plan(hall, made, to))
        assert len(hall.published(made)) == before
    refused(plan(hall, made, "running"), 422, "validation")
    refused(plan(hall, made, "draft", hall.omsk), 403, "not_your_club")
    ok(hall.enter(made, hall.meet(4)))
    assert ok(hall.pair(made))["round"] == 1
    refused(plan(hall, made, "draft"), 409, "tournament_started", "7.0.1")
    assert hall.get(made)["status"] == "running"


def test_rule_7_0_1_a_draft_is_started_by_pairing_round_1(hall: Hall) -> None:
    made = hall.tournament(4, plan="draft", expected=90)
    ok(hall.pair(made))
    now = hall.get(made)
    assert now["status"] == "running"
    assert "large_announced_late" in codes(now)  # 5.1: on its very day
    assert [row["type"] for row in hall.get(made, "/log")["items"]][5:] == [
        "tournament.planned.v1",
        "tournament.started.v1",
        "round.published.v1",
    ]


def test_rule_2_1_5_a_cancelled_one_is_not_played_and_not_rated(hall: Hall) -> None:
    made = started(hall)
    for _ in range(2):
        assert ok(hall.do(made, "cancel", reason="Зал затопило."))["status"] == "cancelled"
    for attempt in (
        hall.pair(made),
        hall.enter(made, hall.meet(1)),
        hall.do(made, "finish"),
    ):
        refused(attempt, 409, "tournament_cancelled")
    types = [type_ for type_, _ in hall.published(made)]
    assert types.count("tournament.cancelled.v1") == 1
    assert "tournament.finished.v1" not in types
    back = ok(hall.do(made, "resume"))
    assert back["status"] == "running"
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    assert ok(hall.do(made, "finish"))["status"] == "finished"
    ok(hall.do(made, "resume"))


def test_rule_2_1_5_one_announced_is_cancelled_and_comes_back_as_it_was(hall: Hall) -> None:
    made = ok(hall.announce(plan="registration"))["tournament"]
    ok(hall.do(made, "cancel"))
    refused(plan(hall, made, "announced"), 409, "tournament_cancelled")
    ok(change(hall, made, date="2026-11-20"))
    assert ok(hall.do(made, "resume"))["status"] == "registration"


def test_d_2_5_what_was_rated_is_not_cancelled_but_struck_out(hall: Hall) -> None:
    made = finished(hall)
    problem = refused(hall.do(made, "cancel"), 409, "tournament_was_finished", "D.2.5")
    assert "annul" in problem["todo"]
    assert hall.get(made)["status"] == "finished"


def test_d_2_5_a_hold_has_a_reason_for_the_staff_alone(hall: Hall) -> None:
    made = hall.tournament(4)
    text = "Ежов играл под чужим номером."
    refused(hall.do(made, "annul", hall.office, code="hold"), 422, "validation")
    for _ in range(2):
        held = hall.do(made, "annul", hall.office, code="hold", reason=text)
        assert ok(held)["flags"] == ["hold"]
    ok(hall.do(made, "annul", hall.office, code="annulled", reason="Всё подделано."))
    ok(hall.do(made, "reinstate", hall.office, code="hold"))
    ok(hall.do(made, "cancel", reason="Зал затопило."))
    path = f"/v1/tournaments/{made}/decisions"
    told = ok(hall.http.get(path, headers=hall.kazan))
    assert [(row["type"].split(".")[1], row["code"], row["reason"]) for row in told] == [
        ("annulled", "hold", text),
        ("annulled", "annulled", "Всё подделано."),
        ("reinstated", "hold", None),
        ("cancelled", None, "Зал затопило."),
    ]
    assert {row["who"] for row in told[:3]} == {"office:federation:1"} and told[0]["at"]
    refused(hall.http.get(path), 401, "token_missing")
    refused(hall.http.get(path, headers=hall.omsk), 403, "not_your_club")
    public = (
        hall.http.get(f"/v1/tournaments/{made}/log").text
        + hall.http.get(f"/v1/tournaments/{made}").text
    )
    assert "Ежов" not in public and "reason" not in public


def test_law_11_a_reason_goes_with_the_erasure_of_who_is_in_it(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.do(made, "annul", hall.office, code="hold", reason="Ежов играл под чужим номером."))
    gone = vars(hall.person(hall.players[2])) | {"revision": 9, "erased": True, "surname": ""}
    hall.hear((f"player:{hall.players[2]}", type(hall.person("1"))(**gone)))
    (told,) = ok(hall.http.get(f"/v1/tournaments/{made}/decisions", headers=hall.kazan))
    assert told["reason"] is None


@pytest.mark.parametrize("role", ["office", "coordinator"])
def test_d_3_1_a_quarantine_is_lifted_by_the_office_and_the_citys_coordinator_alone(
    hall: Hall, role: str
) -> None:
    made = finished(hall)
    journal = hall.app.state.desk.journal
    with hall.db.write() as tx:
        state = journal.load(tx, made, lock=True)
        event = decide.annul(state, "quarantine")
        journal.append(tx, state, event, "service:pairing")
    assert hall.get(made)["flags"] == ["quarantine"]
    code: dict[str, Any] = {"code": "quarantine", "reason": "Разобрались."}
    head = signed_in(hall.db, "head_judge", tournament=made)
    for by in (hall.kazan, head):
        refused(hall.do(made, "reinstate", by, **code), 403, "scope_missing")
    omsk = signed_in(hall.db, "coordinator", city="omsk")
    refused(hall.do(made, "reinstate", omsk, **code), 403, "not_your_city", "D.2.5")
    refused(hall.do(made, "annul", hall.office, **code), 422, "validation")
    by = hall.office if role == "office" else signed_in(hall.db, role, city="kazan")
    assert ok(hall.do(made, "reinstate", by, **code))["flags"] == []


def test_rule_2_1_5_a_city_of_another_zone_and_a_club_come_with_the_change(hall: Hall) -> None:
    hall.hear(
        ("city:anadyr", CityChanged("anadyr", 1, "Анадырь", "Asia/Anadyr")),
        ("club:anadyr", ClubChanged("anadyr", 1, "Клуб «Чукча»", "anadyr", True)),
    )
    made = hall.tournament()
    moved = ok(change(hall, made, hall.office, city="Анадырь", club="anadyr"))
    assert (moved["city"], moved["zone"], moved["official"]) == ("anadyr", "Asia/Anadyr", True)
