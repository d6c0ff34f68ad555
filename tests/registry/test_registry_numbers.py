"""D.2.2: numbers of older bases are aliases for ever; IDs always win."""

from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.numbers import COUNTED_DIGITS, digits_of, largest, number_key, owners
from shared.player_ids import player_id
from tests.house import ok, person, refused
from tests.registry.registry_office import enrol, merge, nth, play, registry, states

__all__ = ["registry"]


def ask(client: TestClient, number: str) -> Any:
    """Who has this number."""
    return client.get(f"/v1/players/{quote(number, safe='')}")


def numbered(client: TestClient, number: int, *numbers: str) -> str:
    """Register a person with these old numbers."""
    return enrol(client, person(number), old_numbers=list(numbers))


def add(client: TestClient, player: str, *numbers: str) -> Any:
    """Let a person be found by these numbers too."""
    seen = ask(client, player).headers["ETag"]
    return client.patch(
        f"/v1/players/{player}", json={"old_numbers": numbers}, headers={"If-Match": seen}
    )


@pytest.mark.parametrize("written", ["Б-17/а", "№ 0042", "00417", "12 34", "Ё 7", "4276"])
def test_d_2_2_an_old_number_is_an_alias_as_written(registry: TestClient, written: str) -> None:
    player = numbered(registry, 1, written)
    assert states(registry, player)[-1]["old_numbers"] == [written]
    if "/" in written:
        query = {"q": written}
        found = ok(registry.get("/v1/players:identify", params=query))["players"]
        assert [row["player"] for row in found] == [player]
        return
    found = ok(ask(registry, written))
    assert (found["player"], found["asked"]) == (player, written)
    assert found["old_numbers"] == [written]


def test_d_2_2_digits_compare_without_leading_zeros(registry: TestClient) -> None:
    player = numbered(registry, 1, "00417")
    for written in ("417", "0417", "000417"):
        assert ok(ask(registry, written))["player"] == player
    refused(ask(registry, "4170"), 404, "player_not_found")


def test_d_2_2_what_two_people_have_as_digits_is_nobodys_guess(registry: TestClient) -> None:
    one, two = numbered(registry, 1, "0042"), numbered(registry, 2, "42")
    assert ok(ask(registry, "0042"))["player"] == one
    assert ok(ask(registry, "42"))["player"] == two
    problem = refused(ask(registry, "042"), 409, "number_ambiguous", "D.2.3")
    assert [row["player"] for row in problem["errors"]] == [one, two]
    merge(registry, one, two)
    assert ok(ask(registry, "042"))["player"] == two


def test_d_2_2_a_name_is_asked_by_an_old_number_and_by_a_merged_id(registry: TestClient) -> None:
    old, other = numbered(registry, 1, "0042"), numbered(registry, 2)
    merge(registry, old, other)
    state = ok(ask(registry, other))
    assert ok(ask(registry, old)) == {**state, "asked": old}
    assert ok(ask(registry, "42")) == {**state, "asked": "42"}
    rows = ok(registry.post("/v1/players:lookup", json={"players": [old, other, "99992", old]}))
    assert rows == [{**state, "asked": old}, {**state, "asked": other}]


WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def test_d_2_2_ids_win_over_old_numbers(registry: TestClient) -> None:
    first = enrol(registry, person(1))
    second = numbered(registry, 2, first)
    for typed in (first, f"{first} ", f" {first}", first.translate(WIDE)):
        assert ok(ask(registry, typed))["player"] == first, typed
    assert ok(ask(registry, f"0{first}"))["player"] == second


def test_d_2_2_many_old_numbers_are_asked_at_once_and_are_no_ids(registry: TestClient) -> None:
    first = numbered(registry, 1, "0042", "Б/7")
    second = numbered(registry, 2, "42", first)
    state, other = (ok(ask(registry, player)) for player in (first, second))
    body = {"players": [first], "old_numbers": ["Б/7", first, "042", "0042", "нет"]}
    rows = ok(registry.post("/v1/players:lookup", json=body))
    assert rows == [
        state,
        {**state, "asked": "Б/7"},
        {**other, "asked": first},
        {**state, "asked": "0042"},
    ]
    merge(registry, first, second)
    rows = ok(registry.post("/v1/players:lookup", json={"old_numbers": ["042"]}))
    assert [(row["player"], row["asked"]) for row in rows] == [(second, "042")]
    refused(registry.post("/v1/players:lookup", json={}), 422, "validation")


def test_d_2_2_another_persons_number_is_refused_naming_whom(registry: TestClient) -> None:
    first = numbered(registry, 1, "А-7")
    body = {**person(2), "old_numbers": ["8", "а–7"]}
    problem = refused(registry.post("/v1/players", json=body), 409, "number_taken", "D.2.2")
    assert (problem["player"], problem["where"]) == (first, "body.old_numbers")
    assert "«а–7»" in problem["detail"] or "а–7" in problem["detail"]
    refused(ask(registry, "8"), 404, "player_not_found")


def test_d_2_2_known_people_get_the_old_numbers_that_they_had_not(registry: TestClient) -> None:
    player = numbered(registry, 1, "7")
    body = {"players": [{**person(1), "old_numbers": ["7", "8"]}]}
    for _ in range(2):
        report = ok(registry.post("/v1/players:bulk", json=body))
        assert [(r["outcome"], r["player"]) for r in report["rows"]] == [("known", player)]
    assert ok(ask(registry, player))["old_numbers"] == ["7", "8"]
    assert [s["old_numbers"] for s in states(registry, player)] == [["7"], ["7", "8"]]


def test_d_2_2_a_number_of_his_merged_id_is_his_already(registry: TestClient) -> None:
    old, other = numbered(registry, 1, "7"), numbered(registry, 2)
    merge(registry, old, other)
    for known in (person(1), person(2)):
        body = {"players": [{**known, "old_numbers": ["7"]}]}
        rows = ok(registry.post("/v1/players:bulk", json=body))["rows"]
        assert [(row["outcome"], row["player"]) for row in rows] == [("known", other)]
    ok(add(registry, other, "7"))
    assert len(states(registry, other)) == 1
    assert ok(ask(registry, "7"))["player"] == other


def test_d_2_2_numbers_are_added_once(registry: TestClient) -> None:
    player, other = enrol(registry, person(1)), numbered(registry, 2, "9")
    for _ in range(2):
        ok(add(registry, player, "7", "007"))
    assert ok(ask(registry, player))["old_numbers"] == ["007", "7"]
    assert len(states(registry, player)) == 2
    refused(add(registry, player, "8", "9"), 409, "number_taken")
    assert ok(ask(registry, "9"))["player"] == other
    refused(ask(registry, "8"), 404, "player_not_found")


def test_d_2_2_new_serials_start_above_the_largest_old_number(registry: TestClient) -> None:
    assert numbered(registry, 1, "4276", "12") == player_id(4277)
    assert numbered(registry, 2, "500") == player_id(4278)
    people = [{**person(n), "old_numbers": [str(n * 1000)]} for n in range(3, 8)]
    rows = ok(registry.post("/v1/players:bulk", json={"players": people}))["rows"]
    assert [row["player"] for row in rows] == [player_id(7001 + n) for n in range(5)]


@pytest.mark.parametrize("written", ["9" * 9, "2147483648", "9" * 40, "№ 99999", "9999a"])
def test_d_2_2_what_is_no_serial_does_not_move_the_counter(
    registry: TestClient, written: str
) -> None:
    assert numbered(registry, 1, written) == nth(0)
    assert ok(ask(registry, written))["player"] == nth(0)
    assert enrol(registry, person(2)) == nth(1)


def test_d_2_2_a_refused_row_does_not_move_the_counter(registry: TestClient) -> None:
    people = [{**person(1), "old_numbers": ["5000"], "city": "Китеж"}, person(2)]
    rows = ok(registry.post("/v1/players:bulk", json={"players": people}))["rows"]
    assert [row["player"] for row in rows] == [None, nth(0)]


def test_d_2_2_an_old_number_outlives_a_change_of_name(registry: TestClient) -> None:
    player = numbered(registry, 1, "00417")
    play(registry, player)
    assert states(registry, player)[-1]["old_numbers"] == ["00417"]
    assert ok(registry.get("/v1/players"))["items"][0]["old_numbers"] == ["00417"]


def test_law_8_an_odd_old_number_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for written in ("", " ", "\n", "a\nb", "№" * 41, "«»", "\u202e1"):
        with subtests.test(written=written):
            body = {**person(1), "old_numbers": [written]}
            problem = refused(registry.post("/v1/players", json=body), 422, "validation")
            assert problem["where"] == "body.old_numbers.0"
    assert states(registry, nth(0)) == []


@given(st.text("0123456789", min_size=1, max_size=12), st.integers(0, 5))
def test_d_2_2_leading_zeros_change_no_digits(digits: str, zeros: int) -> None:
    key = number_key("0" * zeros + digits)
    assert digits_of(key) == digits_of(digits)
    assert digits_of(key) == str(int(digits))


@given(st.text(max_size=20))
def test_d_2_2_only_decimal_digits_are_digits(text: str) -> None:
    digits = digits_of(number_key(text))
    assert digits is None or digits == str(int(digits))


@given(st.lists(st.text("0123456789а", min_size=1, max_size=12)))
def test_d_2_2_the_counter_starts_above_every_serial_that_fits(keys: list[str]) -> None:
    top = largest(keys)
    assert top < 10**COUNTED_DIGITS
    fits = [int(k) for k in keys if k.isdecimal() and int(k) < 10**COUNTED_DIGITS]
    assert top == max(fits, default=0)


def test_d_2_2_as_written_is_clear_and_digits_only_if_one_person_has_them() -> None:
    assert owners("042", {"042": "1007"}, ["1007", "1010"]) == ["1007"]
    assert owners("42", {}, ["1010", "1007", "1010"]) == ["1007", "1010"]
    assert owners("42", {}, ["1010", "1010"]) == ["1010"]
    assert owners("42", {}, []) == []
