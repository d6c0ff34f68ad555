"""Judges and their levels on a day, on both databases."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlmodel import Session, col

from services.registry.schemas.judges import JudgeIn
from services.registry.service_judges import set_judge
from services.registry.tables.directory import JudgeLevel
from shared.clock import today
from tests.house import inside, ok, person, refused
from tests.registry.registry_directory_desk import office_on, states
from tests.registry.registry_turns import overlapping
from tests.tokens import bearer

BOARD = "Коллегия судей"


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry with four people, called by the office."""
    with office_on(database_url) as client:
        people = [person(number) for number in range(4)]
        ok(client.post("/v1/players:bulk", json={"players": people}))
        yield client


IDS = ("1007", "1010", "1029", "1032")


def certify(
    registry: TestClient, player: str, level: int, since: str, until: str | None = None
) -> Any:
    """Certify a judge; the answer."""
    body = {"level": level, "since": since, "until": until, "certified_by": BOARD}
    return registry.put(f"/v1/judges/{player}", json=body)


def level_on(registry: TestClient, player: str, day: str) -> int | None:
    """A judge's level on a day; None if he is not a judge then."""
    answer = registry.get(f"/v1/judges/{player}", params={"at": day})
    if answer.status_code == 404:
        refused(answer, 404, "judge_not_found", "6.1")
        return None
    level: int = ok(answer)["level"]
    return level


def test_rule_6_1_a_judge_is_certified_and_seen_with_all_his_levels(registry: TestClient) -> None:
    ok(certify(registry, "1007", 1, "2024-01-15"))
    ok(certify(registry, "1007", 2, "2025-06-01"))
    found = ok(registry.get("/v1/judges/1007"))
    assert found == {
        "player": "1007", "surname": "Ежоваа", "first_name": "Алёнаа", "city": "Казань",
        "level": 2, "since": "2025-06-01", "until": None,
        "levels": [
            {"level": 1, "since": "2024-01-15", "until": None, "certified_by": BOARD},
            {"level": 2, "since": "2025-06-01", "until": None, "certified_by": BOARD},
        ],
    }  # fmt: skip
    assert states(registry, "judge:1007")[-1] == {
        "player": "1007", "revision": 2, "level": 2, "since": "2025-06-01",
        "levels": [["2024-01-15", 1, None], ["2025-06-01", 2, None]],
    }  # fmt: skip


def test_rule_6_2_a_level_holds_from_its_day_on_and_is_asked_for_any_day(
    registry: TestClient,
) -> None:
    ok(certify(registry, "1007", 3, "2025-06-01"))
    ok(certify(registry, "1007", 2, "2024-01-15"))  # told later, holds earlier
    days = {"2024-01-14": None, "2024-01-15": 2, "2025-05-31": 2, "2025-06-01": 3}
    assert {day: level_on(registry, "1007", day) for day in days} == days
    assert states(registry, "judge:1007")[-1]["level"] == 3


def test_rule_6_1_a_level_to_come_is_none_yet(registry: TestClient) -> None:
    given = ok(certify(registry, "1007", 2, "2099-01-01"))
    assert (given["level"], given["since"], len(given["levels"])) == (None, None, 1)
    problem = refused(registry.get("/v1/judges/1007"), 404, "judge_not_found", "6.1")
    assert today() in problem["detail"] and "at=" in problem["todo"]
    assert level_on(registry, "1007", "2099-01-01") == 2


def test_rule_6_1_the_same_certificate_again_changes_nothing(registry: TestClient) -> None:
    first = ok(certify(registry, "1007", 2, "2024-01-15", "2099-12-31"))
    assert ok(certify(registry, "1007", 2, "2024-01-15", "2099-12-31")) == first
    assert len(states(registry, "judge:1007")) == 1
    ok(certify(registry, "1007", 3, "2025-01-15"))
    assert ok(certify(registry, "1007", 2, "2024-01-15", "2099-12-31"))["level"] == 3
    assert len(states(registry, "judge:1007")) == 2


def test_rule_6_1_a_withdrawn_level_brings_no_former_one_back(registry: TestClient) -> None:
    ok(certify(registry, "1007", 2, "2024-01-15"))
    ok(certify(registry, "1007", 4, "2025-06-01"))
    ok(certify(registry, "1007", 4, "2025-06-01", "2026-03-31"))
    days = {"2025-05-31": 2, "2025-06-01": 4, "2026-03-31": 4, "2026-04-01": None}
    assert {day: level_on(registry, "1007", day) for day in days} == days
    ok(certify(registry, "1007", 1, "2026-09-01"))
    assert level_on(registry, "1007", "2026-09-01") == 1


def test_rule_6_1_nothing_recorded_is_overwritten(registry: TestClient) -> None:
    for level in (2, 3, 2):
        ok(certify(registry, "1007", level, "2024-01-15"))
    with inside(registry).db.read() as tx:
        rows = tx.scalars(select(JudgeLevel).order_by(col(JudgeLevel.seq)))
        assert [(row.level, row.recorded_by[:8]) for row in rows] == [
            (2, "console:"),
            (3, "console:"),
            (2, "console:"),
        ]
    assert level_on(registry, "1007", "2024-01-15") == 2


def test_rule_6_1_a_certificate_given_by_mistake_never_was(registry: TestClient) -> None:
    ok(certify(registry, "1007", 2, "2024-01-15"))
    ok(certify(registry, "1007", 4, "2025-06-01"))
    left = ok(registry.delete("/v1/judges/1007/levels/2025-06-01"))
    assert (left["level"], len(left["levels"])) == (2, 1)
    assert ok(registry.delete("/v1/judges/1007/levels/2025-06-01")) == left
    none = ok(registry.delete("/v1/judges/1007/levels/2024-01-15"))
    assert (none["level"], none["levels"]) == (None, [])
    told = states(registry, "judge:1007")
    assert len(told) == 4
    assert (told[-1]["level"], told[-1]["levels"]) == (0, [])
    assert level_on(registry, "1007", "2025-06-01") is None
    missing = registry.delete("/v1/judges/1007/levels/2023-01-15")
    refused(missing, 404, "level_not_found", "6.1")


def test_rule_2_1_1_only_a_person_with_an_id_is_certified(registry: TestClient) -> None:
    refused(certify(registry, "1045", 2, "2024-01-15"), 404, "player_not_found", "2.1.1")
    refused(registry.get("/v1/judges/1045"), 404, "judge_not_found", "6.1")
    refused(registry.delete("/v1/judges/1045/levels/2024-01-15"), 404, "player_not_found")


NO_CERTIFICATES: list[tuple[dict[str, Any], str]] = [
    ({"level": 5}, "body.level"),
    ({"level": 0}, "body.level"),
    ({"since": "1999-12-31"}, "body.since"),
    ({"since": "1026-09-01"}, "body.since"),
    ({"since": "2100-01-01"}, "body.since"),
    ({"until": "2100-01-01"}, "body.until"),
    ({"until": "2024-01-14"}, "body.until"),
    ({"certified_by": ""}, "body.certified_by"),
]


def test_law_8_a_certificate_that_can_not_be_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for change, where in NO_CERTIFICATES:
        with subtests.test(**change):
            body = {"level": 2, "since": "2024-01-15", "certified_by": BOARD, **change}
            problem = refused(registry.put("/v1/judges/1007", json=body), 422, "validation")
            assert [row["where"] for row in problem["errors"]] == [where]
    refused(registry.get("/v1/judges/1007"), 404, "judge_not_found")


def test_rule_6_1_only_the_office_certifies(registry: TestClient) -> None:
    theirs = bearer(inside(registry).db, ["staff", "players"], club="veter")
    body = {"level": 2, "since": "2024-01-15", "certified_by": BOARD}
    refused(registry.put("/v1/judges/1007", json=body, headers=theirs), 403, "scope_missing")
    path = "/v1/judges/1007/levels/2024-01-15"
    refused(registry.delete(path, headers=theirs), 403, "scope_missing")


def test_rule_6_1_two_levels_recorded_at_once_are_both_published(registry: TestClient) -> None:
    levels = iter((2, 3))

    def act(tx: Session) -> object:
        body = {"level": next(levels), "since": "2024-01-15", "certified_by": BOARD}
        return set_judge(tx, "1007", JudgeIn.model_validate(body), "console:tests").level

    assert overlapping(inside(registry).db, act) == [2, 3]
    told = states(registry, "judge:1007")
    assert [(state["revision"], state["level"]) for state in told] == [(1, 2), (2, 3)]


def listed(registry: TestClient, **params: Any) -> list[tuple[str, int]]:
    """ID and level of all judges on a list, page by page."""
    found: list[tuple[str, int]] = []
    cursor = None
    while True:
        page = ok(registry.get("/v1/judges", params={**params, "cursor": cursor}))
        found += [(one["player"], one["level"]) for one in page["items"]]
        if (cursor := page["next"]) is None:
            return found


def test_rule_6_2_who_can_be_head_judge_here_and_then(registry: TestClient) -> None:
    ok(registry.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    (omich,) = ok(registry.post("/v1/players:bulk", json={"players": [person(9, "Омск")]}))["rows"]
    ok(certify(registry, "1007", 1, "2024-01-15"))
    ok(certify(registry, "1010", 2, "2024-01-15"))
    ok(certify(registry, "1029", 4, "2025-01-15"))
    ok(certify(registry, "1032", 3, "2024-01-15", "2024-12-31"))
    ok(certify(registry, omich["player"], 3, "2024-01-15"))
    everybody = [("1007", 1), ("1010", 2), ("1032", 3), (omich["player"], 3)]
    assert listed(registry, at="2024-06-01") == everybody
    assert listed(registry, at="2024-06-01", limit=1) == everybody
    assert listed(registry, at="2024-06-01", level=2, city="казань") == [("1010", 2), ("1032", 3)]
    assert listed(registry, at="2024-06-01", city="omsk") == [(omich["player"], 3)]
    assert listed(registry, at="2025-06-01", level=2) == [
        ("1010", 2), ("1029", 4), (omich["player"], 3),
    ]  # fmt: skip
    assert listed(registry, level=4) == [("1029", 4)]
    assert listed(registry, at="2023-12-31") == []
    nowhere = registry.get("/v1/judges", params={"city": "Тверь"})
    assert refused(nowhere, 422, "city_not_found", "2.1.2")["where"] == "query.city"
    page = ok(registry.get("/v1/judges", params={"level": 4}))
    assert page["items"][0]["surname"].startswith("Ежова")
    refused(registry.get("/v1/judges", params={"cursor": "дальше"}), 422, "bad_cursor")
    refused(registry.get("/v1/judges", params={"level": 5}), 422, "validation")


def merge(registry: TestClient, player: str, into: str) -> str:
    """Merge two IDs; the merge."""
    made = ok(registry.post("/v1/merges", json={"player": player, "into": into}))
    return str(made["merge"])


def test_rule_6_2_a_merged_judge_keeps_the_levels_of_all_his_ids(registry: TestClient) -> None:
    first, second, third = IDS[:3]
    ok(certify(registry, first, 2, "2024-01-15"))
    ok(certify(registry, second, 3, "2025-01-15"))
    merges = [merge(registry, first, second), merge(registry, second, third)]
    for player in (first, second, third):
        assert ok(registry.get(f"/v1/judges/{player}"))["player"] == third
        assert level_on(registry, player, "2024-06-01") == 2
        assert states(registry, f"judge:{player}")[-1]["levels"] == [
            ["2024-01-15", 2, None],
            ["2025-01-15", 3, None],
        ]
    assert listed(registry) == [(third, 3)]
    ok(certify(registry, first, 4, "2026-01-15"))
    assert listed(registry, level=4) == [(third, 4)]
    assert {states(registry, f"judge:{player}")[-1]["level"] for player in IDS[:3]} == {4}

    ok(registry.post(f"/v1/merges/{merges[1]}/undo"))  # the end of the chain
    assert listed(registry) == [(second, 4)]
    assert level_on(registry, first, "2025-06-01") == 3
    ok(registry.post(f"/v1/merges/{merges[0]}/undo"))
    assert listed(registry) == [(first, 4), (second, 3)]
    told = {player: states(registry, f"judge:{player}")[-1]["levels"] for player in IDS[:3]}
    assert told == {
        first: [["2024-01-15", 2, None], ["2026-01-15", 4, None]],
        second: [["2025-01-15", 3, None]],
        third: [],
    }


def test_rule_6_2_undone_whoever_was_a_judge_by_a_merge_alone_is_none(
    registry: TestClient,
) -> None:
    first, second = IDS[:2]
    ok(certify(registry, first, 2, "2024-01-15"))
    made = merge(registry, first, second)
    assert level_on(registry, second, "2024-06-01") == 2
    ok(registry.post(f"/v1/merges/{made}/undo"))
    assert level_on(registry, second, "2024-06-01") is None
    assert [state["level"] for state in states(registry, f"judge:{second}")] == [2, 0]


def test_rule_6_1_one_who_is_no_judge_is_told_of_to_nobody(registry: TestClient) -> None:
    merge(registry, IDS[0], IDS[1])
    assert states(registry, f"judge:{IDS[0]}") == []
    assert listed(registry) == []
