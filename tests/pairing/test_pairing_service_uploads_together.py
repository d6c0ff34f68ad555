"""Law 10: uploads of one tournament at once, over real HTTP, on both databases."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
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
from tests.pairing.test_pairing_service_imports import upload

IMPORT = "/v1/tournaments:import"
Call = Callable[[httpx.Client], httpx.Response]


@pytest.fixture
def served(database_url: str, tmp_path: Path) -> Iterator[tuple[Hall, str]]:
    """A hall and its address."""
    log = f"sqlite:///{tmp_path.as_posix()}/log.sqlite"
    open_log(log).ensure(TOPICS)
    hall = hall_on(database_url, log)
    with serving(hall.app, free_ports(1)[0]) as url:
        yield hall, url
    hall.db.close()


def at_once(url: str, *calls: Call) -> list[Any]:
    """All of them at the same moment, each with a connection of its own; their answers."""
    start = Barrier(len(calls))

    def run(call: Call) -> Any:
        with httpx.Client(base_url=url, timeout=60) as client:
            start.wait(timeout=30)
            return ok(call(client))

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def sending(body: dict[str, Any], by: dict[str, str]) -> Call:
    return lambda client: client.post(IMPORT, json=body, headers=by)


def accepting(waiting: str, by: dict[str, str]) -> Call:
    return lambda client: client.post(f"/v1/uploads/{waiting}/accept", headers=by)


def test_law_10_pieces_that_come_at_once_make_one_tournament(served: tuple[Hall, str]) -> None:
    hall, url = served
    whole = upload(hall.meet(8), 3, official=False)
    pieces = [
        {**whole, "rounds": [{**each, "number": number}]}
        for number, each in enumerate(whole["rounds"], 1)
    ]
    answers = at_once(url, *(sending(piece, hall.kazan) for piece in pieces))
    assert sorted(answer["outcome"] for answer in answers) == ["changed", "changed", "created"]
    (made,) = {answer["tournament"] for answer in answers}
    (again,) = at_once(url, sending({**whole, "complete": True}, hall.kazan))
    assert (again["outcome"], again["structure"]["rounds"]) == ("known", 3)
    assert hall.get(made)["players"] == 8


def test_law_10_an_upload_is_accepted_while_it_comes_again(served: tuple[Hall, str]) -> None:
    hall, url = served
    body = upload(hall.meet(4), 1, official=False)
    for turn in range(3):
        ok(hall.http.post(IMPORT, json=body, headers=hall.kazan))
        other = {**body, "name": f"Кубок {turn}"}
        waiting = ok(hall.http.post(IMPORT, json=other, headers=hall.omsk))["upload"]
        answers = at_once(
            url,
            accepting(waiting, hall.kazan),
            *(sending(other, hall.omsk) for _ in range(3)),
        )
        assert answers[0]["state"] == "accepted"
        assert {answer["outcome"] for answer in answers[1:]} <= {"waiting", "known"}
        assert hall.get(answers[1]["tournament"])["name"] == f"Кубок {turn}"
