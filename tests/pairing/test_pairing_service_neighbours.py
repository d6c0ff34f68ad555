"""Neighbours that are slow, or know more than the own copy."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from fastapi import FastAPI

from deploy.server import free_ports
from shared.player_ids import player_id
from tests.house import ok, refused, serving
from tests.pairing.pairing_service_hall import Hall, hall_on
from tests.pairing.test_pairing_service_imports import take, upload


@contextmanager
def registry_with(folder: Path, *known: str) -> Iterator[tuple[Hall, list[str]]]:
    """A hall beside a registry that knows these IDs, and what it was asked."""
    asked: list[str] = []
    registry = FastAPI()

    @registry.post("/v1/players:lookup")
    def lookup(body: dict[str, list[str]]) -> list[dict[str, str]]:
        """Whoever is asked for is known as 7050 now, if he is known."""
        asked.append(" ".join(body["players"]))
        return [{"player": "7050", "asked": each} for each in body["players"] if each in known]

    with serving(registry, free_ports(1)[0]) as url:
        hall = hall_on(f"sqlite:///{folder.as_posix()}", registry_url=url)
        yield hall, asked
        hall.db.close()


def test_rule_2_1_1_the_registry_is_asked_only_about_strangers(tmp_path: Path) -> None:
    with registry_with(tmp_path, "7003") as (hall, asked):
        made = hall.tournament()
        known = hall.meet(2)
        entered = ok(hall.enter(made, [*known, "7003"]))
        assert (entered["warnings"], asked) == ([], ["7003"])
        answer = hall.enter(made, ["7016", *hall.meet(1), "7027"])
        problem = refused(answer, 422, "player_not_found", "2.1.1")
        assert [row["player"] for row in problem["errors"]] == ["7016", "7027"]
        assert [row["where"] for row in problem["errors"]] == ["body.players.0", "body.players.2"]
        assert hall.get(made)["players"] == 3


def test_d_2_2_a_mistyped_id_that_nobody_has_is_a_typing_error(tmp_path: Path) -> None:
    with registry_with(tmp_path, "7013") as (hall, _):
        made, known = hall.tournament(), hall.meet(3)
        sent = [*known, "7013", "7043", "7016"]  # the registry knows 7013, whatever its digits say
        problem = refused(hall.enter(made, sent), 422, "player_id_mistyped", "D.2.2")
        assert ("7043" in problem["detail"], "7016" in problem["detail"]) == (True, False)
        assert "POST /v1/players" not in problem["todo"]
        wrong = [(row["player"], row["rule"]) for row in problem["errors"]]
        assert wrong == [("7043", "D.2.2"), ("7016", "2.1.1")]
        problem = refused(take(hall, upload(sent)), 422, "player_id_mistyped", "D.2.2")
        wrong = [(row["where"], row["rule"]) for row in problem["errors"]]
        assert wrong == [("body.players.4", "D.2.2"), ("body.players.5", "2.1.1")]
        assert [line["ref"] for line in problem["lines"][4:]] == ["7043", "7016"]
        ok(hall.enter(made, sent[:4]))


def test_rule_2_1_1_many_strangers_are_one_question(tmp_path: Path) -> None:
    strangers = [str(number) for number in range(7000, 7064)]
    with registry_with(tmp_path, *strangers) as (hall, asked):
        made = hall.tournament()
        entered = ok(hall.enter(made, strangers))
        assert (len(entered["entries"]), entered["warnings"]) == (64, [])
        assert asked == [" ".join(strangers)]


def test_rule_6_3_all_lists_that_are_not_known_here_are_one_question(tmp_path: Path) -> None:
    asked: list[str] = []
    legal: list[str] = []
    decks = FastAPI()

    @decks.get("/v1/lists/{tournament}/verdicts")
    def verdicts(tournament: str) -> list[dict[str, object]]:
        asked.append(tournament)
        return [{"player": player, "legal": True} for player in legal]

    with serving(decks, free_ports(1)[0]) as url:
        hall = hall_on(f"sqlite:///{tmp_path.as_posix()}", decks_url=url)
        made = hall.tournament(6, level="highest", head_judge="9002")
        known, *rest = hall.players
        hall.judge_list(made, known)
        legal += rest[:-1]
        problem = refused(hall.pair(made), 409, "deck_lists_missing", "6.3")
        assert ([row["player"] for row in problem["errors"]], asked) == ([rest[-1]], [made])
        legal.append(rest[-1])
        assert ok(hall.pair(made))["warnings"] == []
        assert asked == [made, made]
        hall.db.close()


def test_rule_2_1_1_a_registry_that_hangs_costs_one_time_out(tmp_path: Path) -> None:
    """It takes the connection and never answers: the hall waits once, whoever is asked about."""
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        hall = hall_on(f"sqlite:///{tmp_path.as_posix()}", registry_url=url)
        made = hall.tournament()
        started = time.monotonic()
        entered = ok(hall.enter(made, ["7003", "7016", "7027", "7034"]))
        assert time.monotonic() - started < 15  # of which the time-out is 1
        assert [warning["code"] for warning in entered["warnings"]] == ["registry_away"]
        assert len(ok(hall.pair(made))["tables"]) == 2
        assert _callers(silent) == 1
        hall.db.close()


def _callers(server: socket.socket) -> int:
    """How many have connected and wait to be answered."""
    server.setblocking(False)
    count = 0
    with suppress(BlockingIOError):
        while True:
            server.accept()[0].close()
            count += 1
    return count


def test_law_8_a_stranger_at_the_registrys_address_is_an_absent_registry(tmp_path: Path) -> None:
    """Something else answers there and knows no look-up: a warning, and play goes on."""
    with serving(FastAPI(), free_ports(1)[0]) as url:
        hall = hall_on(f"sqlite:///{tmp_path.as_posix()}", registry_url=url)
        made = hall.tournament()
        entered = ok(hall.enter(made, [player_id(7_000)]))
        assert [warning["code"] for warning in entered["warnings"]] == ["registry_away"]
        hall.db.close()
