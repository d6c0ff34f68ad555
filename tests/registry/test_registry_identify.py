"""Rule 2.1.4, D.2.3: who is this, through the public contract, on both databases."""

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select, update
from sqlmodel import col

from services.registry.reindex import index_everybody
from services.registry.tables.people import NameWord, Player, Trigram
from shared.clock import now
from tests.house import inside, ok, refused
from tests.registry.registry_asking import ALYONA, ask, found, someone
from tests.registry.registry_office import enrol, merge, play, registry
from tests.tokens import bearer

__all__ = ["registry"]


def words_kept(client: TestClient) -> set[str]:
    """Every word of the index, by which table soever."""
    with inside(client).db.read() as tx:
        found_by = tx.scalars(select(col(Trigram.word)))
        return set(found_by) | set(tx.scalars(select(col(NameWord.word))))


def test_rule_2_1_4_a_number_a_nickname_and_a_whole_name_are_exact(registry: TestClient) -> None:
    player = enrol(registry, ALYONA, nickname="Ворона", old_numbers=["00417", "К-17"])
    someone(registry, "Петрова-Водкина Анна Ильинична")
    for text in (
        player,
        f" № {player} ",
        "00417",
        "417",
        "к 17",
        "Ежова Алёна",
        "АЛЕНА ежова",
        "Ежова, Алёна",
        "Ежова Алёна Игоревна",
        "Алёна Игоревна Ежова",
        "e\u0436o\u0432a aл\u0435\u0308на",  # a Latin keyboard, and ё in two parts
        "ворона",
        "BopoHa",
    ):
        assert found(registry, text) == ("exact", [player]), text


def test_d_2_3_less_than_that_is_a_choice_even_of_one(registry: TestClient) -> None:
    player = enrol(registry, ALYONA, nickname="Ворона")
    someone(registry, "Петров Пётр")
    for text in (
        "Ежова",
        "Алёна",
        "Еж",
        "Ежо Ал",
        "Ежов Алёна",
        "Ежава Алёна",
        "Алёна Жеова",
        "Ворна",
        "Алёна Ворона",
        "Ежова А.",
    ):
        assert found(registry, text) == ("several", [player]), text


def test_d_2_3_two_who_answer_fully_are_never_guessed_between(registry: TestClient) -> None:
    one = someone(registry, "Ежова Алёна Игоревна")
    two = someone(registry, "Ежова Алёна Петровна", city="Омск")
    assert found(registry, "Ежова Алёна") == ("several", [one, two])
    assert found(registry, "Ежова Алёна Петровна") == ("exact", [two])
    crow = someone(registry, "Белов Илья", nickname="Крот")
    named_by_digits = update(Player).where(col(Player.player) == crow)  # as an old base may have it
    with inside(registry).db.write() as tx:
        tx.execute(named_by_digits.values(nickname=one, nickname_key=one))
    assert found(registry, one) == ("several", [one, crow])
    other = someone(registry, "Громов Олег", old_numbers=[two, "0050", "50"])
    assert found(registry, two) == ("several", [two, other])
    assert found(registry, "0050") == ("exact", [other])
    third = someone(registry, "Юсупов Ян", old_numbers=["000050"])
    assert found(registry, "00050") == ("several", [other, third])


def test_d_2_3_nobody_is_none_never_the_nearest(registry: TestClient) -> None:
    enrol(registry, ALYONA, nickname="Ворона")
    for text in ("Кузнецов Олег", "Ежова Пётр", "Игоревна", "Сорока", "7777777777", "ы"):
        assert found(registry, text) == ("none", []), text


def test_law_11_contacts_are_neither_searched_nor_shown(registry: TestClient) -> None:
    enrol(registry, ALYONA, phone="+7 900 123-45-67")
    for text in (
        "alyona.e@example.org",
        "alyona.e",
        "alyona",
        "example",
        "+79001234567",
        "1234567",
    ):
        assert found(registry, text) == ("none", []), text
    text = registry.get("/v1/players:identify", params={"q": "Ежова Алёна"}).text
    assert not [secret for secret in ("alyona", "900", "Игоревна") if secret in text]


def test_d_2_3_candidates_are_told_apart_by_city_club_and_first_year(registry: TestClient) -> None:
    one = someone(registry, "Ежова Алёна Игоревна", club="kazan")
    two = someone(registry, "Ежова Алёна Петровна", city="Омск")
    play(registry, one, two, tournament="t2", date="2026-02-01")
    play(registry, one, tournament="t1", date="2019-05-04")
    rows = ask(registry, "ежова алена")["players"]
    told = [(row["player"], row["city"], row["club"], row["first_year"]) for row in rows]
    assert told == [(one, "Казань", "kazan", 2019), (two, "Омск", None, 2026)]
    assert [row["status"] for row in rows] == ["registered", "registered"]


def test_d_2_2_a_wrong_check_digit_is_said_and_the_near_ones_offered(registry: TestClient) -> None:
    ids = [someone(registry, f"Ежова {name}") for name in ("Алёна", "Анна", "Дарья")]
    wrong = ids[0][:-1] + str((int(ids[0][-1]) + 1) % 10)
    answer = ask(registry, wrong)
    assert answer["outcome"] == "several"
    assert answer["wrong_check_digit"]
    assert answer["players"][0]["player"] == ids[0]
    assert not ask(registry, ids[0])["wrong_check_digit"]
    assert ask(registry, "99999999")["wrong_check_digit"]
    assert not ask(registry, "Ежова")["wrong_check_digit"]


def test_d_2_4_who_was_merged_is_answered_by_who_he_is_now_once(registry: TestClient) -> None:
    old = someone(registry, "Ежова Алёна", nickname="Ворона", old_numbers=["417"])
    middle = someone(registry, "Белова Алёна")
    last = someone(registry, "Громова Алёна")
    play(registry, old, date="2018-03-03")
    merge(registry, old, middle)
    merge(registry, middle, last)
    for text in (old, "417", "ворона", "Ежова Алёна", middle, last, "Громова Алёна"):
        assert found(registry, text) == ("exact", [last]), text
    assert found(registry, "Алёна") == ("several", [last])
    assert ask(registry, old)["players"][0]["first_year"] == 2018


def test_d_2_2_a_lapsed_newcomer_is_found_by_his_id_alone(registry: TestClient) -> None:
    player = enrol(registry, ALYONA, nickname="Ворона")
    waiting = now() - timedelta(days=400)
    with inside(registry).db.write() as tx:
        tx.execute(update(Player).values(waiting_since=waiting))
    for text in ("Ежова Алёна", "ворона", "Ежов"):
        assert found(registry, text) == ("none", []), text
    assert ask(registry, player)["players"][0]["status"] == "lapsed"
    assert found(registry, player) == ("exact", [player])


def test_law_11_the_erased_are_found_by_id_alone_and_their_words_forgotten(
    registry: TestClient,
) -> None:
    player = enrol(registry, ALYONA, nickname="Ворона")
    other = someone(registry, "Белов Илья")
    ok(registry.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    for text in ("Ежова Алёна", "ворона", "Ежов", "Алёна", "|", "||"):
        assert found(registry, text) == ("none", []), text
    assert found(registry, player) == ("exact", [player])
    assert found(registry, "Белов Илья") == ("exact", [other])
    assert words_kept(registry) == {"белов", "илья"}


def test_d_2_3_a_new_name_is_found_and_the_old_one_is_not(registry: TestClient) -> None:
    player = enrol(registry, ALYONA)
    namesake = someone(registry, "Белова Алёна")
    change = {"surname": "Громова", "nickname": "Ёж"}
    ok(registry.patch(f"/v1/players/{player}", json=change, headers={"If-Match": '"v1"'}))
    assert found(registry, "Ежова Алёна") == ("none", [])
    assert found(registry, "Громова Алёна") == found(registry, "ёж") == ("exact", [player])
    assert found(registry, "Алёна") == ("several", [player, namesake])
    assert words_kept(registry) == {"громова", "алена", "еж", "белова"}


def test_d_2_3_twenty_are_shown_and_it_is_said_that_there_are_more(registry: TestClient) -> None:
    people = [
        {**ALYONA, "first_name": first, "email": f"p{number}@example.org", "namesake": True}
        for number, first in enumerate(["Алёна"] * 21 + ["Анна"] * 4)
    ]
    ok(registry.post("/v1/players:bulk", json={"players": people}))
    for text, more in (("Ежова", True), ("Ежова Алёна", True), ("Ежова Анна", False)):
        answer = ask(registry, text)
        assert (answer["outcome"], answer["more"]) == ("several", more), text
        assert len(answer["players"]) == (20 if more else 4)


def test_d_2_3_look_up_needs_a_desks_right(registry: TestClient, subtests: pytest.Subtests) -> None:
    del registry.headers["Authorization"]
    path = "/v1/players:identify"
    for role in ("floor_judge", "reader", None):
        theirs = bearer(inside(registry).db, role=role) if role else {}
        wanted = (403, "scope_missing") if role else (401, "token_missing")
        with subtests.test(role=role):
            refused(registry.get(path, params={"q": "1"}, headers=theirs), *wanted)
            refused(registry.post(path, json={"lines": ["1"]}, headers=theirs), *wanted)
    desk = bearer(inside(registry).db, role="desk", tournament="t1")
    ok(registry.get("/v1/players:identify", params={"q": "1"}, headers=desk))


def test_d_2_3_people_of_before_the_index_are_indexed_by_the_deploy_step(
    registry: TestClient,
) -> None:
    one = enrol(registry, ALYONA, nickname="Вова")
    two = someone(registry, "Белов Илья", nickname="Ёж")
    three = someone(registry, "Громов Олег", nickname="Сорока")
    db = inside(registry).db
    with db.write() as tx:
        for model in (NameWord, Trigram):
            tx.execute(delete(model))
        for player, key in ((one, "вова"), (two, "boba"), (three, "сорока")):  # of old rules
            tx.execute(
                update(Player)
                .where(col(Player.player) == player)
                .values(nickname_key=key, short_key=key, full_key=f"{key}||")
            )
        spelt = update(Player).where(col(Player.player) == two).values(nickname="BOBA")
        tx.execute(spelt)
    for _ in range(2):
        index_everybody(db)
        assert found(registry, "Ежова Алёна") == found(registry, "вова") == ("exact", [one])
        assert found(registry, "Ежава") == ("several", [one])
        assert found(registry, "Белов Илья") == ("exact", [two])
        assert found(registry, "Громв Олег") == ("several", [three])
