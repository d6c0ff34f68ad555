"""Laws 2, 3, 10: two different commands at the same moment, the second begun inside the first."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlmodel import Session

from services.pairing import (
    service,
    service_bulk,
    service_entries,
    service_results,
    service_rounds,
    store,
)
from services.pairing.clients import Asked
from services.pairing.journal import Journal
from services.pairing.schemas.results import ResultIn
from services.pairing.schemas.rounds import RoundIn
from shared.auth import ROLES, Principal
from shared.refusals import Refusal
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall

OFFICE = Principal("office:federation:1", frozenset(ROLES["office"]), None)
Act = Callable[[Session, Journal, str], object]


def overlap(hall: Hall, tournament: str, one: Act, other: Act) -> tuple[str, str]:
    """Run both, the other begun before the one commits; ``done`` or the code of a refusal."""
    began, go = threading.Event(), threading.Event()
    journal: Journal = hall.app.state.desk.journal

    def run(act: Act, first: bool) -> str:
        try:
            with hall.db.write() as tx:
                act(tx, journal, tournament)
                tx.flush()
                began.set()
                if first:
                    go.wait(timeout=30)
            return "done"
        except Refusal as refusal:
            return refusal.code
        finally:
            began.set()

    with ThreadPoolExecutor(2) as pool:
        ahead = pool.submit(run, one, True)
        began.wait(timeout=30)
        behind = pool.submit(run, other, False)
        threading.Event().wait(0.2)  # it is under way by now, or waits for its turn
        go.set()
        return ahead.result(timeout=30), behind.result(timeout=30)


def agree(hall: Hall, tournament: str) -> list[str]:
    """The log has no gap and is what was published, the cache is what the log says; its types."""
    with hall.db.read() as tx:
        log = store.events(tx, tournament, 0)
        warm = hall.app.state.desk.journal.load(tx, tournament)
        assert Journal().load(tx, tournament) == warm
    assert [row.number for row in log] == list(range(1, warm.version + 1))
    types = [row.type for row in log]
    assert [type_ for type_, _ in hall.published(tournament)] == types
    return types


def enter(*players: str) -> Act:
    return lambda tx, journal, made: service_entries.enter(
        service_entries.At(tx, journal, made, OFFICE), players, {}
    )


def paste(*players: str) -> Act:
    lines = [service_bulk.Line(row, each, "one", each) for row, each in enumerate(players)]
    return lambda tx, journal, made: service_bulk.enter(
        service_entries.At(tx, journal, made, OFFICE), lines, dry_run=False
    )


def drop(player: str) -> Act:
    return lambda tx, journal, made: service_entries.drop(
        service_entries.At(tx, journal, made, OFFICE), player, at_once=False
    )


def pair(number: int | None = None) -> Act:
    given = RoundIn(round=number)
    return lambda tx, journal, made: service_rounds.pair(tx, journal, made, given, Asked(), OFFICE)


def correct(table: int, winner: str, version: int) -> Act:
    given = ResultIn(kind="technical", winner=winner)

    def act(tx: Session, journal: Journal, made: str) -> object:
        at = service_entries.At(tx, journal, made, OFFICE)
        return service_results.record(at, 1, table, given, version)

    return act


def finish(tx: Session, journal: Journal, made: str) -> object:
    return service.finish(tx, journal, made, OFFICE)


def hold(tx: Session, journal: Journal, made: str) -> object:
    return service.annul(tx, journal, made, "hold", OFFICE)


def release(tx: Session, journal: Journal, made: str) -> object:
    return service.reinstate(tx, journal, made, "hold", OFFICE)


def played(hall: Hall) -> tuple[str, str]:
    """A tournament of one round whose results are all in, and a player of its table 1."""
    made = hall.tournament(4)
    at = ok(hall.pair(made, rounds=1, top=0))
    hall.favourites_win(made, at)
    return made, at["tables"][0]["a"]["player"]


def test_rule_2_1_3_one_player_entered_at_two_desks_at_once(hall: Hall) -> None:
    made, players = hall.tournament(), hall.meet(2)
    told = overlap(hall, made, enter(*players), enter(players[1]))
    assert told == ("done", "player_already_entered")
    assert agree(hall, made).count("entry.added.v1") == 2


def test_d_2_3_one_list_pasted_at_two_desks_at_once(hall: Hall) -> None:
    made, players = hall.tournament(capacity=2), hall.meet(3)
    assert overlap(hall, made, paste(*players), paste(*players)) == ("done", "done")
    types = agree(hall, made)
    assert types.count("entry.added.v1") == 3


def test_s_7_two_leave_at_once_and_two_get_their_places(hall: Hall) -> None:
    made = hall.tournament(6, capacity=4)
    one, other = hall.players[:2]
    assert overlap(hall, made, drop(one), drop(other)) == ("done", "done")
    assert agree(hall, made).count("entry.promoted.v1") == 2
    assert hall.get(made)["players"] == 4


def test_law_10_one_round_asked_for_twice_at_once(hall: Hall) -> None:
    made = hall.tournament(4)
    assert overlap(hall, made, pair(1), pair(1)) == ("done", "done")
    assert agree(hall, made).count("round.published.v1") == 1
    assert overlap(hall, made, pair(), pair()) == ("results_open", "results_open")


@pytest.mark.parametrize("drop_first", [True, False])
def test_s_7_a_drop_while_the_round_is_paired(hall: Hall, drop_first: bool) -> None:
    made = hall.tournament(5)
    leaver = hall.players[0]
    acts = (drop(leaver), pair(1)) if drop_first else (pair(1), drop(leaver))
    assert overlap(hall, made, *acts) == ("done", "done")
    at = hall.get(made, "/rounds/1")
    seats = [table[side]["player"] for table in at["tables"] for side in "ab"]
    seats += [seat["player"] for seat in at["byes"]]
    assert (leaver in seats) is not drop_first
    agree(hall, made)


@pytest.mark.parametrize("finish_first", [True, False])
def test_d_4_10_a_finish_while_a_result_is_corrected(hall: Hall, finish_first: bool) -> None:
    made, winner = played(hall)
    acts = (finish, correct(1, winner, 1))
    assert overlap(hall, made, *(acts if finish_first else acts[::-1])) == ("done", "done")
    agree(hall, made)
    finished = [data for type_, data in hall.published(made) if type_ == "tournament.finished.v1"]
    assert [data["revision"] for data in finished] == ([1, 2] if finish_first else [1])
    assert len({data["finished_at"] for data in finished}) == 1
    assert hall.get(made, "/rounds/1")["tables"][0]["result"]["kind"] == "technical"


def test_law_10_one_result_corrected_twice_at_once(hall: Hall) -> None:
    made, winner = played(hall)
    told = overlap(hall, made, correct(1, winner, 1), correct(1, winner, 1))
    assert told == ("done", "done")  # the same one again changes nothing
    other = ok(hall.http.get(f"/v1/tournaments/{made}/rounds/1"))["tables"][0]["b"]["player"]
    told = overlap(hall, made, correct(1, other, 2), correct(1, winner, 1))
    assert told == ("done", "result_differs")
    assert agree(hall, made).count("match.result.corrected.v1") == 2


def test_d_2_5_a_hold_and_its_release_at_once(hall: Hall) -> None:
    made, _ = played(hall)
    assert overlap(hall, made, finish, hold) == ("done", "done")
    assert overlap(hall, made, release, hold) == ("done", "done")
    assert hall.get(made)["flags"] == ["hold"]
    assert overlap(hall, made, hold, release) == ("done", "done")
    assert hall.get(made)["flags"] == []
    told = [data["revision"] for _, data in hall.published(made) if "revision" in data]
    assert sorted(set(told)) == list(range(told[-1] + 1))
    agree(hall, made)


def test_d_2_5_another_clubs_token_changes_nothing_by_any_route(hall: Hall) -> None:
    made = hall.tournament(4)
    ok(hall.pair(made))
    before = hall.published(made)
    bodies = {
        "entries": {"players": hall.meet(1)},
        "entries:bulk": {"lines": hall.players[-1:]},
        "check-in": {"players": hall.players[:1]},
        "table": {"table": 1},
        "{number}": {"result": "draw"},
        "player": {"player": hall.players[-1], "reason": "Перепутали"},
        "rounds": {"round": 1},
        "draft": {"round": 2},
        "swap": {"players": hall.players[:2], "reason": "Так решил судья"},
        "clock": {"action": "start"},
        "time": {"minutes": 5},
        "result": {"kind": "draw"},
        "annul": {"code": "hold", "reason": "Проверяем"},
        "plan": {"plan": "draft"},
        "{tournament}": {"name": "Чужой"},
        "reinstate": {"code": "hold"},
        "results": {"results": [{"table": 1, "kind": "draw"}]},
        "penalties": {"player": hall.players[0], "infraction": "P.6.1", "level": "caution"},
        "revoke": {"reason": "По апелляции"},
        "reopen": {"reason": "Ошибка в итоге"},
        "rewind": {"round": 0, "reason": "Не те пары"},
    }
    named = {"player": hall.players[0], "entry": 1, "number": 1, "table": 1, "penalty": made}
    tried = 0
    for path, methods in hall.app.openapi()["paths"].items():
        for method in set(methods) - {"get"} if "{tournament}" in path else ():
            url = path.format(tournament=made, **named)
            body = bodies.get(path.rpartition("/")[2])
            answer = hall.http.request(method, url, json=body, headers=hall.omsk)
            office_only = path.endswith(("annul", "reinstate"))
            refused(answer, 403, "scope_missing" if office_only else "not_your_club")
            tried += 1
    assert tried > len(bodies)
    assert hall.published(made) == before
