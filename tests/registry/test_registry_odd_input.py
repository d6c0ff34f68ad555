"""The registry given odd text, odd tokens, odd headers, and two calls that overlap."""

import base64
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from services.registry import keys, service_directory, service_registration
from services.registry.schemas.access import KeyIn
from services.registry.schemas.directory import ClubIn
from services.registry.schemas.people import NewPlayer
from services.registry.tables.directory import City
from shared.auth import Principal
from shared.db import Database
from shared.folding import fold
from tests.house import inside, ok, person, refused
from tests.registry.registry_client import alone_on, found_places
from tests.registry.registry_office import published
from tests.registry.registry_turns import overlapping
from tests.tokens import bearer

KAZAN = {"name": "Казань", "zone": "Europe/Moscow"}
JSON = {"content-type": "application/json"}
OFFICE = Principal("console:tests", frozenset({"office", "players"}))


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry, called by the office; what crashes is answered, not raised."""
    with alone_on(database_url) as client:
        client.headers.update(bearer(inside(client).db, ["office", "players"]))
        found_places(client, {"kazan": "Казань"})
        yield client


def database_of(client: TestClient) -> Database:
    db: Database = inside(client).db
    return db


ODD_KEYS = ["\ud800", "a\0b", "", "нет", "🗝", "x" * 5000]


def test_law_8_a_token_of_an_odd_key_is_refused(registry: TestClient) -> None:
    for kid, alg in product(ODD_KEYS, ["EdDSA", "none", "HS256"]):
        parts = [{"alg": alg, "kid": kid}, {"sub": "office:federation:1", "scope": "office"}]
        written = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode() for part in parts]
        token = ".".join([*(part.rstrip("=") for part in written), "AAAA"])
        headers = {"Authorization": f"Bearer {token}"}
        answer = registry.get("/v1/players:identify", params={"q": "Ёж"}, headers=headers)
        refused(answer, 401, "token_invalid")


UNSEEN = ["«»", "--", "'", "\u200b", "\u00ad\u00ad", "— —"]


NAMES = ("first_name", "surname", "patronymic", "city", "nickname")


def test_d_2_3_a_name_with_nothing_to_compare_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for field, blank in product(NAMES, UNSEEN):
        with subtests.test(field=field, blank=blank):
            wrong = {**person(1), field: blank, "no_patronymic": field != "patronymic"}
            problem = refused(registry.post("/v1/players", json=wrong), 422, "validation")
            assert problem["where"] == f"body.{field}"
    for blank in UNSEEN:
        with subtests.test("bulk", blank=blank):
            people = [{**person(n), "nickname": blank} for n in (2, 3)]
            refused(registry.post("/v1/players:bulk", json={"players": people}), 422, "validation")
    assert published(registry, "player:") == []


def test_d_2_3_a_name_is_one_line_in_one_direction(registry: TestClient) -> None:
    for line in ("Ёл\nкина", "Ёл\u202eкина", "Ёл\u2028кина", "Ёл\x7fкина"):
        answer = registry.post("/v1/players", json={**person(1), "surname": line})
        assert refused(answer, 422, "validation")["where"] == "body.surname"


def test_d_2_3_a_name_is_of_letters_that_there_are(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    no_names = ("1", "???", "+79001234567", "12.03.1999", "🦊", "Ив\ue000н", "Ив\u0378н")
    for field, name in product(("first_name", "surname", "patronymic"), no_names):
        with subtests.test(field=field, name=name):
            wrong = {**person(1), field: name, "no_patronymic": field != "patronymic"}
            problem = refused(registry.post("/v1/players", json=wrong), 422, "validation")
            assert [row["where"] for row in problem["errors"]] == [f"body.{field}"]
    for field in ("nickname", "city"):
        wrong = {**person(1), field: "Ёж\ue000"}
        refused(registry.post("/v1/players", json=wrong), 422, "validation")
    wrong = {**person(1), "old_numbers": ["К\ue000"]}
    refused(registry.post("/v1/players", json=wrong), 422, "validation")
    ok(registry.post("/v1/players", json={**person(1), "surname": "王", "nickname": "🦊"}))


@pytest.mark.parametrize("name", ["Я", "Ё" * 80, "🐺", "О’Нил", "עברית", "王"])
def test_d_2_3_real_names_of_every_kind_are_taken(registry: TestClient, name: str) -> None:
    made = ok(registry.post("/v1/players", json={**person(1), "nickname": name}))
    assert made["nickname"] == name
    found = ok(registry.get("/v1/players:identify", params={"q": name}))
    assert (found["outcome"], found["players"][0]["player"]) == ("exact", made["player"])


def test_d_2_3_what_takes_no_room_makes_no_other_nickname(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    ok(registry.post("/v1/players", json={**person(1), "nickname": "Ёж"}))
    for spelling in ("ЕЖ", "е\u0308ж", "ё\u200bж", "ё\u00adж", "\ufeffёж", "ёж\ufe0f"):
        with subtests.test(spelling=spelling):
            assert fold(spelling) == fold("Ёж")
            again = registry.post("/v1/players", json={**person(2), "nickname": spelling})
            refused(again, 409, "nickname_taken")
    assert published(registry, "player:") == ["player:1007"]


def test_d_2_4_a_soft_hyphen_makes_no_other_person(registry: TestClient) -> None:
    ok(registry.post("/v1/players", json=person(1)))
    surname = str(person(1)["surname"])
    again = {**person(1), "surname": surname[:2] + "\u00ad" + surname[2:]}
    refused(registry.post("/v1/players", json=again), 409, "player_known")


def test_d_2_5_no_club_is_called_as_the_office_is(registry: TestClient) -> None:
    ok(registry.put("/v1/cities/kazan", json=KAZAN))
    club = {"club": "federation", "name": "Клуб", "city": "kazan"}
    problem = refused(registry.post("/v1/clubs", json=club), 422, "validation")
    assert problem["where"] == "body.club"


def test_law_8_a_city_has_a_zone_that_every_machine_knows(registry: TestClient) -> None:
    for zone in ("localtime", "posixrules", "Казань/Москва", "", "../Europe/Moscow"):
        answer = registry.put("/v1/cities/kazan", json={**KAZAN, "zone": zone})
        assert refused(answer, 422, "validation")["where"] == "body.zone", zone


SPOKEN = [
    ("en", "en"),
    ("EN-gb", "en"),
    ("ru;q=0.5, en; q=0.1", "ru"),
    ("ru ; q=0.5 , en ; q=0.9", "en"),
    ("en;q=0", "ru"),
    ("en;q=0, ru;q=0", "ru"),
    ("en;q=much", "ru"),
    ("en;q=nan", "ru"),
    ("fr, en;q=0.3", "en"),
    ("enm, rue", "ru"),
    ("*", "ru"),
    ("", "ru"),
    (";;,,q=1", "ru"),
]
"""(Accept-Language, language of the answer)"""


def test_law_8_the_language_that_is_liked_best(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for header, spoken in SPOKEN:
        with subtests.test(header=header):
            answer = registry.get("/v1/players/9", headers={"Accept-Language": header})
            assert answer.headers["content-language"] == spoken
            assert answer.json()["detail"].startswith("There" if spoken == "en" else "Игрока")


NO_JSON = [b'{"key"', b'{"key":"\xff\xfe"}', b"[" * 100_000, b'{"key":' + b"1" * 5000 + b"}"]


def test_law_8_what_is_no_json_says_so_in_the_language_asked_for(registry: TestClient) -> None:
    for body, (language, words) in product(NO_JSON, (("ru", "не JSON"), ("en", "not JSON"))):
        headers = {**JSON, "Accept-Language": language}
        answer = registry.post("/v1/tokens", content=body, headers=headers)
        problem = refused(answer, 400, "malformed_json")
        assert problem["where"] == "body"
        assert words in problem["detail"]
        assert language == "ru" or answer.text.isascii()


def test_law_8_numbers_of_every_kind_are_refused_in_russian(registry: TestClient) -> None:
    for level in ("NaN", "1e400", "-Infinity", "1" + "0" * 400, "1.5", '"x"'):
        body = f'{{"level": {level}, "since": "2026-01-15", "certified_by": "Ёж"}}'
        answer = registry.put("/v1/judges/1007", content=body.encode(), headers=JSON)
        problem = refused(answer, 422, "validation")
        assert not problem["errors"][0]["message"].isascii()
        assert problem["where"] == "body.level"


def test_law_8_an_empty_idempotency_key_is_none(registry: TestClient) -> None:
    answer = registry.post("/v1/players", json=person(1), headers={"Idempotency-Key": ""})
    assert refused(answer, 422, "validation")["where"] == "header.idempotency-key"


def test_law_3_a_key_revoked_twice_at_once_is_revoked_once(registry: TestClient) -> None:
    db = database_of(registry)
    with db.write() as tx:
        prefix = keys.make_key(tx, KeyIn(role="office", name="вход"), "console:tests").prefix
    first, second = overlapping(db, lambda tx: keys.revoke(tx, prefix, OFFICE))
    assert first == second
    assert published(registry, f"revoked:{prefix}") == [f"revoked:{prefix}"]


def test_rule_2_1_4_one_nickname_at_two_desks_at_once(registry: TestClient) -> None:
    people = iter([person(1), person(2)])

    def act(tx: Session) -> object:
        new = NewPlayer.model_validate({**next(people), "nickname": "Ёж"})
        return service_registration.register(tx, new, OFFICE)[0].nickname

    assert overlapping(database_of(registry), act) == ["Ёж", "nickname_taken"]


def test_rule_2_1_3_one_person_at_two_desks_at_once(registry: TestClient) -> None:
    new = NewPlayer.model_validate(person(1))
    done = overlapping(
        database_of(registry),
        lambda tx: service_registration.register(tx, new, OFFICE)[0].player,
    )
    assert done == ["1007", "player_known"]
    assert published(registry, "player:") == ["player:1007"]


def test_law_3_one_club_founded_twice_at_once(registry: TestClient) -> None:
    ok(registry.put("/v1/cities/kazan", json=KAZAN))
    club = ClubIn(club="kazan", name="Клуб «Ёж»", city="kazan")
    done = overlapping(
        database_of(registry), lambda tx: service_directory.add_club(tx, club, "console:tests").club
    )
    assert done == ["kazan", "club_exists"]


def test_law_11_a_database_error_tells_no_personal_data(registry: TestClient) -> None:
    secret: dict[str, Any] = {"revision": 1, "zone": "Europe/Moscow", "name": "alyona@example.org"}
    with pytest.raises(IntegrityError) as failed, database_of(registry).write() as tx:
        tx.add_all([City(city=city, name_key="казань", **secret) for city in ("a", "b")])
    assert "alyona@example.org" not in str(failed.value)
