"""Following a tournament: server-sent events, over real HTTP, on both databases."""

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import httpx
import pytest
from fastapi import FastAPI

from deploy.server import free_ports
from services.pairing import channels, live, news, store
from services.pairing.channels import Channel, Follower, Page, Parcel
from services.pairing.tables import TournamentEvent
from shared.clock import now
from shared.events.base import REGISTRY, Event
from shared.events.rounds import TOPIC, PenaltyGiven, RoundDrafted
from shared.log import open_log
from shared.log.topics import TOPICS
from shared.settings import Settings
from tests.bench.live import followers
from tests.contracts.test_contracts import PAYLOADS
from tests.house import app_of, ok, refused, serving, wait_until
from tests.pairing.pairing_service_ear import Told, following
from tests.pairing.pairing_service_hall import Hall, hall_on
from tests.tokens import WHO

ROOT = Path(__file__).resolve().parents[2]
OF_TOURNAMENTS = sorted(type_ for type_, cls in REGISTRY.items() if cls.spec.topic == TOPIC)

OF_THEIRS = [path for path in PAYLOADS if json.loads(path.read_bytes())["type"] in OF_TOURNAMENTS]
"""A payload of each."""


@dataclass
class Board:
    """A hall whose service is served over HTTP, too."""

    hall: Hall
    url: str

    def path(self, tournament: str) -> str:
        """The address of a tournament's stream."""
        return f"{self.url}/v1/tournaments/{tournament}/live"


@pytest.fixture
def board(database_url: str, tmp_path: Path) -> Iterator[Board]:
    """Nobody follows yet."""
    log = f"sqlite:///{tmp_path.as_posix()}/log.sqlite"
    open_log(log).ensure(TOPICS)
    hall = hall_on(database_url, log)
    with serving(hall.app, free_ports(1)[0]) as url:
        yield Board(hall, url)


def told_of(hall: Hall, tournament: str, after: int = 0) -> list[int]:
    """The numbers of the events that followers hear of, by the log itself."""
    with hall.db.read() as tx:
        return [row.number for row in store.events(tx, tournament, after) if row.type in news.TOLD]


def append(hall: Hall, tournament: str, *events: Event) -> None:
    """Write events as the use cases do."""
    journal = hall.app.state.desk.journal
    with hall.db.write() as tx:
        journal.append(tx, journal.load(tx, tournament, lock=True), events, WHO)


def correct(hall: Hall, tournament: str, times: int) -> None:
    """Record the result of table 1 of round 1, and correct it so often."""
    for version in range(times):
        kind = ("draw", "agreed_draw")[version % 2]
        ok(hall.result(tournament, 1, 1, kind, If_Match=f'"v{version}"'))


def test_it_begins_with_where_the_log_is_and_where_to_read(board: Board) -> None:
    made = board.hall.tournament(4)
    with following(board.url, made) as ear:
        head = ear.response.headers
        first = ear.next()
    assert head["content-type"].startswith("text/event-stream")
    assert (head["cache-control"], head["x-accel-buffering"]) == ("no-cache", "no")
    assert "etag" not in head and head["x-trace-id"]
    assert (first.event, first.id) == ("snapshot", 5)
    assert (first.data["number"], first.data["status"]) == (5, board.hall.get(made)["status"])
    assert first.data["players"] == 4
    assert ok(httpx.get(board.url + first.data["tournament"]))["version"] == 5
    assert len(ok(httpx.get(board.url + first.data["standings"]))["rows"]) == 4
    refused(httpx.get(board.url + first.data["round"]), 404, "round_not_found")


def test_rounds_and_results_are_told_in_order_and_whole(board: Board) -> None:
    hall = board.hall
    made = hall.tournament(4)
    with following(board.url, made) as ear:
        played = ok(hall.pair(made))
        hall.favourites_win(made, played)
        expected = told_of(hall, made, 5)
        heard = [ear.next()]
        while heard[-1].data["number"] < expected[-1] or heard[-1].event != "standings":
            heard.append(ear.next())
    assert [each.id for each in heard if each.id] == [5, *expected]
    published = next(each for each in heard if each.event == "published")
    tables = {table["table"]: table for table in played["tables"]}
    assert published.data["data"]["pairs"] == [
        [number, table["a"]["entry"], table["b"]["entry"]] for number, table in tables.items()
    ]
    for told in (each.data["data"] for each in heard if each.event == "result"):
        assert (told["round"], told["kind"], told["version"]) == (1, "clean", 1)
        seats = [tables[told["table"]][side] for side in ("a", "b")]
        assert told["winner"] == min(seats, key=lambda seat: str(seat["player"]))["entry"]
    answer = httpx.get(board.url + heard[-1].data["standings"])
    again = httpx.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert [row["points"] for row in ok(answer)["rows"]][:2] != [0, 0]


def test_whoever_comes_back_gets_all_that_he_missed(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PAGE", 3)
    hall = board.hall
    made = hall.tournament(8)
    hall.favourites_win(made, ok(hall.pair(made)))
    whole = told_of(hall, made)
    for last in (0, 1, 7, whole[-2]):
        with following(board.url, made, last) as ear:
            heard = [ear.next()]
            while heard[-1].event != "standings":
                heard.append(ear.next())
        assert [each.id for each in heard[:-1]] == [number for number in whole if number > last]
        assert heard[-1].data["number"] == hall.get(made)["version"]
    with following(board.url, made, hall.get(made)["version"]) as ear:
        assert ear.next().event == "standings"  # he missed nothing but, perhaps, this


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_or_doubled_by_breaks_while_results_are_written(
    board: Board, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(live, "PAGE", 4)
    monkeypatch.setattr(live, "LOOK", 0.02)
    hall = board.hall
    made = hall.tournament(4)
    ok(hall.pair(made))
    begin = hall.get(made)["version"]
    writer = threading.Thread(target=correct, args=(hall, made, 60))
    writer.start()

    def listen(number: int) -> list[int]:
        chance = random.Random(f"{seed}-{number}")
        heard = [begin]
        while heard[-1] < begin + 60:
            with following(board.url, made, heard[-1]) as ear:
                for told in ear.told:
                    if told.id:
                        heard.append(told.id)
                    if heard[-1] == begin + 60 or chance.random() < 0.2:
                        break
        return heard

    with ThreadPoolExecutor(4) as pool:
        heard = list(pool.map(listen, range(4)))
    writer.join()
    assert told_of(hall, made, begin) == list(range(begin + 1, begin + 61))
    assert heard == [list(range(begin, begin + 61))] * 4


def test_whoever_is_ahead_of_this_worker_is_told_nothing_twice(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker, a look ahead of this one, told him already what this one is about to find."""
    hall = board.hall
    made = hall.tournament(4)
    ok(hall.pair(made))
    looks = threading.Semaphore(0)
    versions = store.versions

    def held(tx: Any, tournaments: Any) -> dict[str, int]:
        looks.acquire(timeout=30)
        return versions(tx, tournaments)

    monkeypatch.setattr(store, "versions", held)
    with following(board.url, made) as first:
        begin = first.next().data["number"]
        correct(hall, made, 3)
        with following(board.url, made, begin + 2) as ahead:
            for _ in range(100):
                looks.release()
            assert [first.next("result").id for _ in range(3)] == [begin + n for n in (1, 2, 3)]
            heard = [ahead.next() for _ in range(2)]
            assert [(each.event, each.data["number"]) for each in heard] == [
                ("standings", begin + 2),
                ("result", begin + 3),
            ]


@contextmanager
def worker(database_url: str, folder: Path) -> Iterator[str]:
    """A process that serves pairing on a database; its address. Stopped as ``up`` stops it."""
    port = free_ports(1)[0]
    environment = {
        **os.environ,
        "DATABASE_URL": database_url,
        "EVENT_LOG_URL": f"sqlite:///{folder.as_posix()}/nowhere/log.sqlite",
        "PORT": str(port),
        "PYTHONUTF8": "1",
    }
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "services.pairing", "serve", "--until-eof"]
    with (folder / f"{port}.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=log, stderr=log
        )

    def answers() -> bool:
        assert process.poll() is None, (folder / f"{port}.log").read_text(encoding="utf-8")
        try:
            return httpx.get(f"{url}/healthz").is_success
        except httpx.TransportError:
            return False

    try:
        wait_until(answers, 60)
        yield url
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0
        said = (folder / f"{port}.log").read_text(encoding="utf-8")
        assert "timeout graceful shutdown" not in said and "crashed" not in said
    finally:
        process.kill()
        process.wait()


def test_law_9_what_one_worker_writes_the_followers_of_another_hear(
    database_url: str, tmp_path: Path
) -> None:
    """And when a worker stops, its streams end as a stream should: nobody waits for them."""
    hall = hall_on(database_url)
    made = hall.tournament(4)
    with ExitStack() as ears:
        with worker(database_url, tmp_path) as one, worker(database_url, tmp_path) as other:
            ear = ears.enter_context(following(other, made))
            assert ear.next().event == "snapshot"
            rounds = f"{one}/v1/tournaments/{made}/rounds"
            table = ok(httpx.post(rounds, json={}, headers=hall.kazan))["tables"][0]
            result = {"kind": "clean", "winner": table["a"]["player"]}
            sent = httpx.put(f"{rounds}/1/tables/1/result", json=result, headers=hall.kazan)
            assert ok(sent)["result"]["version"] == 1
            told = ear.next("result").data["data"]
            assert (told["table"], told["winner"]) == (1, table["a"]["entry"])
        assert {each.event for each in ear.told} <= {"standings", ""}  # to a clean end
    hall.db.close()


def test_streams_end_when_the_server_stops(database_url: str, tmp_path: Path) -> None:
    hall = hall_on(database_url, f"sqlite:///{tmp_path.as_posix()}/log.sqlite")
    made = hall.tournament(2)
    with ExitStack() as ears:
        with serving(hall.app, free_ports(1)[0]) as url:
            open_ones = [ears.enter_context(following(url, made)) for _ in range(5)]
            assert [ear.next().event for ear in open_ones] == ["snapshot"] * 5
        assert [list(ear.told) for ear in open_ones] == [[]] * 5
    assert hall.app.state.live.followers == 0


def test_who_has_left_is_forgotten_and_then_nobody_asks_the_database(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOOK", 0.02)
    tail, made = board.hall.app.state.live, board.hall.tournament(2)
    assert (tail.followers, tail.looks) == (0, False)
    with following(board.url, made) as ear:
        ear.next()
        assert (tail.followers, tail.looks) == (1, True)
    wait_until(lambda: (tail.followers, tail.looks) == (0, False))
    with following(board.url, made, 0) as ear:  # and it all begins again
        assert ear.next().id == 1


def test_a_look_that_fails_costs_nobody_his_stream(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "LOOK_AGAIN", 0.05)
    failed = threading.Semaphore(0)
    versions = store.versions

    def away(tx: Any, tournaments: Any) -> dict[str, int]:
        failed.release()
        raise ConnectionError("базы нет")

    made = board.hall.tournament(4)
    monkeypatch.setattr(store, "versions", away)
    with following(board.url, made) as ear:
        ear.next()
        for _ in range(3):
            assert failed.acquire(timeout=30)
        ok(board.hall.pair(made))
        monkeypatch.setattr(store, "versions", versions)
        assert ear.next("published").data["data"]["round"] == 1


def test_a_tail_that_breaks_lets_all_go_and_another_takes_its_place(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(channel: Channel, tournament: str, page: Page | None) -> None:
        raise RuntimeError("нельзя")

    made = board.hall.tournament(4)
    with monkeypatch.context() as patch:
        patch.setattr(Channel, "tell", broken)
        with following(board.url, made) as ear:
            assert [each.event for each in ear.told] == ["snapshot"]
    with following(board.url, made, 5) as ear:
        ok(board.hall.pair(made))
        assert ear.next("published").id == 7


def test_silence_is_broken_by_comments(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "BEAT", 0.1)
    with following(board.url, board.hall.tournament(2)) as ear:
        ear.next()
        assert [ear.next() for _ in range(3)] == [Told("", None, "ping")] * 3


def test_law_8_what_can_not_be_followed_is_refused(board: Board) -> None:
    made = board.hall.tournament(2)
    refused(httpx.get(board.path(str(uuid4()))), 404, "tournament_not_found")
    refused(httpx.get(board.path("кубок")), 422, "validation")
    for nonsense in ("-1", "abc", "", "1.5", str(2**31)):
        answer = httpx.get(board.path(made), headers={"Last-Event-ID": nonsense})
        problem = refused(answer, 422, "validation")
        assert "last-event-id" in problem["errors"][0]["where"].lower(), problem
    beyond = httpx.get(board.path(made), headers={"Last-Event-ID": "4"})
    problem = refused(beyond, 422, "event_not_there")
    assert "4" in problem["detail"] and "последнее — 3" in problem["detail"]
    assert board.hall.app.state.live.followers == 0


def test_one_too_many_is_told_to_come_later(database_url: str, tmp_path: Path) -> None:
    hall = hall_on(database_url)
    made = hall.tournament(2)
    log = f"sqlite:///{tmp_path.as_posix()}/log.sqlite"
    app: FastAPI = app_of(
        "pairing", Settings(database_url=database_url, event_log_url=log, live_followers=2)
    )
    with serving(app, free_ports(1)[0]) as url:
        path = f"{url}/v1/tournaments/{made}/live"
        with following(url, made) as first:
            first.next()
            with following(url, made):
                full = httpx.get(path)
                assert refused(full, 503, "too_many_followers")["limit"] == 2
                assert int(full.headers["retry-after"]) > 0
            wait_until(lambda: app.state.live.followers == 1)
            with following(url, made) as third:
                assert third.next().event == "snapshot"
    hall.db.close()


def test_head_is_the_head_of_a_stream_and_no_stream(board: Board) -> None:
    made = board.hall.tournament(2)
    answer = httpx.head(board.path(made))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    wait_until(lambda: board.hall.app.state.live.followers == 0)
    refused(httpx.get(board.path(str(uuid4()))), 404, "tournament_not_found")


def test_law_11_followers_hear_nothing_that_is_the_staffs_alone(board: Board) -> None:
    hall = board.hall
    made = hall.tournament(4)
    ok(hall.pair(made))
    penalty = PenaltyGiven("secret-story", 2, "secret-infraction", "warning", 1)
    draft = RoundDrafted(2, "swiss", ((1, 1, 2), (2, 3, 4)), reason="secret-reason")
    with following(board.url, made) as ear:
        begin = ear.next().data["number"]
        append(hall, made, penalty, draft)
        heard = [ear.next()]
        correct(hall, made, 1)
        heard.append(ear.next("result"))
    assert [(each.event, each.data["number"]) for each in heard] == [
        ("standings", begin + 2),  # P.10: a place may be lost by it
        ("result", begin + 3),
    ]
    assert "secret" not in json.dumps([each.data for each in heard])
    with following(board.url, made, begin) as ear:
        assert ear.next().id == begin + 3


def test_three_hundred_hear_everything_and_the_others_are_answered(board: Board) -> None:
    hall = board.hall
    made = hall.tournament(8)
    ok(hall.pair(made))
    with followers(board.url, made, 300) as crowd:
        writer = threading.Thread(target=correct, args=(hall, made, 40))
        writer.start()
        with httpx.Client(base_url=board.url, timeout=60) as client:
            for _ in range(50):
                assert ok(client.get(f"/v1/tournaments/{made}/rounds/current"))["round"] == 1
                assert len(ok(client.get(f"/v1/tournaments/{made}/standings"))["rows"]) == 8
        writer.join()
        crowd.until = hall.get(made)["version"]
    assert [each["result"] for each in crowd.heard] == [40] * 300
    assert set(crowd.last) == {crowd.until}
    assert all(each["standings"] >= 1 for each in crowd.heard)


def test_who_falls_behind_gets_what_was_his_and_a_clean_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channels, "BACKLOG", 2)
    assert anyio.run(_slow) == ([b"1", b"2"], [True, True, False, False])


async def _slow() -> tuple[list[bytes], list[bool]]:
    follower = Follower(news.Start("cup", 5, "running", 4), None)
    taken = [follower.take(Parcel(str(number).encode())) for number in range(1, 5)]
    return [parcel.body async for parcel in follower.parcels], taken


def test_standings_are_spoken_of_at_once_and_then_now_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert anyio.run(_standings, monkeypatch) == [
        ["first", "standings 1"],
        ["second"],  # half a second later: not yet
        ["clock"],
        ["standings 3"],  # 2 s after the first time, though nothing new was found
        ["third", "standings 4"],
    ]


async def _standings(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    follower = Follower(news.Start("cup", 0, "running", 4), None)
    channel = Channel(0, {follower})
    heard = []
    for moment, number, said, moves in (
        (10.0, 1, "first", True),
        (10.5, 2, "second", True),
        (11.0, 3, "clock", False),
        (12.0, 3, "", False),
        (13.0, 3, "", False),
        (20.0, 4, "third", True),
    ):
        monkeypatch.setattr(channels, "monotonic", lambda moment=moment: moment)
        told = (news.Message(number, f"{said}\n".encode(), moves),) if said else ()
        await channel.tell("cup", Page(number, told) if said else None)
    follower.end()
    async for parcel in follower.parcels:
        lines = parcel.body.decode().splitlines()
        heard.append([_standing(line) for line in lines if line and "event" not in line])
    return heard


def _standing(line: str) -> str:
    data = line.removeprefix("data: ")
    return line if data == line else f"standings {json.loads(data)['number']}"


def test_every_event_has_a_name_for_followers_or_is_silent_on_purpose() -> None:
    assert not news.TOLD.keys() & news.SILENT
    assert sorted(news.TOLD.keys() | news.SILENT) == OF_TOURNAMENTS


@pytest.mark.parametrize("path", OF_THEIRS, ids=lambda path: path.stem)
def test_law_11_a_message_is_the_public_view_and_described_in_the_contract(path: Path) -> None:
    written = json.loads(path.read_text(encoding="utf-8"))
    row = TournamentEvent(
        tournament=written["subject"],
        number=7,
        type=written["type"],
        data=json.dumps(written["data"]),
        who=WHO,
        at=now(),
        trace="",
    )
    told = news.message(row)
    if written["type"] in news.SILENT:
        assert told is None or told.body == b""
        assert (told is not None and told.moves) is (written["type"] in news.PLACES)
        return
    assert told is not None
    lines = dict(line.split(": ", 1) for line in told.body.decode().strip().splitlines())
    said = json.loads(lines["data"])
    spec = REGISTRY[written["type"]].spec
    assert not spec.private & said["data"].keys()
    assert (lines["event"], lines["id"]) == (news.TOLD[written["type"]], "7")
    described = news.described().partition(f"`{written['type']}`: ")[2].partition("\n")[0]
    assert all(f"`{field}`" in described for field in said["data"])
