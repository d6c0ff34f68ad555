"""Law 10: many judges at once, over real HTTP, on both databases."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import pytest

from deploy.server import free_ports
from shared.log import open_log
from shared.log.topics import TOPICS
from tests.house import ok, serving
from tests.pairing.pairing_service_hall import Hall, hall_on


@dataclass
class Crowd:
    """A hall whose judges all have a connection of their own."""

    hall: Hall
    judges: list[httpx.Client]

    def at_once(self, act: Callable[[httpx.Client, int], httpx.Response]) -> list[httpx.Response]:
        """Every judge does it at the same moment; the answers by judge."""
        start = Barrier(len(self.judges))

        def run(number: int) -> httpx.Response:
            start.wait(timeout=30)
            return act(self.judges[number], number)

        with ThreadPoolExecutor(len(self.judges)) as pool:
            return list(pool.map(run, range(len(self.judges))))


JUDGES = 3


@pytest.fixture
def crowd(database_url: str, tmp_path: Path) -> Iterator[Crowd]:
    """The service served over HTTP, and three judges of the same club."""
    log = f"sqlite:///{tmp_path.as_posix()}/log.sqlite"
    open_log(log).ensure(TOPICS)
    hall = hall_on(database_url, log)
    with serving(hall.app, free_ports(1)[0]) as url:
        judges = [httpx.Client(base_url=url, headers=hall.kazan, timeout=30) for _ in range(JUDGES)]
        yield Crowd(hall, judges)
        for judge in judges:
            judge.close()


def statuses(answers: Sequence[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def test_law_10_three_judges_at_three_tables_never_see_a_conflict(crowd: Crowd) -> None:
    made = crowd.hall.tournament(6)
    path = f"/v1/tournaments/{made}/rounds"
    for number in (1, 2, 3):
        played = ok(crowd.judges[0].post(path, json={"round": number}))

        def report(judge: httpx.Client, at: int, played: Any = played) -> httpx.Response:
            table = played["tables"][at]
            return judge.put(
                f"{path}/{played['round']}/tables/{table['table']}/result",
                json={"kind": "clean", "winner": table["a"]["player"]},
            )

        answers = crowd.at_once(report)
        assert statuses(answers) == {200: JUDGES}, [answer.text for answer in answers]
        assert statuses(crowd.at_once(report)) == {200: JUDGES}
    log = crowd.hall.get(made, "/log", limit=500)["items"]
    assert [row["number"] for row in log] == list(range(1, len(log) + 1))
    assert sum(row["type"] == "match.result.recorded.v1" for row in log) == 9
    assert [(row["type"], row["data"]) for row in log] == crowd.hall.public(made)


def test_law_10_two_who_report_one_table_differently_do(crowd: Crowd) -> None:
    made = crowd.hall.tournament(4)
    table = ok(crowd.hall.pair(made))["tables"][0]
    path = f"/v1/tournaments/{made}/rounds/1/tables/1/result"
    said = [
        {"kind": "clean", "winner": table["a"]["player"]},
        {"kind": "clean", "winner": table["b"]["player"]},
        {"kind": "draw", "winner": None},
    ]
    answers = crowd.at_once(lambda judge, number: judge.put(path, json=said[number]))
    assert statuses(answers) == {200: 1, 412: JUDGES - 1}
    (accepted,) = [answer.json()["result"] for answer in answers if answer.is_success]
    for answer in answers:
        if not answer.is_success:
            problem = answer.json()
            assert (problem["code"], problem["rule"]) == ("result_differs", "T.8")
            assert problem["current"]["kind"] == accepted["kind"]
            assert problem["current"]["winner"] == accepted["winner"]

    corrections = crowd.at_once(
        lambda judge, number: judge.put(
            path,
            json={"kind": "technical", "winner": table["ab"[number % 2]]["player"]},
            headers={"If-Match": '"v1"'},
        )
    )
    assert set(statuses(corrections)) == {200, 412}
    assert crowd.hall.get(made, "/rounds/1")["tables"][0]["result"]["version"] == 2


def test_law_10_calls_for_one_round_at_once_make_one_round(crowd: Crowd) -> None:
    made = crowd.hall.tournament(7)
    path = f"/v1/tournaments/{made}/rounds"
    for number in (1, 2):
        answers = crowd.at_once(lambda judge, _, n=number: judge.post(path, json={"round": n}))  # type: ignore[misc]
        assert statuses(answers) == {201: JUDGES}
        assert answers[0].json() == answers[1].json() == answers[2].json()
        crowd.hall.favourites_win(made, answers[0].json())
    log = crowd.hall.get(made, "/log", limit=500)["items"]
    types = Counter(row["type"] for row in log)
    assert (types["tournament.started.v1"], types["round.published.v1"]) == (1, 2)


def test_law_10_without_a_number_too_calls_at_once_make_one_round(crowd: Crowd) -> None:
    made = crowd.hall.tournament(6)
    path = f"/v1/tournaments/{made}/rounds"
    for number in (1, 2):
        answers = crowd.at_once(lambda judge, _: judge.post(path))
        assert statuses(answers) == {201: 1, 409: JUDGES - 1}
        codes = {answer.json()["code"] for answer in answers if not answer.is_success}
        assert codes == {"results_open"}
        crowd.hall.favourites_win(made, crowd.hall.get(made, "/rounds/current"))
        assert crowd.hall.get(made, "/rounds/current")["round"] == number


def test_law_10_a_draft_published_by_all_at_once_is_one_round(crowd: Crowd) -> None:
    made = crowd.hall.tournament(6)
    path = f"/v1/tournaments/{made}/rounds"
    drafts = crowd.at_once(lambda judge, _: judge.post(f"{path}/draft"))
    assert statuses(drafts) == {201: JUDGES}
    assert drafts[0].json() == drafts[1].json() == drafts[2].json()
    answers = crowd.at_once(lambda judge, _: judge.post(path, json={"publish_draft": True}))
    assert statuses(answers) == {201: 1, 409: JUDGES - 1}
    crowd.hall.favourites_win(made, crowd.hall.get(made, "/rounds/current"))
    body = {"publish_draft": True, "round": 2}
    ok(crowd.judges[0].post(f"{path}/draft"))
    assert statuses(crowd.at_once(lambda judge, _: judge.post(path, json=body))) == {201: JUDGES}
    types = Counter(row["type"] for row in crowd.hall.get(made, "/log", limit=500)["items"])
    assert (types["round.drafted.v1"], types["round.published.v1"]) == (2, 2)


def test_law_10_after_byes_alone_only_a_numbered_call_makes_the_next_round(crowd: Crowd) -> None:
    made = crowd.hall.tournament(4)
    path = f"/v1/tournaments/{made}/rounds"
    hand = {"byes": crowd.hall.players}
    body = {"hand": hand, "reason": "Зал закрыт", "confirm": True, "rounds": 3, "top": 0}
    answers = crowd.at_once(lambda judge, _: judge.post(path, json=body))
    assert statuses(answers) == {201: 1, 422: JUDGES - 1}
    assert statuses(crowd.at_once(lambda judge, _: judge.post(path))) == {422: JUDGES}
    answers = crowd.at_once(lambda judge, _: judge.post(path, json={"round": 2}))
    assert statuses(answers) == {201: JUDGES}
    assert crowd.hall.get(made, "/rounds/current")["round"] == 2


def test_law_10_entries_at_once_get_numbers_of_their_own(crowd: Crowd) -> None:
    made = crowd.hall.tournament()
    people = crowd.hall.meet(12)
    path = f"/v1/tournaments/{made}/entries"
    answers = crowd.at_once(
        lambda judge, number: judge.post(path, json={"players": people[number::JUDGES]})
    )
    assert statuses(answers) == {201: JUDGES}
    numbers = [row["entry"] for answer in answers for row in answer.json()["entries"]]
    assert sorted(numbers) == list(range(1, 13))


def test_law_3_an_upload_sent_by_all_at_once_is_one_tournament(crowd: Crowd) -> None:
    players = crowd.hall.meet(4)
    body = {
        "source": "tool", "external_id": "1", "name": "Кубок", "city": "kazan",
        "date": "2026-11-05", "finished_at": "2026-11-05T19:30:00+03:00",
        "format": "constructed-classic",
        "players": players,
        "rounds": [
            {"stage": "swiss", "matches": [
                {"a": players[0], "b": players[1], "kind": "clean", "winner": players[0]},
                {"a": players[2], "b": players[3], "kind": "draw"},
            ]}
        ],
    }  # fmt: skip
    answers = crowd.at_once(lambda judge, _: judge.post("/v1/tournaments:import", json=body))
    assert statuses(answers) == {201: JUDGES}, [answer.text for answer in answers]
    said = [answer.json() for answer in answers]
    assert Counter(each.pop("outcome") for each in said) == {"created": 1, "known": JUDGES - 1}
    assert said[0] == said[1] == said[2]
    assert len(crowd.hall.published(said[0]["tournament"])) == 3
