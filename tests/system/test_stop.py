"""Stopping: whoever waits at a feed gets his page, and the log stays JSON to its last line."""

import json
import socket
import threading
import time
from pathlib import Path

import httpx

from deploy.stack import running


def test_a_feed_waiter_gets_his_page_when_the_service_stops(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    with running(tmp_path) as stack:
        url = stack.urls["pairing"]
        waiting = {"wait": 25}

        def wait_for_news() -> None:
            answers.append(httpx.get(f"{url}/v1/tournaments.v1/events", params=waiting, timeout=30))

        waiter = threading.Thread(target=wait_for_news)
        waiter.start()
        _raw_cyrillic(url)
        time.sleep(0.5)  # so that the waiter is there before the stop; if not, the test still holds
        started = time.monotonic()
    assert time.monotonic() - started < 20
    waiter.join(timeout=10)
    assert [(answer.status_code, answer.json()["items"]) for answer in answers] == [(200, [])]
    lines = stack.log_of("pairing").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line)["service"] == "pairing" for line in lines)
    assert any(json.loads(line)["event"] == "library" for line in lines)


def _raw_cyrillic(url: str) -> None:
    """An address that is not percent-encoded: the server's own library refuses it."""
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), 5) as connection:
        connection.sendall("GET /v1/tournaments?city=Казань HTTP/1.1\r\n\r\n".encode())
        assert b" 400 " in connection.recv(200)
