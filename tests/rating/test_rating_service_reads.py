"""What people and programs read: the leaderboard, histories, tables, clear refusals."""

from dataclasses import replace
from itertools import pairwise

import pytest

from services.rating.views import whole
from shared.paging import encode
from tests.rating.rating_service_play import (
    Rating,
    finished,
    person,
    record_of,
    season,
    tournament_id,
)

A, B, C, D = "1008", "1018", "1028", "1038"
T1, T2 = tournament_id(1), tournament_id(2)


def test_d_2_2_a_provisional_newcomer_is_rated_and_in_no_list_until_registered(
    rating: Rating,
) -> None:
    rating.know(A)
    rating.know(B, status="provisional")
    rating.tell(T1, finished([(A, B, 0)]))
    assert [row["player"] for row in rating.get("/v1/leaderboard")["items"]] == [A]
    live = rating.get(f"/v1/ratings/{B}")
    assert (live["status"], live["rating"], live["games"]) == ("provisional", 1208, 1)

    rating.apply([record_of(person(B, revision=2), f"player:{B}")])
    assert [row["player"] for row in rating.get("/v1/leaderboard")["items"]] == [B, A]


def test_d_4_1_the_leaderboard_shows_whole_points_names_cities_and_ties(rating: Rating) -> None:
    rating.know(A, B, C)
    rating.know(D, city="Йошкар-Ола")
    rating.tell(T1, finished([(A, B, 2), (C, D, 2)]))
    rows = rating.get("/v1/leaderboard")["items"]
    assert [(row["rank"], row["player"], row["rating_milli"]) for row in rows] == [
        (1, A, 1_208_000),
        (1, C, 1_208_000),
        (3, B, 1_192_000),
        (3, D, 1_192_000),
    ]
    assert rows[3] == {
        "rank": 3,
        "player": D,
        "name": "Ясный Жанна",
        "city": "Йошкар-Ола",
        "rating": 1192,
        "rating_milli": 1_192_000,
        "games": 1,
    }
    (only,) = rating.get("/v1/leaderboard", city="йошкар ола")["items"]
    assert (only["player"], only["rank"]) == (D, 1)


def test_law_11_an_erased_person_is_in_every_list_by_the_number(rating: Rating) -> None:
    rating.know(A, B)
    rating.tell(T1, finished([(A, B, 2)]))
    blank = replace(person(A, revision=2), first_name="", surname="", city="", erased=True)
    rating.apply([record_of(blank, f"player:{A}")])
    rows = rating.get("/v1/leaderboard")["items"]
    assert [(row["player"], row["name"]) for row in rows] == [(A, f"№ {A}"), (B, "Ясный Вера")]
    assert rating.get(f"/v1/ratings/{A}")["name"] == f"№ {A}"
    table = rating.get(f"/v1/tournaments/{T1}/ratings")["rows"]
    assert table[0]["name"] == f"№ {A}"
    (game,) = rating.get(f"/v1/ratings/{B}/history/{T1}")["rated_games"]
    assert game["opponent_name"] == f"№ {A}"


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_d_4_7_the_pages_of_the_leaderboard_join_without_gap_or_overlap(
    rating: Rating, limit: int
) -> None:
    """Draws leave many with equal ratings, so that ties lie across the pages' edges."""
    bodies = season(tournaments=6, field_size=4, games=3, players=24)
    rating.apply(record_of(body, tournament) for tournament, body in bodies.items())
    rating.know(*(str(1000 + number) for number in range(24)))
    whole = rating.get("/v1/leaderboard", limit=500)["items"]
    assert len({row["rank"] for row in whole}) < len(whole) > 10
    for row in whole:
        assert row["rank"] == 1 + sum(one["rating_milli"] > row["rating_milli"] for one in whole)
    assert list(rating.pages("/v1/leaderboard", limit)) == whole


def test_rule_4_1_a_player_without_games_has_1200(rating: Rating) -> None:
    rating.know(A)
    live = rating.get(f"/v1/ratings/{A}")
    assert (live["rating"], live["rating_milli"], live["games"]) == (1200, 1_200_000, 0)
    assert rating.get(f"/v1/ratings/{A}/history") == {"items": [], "next": None}


def test_d_4_2_the_games_of_a_tournament_sum_to_its_change(rating: Rating) -> None:
    bodies = season(tournaments=10, field_size=6, games=11, players=12)
    rating.apply(record_of(body, tournament) for tournament, body in bodies.items())
    seen = 0
    for tournament in bodies:
        table = rating.get(f"/v1/tournaments/{tournament}/ratings")["rows"]
        assert sum(row["delta_milli"] for row in table) == 0, "zero-sum"
        before = {row["player"]: row["before_milli"] for row in table}
        for row in table:
            one = rating.get(f"/v1/ratings/{row['player']}/history/{tournament}")
            games = one["rated_games"]
            assert sum(game["change_milli"] for game in games) == one["delta_milli"]
            assert one["delta_milli"] == row["delta_milli"]
            assert len(games) == one["games"] == row["games"]
            for game in games:
                assert game["opponent_before_milli"] == before[game["opponent"]]
            seen += len(games)
    assert seen == 2 * sum(len(body.games) for body in bodies.values())


def test_d_4_1_a_game_shows_expected_score_and_change(rating: Rating) -> None:
    rating.know(A, B)
    rating.tell(T1, finished([(A, B, 2)], day=1))
    rating.tell(T2, finished([(B, A, 1)], day=2))
    (game,) = rating.get(f"/v1/ratings/{B}/history/{T2}")["rated_games"]
    # 16 points below: E = 1 / (1 + 10^(16/400)) = 0.476990 -> 16 × (0.5 − 0.476990) = 0.368
    assert game == {
        "opponent": A,
        "opponent_name": "Ясный Алёна",
        "before_milli": 1_192_000,
        "opponent_before_milli": 1_208_000,
        "expected_nano": 476_990_413,
        "score": 0.5,
        "change_milli": 368,
    }


@pytest.mark.parametrize(
    ("milli", "points"),
    [(1_207_499, 1207), (1_207_500, 1208), (499, 0), (500, 1), (-499, 0), (-500, -1), (-1_501, -2)],
)
def test_d_4_1_people_see_whole_points_half_away_from_zero(milli: int, points: int) -> None:
    assert whole(milli) == points


def test_d_4_1_a_history_shows_exact_and_whole_numbers(rating: Rating) -> None:
    rating.tell(T1, finished([(A, B, 2)], day=1))
    rating.tell(T2, finished([(B, A, 1)], day=2))
    row = rating.get(f"/v1/ratings/{A}/history")["items"][0]
    assert (row["before_milli"], row["delta_milli"]) == (1_208_000, -368)
    assert (row["before"], row["delta"], row["after"]) == (1208, 0, 1208)


def test_d_4_3_a_history_is_paged_newest_first(rating: Rating) -> None:
    for number in range(7):
        body = finished([(A, B, number % 3)], day=number // 2, name=f"Лига, тур {number}")
        rating.tell(tournament_id(number), body)
    whole = rating.get(f"/v1/ratings/{A}/history")["items"]
    places = [(row["finished_at"], row["tournament"]) for row in whole]
    assert places == sorted(places, reverse=True)
    for later, earlier in pairwise(whole):
        assert later["before_milli"] == earlier["after_milli"]
    assert list(rating.pages(f"/v1/ratings/{A}/history", limit=2)) == whole


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/ratings/9999", 404, "player_not_found"),
        ("/v1/ratings/9999/history", 404, "player_not_found"),
        (f"/v1/ratings/{A}/history/{T2}", 404, "tournament_not_found"),
        (f"/v1/ratings/{C}/history/{T1}", 404, "no_rated_game"),
        (f"/v1/tournaments/{T2}/ratings", 404, "tournament_not_found"),
        ("/v1/ratings/%00", 400, "nul_in_address"),
        ("/v1/leaderboard?city=%00", 400, "nul_in_address"),
        ("/v1/leaderboard?limit=0", 422, "validation"),
        ("/v1/leaderboard?cursor=W10", 422, "bad_cursor"),
        (f"/v1/leaderboard?cursor={encode(2**63, A)}", 422, "bad_cursor"),
        (f"/v1/leaderboard?cursor={encode(1200, chr(0))}", 422, "bad_cursor"),
        (f"/v1/leaderboard?cursor={encode(1200, chr(0xD800))}", 422, "bad_cursor"),
        (f"/v1/ratings/{A}/history?cursor=мимо", 422, "bad_cursor"),
        ("/v1/queue?cursor=WzFd", 422, "bad_cursor"),
    ],
)
def test_law_8_refusals_are_clear_in_both_languages(
    rating: Rating, path: str, status: int, code: str
) -> None:
    rating.know(C)
    rating.tell(T1, finished([(A, B, 2)]))
    told = []
    for lang in ("ru", "en"):
        answer = rating.http.get(path, headers={"Accept-Language": lang})
        assert answer.status_code == status, answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["content-language"] == lang
        problem = answer.json()
        assert problem["code"] == code
        told.append((problem["detail"], problem["todo"]))
    (russian, todo), (english, _) = told
    assert russian != english
    assert any("а" <= letter <= "я" for letter in russian + todo)
