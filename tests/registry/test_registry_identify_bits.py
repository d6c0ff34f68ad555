"""Rule 2.1.4: a bit of a name or of a number, and nicknames that no eye tells apart."""

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from sqlmodel import col

from services.registry.domain.names import name_key
from services.registry.identify_finding import CONSIDERED
from services.registry.service_registration import SHOWN
from services.registry.tables.people import Player
from shared.clock import now
from tests.house import inside, ok
from tests.registry.registry_asking import ALYONA, ask, found, someone
from tests.registry.registry_office import enrol, merge, refuse, registry, row_of

__all__ = ["registry"]

SURNAMES = ["Воронцова", "Ворона", "Ли", "Щербаков", "Петрова-Водкина", "Гаджимагомедов", "Smith"]


def test_rule_2_1_4_a_bit_within_a_word_lists_all_who_have_it(registry: TestClient) -> None:
    crow = someone(registry, "Белова Анна", nickname="Во-рона")  # a slip away from it
    alyona = someone(registry, "Воронцова Алёна")
    roman = someone(registry, "Белов Роман", nickname="Миронец")
    for text, meant in (
        ("ронц", [crow, alyona]),
        ("рон", [crow, alyona, roman]),
        ("РОНЦОВ", [alyona]),
        ("рона", [crow]),
        ("poh", [crow, alyona, roman]),  # Latin
        ("ронец", [roman]),
        ("онц алёна", [alyona]),
        ("цова", [alyona]),
    ):
        answer = ask(registry, text)
        assert answer["outcome"] == "several"
        assert {row["player"] for row in answer["players"]} == set(meant), text
        assert not answer["more"]
    assert found(registry, "нц") == ("none", [])


def test_rule_2_1_4_a_bit_of_three_letters_lists_the_person(registry: TestClient) -> None:
    ids = {name: someone(registry, f"{name} Пётр") for name in SURNAMES}

    @settings(
        max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.sampled_from([name for name in SURNAMES if len(name) >= 3]), st.data())
    def listed(name: str, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(name) - 3))
        bit = name[at : data.draw(st.integers(at + 3, len(name)))]
        assume("-" not in bit)
        answer = ask(registry, bit)
        assert answer["outcome"] == "several"
        assert ids[name] in [row["player"] for row in answer["players"]], bit

    listed()


def test_rule_2_1_4_it_is_said_that_not_all_with_a_bit_are_shown(registry: TestClient) -> None:
    people = [
        {**ALYONA, "surname": f"{one}{two}ронцев", "namesake": True}
        for one in "абвгд"
        for two in "аеиоу"
    ]
    ok(registry.post("/v1/players:bulk", json={"players": people}))
    answer = ask(registry, "ронц")
    assert (len(answer["players"]), answer["more"]) == (SHOWN, True)


def test_d_2_3_the_one_of_a_common_surname_is_listed_by_any_other_name(
    registry: TestClient,
) -> None:
    alyona = {**ALYONA, "patronymic": "Ивановна", "namesake": True}
    people = [{**alyona, "email": f"p{at}@example.org"} for at in range(CONSIDERED + 1)]
    people.append({**ALYONA, "first_name": "Ольга", "patronymic": "Петровна"})
    report = ok(registry.post("/v1/players:bulk", json={"players": people}))
    olga = report["rows"][-1]["player"]
    for text in ("Ежвоа Олга", "Олга Ежвоа", "Ежвоа Ол", "Ежвоа Петрвна", "Ежвоа Олга Петрвна"):
        assert found(registry, text) == ("several", [olga]), text
    answer = ask(registry, "Ежвоа Олёна")
    assert olga not in {row["player"] for row in answer["players"]}
    assert (len(answer["players"]), answer["more"]) == (SHOWN, True)


def test_d_2_2_a_bit_of_an_id_or_an_old_number_lists_who_has_it(registry: TestClient) -> None:
    ids = [someone(registry, f"Ежова {name}") for name in ("Алёна", "Анна", "Дарья")]
    old = someone(registry, "Белов Илья", old_numbers=["0077012", "К-1234", "1055"])
    assert not old.startswith("10")
    for text, meant in (
        ("10", [*ids, old]),
        ("№ 10", [*ids, old]),
        ("77", [old]),
        ("007", [old]),
        ("к-12", [old]),
        ("К-1", [old]),
        ("K-12", [old]),
        ("k 123", [old]),
    ):
        outcome, players = found(registry, text)
        assert (outcome, set(players)) == ("several", set(meant)), text
    for text in ("К-1234", "K-1234", "77012"):
        assert found(registry, text) == ("exact", [old]), text
    for text in ("1", "99", "2-12", "017"):
        assert found(registry, text) == ("none", []), text


def test_d_2_2_the_shortest_with_a_bit_is_the_first(registry: TestClient) -> None:
    person = someone(registry, "Ежова Алёна", old_numbers=["77012", "7701"])
    other = someone(registry, "Белов Илья", old_numbers=["770"])
    assert found(registry, "77") == ("several", [other, person])


def test_d_2_2_who_lapsed_or_was_erased_is_found_by_no_bit_of_a_number(
    registry: TestClient,
) -> None:
    lapsed = enrol(registry, ALYONA, old_numbers=["7701"])
    erased = someone(registry, "Белов Илья", old_numbers=["7702"])
    merged = someone(registry, "Громова Алёна", old_numbers=["7703"])
    into = someone(registry, "Юсупова Дина")
    merge(registry, merged, into)
    ok(registry.post(f"/v1/players/{erased}/erase", json={"confirm": erased}))
    with inside(registry).db.write() as tx:
        waits = update(Player).where(col(Player.player) == lapsed)
        tx.execute(waits.values(waiting_since=now() - timedelta(days=400)))
    assert found(registry, "77") == ("several", [into])
    for player in (lapsed, erased):
        assert player not in found(registry, player[:2])[1]
        assert found(registry, player) == ("exact", [player])


@pytest.mark.parametrize("typed", ["Fох", "FOX", "fox", "Fоx"])
def test_rule_2_1_4_nicknames_that_look_alike_are_one(registry: TestClient, typed: str) -> None:
    player = someone(registry, "Белов Илья", nickname="Fox")
    refuse(registry, 409, "nickname_taken", nickname=typed)
    assert found(registry, typed) == ("exact", [player])


def test_rule_2_1_4_numbers_of_either_alphabet_are_never_guessed_between(
    registry: TestClient,
) -> None:
    cyrillic = someone(registry, "Белов Илья", old_numbers=["К-12"])
    latin = someone(registry, "Ежова Алёна", old_numbers=["K-12"])
    for text in ("К-12", "k 12"):
        assert found(registry, text) == ("several", sorted([cyrillic, latin])), text


def test_d_2_3_latin_names_are_found_by_beginnings_and_slips(registry: TestClient) -> None:
    player = someone(registry, "Smith Boris", nickname="Fox77")
    assert found(registry, "boris smith") == found(registry, "fох77") == ("exact", [player])
    for text in ("smi", "mit", "smth", "smiht bor", "Fox7", "ox77"):
        assert found(registry, text) == ("several", [player]), text
    row = row_of(registry, player)
    assert row.nickname_key == name_key("Fox77")
