"""The page of a tournament: what is on it, that no name breaks it, that it needs nothing else."""

import base64
import hashlib
from typing import Any

import pytest

from shared.events.players import PlayerChanged
from tests.house import ok
from tests.pairing.pairing_page_reader import PageReader
from tests.pairing.pairing_service_hall import Hall

ODD = "Кубок «Ёжика» </title><script>alert(\"1\")</script> & 'Ко'"


def page(hall: Hall, tournament: str, accept: str = "", **query: str) -> PageReader:
    headers = {"Accept-Language": accept} if accept else {}
    answer = hall.http.get(f"/t/{tournament}", params=query, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return PageReader(answer.text)


def seat(one: Any) -> str:
    return f"{one['name']} № {one['player']}"


def test_the_page_shows_the_round_by_table_with_points_and_results(hall: Hall) -> None:
    made = hall.tournament(5)
    hall.favourites_win(made, ok(hall.pair(made)))
    at = ok(hall.pair(made))
    first, second = at["tables"]
    ok(hall.result(made, 2, 1, "technical", first["b"]["player"]))
    before = hall.get(made, "/standings", after_round=1)["rows"]
    points = {row["player"]: row["points"] for row in before}
    rows = page(hall, made).table("Тур 2")[:2]

    def shown(one: Any) -> str:
        return f"{seat(one)} ({points[one['player']]:.0f})"

    assert rows == [
        ["1", shown(first["a"]), "0 : 2,5", shown(first["b"])],
        ["2", shown(second["a"]), "", shown(second["b"])],
    ]
    english = page(hall, made, lang="en")
    assert english.table("Round 2")[0][2] == "0 : 2.5"
    assert seat(at["byes"][0]) in english.texts["li"]


def test_the_page_lists_everybody_by_name_as_a_wall_is_read(hall: Hall) -> None:
    made = hall.tournament(7)
    before = page(hall, made, view="names").texts["li"]
    assert len(before) == 7
    at = ok(hall.pair(made))
    rows = page(hall, made, view="names").table("Тур 1")
    assert [row[0] for row in rows] == before
    # ё stands beside е, as in a dictionary of surnames
    assert [row[0].partition(" ")[0] for row in rows] == sorted(
        (row[0].partition(" ")[0] for row in rows), key=lambda name: name.lower().replace("ё", "е")
    )
    where = {row[0]: row[1:] for row in rows}
    for table in at["tables"]:
        assert where[seat(table["a"])] == [str(table["table"]), seat(table["b"])]
    assert where[seat(at["byes"][0])] == ["", "автопобеда"]


def test_t_8_the_page_shows_every_tie_break_and_says_what_they_are(hall: Hall) -> None:
    made = hall.tournament(6)
    for player in hall.players:
        hall.rate(player, 1_234_567)
    hall.favourites_win(made, ok(hall.pair(made)))
    ok(hall.pair(made))
    seen = page(hall, made, view="standings")
    rows = hall.get(made, "/standings")["rows"]
    head = seen.tables["Швейцарская таблица"][0]
    assert head == ["Место", "Игрок", "Очки", "ЛВ", "Бх", "БхС", "ЧП", "Рт", "Жр"]
    assert seen.texts["dt"] == ["Очки", "ЛВ", "Бх", "БхС", "ЧП", "Рт", "Жр"]
    assert "Тур не доигран: места ещё изменятся." in seen.texts["p"]
    for line, row in zip(seen.table("Швейцарская таблица"), rows, strict=True):
        assert line == [
            str(row["place"]),
            f"{seat(row)} играет",
            f"{row['points']:.0f}",
            "–",
            f"{row['buchholz']:.0f}",
            f"{row['opponents_buchholz']:.0f}",
            str(row["clean_wins"]),
            "1235",
            str(row["lot"]),
        ]


def test_r_9_s_7_the_page_marks_who_left_and_who_was_disqualified(hall: Hall) -> None:
    made = hall.tournament(6)
    hall.favourites_win(made, ok(hall.pair(made)))
    out, left = hall.players[:2]
    ok(hall.do(made, "penalties", player=out, infraction="P.5.2", level="disqualification"))
    ok(hall.do(made, f"entries/{left}/drop"))
    rows = page(hall, made, view="standings").table("Швейцарская таблица")
    assert rows[-1][0] == "–"
    assert rows[-1][1].endswith(f"№ {out} дисквалификация")
    assert [row[1] for row in rows if row[1].endswith("выбыл")] == [
        row[1] for row in rows if f"№ {left} " in row[1]
    ]
    assert "P.5.2" not in hall.http.get(f"/t/{made}").text


def test_t_9_the_page_shows_bracket_seeds_and_final_places(hall: Hall) -> None:
    made = hall.tournament(6)
    assert page(hall, made, view="bracket").texts["p"][-1] == "ТОПа пока нет."
    assert "ТОП" not in page(hall, made).texts["h2"]
    hall.favourites_win(made, ok(hall.pair(made, rounds=1, top=4)))
    at = ok(hall.pair(made))
    winner = at["tables"][0]["a"]
    ok(hall.result(made, 2, at["tables"][0]["table"], "clean", winner["player"]))
    seen = page(hall, made)
    board = hall.get(made, "/bracket")
    assert {"ТОП, тур 2", "ТОП, тур 3"} <= {*seen.texts["h3"]}
    lines = seen.texts["p"]
    assert all(f"{one['seed']}. {seat(one)}" in lines for one in board["seeds"])
    assert "Стол 1: 1 : 0" in lines
    final = hall.get(made, "/standings")["final"]
    assert [row[0] for row in seen.table("Итоговые места")] == [str(row["place"]) for row in final]
    assert seen.table("Итоговые места")[0][1:3] == [f"{seat(winner)} играет", "1"]
    assert seen.table("ТОП, тур 2")[0][1] == f"{seat(winner)} (1)"


def test_places_come_first_once_the_tournament_is_over(hall: Hall) -> None:
    made = hall.tournament(4)
    hall.favourites_win(made, ok(hall.pair(made, rounds=1, top=0)))
    parts = ["Пары по столам", "Пары по именам", "Положение"]
    assert page(hall, made).texts["h2"] == ["Предупреждения", *parts]
    ok(hall.do(made, "finish"))
    assert page(hall, made).texts["h2"][1:] == ["Положение", *parts[:2]]


def test_no_name_breaks_the_page_and_there_is_no_script(hall: Hall) -> None:
    made = hall.tournament(name=ODD)
    player = "1007"
    evil = PlayerChanged(player, 1, "<img src=x>", 'О’Нил & "Ко"', None, "Казань", "registered")
    hall.hear((f"player:{player}", evil))
    ok(hall.enter(made, [player, *hall.meet(3)]))
    ok(hall.pair(made))
    seen = page(hall, made)
    assert seen.texts["title"] == [ODD]
    assert seen.texts["h1"] == [ODD]
    assert not seen.tags & {"script", "img", "iframe", "form", "link", "object"}
    names = [row[0] for row in seen.table("Тур 1")[2:]]
    assert 'О’Нил & "Ко" <img src=x> № 1007' in names


def test_the_page_speaks_russian_unless_it_is_asked_for_english(hall: Hall) -> None:
    made = hall.tournament(4)
    assert [page(hall, made).lang, page(hall, made, "en").lang] == ["ru", "en"]
    assert page(hall, made, "en", lang="ru").lang == "ru"
    seen = page(hall, made, view="tables")
    assert "?view=tables&lang=en" in seen.links
    english = page(hall, made, lang="en")
    assert english.texts["h2"] == ["Pairings by table", "Pairings by name"]
    assert "05.11.2026" in page(hall, made).texts["p"][0]
    assert "2026-11-05" in english.texts["p"][0]


@pytest.mark.parametrize("part", ["tables", "names", "standings", "bracket"])
def test_each_part_has_an_address_of_its_own_and_headings_for_its_columns(
    hall: Hall, part: str
) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    seen = page(hall, made, view=part)
    assert len(seen.texts["h2"]) == 1
    assert None not in seen.scopes
    others = [f"?view={each}&lang=ru" for each in ("tables", "names", "standings", "bracket")]
    assert {*others, "?lang=ru"} <= {*seen.links}


def test_the_page_may_load_nothing_but_its_own_style(hall: Hall) -> None:
    made = hall.tournament()
    answer = hall.http.get(f"/t/{made}")
    policy = answer.headers["content-security-policy"]
    style = PageReader(answer.text).style
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{hashed}'; ")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_law_11_an_erased_player_is_his_number_on_the_page(hall: Hall) -> None:
    made = hall.tournament(4)
    player = hall.players[0]
    assert seat({"name": "Ёлкина Алёна", "player": player}) in page(hall, made).texts["li"]
    gone = PlayerChanged(player, 2, "", "", None, "", "registered", erased=True)
    hall.hear((f"player:{player}", gone))
    assert f"№ {player}" in page(hall, made).texts["li"]


def test_a_drafted_pairing_is_not_on_the_page(hall: Hall) -> None:
    made = hall.tournament(6)
    ok(hall.do(made, "rounds/draft"))
    assert "Тур 1" not in page(hall, made).tables
    ok(hall.pair(made))
    assert "Тур 1" in page(hall, made).tables


def test_s_1_the_page_tells_the_seed_and_what_was_overridden(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made, rounds=1, top=0))
    seen = page(hall, made)
    seed = hall.get(made)["seed"]
    assert any(f"Число жеребьёвки: {seed}." in text for text in seen.texts["p"])
    assert "Число туров судья назначил сам." in seen.texts["li"]


def test_the_page_is_a_304_until_something_changes(hall: Hall) -> None:
    made = hall.tournament(4)
    known = {"If-None-Match": hall.http.get(f"/t/{made}").headers["ETag"]}
    assert hall.http.get(f"/t/{made}", headers=known).status_code == 304
    ok(hall.pair(made))
    assert hall.http.get(f"/t/{made}", headers=known).status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/t/6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11", 404, "tournament_not_found"),
        ("/t/кубок", 422, "validation"),
    ],
)
def test_the_page_of_no_tournament(hall: Hall, path: str, status: int, code: str) -> None:
    answer = hall.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    made = hall.tournament()
    assert hall.http.get(f"/t/{made}", params={"view": "draft"}).status_code == 422
