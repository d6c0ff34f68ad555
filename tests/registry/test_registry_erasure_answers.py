"""Law 11: what was answered and is kept for its key says nothing of the erased; both databases."""

from typing import Any

import pytest

from tests.house import ok, refused
from tests.registry.registry_forgetting import DOROFEYA, found_in
from tests.registry.registry_played_desk import Office
from tests.registry.registry_privacy_desk import office

__all__ = ["office"]

ONCE = {"Idempotency-Key": "once"}
NOW = {"surname": "Ежова", "first_name": "Мария", "nickname": "Сова", "email": "sova@example.org"}
"""As she is called after a change."""
ALIKE = {**DOROFEYA, "surname": "Щукина", "nickname": None, "consent": None}
"""Another person, with her e-mail."""
WORDS = ("Ярополкова", "Дорофея", "Жарптица", "zharptitsa", *NOW.values())


def bulk(office: Office, *people: dict[str, Any], **headers: str) -> Any:
    """Register people under the key; the answer."""
    sent = {**ONCE, **headers}
    return office.client.post("/v1/players:bulk", json={"players": people}, headers=sent)


def rename(office: Office, player: str) -> None:
    """She is called otherwise from now on, in all that she may be called by."""
    tag = office.client.get(f"/v1/players/{player}").headers["etag"]
    address = f"/v1/players/{player}"
    ok(office.client.patch(address, json=NOW, headers={"If-Match": tag}))


def erase(office: Office, player: str) -> None:
    """Her data go, and with them every word of hers in any table."""
    ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    assert found_in(office.db, WORDS) == set()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_law_11_a_name_that_she_bore_before_goes_from_what_was_answered(
    office: Office, lang: str
) -> None:
    player = ok(office.client.post("/v1/players", json=DOROFEYA))["player"]
    stranger = {**DOROFEYA, "surname": "Белова", "email": "b@example.org"}
    people = (
        DOROFEYA,
        {**DOROFEYA, "email": "other@example.org"},
        {**DOROFEYA, "surname": "Щукина", "nickname": None},
        stranger,
    )
    rows = ok(bulk(office, *people, **{"Accept-Language": lang}))["rows"]
    assert [row["outcome"] for row in rows] == ["known", "twin", "twin", "nickname_taken"]
    assert all(row["message"] for row in rows)
    rename(office, player)
    erase(office, player)
    again = bulk(office, *people, **{"Accept-Language": lang})
    assert again.headers["Idempotency-Replayed"] == "true"
    assert not [word for word in WORDS if word in again.text]
    assert [(row["outcome"], row["player"]) for row in ok(again)["rows"]] == [
        ("known", player),
        ("twin", None),
        ("twin", None),
        ("nickname_taken", None),
    ]
    assert [row["candidates"][0]["player"] for row in ok(again)["rows"][1:]] == [player] * 3


def test_law_11_what_was_said_of_her_before_she_had_an_id_goes(office: Office) -> None:
    """She was taken for another, whose ID alone the answer names."""
    ok(office.client.post("/v1/players", json=ALIKE))
    (row,) = ok(bulk(office, DOROFEYA))["rows"]
    assert (row["outcome"], row["player"]) == ("twin", None)
    assert "Ярополкова" in row["message"]
    confirmed = {**DOROFEYA, "namesake": True}
    player = ok(office.client.post("/v1/players", json=confirmed))["player"]
    rename(office, player)
    ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    assert found_in(office.db, ("Ярополкова", "Ежова")) == set()
    assert "Щукина" in bulk(office, DOROFEYA).text  # the other one's own field


def test_law_11_a_notice_of_mixed_alphabets_goes_whichever_name_it_is_about(
    office: Office,
) -> None:
    mixed = "Вaлентин"  # with a Latin a
    for field in ("first_name", "surname", "nickname"):
        new = {**DOROFEYA, "nickname": None, "namesake": True, field: mixed}
        sent = {"Idempotency-Key": field}
        made = ok(office.client.post("/v1/players", json=new, headers=sent))
        assert mixed in made["notices"][0]["message"]
        player = made["player"]
        ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
        assert found_in(office.db, (mixed,)) == set()
        again = office.client.post("/v1/players", json=new, headers=sent)
        assert again.headers["Idempotency-Replayed"] == "true"
        notices = [{"code": "mixed_alphabets", "where": field, "message": "…"}]
        assert (ok(again)["player"], ok(again)["notices"]) == (player, notices)


def test_law_11_what_a_file_calls_her_goes_from_its_report(office: Office) -> None:
    ok(office.client.post("/v1/players", json=ALIKE))
    file = (
        "Фамилия;Имя;Отчество;E-mail;Город;За Ярополкову\n"
        "Ярополкова;Дорофея;Евлампиевна;zharptitsa@example.org;Казань;\n"
        "Ярополкова;Дорофея;;nobody@example.org;Казань;\n"
    ).encode()
    sent = {"content-type": "text/csv", **ONCE}
    address = "/v1/players:import?apply=true&skip=true"
    report = ok(office.client.post(address, content=file, headers=sent))
    assert [row["outcome"] for row in report["rows"]] == ["twin", "error"]
    assert report["understood"]["ignored"] == ["За Ярополкову"]
    player = ok(office.client.post("/v1/players", json={**DOROFEYA, "namesake": True}))["player"]
    ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    assert found_in(office.db, ("Ярополков",)) == set()
    again = office.client.post(address, content=file, headers=sent)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert ok(again)["counts"] == report["counts"]
    assert ok(again)["understood"]["columns"].keys() == report["understood"]["columns"].keys()
    assert ok(again)["understood"]["ignored"] == ["…"]


def test_law_11_a_key_whose_answer_was_blanked_still_tells_another_body(office: Office) -> None:
    player = ok(bulk(office, DOROFEYA))["rows"][0]["player"]
    erase(office, player)
    assert ok(bulk(office, DOROFEYA))["rows"][0]["player"] == player
    other = bulk(office, {**DOROFEYA, "surname": "Щукина"})
    refused(other, 422, "idempotency_key_reused")
