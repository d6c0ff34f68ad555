"""The catalogue, the search, the ban lists."""

from copy import deepcopy
from typing import Any

import pytest

from services.decks.library import sample_catalogue
from shared.migrate import check
from tests.decks.decks_service_desk import BROKEN, CLASSIC, DAY, LEGAL, Desk
from tests.house import ok, refused
from tests.ready import service_of


def smaller() -> dict[str, Any]:
    """The sample without «Топляк»."""
    document = deepcopy(sample_catalogue())
    document["cards"] = [card for card in document["cards"] if card["name"] != "Топляк"]
    return document


def test_the_migration_makes_what_the_code_expects(desk: Desk) -> None:
    check(service_of("decks"), desk.db)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/checks", {"format": CLASSIC, "text": LEGAL}),
        (
            "POST",
            "/v1/lists",
            {
                "format": CLASSIC,
                "text": BROKEN,
                "as_of": DAY,
                "player": "1008",
                "tournament": "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11",
            },
        ),
        ("GET", "/v1/catalogue", None),
        ("GET", "/v1/cards", None),
    ],
)
def test_law_8_without_a_catalogue_it_says_so(
    empty_desk: Desk, method: str, path: str, body: Any
) -> None:
    for lang, words in (("ru", "ещё не загружен"), ("en", "No card catalogue is loaded")):
        headers = {**empty_desk.kazan, "Accept-Language": lang}
        answer = empty_desk.http.request(method, path, json=body, headers=headers)
        said = refused(answer, 503, "catalogue_missing")
        assert words in said["detail"] and "PUT /v1/catalogue" in said["todo"]
        assert "retry-after" not in answer.headers  # no waiting brings a catalogue


def test_the_office_loads_the_catalogue(empty_desk: Desk) -> None:
    loaded = empty_desk.load_sample()
    assert loaded == ok(empty_desk.http.get("/v1/catalogue"))
    document = sample_catalogue()
    assert (loaded["version"], loaded["cards"]) == (1, len(document["cards"]))
    assert loaded["printings"] == sum(len(card["printings"]) for card in document["cards"])
    assert [one["set"] for one in loaded["sets"]] == [f"first/{n}" for n in range(1, 6)]
    assert loaded["sets"][1] == {
        "set": "first/2",
        "name": "Тень курганов",
        "kind": "small",
        "parent": "first/1",
        "released": "2005-03-15",
    }


def test_the_same_catalogue_again_is_no_new_version(desk: Desk) -> None:
    turned = dict(reversed(sample_catalogue().items()))
    again = ok(desk.http.put("/v1/catalogue", json=turned, headers=desk.office))
    assert again["version"] == 1


def test_c_1_a_new_catalogue_judges_from_now_on(desk: Desk) -> None:
    assert desk.check(LEGAL)["legal"] is True
    ok(desk.submit())
    assert ok(desk.http.put("/v1/catalogue", json=smaller(), headers=desk.office))["version"] == 2
    found = desk.check(LEGAL)
    assert (found["rules"], found["catalogue"]) == (["C.1"], 2)
    assert found["violations"][0]["card"] == "Топляк"
    stands = ok(desk.verdict())
    assert (stands["legal"], stands["catalogue"]) == (True, 1)
    ok(desk.http.put("/v1/catalogue", json=sample_catalogue(), headers=desk.office))
    assert desk.check(LEGAL)["catalogue"] == 3


@pytest.mark.parametrize(
    ("place", "value", "where"),
    [
        (("cards", 3, "element"), "огонь", "cards[3].element"),
        (("cards", 0, "printings", 0, "set"), "first/9", "cards[0].printings[0].set"),
        (("sets", 1, "released"), "15.03.2005", "sets[1].released"),
        (("cards", 1, "name"), "Степной пес", "cards[3]"),
        (("cards",), None, "cards"),
    ],
)
def test_law_8_a_bad_catalogue_is_refused_with_its_place_and_the_former_stays(
    desk: Desk, place: tuple[str | int, ...], value: Any, where: str
) -> None:
    document: Any = deepcopy(sample_catalogue())
    inner = document
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    answer = desk.http.put("/v1/catalogue", json=document, headers=desk.office)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["where"]) == ("bad_data", where)
    assert answer.json()["todo"]
    assert ok(desk.http.get("/v1/catalogue"))["version"] == 1


def test_law_8_a_body_that_is_no_catalogue_is_refused(desk: Desk) -> None:
    def put(content: bytes) -> Any:
        headers = {**desk.office, "Content-Type": "application/json"}
        return desk.http.put("/v1/catalogue", content=content, headers=headers)

    half = put(rb'{"sets": [], "cards": [], "about": "\ud83d"}')
    assert (half.status_code, half.json()["code"]) == (422, "bad_text")
    assert put(b"[]").json()["code"] == "validation"
    assert put(b"{").status_code == 400
    assert ok(desk.http.get("/v1/catalogue"))["version"] == 1


def test_only_the_office_replaces_the_catalogue(desk: Desk) -> None:
    answer = desk.http.put("/v1/catalogue", json=smaller(), headers=desk.kazan)
    assert (answer.status_code, answer.json()["where"]) == (403, "office")
    assert desk.http.put("/v1/catalogue", json=smaller()).status_code == 401


@pytest.mark.parametrize(
    ("q", "names"),
    [
        ("КИКИМОРА", ["Болотная кикимора"]),
        ("ёкай", ["Снежный ёкай"]),
        ("екай", ["Снежный ёкай"]),
        ("плащ невидимка", ["Плащ-невидимка"]),
        ("гру’дан", ["Мастер Гру'Дан"]),
        ("вещунья", ["Жаба-вещунья", "Сова-вещунья"]),
        ("дракон", []),
    ],
)
def test_d_2_3_cards_are_found_in_any_spelling(desk: Desk, q: str, names: list[str]) -> None:
    found = ok(desk.http.get("/v1/cards", params={"q": q}))
    assert [card["name"] for card in found["items"]] == names
    assert found["next"] is None


def test_every_card_is_on_exactly_one_page(desk: Desk) -> None:
    names: list[str] = []
    cursor: str | None = None
    while cursor is not None or not names:
        params: dict[str, Any] = {"limit": 30, "cursor": cursor} if cursor else {"limit": 30}
        page = ok(desk.http.get("/v1/cards", params=params))
        names += [card["name"] for card in page["items"]]
        cursor = page["next"]
    assert sorted(names) == sorted(card["name"] for card in sample_catalogue()["cards"])
    assert names.index("Ёрш-камнеед") < names.index("Жаба-вещунья")


def test_c_4_a_card_is_shown_with_its_printings(desk: Desk) -> None:
    (gate,) = ok(desk.http.get("/v1/cards", params={"q": "каменный привратник"}))["items"]
    assert [one["set"] for one in gate["printings"]] == ["first/1", "first/5"]
    assert gate["first_released"] == "2004-09-01"
    (dog,) = ok(desk.http.get("/v1/cards", params={"q": "степной пёс"}))["items"]
    assert (dog["horde"], dog["overlord"], dog["element"]) == (True, False, "steppe")


@pytest.mark.parametrize(
    "params", [{"cursor": "??"}, {"limit": 0}, {"limit": 501}, {"q": "ё" * 81}]
)
def test_law_8_a_bad_search_is_a_clear_problem(desk: Desk, params: dict[str, Any]) -> None:
    answer = desk.http.get("/v1/cards", params=params)
    assert answer.status_code == 422
    assert next(iter(params)) in answer.json()["where"]


def test_rule_7_8_2_and_7_8_3_the_list_in_force_on_a_date(desk: Desk) -> None:
    path = f"/v1/formats/{CLASSIC}/bans"
    found = ok(desk.http.get(path, params={"as_of": DAY}))
    assert (found["format"], found["as_of"]) == (CLASSIC, DAY)
    listed = found["ban_list"]
    assert (listed["id"], listed["since"]) == (f"{CLASSIC}/2011-01-01", "2011-01-01")
    assert (len(listed["banned"]), listed["banned_rule"]) == (17, "7.8.2")
    assert (listed["limited"], listed["limited_rule"]) == (["Сфера смерти", "Вергельд"], "7.8.3")
    assert ok(desk.http.get(path, params={"as_of": "2010-12-31"}))["ban_list"] is None
    assert ok(desk.http.get(path))["ban_list"] == listed


@pytest.mark.parametrize(
    ("path", "params", "where"),
    [
        ("mono", {}, "format"),
        (CLASSIC, {"rule_set": "berserk-1999"}, "rule_set"),
        (CLASSIC, {"as_of": "вчера"}, "query.as_of"),
    ],
)
def test_law_8_bans_of_nothing_known_are_a_clear_problem(
    desk: Desk, path: str, params: dict[str, str], where: str
) -> None:
    answer = desk.http.get(f"/v1/formats/{path}/bans", params=params)
    assert (answer.status_code, answer.json()["where"]) == (422, where)


def test_public_reads_have_an_etag_and_cors(desk: Desk) -> None:
    answer = desk.http.get("/v1/catalogue", headers={"Origin": "https://example.org"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    again = desk.http.get("/v1/catalogue", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_the_contract_tells_of_every_refusal(desk: Desk) -> None:
    paths = ok(desk.http.get("/openapi.json"))["paths"]
    assert {operation["operationId"] for path in paths.values() for operation in path.values()} >= {
        "check_deck",
        "submit_deck_list",
        "get_deck_list_verdict",
        "get_deck_list",
        "set_catalogue",
        "get_catalogue",
        "list_cards",
        "get_bans",
    }
    problem = paths["/v1/checks"]["post"]["responses"]["503"]["content"]
    assert list(problem) == ["application/problem+json"]
