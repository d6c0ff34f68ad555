"""Standings and the bracket over HTTP (T.1–T.9, R.9): what is marked, frozen, and asked again."""

from typing import Any

import pytest

from services.pairing import views_standings
from services.pairing.domain.standings import Row, standings
from services.pairing.domain.state import TournamentState
from shared.events.players import PlayerChanged
from shared.rulesets import RuleSet
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall


def played(hall: Hall, tournament: str, count: int, **how: Any) -> None:
    """So many rounds from the first on, whoever has the lower ID winning."""
    for number in range(count):
        hall.favourites_win(tournament, ok(hall.pair(tournament, **(how if number == 0 else {}))))


def standing(shown: Any, player: str) -> Any:
    return next(row for row in shown["rows"] if row["player"] == player)


def test_t_8_an_unfinished_round_is_marked_and_its_open_tables_are_counted(hall: Hall) -> None:
    made = hall.tournament(9)
    before = hall.get(made, "/standings")
    assert (before["round"], before["playing_round"], before["provisional"]) == (0, None, False)
    at = ok(hall.pair(made))
    first = at["tables"][0]
    ok(hall.result(made, 1, first["table"], "clean", first["a"]["player"]))
    shown = hall.get(made, "/standings")
    assert (shown["round"], shown["playing_round"], shown["open_tables"]) == (1, 1, 3)
    assert shown["provisional"]
    playing = {row["player"] for row in shown["rows"] if row["playing"]}
    still = {table[side]["player"] for table in at["tables"][1:] for side in ("a", "b")}
    assert playing == still
    hall.favourites_win(made, hall.get(made, "/rounds/1"))
    done = hall.get(made, "/standings")
    assert (done["playing_round"], done["open_tables"], done["provisional"]) == (None, 0, False)
    assert not any(row["playing"] for row in done["rows"])


def test_t_8_the_table_after_an_earlier_round_is_what_it_was(hall: Hall) -> None:
    made = hall.tournament(8)
    played(hall, made, 1)
    then = hall.get(made, "/standings")["rows"]
    played(hall, made, 1)
    past = hall.get(made, "/standings", after_round=1)
    assert (past["round"], past["rows"], past["final"]) == (1, then, None)
    ok(hall.pair(made))
    assert not hall.get(made, "/standings", after_round=2)["provisional"]
    assert hall.get(made, "/standings")["provisional"]


@pytest.mark.parametrize(("lang", "said"), [("ru", "тура 2 нет"), ("en", "no Swiss round 2")])
def test_t_8_a_round_that_is_not_there_has_no_table(hall: Hall, lang: str, said: str) -> None:
    made = hall.tournament(4)
    played(hall, made, 1)
    headers = {"Accept-Language": lang}
    path = f"/v1/tournaments/{made}/standings"
    no = hall.http.get(path, params={"after_round": 2}, headers=headers)
    assert (no.status_code, no.json()["code"], no.json()["rule"]) == (404, "round_not_found", "T.8")
    assert said in no.json()["detail"]
    assert hall.http.get(path, params={"after_round": 0}).status_code == 422


def test_r_9_the_disqualified_are_last_without_a_place_and_get_it_back(hall: Hall) -> None:
    made = hall.tournament(8)
    played(hall, made, 2)
    best = hall.get(made, "/standings")["rows"][0]
    body = {"player": best["player"], "infraction": "P.6.1", "level": "disqualification"}
    given = ok(hall.do(made, "penalties", **body))
    shown = hall.get(made, "/standings")
    last = shown["rows"][-1]
    assert (last["player"], last["place"], last["disqualified"]) == (best["player"], None, True)
    assert last["points"] == best["points"]
    assert [row["place"] for row in shown["rows"][:-1]] == list(range(1, 8))
    ok(hall.do(made, f"penalties/{given['penalty']}/revoke", reason="Апелляция принята"))
    assert hall.get(made, "/standings")["rows"][0] == best


def test_t_9_a_top_of_eight_with_six_from_cut_to_final_as_a_board_shows_it(hall: Hall) -> None:
    made = hall.tournament(6)
    assert hall.get(made, "/bracket")["rounds"] == []
    played(hall, made, 1, rounds=1, top=8)
    ok(hall.pair(made))
    board = hall.get(made, "/bracket")
    assert (board["size"], [seat["seed"] for seat in board["seeds"]]) == (8, [1, 2, 3, 4, 5, 6])
    quarters = board["rounds"][0]["pairs"]
    assert [(pair["upper"] or {}).get("seed") for pair in quarters] == [1, 4, 2, 3]
    assert [(pair["lower"] or {}).get("seed") for pair in quarters] == [None, 5, None, 6]
    by_seed = {seat["seed"]: seat["player"] for seat in board["seeds"]}
    assert [pair["advanced"] for pair in quarters] == [by_seed[1], None, by_seed[2], None]
    assert [(each["round"], each["published"]) for each in board["rounds"]] == [
        (2, True), (3, False), (4, False)
    ]  # fmt: skip
    swiss = hall.get(made, "/standings")
    assert {row["seed"]: row["player"] for row in swiss["rows"]} == by_seed
    for pair in (quarters[1], quarters[3]):
        ok(hall.result(made, 2, pair["table"], "clean", pair["upper"]["player"]))
    for _ in range(2):
        at = ok(hall.pair(made))
        for table in at["tables"]:
            better = min((table["a"], table["b"]), key=lambda seat: seed_of(board, seat))
            ok(hall.result(made, at["round"], table["table"], "technical", better["player"]))
    board = hall.get(made, "/bracket")
    assert board["winner"] == by_seed[1]
    assert board["rounds"][2]["pairs"][0]["result"]["kind"] == "technical"
    final = hall.get(made, "/standings")["final"]
    assert [row["seed"] for row in final] == [1, 2, 3, 4, 5, 6]
    assert not any(row["playing"] for row in final)


def seed_of(board: Any, seat: Any) -> int:
    seeds = [each["player"] for each in board["seeds"]]
    return seeds.index(seat["player"])


def test_t_9_the_third_place_is_played_beside_the_final(hall: Hall) -> None:
    made = hall.tournament(4)
    played(hall, made, 2, rounds=1, top=4)
    at = ok(hall.pair(made, third_place=True, round=3))
    assert [table["third_place"] for table in at["tables"]] == [False, True]
    final, beside = at["tables"]
    worse = max((beside["a"], beside["b"]), key=lambda seat: seat["entry"])
    ok(hall.result(made, 3, beside["table"], "clean", worse["player"]))
    ok(hall.result(made, 3, final["table"], "clean", final["a"]["player"]))
    board = hall.get(made, "/bracket")
    third = board["rounds"][1]["third_place"]
    assert (third["table"], third["advanced"]) == (beside["table"], worse["player"])
    assert hall.get(made, "/standings")["final"][2]["player"] == worse["player"]


def test_t_9_leaving_and_corrections_after_the_cut_move_no_seed(hall: Hall) -> None:
    made = hall.tournament(8)
    played(hall, made, 2, rounds=2, top=4)
    ok(hall.pair(made))
    board, swiss = hall.get(made, "/bracket"), hall.get(made, "/standings")
    first = next(row["player"] for row in swiss["rows"] if row["seed"] == 1)
    ok(hall.do(made, f"entries/{first}/drop"))
    assert hall.get(made, "/bracket")["seeds"] == board["seeds"]
    assert hall.get(made, "/standings")["rows"] == swiss["rows"]
    table = next(
        each
        for each in hall.get(made, "/rounds/1")["tables"]
        if first in (each["a"]["player"], each["b"]["player"])
    )
    lost = next(table[side]["player"] for side in ("a", "b") if table[side]["player"] != first)
    ok(hall.result(made, 1, table["table"], "clean", lost, If_Match='"v1"'))
    after = hall.get(made, "/standings")
    assert standing(after, first)["points"] == standing(swiss, first)["points"] - 3
    assert standing(after, first)["seed"] == 1
    assert hall.get(made, "/bracket")["seeds"] == board["seeds"]


@pytest.mark.parametrize("what", ["standings", "bracket"])
def test_what_has_not_changed_is_a_304_until_a_result_or_a_name_changes(
    hall: Hall, what: str
) -> None:
    made = hall.tournament(4)
    played(hall, made, 2, rounds=1, top=2)
    path = f"/v1/tournaments/{made}/{what}"
    seen = hall.http.get(path)
    known = {"If-None-Match": seen.headers["ETag"]}
    assert hall.http.get(path, headers=known).status_code == 304
    ok(hall.do(made, "finish"))
    later = hall.http.get(path, headers=known)
    assert (later.status_code, later.json()["version"] > seen.json()["version"]) == (200, True)
    player = hall.players[0]
    name = PlayerChanged(player, 2, "Ярослав", "Ёжиков", None, "Казань", "registered")
    hall.hear((f"player:{player}", name))
    assert "Ёжиков Ярослав" in hall.http.get(path).text
    gone = PlayerChanged(player, 3, "", "", None, "", "registered", erased=True)
    hall.hear((f"player:{player}", gone))
    shown = hall.http.get(path).text
    assert ("Ёжиков" in shown, f"№ {player}" in shown) == (False, True)


def test_law_2_a_past_bracket_is_shown_and_the_present_one_stays_what_is_remembered(
    hall: Hall,
) -> None:
    made = hall.tournament(4)
    played(hall, made, 1, rounds=1, top=4)
    ok(hall.pair(made))
    then = hall.get(made, "/bracket")
    hall.favourites_win(made, hall.get(made, "/rounds/current"))
    now = hall.get(made, "/bracket")
    assert now != then
    assert hall.get(made, "/bracket", at=then["version"]) == then
    assert hall.get(made, "/bracket") == now


def test_a_hall_that_asks_at_once_has_the_table_made_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    asked: list[TournamentState] = []

    def counted(state: TournamentState, ruleset: RuleSet, after: int | None) -> tuple[Row, ...]:
        asked.append(state)
        return standings(state, ruleset, after)

    monkeypatch.setattr(views_standings, "standings", counted)
    shown = [hall.get(made, "/standings") for _ in range(5)]
    assert (len(asked), shown) == (1, [shown[0]] * 5)
    hall.favourites_win(made, hall.get(made, "/rounds/1"))
    hall.get(made, "/standings")
    assert len(asked) == 2


def test_2_1_5_an_imported_top_is_shown_by_its_tables(hall: Hall) -> None:
    one, two, three, four = hall.meet(4)
    game = {"kind": "clean"}
    upload = {
        "source": "aetherhub", "external_id": "7", "name": "Кубок", "city": "Казань",
        "date": "2026-11-05", "finished_at": "2026-11-05T19:30:00+03:00",
        "format": "constructed-classic", "players": [one, two, three, four],
        "rounds": [
            {"stage": "swiss", "matches": [
                {"a": one, "b": two, "winner": one, **game},
                {"a": three, "b": four, "winner": three, **game}]},
            {"stage": "top", "matches": [{"a": one, "b": three, "winner": three, **game}]},
        ],
    }  # fmt: skip
    made = ok(hall.http.post("/v1/tournaments:import", json=upload, headers=hall.kazan))
    board = hall.get(made["tournament"], "/bracket")
    assert (board["size"], board["seeds"], board["winner"]) == (0, [], three)
    [pair] = board["rounds"][0]["pairs"]
    assert (pair["upper"]["player"], pair["lower"]["player"], pair["upper"]["seed"]) == (
        one, three, None
    )  # fmt: skip
