"""D.2.4: the same person, likely twins, and families."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from services.registry.tables.people import Player
from tests.house import inside, ok, person
from tests.registry.registry_office import (
    ALYONA,
    PUBLIC,
    enrol,
    merge,
    nth,
    play,
    refuse,
    registry,
)

__all__ = ["registry"]


def test_d_2_4_likely_twins_are_shown_with_what_tells_them_apart(registry: TestClient) -> None:
    first = enrol(registry, ALYONA, club="kazan")
    play(registry, first, date="2019-05-01")
    problem = refuse(registry, 409, "likely_twin", email="b@example.org", city="Омск")
    twin = problem["errors"][0]
    assert twin.keys() == PUBLIC | {"first_year"}
    assert (twin["city"], twin["club"], twin["first_year"]) == ("Казань", "kazan", 2019)


@pytest.mark.parametrize(
    "changed",
    [
        {"first_name": "Ежова", "surname": "Алёна", "email": "b@example.org"},
        {"surname": "Eжoвa", "email": "b@example.org"},
        {"first_name": "АЛЕНА", "email": "b@example.org", "city": "Омск"},
        {"patronymic": None, "no_patronymic": True},
        {"surname": "Ежева"},
        {"first_name": "Алена", "surname": "Ежовва"},
        {"surname": "Воробьёва"},
        {"surname": "Ежева", "email": "b@example.org"},
        {"patronymic": "Игоревма", "first_name": "Алёна", "email": "b@example.org"},
        {"first_name": "Алёна Игоревна", "patronymic": None, "no_patronymic": True},
    ],
    ids=[
        "other order", "look-alikes", "case and ё", "no patronymic", "a slip, equal e-mail",
        "two slips, equal e-mail", "after a wedding", "a slip in the same city",
        "a slip in the patronymic", "the patronymic in the first name",
    ],
)  # fmt: skip
def test_d_2_4_a_likely_twin_must_be_confirmed(
    registry: TestClient, changed: dict[str, Any]
) -> None:
    first = enrol(registry, ALYONA)
    problem = refuse(registry, 409, "likely_twin", **changed)
    assert [row["player"] for row in problem["errors"]] == [first]
    again = {**ALYONA, **changed, "namesake": True}
    assert ok(registry.post("/v1/players", json=again))["player"] == nth(1)


@pytest.mark.parametrize(
    "changed",
    [
        {"first_name": "Пётр", "surname": "Ежов", "patronymic": "Игоревич"},
        {"first_name": "Ольга"},
        {"surname": "Ежева", "email": "b@example.org", "city": "Омск"},
        {"surname": "Ежева", "first_name": "Алина", "email": "b@example.org"},
        {"surname": "Ежева", "patronymic": "Олеговна", "email": "b@example.org"},
    ],
    ids=[
        "a brother", "a sister", "a slip in another city", "two slips, another e-mail",
        "a slip, another patronymic",
    ],
)  # fmt: skip
def test_d_2_4_families_and_the_merely_alike_are_no_twins(
    registry: TestClient, changed: dict[str, Any]
) -> None:
    enrol(registry, ALYONA)
    assert enrol(registry, {**ALYONA, **changed}) == nth(1)


def test_d_2_4_the_same_person_by_a_merged_id_is_his_survivor(registry: TestClient) -> None:
    old, other = enrol(registry, ALYONA), enrol(registry, person(1))
    merge(registry, old, other)
    assert refuse(registry, 409, "player_known")["player"] == other
    problem = refuse(registry, 409, "likely_twin", email="b@example.org")
    assert [row["player"] for row in problem["errors"]] == [other]


@pytest.mark.parametrize(
    "changed", [{}, {"surname": "Ежева", "email": "b@example.org"}], ids=["the same", "a slip"]
)
def test_d_2_4_erased_people_match_nobody(registry: TestClient, changed: dict[str, Any]) -> None:
    gone = enrol(registry, ALYONA)
    with inside(registry).db.write() as tx:
        row = tx.get(Player, gone)
        assert row
        row.erased_at = row.created_at
    assert enrol(registry, ALYONA, **changed) == nth(1)
