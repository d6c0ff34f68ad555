"""D.2.4: whoever is called as somebody of his city but for a slip is a likely twin, however many
come at once.
"""

from itertools import count
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.registry.domain.people import MOST_LIKE
from services.registry.service_registration import SHOWN
from tests.bench.people import slip
from tests.house import ok, refused
from tests.registry.files import HEADER, csv_of
from tests.registry.registry_import_desk import everything, outcomes, send
from tests.registry.registry_office import enrol, merge, nth, registry

__all__ = ["registry"]

ROMAN = {
    "surname": "Рыбаков",
    "first_name": "Роман",
    "patronymic": "Ильич",
    "email": "roman@example.org",
    "city": "Казань",
}
MISTYPED = {**ROMAN, "surname": "Рыбоков", "email": "r2@example.org"}


def bulk(client: TestClient, *people: dict[str, Any]) -> list[dict[str, Any]]:
    """What became of each, all in one call."""
    rows: list[dict[str, Any]] = ok(client.post("/v1/players:bulk", json={"players": people}))[
        "rows"
    ]
    return rows


def told(row: dict[str, Any]) -> tuple[str, list[str]]:
    """What becomes of a row, and whom it may be."""
    return row["outcome"], [each["player"] for each in row["candidates"]]


def line(person: dict[str, Any]) -> tuple[Any, ...]:
    """A person's line of a club's file."""
    return tuple(person[name] for name in ("surname", "first_name", "patronymic", "email", "city"))


SLIPS: list[dict[str, Any]] = [
    {"surname": "Рыбков"},
    {"surname": "Рбыаков"},
    {"first_name": "Ромман"},
    {"patronymic": "Илич"},
    {"surname": "Роман", "first_name": "Рыбоков"},
]


@pytest.mark.parametrize(
    "changed",
    SLIPS,
    ids=["missing", "swapped", "doubled", "in the patronymic", "in the other order"],
)
def test_d_2_4_thousands_meet_who_is_called_so_but_for_a_slip(
    registry: TestClient, changed: dict[str, Any]
) -> None:
    known = enrol(registry, ROMAN)
    typed = {**MISTYPED, **({"surname": "Рыбаков"} | changed)}
    away = {**typed, "city": "Омск", "email": "away@example.org", "namesake": False}
    others = [
        {**ROMAN, "surname": surname, "email": f"p{number}@example.org"}
        for number, surname in enumerate(("Цой", "Ежов", "Ли"))
    ]
    rows = bulk(registry, *others, typed)
    assert [row["outcome"] for row in rows[:3]] == ["registered"] * 3
    assert told(rows[3]) == ("twin", [known])
    assert "namesake" in rows[3]["message"]
    problem = refused(registry.post("/v1/players", json=typed), 409, "likely_twin", "D.2.4")
    assert [each["player"] for each in problem["errors"]] == [known]
    sameness = "twin" if "patronymic" in changed else "registered"  # an equal name is one anywhere
    assert bulk(registry, away)[0]["outcome"] == sameness
    assert bulk(registry, {**typed, "namesake": True})[0]["outcome"] == "registered"


def test_d_2_4_a_row_with_a_slip_of_a_row_before_it_is_its_likely_twin(
    registry: TestClient,
) -> None:
    away = {**ROMAN, "surname": "Рыпаков", "email": "r3@example.org", "city": "Омск"}
    rows = bulk(registry, ROMAN, MISTYPED, away, {**MISTYPED, "namesake": True}, MISTYPED)
    assert [told(row) for row in rows] == [
        ("registered", []),
        ("twin", [nth(0)]),
        ("registered", []),
        ("registered", []),
        ("known", []),
    ]
    other = {**MISTYPED, "surname": "Рыбокоф", "email": "r4@example.org"}
    assert told(bulk(registry, other)[0]) == ("twin", [nth(2)])


def test_d_2_4_who_is_known_is_no_twin_of_whom_he_is_like_by_a_slip(registry: TestClient) -> None:
    enrol(registry, ROMAN)
    confirmed = enrol(registry, MISTYPED, namesake=True)
    assert [(r["outcome"], r["player"]) for r in bulk(registry, MISTYPED)] == [("known", confirmed)]
    assert told(bulk(registry, {**MISTYPED, "email": "r3@example.org"})[0]) == (
        "twin",
        [confirmed, nth(0)],
    )


def test_d_2_4_an_import_foretells_a_slip_and_names_the_row(registry: TestClient) -> None:
    known = enrol(registry, ROMAN)
    anna = {**ROMAN, "surname": "Ежова", "first_name": "Анна", "email": "anna@example.org"}
    again = {**anna, "surname": "Ежовва", "email": "a2@example.org"}
    body = csv_of(HEADER, line(anna), line(MISTYPED), line(again))
    before = everything(registry)
    planned = ok(send(registry, body))
    assert outcomes(planned) == [(2, "new"), (3, "twin"), (4, "twin")]
    assert [told(row)[1] for row in planned["rows"]] == [[], [known], []]
    assert [row["same_as"] for row in planned["rows"]] == [[], [], [2]]
    assert "2" in planned["rows"][2]["reasons"][0]["message"]
    problem = refused(send(registry, body, apply=True), 409, "import_not_clean", "D.2.4")
    assert [fault["where"] for fault in problem["errors"]] == ["row 3", "row 4"]
    assert everything(registry) == before
    left_out = ok(send(registry, body, apply=True, skip=True))
    assert outcomes(left_out) == [(2, "new"), (3, "twin"), (4, "twin")]
    done = ok(send(registry, body, apply=True, namesakes="3,4"))
    assert outcomes(done) == [(2, "known"), (3, "new"), (4, "new")]


def test_d_2_3_a_name_without_its_hyphen_is_a_slip(registry: TestClient) -> None:
    double = {**ROMAN, "surname": "Римский-Корсаков"}
    joined = {**MISTYPED, "surname": "Римскийкорсаков"}
    half = {**MISTYPED, "surname": "Римский-Корсоков", "email": "r3@example.org"}
    assert [told(row) for row in bulk(registry, double, joined, half)] == [
        ("registered", []),
        ("twin", [nth(0)]),
        ("twin", [nth(0)]),
    ]
    there = {"first_name": "Анна-Мария", "patronymic": None, "no_patronymic": True}
    alone = {**ROMAN, **there, "first_name": "Аннамария", "email": "anna@example.org"}
    rows = bulk(registry, alone, {**MISTYPED, **there, "surname": "Рыбаков"})
    assert [told(row) for row in rows] == [("registered", []), ("twin", [nth(1)])]


def test_d_2_4_a_slip_of_a_merged_person_shows_who_he_is_now(registry: TestClient) -> None:
    old = enrol(registry, ROMAN)
    other = enrol(registry, {**ROMAN, "surname": "Цой", "email": "tsoy@example.org"})
    merge(registry, old, other)
    assert told(bulk(registry, MISTYPED)[0]) == ("twin", [other])


def test_d_2_4_of_people_without_number_the_first_are_shown(registry: TestClient) -> None:
    surnames = [f"Рыб{a}ков" for a in "бвгджзклмнпрстфхцчшщ"] + ["Рыбаков"] * MOST_LIKE * 2
    rows = [
        {**ROMAN, "surname": surname, "email": f"{number}@example.org", "namesake": True}
        for number, surname in enumerate(surnames)
    ]
    assert {row["outcome"] for row in bulk(registry, *rows)} == {"registered"}
    typed = [{**row, "email": f"t{row['email']}", "namesake": False} for row in rows]
    Random(4).shuffle(typed)
    answers = bulk(registry, *typed)
    assert {row["outcome"] for row in answers} == {"twin"}
    assert {len(row["candidates"]) for row in answers} == {SHOWN}


POOL = st.tuples(
    st.sampled_from(["Рыбаков", "Цой", "Яна", "Ежов", "Александровский", "Оля-Ко"]),
    st.sampled_from(["Роман", "Оля", "Александр", "Яна", "Анна-Мария"]),
    st.sampled_from(["Ильич", "Александровна", "Лаа", None]),
)


PARTS = ("surname", "first_name", "patronymic")


@st.composite
def mistyped(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any], bool]:
    """A person; how he is typed, perhaps in another city; whether that must be seen."""
    known = _called(*draw(POOL))
    place = draw(st.sampled_from([each for each in PARTS if known[each]]))
    name = known[place]
    typed = slip(name.lower(), draw(st.randoms(use_true_random=False)))
    city = draw(st.sampled_from(["Казань", "Казань", "Омск"]))
    must = (city == "Казань" or place == "patronymic") and len(name) > 3 and "-" not in name
    return known, {**known, place: typed, "city": city}, must


def _called(surname: str, first_name: str, patronymic: str | None) -> dict[str, Any]:
    return {
        "surname": surname,
        "first_name": first_name,
        "patronymic": patronymic,
        "no_patronymic": patronymic is None,
        "city": "Казань",
    }


def test_d_2_4_one_and_thousands_are_answered_alike(registry: TestClient) -> None:
    numbers = count()

    def with_email(person: dict[str, Any]) -> dict[str, Any]:
        return {**person, "email": f"p{next(numbers)}@example.org"}

    @settings(
        max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(mistyped(), st.booleans())
    def alike(case: tuple[dict[str, Any], dict[str, Any], bool], alone: bool) -> None:
        known, typed, must = case
        known, typed = with_email(known), with_email(typed)
        player = enrol(registry, known, namesake=True)
        roster = csv_of(HEADER, line({**typed, "patronymic": typed["patronymic"] or "нет"}))
        (foretold,) = ok(send(registry, roster))["rows"]
        if must:
            _, shown = told(foretold)
            assert player in shown or len(shown) == SHOWN
        if foretold["outcome"] == "twin":
            assert told(bulk(registry, typed)[0]) == told(foretold)
            problem = refused(registry.post("/v1/players", json=typed), 409, "likely_twin")
            assert [each["player"] for each in problem["errors"]] == told(foretold)[1]
        elif alone:
            enrol(registry, typed)
        else:
            assert told(bulk(registry, typed)[0]) == ("registered", [])

    alike()
