"""Who follows a tournament in the tests: server-sent events, read as a browser reads them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Told:
    """One message. id: the event's number, None without one."""

    event: str
    id: int | None
    data: Any


@dataclass(frozen=True)
class Ear:
    """An open stream: its head, and what comes."""

    response: httpx.Response
    told: Iterator[Told]

    def next(self, *events: str) -> Told:
        """The next message, of these names if any are given."""
        return next(each for each in self.told if not events or each.event in events)


@contextmanager
def following(url: str, tournament: str, last: int | None = None) -> Iterator[Ear]:
    """Follow a tournament, after event ``last`` if it is given."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    with (
        httpx.Client(timeout=60) as client,
        client.stream("GET", f"{url}/v1/tournaments/{tournament}/live", headers=headers) as answer,
    ):
        assert answer.status_code == 200, answer.read()
        yield Ear(answer, _messages(answer.iter_lines()))


def _messages(lines: Iterator[str]) -> Iterator[Told]:
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "event" in fields:
            number = fields.get("id")
            data = json.loads(fields["data"])
            yield Told(fields["event"], int(number) if number else None, data)
            fields = {}
        else:  # a comment, or the time to come back after
            if "" in fields:
                yield Told("", None, fields[""])
            fields = {}
