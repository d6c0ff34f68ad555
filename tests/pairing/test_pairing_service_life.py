"""Announcing, rights, entries, lists, flags: the service over HTTP, on both databases."""

import re
from typing import Any

import pytest

from shared.events.players import CityChanged, PlayerChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import CLASSIC, DAY, Hall


def codes(answer: Any) -> list[str]:
    return [warning["code"] for warning in answer["warnings"]]


def test_rule_7_2_2_four_fields_are_enough_and_the_rest_is_shown(hall: Hall) -> None:
    made = ok(hall.announce())
    assert made | {"tournament": "", "seed": 0, "warnings": []} == {
        "tournament": "", "name": "Кубок Казани", "city": "kazan", "city_name": "Казань",
        "zone": "Europe/Moscow", "date": DAY, "club": "kazan", "format": CLASSIC,
        "rule_set": "berserk-2011", "level": "amateur", "preset": None, "official": True,
        "head_judge": None, "status": "announced", "flags": [], "seed": 0, "version": 1,
        "players": 0, "structure": {"rounds": 3, "top": 2, "fixed": False},
        "deck_lists": "none", "finished_at": None, "warnings": [],
        "level_rule": "6.1", "level_name": "Любительский", "head_judge_level": 1, "judges": [],
        "capacity": None, "expected": None, "minutes": 50, "rounds": None, "top": None,
        "coefficient": {"tenths": 8, "participants": 0}, "settings_version": 1,
    }  # fmt: skip
    assert codes(made) == ["few_players"]
    assert hall.get(made["tournament"]) == made
    ok(hall.enter(made["tournament"], hall.meet(9)))
    later = hall.get(made["tournament"])
    assert later["structure"] == {"rounds": 4, "top": 4, "fixed": False}
    assert later["warnings"] == []


def test_s_1_every_tournament_has_a_seed_of_its_own(hall: Hall) -> None:
    assert len({ok(hall.announce())["seed"] for _ in range(4)}) == 4


def test_a_city_is_known_by_id_and_by_any_spelling(hall: Hall) -> None:
    for city in ("kazan", "казань", " КАЗАНЬ "):
        assert ok(hall.announce(city=city))["city"] == "kazan"


def test_law_8_an_unknown_city_is_answered_by_those_known_and_the_way_to_add_it(hall: Hall) -> None:
    problem = refused(hall.announce(city="Китеж"), 422, "city_unknown", "2.1.5")
    assert problem["where"] == "body.city"
    assert "Казань, Омск" in problem["todo"] and "PUT /v1/cities/{city}" in problem["todo"]
    hall.hear(
        *(
            (f"city:c{number}", CityChanged(f"c{number}", 1, f"Ёлкино-{number}", "Europe/Moscow"))
            for number in range(20)
        )
    )
    assert hall.announce(city="Китеж").json()["todo"].count("Ёлкино") == 10


@pytest.mark.parametrize(
    ("field", "value", "code", "rule"),
    [
        ("format", "chess", "format_unknown", "7.2.1"),
        ("preset", "regional", "preset_unknown", "7.2.2"),
        ("rule_set", "berserk-1999", "rule_set_unknown", None),
        ("date", "05.11.2026", "validation", None),
        ("date", 20261105, "validation", None),
        ("name", "Ку\0бок", "validation", None),
        ("colour", "red", "validation", None),
    ],
)
def test_what_the_rule_set_lacks_is_refused(
    hall: Hall, field: str, value: Any, code: str, rule: str | None
) -> None:
    refused(hall.announce(**{field: value}), 422, code, rule)
    assert ok(hall.http.get("/v1/tournaments"))["items"] == []


def test_n_2_a_preset_gives_its_structure(hall: Hall) -> None:
    made = ok(hall.announce(rule_set="berserk-2024", preset="regional"))
    ok(hall.enter(made["tournament"], hall.meet(11)))
    assert hall.get(made["tournament"])["structure"] == {"rounds": 4, "top": 4, "fixed": False}


def test_d_2_5_official_is_for_the_office_and_accredited_clubs(hall: Hall) -> None:
    assert ok(hall.announce(by=hall.office))["official"] is True
    assert ok(hall.announce(by=hall.office))["club"] == "federation"
    assert ok(hall.announce(by=hall.office, club="omsk"))["official"] is True
    assert ok(hall.announce(official=False))["official"] is False
    assert ok(hall.announce(by=hall.omsk, city="Омск"))["official"] is False
    refused(hall.announce(by=hall.omsk, official=True), 403, "official_not_allowed", "D.2.5")


def test_d_2_5_a_club_may_not_touch_anothers_tournament(hall: Hall) -> None:
    refused(hall.announce(club="omsk"), 403, "not_your_club")
    refused(hall.announce(by=hall.office, club="atlantis"), 422, "club_unknown")
    made = hall.tournament(4)
    before = hall.get(made)
    ok(hall.pair(made))
    attempts = (
        hall.enter(made, hall.meet(1), by=hall.omsk),
        hall.pair(made, by=hall.omsk),
        hall.do(made, "finish", by=hall.omsk),
        hall.do(made, f"entries/{hall.players[0]}/drop", by=hall.omsk),
        hall.result(made, 1, 1, "draw", Authorization=hall.omsk["Authorization"]),
    )
    for attempt in attempts:
        assert refused(attempt, 403, "not_your_club", "D.2.5")["todo"]
    refused(hall.do(made, "annul", code="hold", reason="Проверяем"), 403, "scope_missing")
    refused(hall.http.post("/v1/tournaments", json={}), 401, "token_missing")
    assert hall.get(made)["version"] == before["version"] + 2


@pytest.mark.parametrize(
    ("level", "judge", "code", "rule"),
    [
        ("amateur", "9999", "head_judge_unknown", "6.1"),
        ("professional", "9003", "head_judge_not_yet", "6.2"),
        ("highest", "9001", "head_judge_level", "6.3"),
    ],
)
def test_rule_6_3_the_head_judge_has_the_level(
    hall: Hall, level: str, judge: str, code: str, rule: str
) -> None:
    problem = refused(hall.announce(level=level, head_judge=judge), 422, code, rule)
    assert judge in problem["detail"]


def test_rule_6_2_a_fit_head_judge_does_not_play_himself(hall: Hall) -> None:
    made = ok(hall.announce(level="professional", head_judge="9001"))
    assert (made["head_judge"], made["deck_lists"]) == ("9001", "desirable")
    hall.hear(
        ("player:9001", PlayerChanged("9001", 1, "Ия", "Судьина", None, "Казань", "registered"))
    )
    refused(hall.enter(made["tournament"], ["9001"]), 422, "head_judge_plays", "6.2")
    friendly = ok(hall.announce(head_judge="9001"))["tournament"]
    assert ok(hall.enter(friendly, ["9001"]))["entries"][0]["name"] == "Судьина Ия"
    assert "head_judge_missing" in codes(ok(hall.announce(level="highest")))


def test_rule_2_1_3_entries_are_all_or_none(hall: Hall) -> None:
    made = hall.tournament()
    one, two = hall.meet(2)
    entered = ok(hall.enter(made, [one, two]))
    assert [(row["entry"], row["player"], row["from_round"]) for row in entered["entries"]] == [
        (1, one, 1),
        (2, two, 1),
    ]
    assert entered["entries"][0]["name"] == "Ёлкина Алёна"
    problem = refused(
        hall.enter(made, [*hall.meet(1), two]), 409, "player_already_entered", "2.1.3"
    )
    assert two in problem["detail"]
    assert hall.get(made)["players"] == 2


def test_rule_2_1_1_a_registry_that_is_away_is_a_warning_within_the_time_out(hall: Hall) -> None:
    made = hall.tournament()
    known = hall.meet(1)
    entered = ok(hall.enter(made, [*known, "7003", "7016"]))
    assert codes(entered) == ["registry_away"]
    assert entered["warnings"][0]["rule"] == "2.1.1"
    assert "7003, 7016" in entered["warnings"][0]["message"]
    assert entered["entries"][1]["name"] == "№ 7003"
    assert codes(hall.get(made)) == ["few_players", "players_unconfirmed"]
    hall.hear(*((f"player:{player}", hall.person(player)) for player in ("7003", "7016")))
    assert codes(hall.get(made)) == ["few_players"]


def test_d_2_2_a_mistyped_id_is_found_while_the_registry_is_away(hall: Hall) -> None:
    made = hall.tournament()
    problem = refused(hall.enter(made, ["7003", "7013"]), 422, "player_id_mistyped", "D.2.2")
    assert (problem["where"], "7013" in problem["detail"]) == ("body.players.1", True)
    assert [row["player"] for row in problem["errors"]] == ["7013"]
    assert hall.get(made)["players"] == 0


def test_law_8_problems_speak_both_languages_and_name_the_rule(hall: Hall) -> None:
    made = hall.tournament(3)
    russian = refused(hall.pair(made), 409, "too_few_players", "7.2.1")
    english = hall.http.post(
        f"/v1/tournaments/{made}/rounds", json={}, headers={**hall.kazan, "Accept-Language": "en"}
    ).json()
    assert re.search("[а-я]", russian["detail"]) and "at least 4" in english["detail"]
    assert english["rule"] == "7.2.1" and english["todo"] != russian["todo"]
    warned = hall.http.get(f"/v1/tournaments/{made}", headers={"Accept-Language": "en"}).json()
    assert warned["warnings"][0]["message"] == "3 players; 4 are needed to start."


def test_what_is_not_there_is_a_clear_404(hall: Hall) -> None:
    nowhere = "00000000-0000-4000-8000-000000000000"
    for path in ("", "/standings", "/log", "/rounds/current", "/rounds/1"):
        answer = hall.http.get(f"/v1/tournaments/{nowhere}{path}")
        refused(answer, 404, "tournament_not_found")
    made = hall.tournament(4)
    refused(hall.http.get(f"/v1/tournaments/{made}/rounds/current"), 404, "round_not_found")
    refused(hall.do(made, "entries/1999/drop"), 404, "entry_unknown", "2.1.1")
    refused(hall.http.get("/v1/tournaments/kazan"), 422, "validation")


def test_lists_are_narrowed_and_paged_newest_first(hall: Hall) -> None:
    for day in range(1, 6):
        ok(hall.announce(name=f"Турнир {day}", date=f"2026-11-0{day}"))
    ok(hall.announce(by=hall.omsk, city="Омск", name="Омский", date="2026-11-03"))
    running = hall.tournament(4, name="Идёт", date="2026-10-01")
    ok(hall.pair(running))

    def names(**params: Any) -> list[str]:
        found: list[str] = []
        cursor = None
        while True:
            given = params | ({"cursor": cursor} if cursor else {})
            page = ok(hall.http.get("/v1/tournaments", params=given))
            found += [row["name"] for row in page["items"]]
            cursor = page["next"]
            if cursor is None:
                return found

    assert names(limit=2, city="Казань") == [
        "Турнир 5", "Турнир 4", "Турнир 3", "Турнир 2", "Турнир 1", "Идёт",
    ]  # fmt: skip
    assert names(city="omsk") == ["Омский"]
    assert names(status="running") == ["Идёт"]
    assert names(**{"from": "2026-11-05"}) == ["Турнир 5"]
    assert len(names(limit=1)) == len(names(format=CLASSIC)) == 7
    row = ok(hall.http.get("/v1/tournaments", params={"status": "running"}))["items"][0]
    assert (row["city_name"], row["players"], row["status"]) == ("Казань", 4, "running")


def test_law_8_an_idempotency_key_gives_the_same_tournament_again(hall: Hall) -> None:
    keyed = {**hall.kazan, "Idempotency-Key": "дважды".encode().hex()}
    first, second = hall.announce(by=keyed), hall.announce(by=keyed)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert len(ok(hall.http.get("/v1/tournaments"))["items"]) == 1
