"""What followers of a tournament are told: messages of server-sent events, made of its log.

Nobody is named and nothing is said that the public feed does not say: a message is the public view
of one event of the log. ``standings`` and ``snapshot`` are no events: they say where to look.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from fastapi.sse import format_sse_event

from services.pairing.tables import TournamentEvent
from shared.clock import iso
from shared.events.base import REGISTRY, Event
from shared.events.envelope import adapter, public_view

Name = Literal["published", "result", "clock", "entries", "status"]

TOLD: Mapping[str, Name] = {
    "round.published.v1": "published",
    "round.pairs.swapped.v1": "published",
    "match.result.recorded.v1": "result",
    "match.result.corrected.v1": "result",
    "match.result.cleared.v1": "result",
    "clock.started.v1": "clock",
    "clock.paused.v1": "clock",
    "table.time.given.v1": "clock",
    "entry.added.v1": "entries",
    "entry.promoted.v1": "entries",
    "entry.checked.in.v1": "entries",
    "entry.dropped.v1": "entries",
    "entry.returned.v1": "entries",
    "entry.identified.v1": "entries",
    "entry.table.fixed.v1": "entries",
    "entry.result.granted.v1": "entries",
    "tournament.created.v1": "status",
    "tournament.changed.v1": "status",
    "tournament.planned.v1": "status",
    "tournament.started.v1": "status",
    "top.cut.v1": "status",
    "tournament.imported.v1": "status",
    "tournament.finished.v1": "status",
    "tournament.cancelled.v1": "status",
    "tournament.resumed.v1": "status",
    "tournament.reopened.v1": "status",
    "tournament.rewound.v1": "status",
    "tournament.annulled.v1": "status",
    "tournament.reinstated.v1": "status",
}
"""Event type -> the name under which followers hear of it."""

SILENT = frozenset(
    {
        "round.drafted.v1",  # the staff's alone until it is published
        "round.draft.discarded.v1",
        "penalty.given.v1",  # what it does to a result is told as a result, to a place by standings
        "penalty.revoked.v1",
        "event.undone.v1",  # what takes it back follows as events of its own
        "tournament.games.projected.v1",  # the rating's
    }
)
"""Event types that no board shows."""

PLACES = frozenset({"penalty.given.v1", "penalty.revoked.v1"})
"""Silent ones after which the standings may be others (P.10: who is disqualified has no place)."""

SHORT: Mapping[str, tuple[str, ...]] = {
    "tournament.started.v1": ("rounds", "top"),
    "tournament.imported.v1": (),
    "tournament.finished.v1": ("revision", "finished_at", "official", "participants"),
}
"""Of these the fields alone that a board can show: the rest is long lists for the rating."""

_WHEN: Mapping[Name, str] = {
    "published": "A round's pairing is published, or its pairs are changed.",
    "result": "A table has a result, another one, or none again.",
    "clock": "The round's clock was started or paused, or a table was given more time.",
    "entries": "Who plays has changed.",
    "status": "The tournament as a whole: announced, started, cut, finished, taken back …",
}


@dataclass(frozen=True, slots=True)
class Message:
    """One message, as it is sent; no bytes: of a silent event.

    moves: the standings may be others after it (T.1).
    """

    number: int
    body: bytes
    moves: bool


def message(row: TournamentEvent) -> Message | None:
    """What is told of an event of the log; None: nothing comes of it."""
    if row.type in PLACES:
        return Message(row.number, b"", moves=True)
    name = TOLD.get(row.type)
    seen = public_view({"type": row.type, "data": json.loads(row.data)}) if name else None
    if name is None or seen is None:
        return None
    short = SHORT.get(row.type)
    data = seen["data"] if short is None else {field: seen["data"][field] for field in short}
    said = {"number": row.number, "type": row.type, "at": iso(row.at), "data": data}
    body = format_sse_event(data_str=_json(said), event=name, id=str(row.number))
    return Message(row.number, body, moves=name != "clock")


@dataclass(frozen=True, slots=True)
class Start:
    """Where a new follower begins. status, players: as the tournament's line has them."""

    tournament: str
    number: int
    status: str
    players: int


def snapshot(start: Start, retry: int) -> bytes:
    """What a new follower gets first, and where he reads what there is so far."""
    path = f"/v1/tournaments/{start.tournament}"
    said = {
        "number": start.number,
        "status": start.status,
        "players": start.players,
        "tournament": path,
        "round": f"{path}/rounds/current",
        "standings": f"{path}/standings",
    }
    return format_sse_event(
        data_str=_json(said), event="snapshot", id=str(start.number), retry=retry
    )


def standings(tournament: str, number: int) -> Message:
    """T.1–T.9: that the standings may be others after some event up to this number.

    The address and not the table: of a thousand players it is 300 KB, too much for each phone at
    each result, and who has not changed his place gets a 304. It has no id of its own: whoever
    comes back is told of the standings in any case.
    """
    said = {"number": number, "standings": f"/v1/tournaments/{tournament}/standings"}
    body = format_sse_event(data_str=_json(said), event="standings")
    return Message(number, body, moves=False)


def begin_again(retry: int) -> bytes:
    """What whoever comes back gets first: after how many milliseconds to do so the next time."""
    return format_sse_event(retry=retry)


def example() -> str:
    """Two messages as they are sent, for the contract."""
    some = "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"
    result = TournamentEvent(
        tournament=some,
        number=41,
        type="match.result.recorded.v1",
        data='{"round": 2, "table": 7, "kind": "clean", "winner": 12, "version": 1}',
        who="person:1007",
        at=datetime(2026, 11, 5, 12, 31, 7, tzinfo=UTC),
        trace="",
    )
    told = message(result)
    return (snapshot(Start(some, 40, "running", 64), 2000) + (told.body if told else b"")).decode()


def described() -> str:
    """Every message with its fields, for the contract (Markdown)."""
    return "\n".join(
        [
            "Messages by `event`; `data` is JSON.",
            "",
            "* `snapshot`, first, unless `Last-Event-ID` was sent: `number` (of the newest event; "
            "all later ones follow), `status`, `players`, and the addresses `tournament`, `round`, "
            "`standings`.",
            "* `standings`: they may have changed, up to event `number`; read the address "
            "`standings` with its ETag. Two seconds apart at least, without an id.",
            *(line for name, when in _WHEN.items() for line in _lines(name, when)),
            "",
            "What a field means is in the JSON Schema of its type (`shared/events/schemas`): "
            "points are ×2, ratings in thousandths. Comments (`: ping`) keep the line open.",
        ]
    )


def _lines(name: Name, when: str) -> Iterator[str]:
    yield f"* `{name}`: {when} `number`, `type`, `at` and `data`, which by `type` is:"
    for cls in REGISTRY.values():
        if TOLD.get(cls.spec.type) == name:
            shown = ", ".join(f"`{field}`" for field in _fields(cls)) or "nothing"
            yield f"    * `{cls.spec.type}`: {shown}"


def _fields(cls: type[Event]) -> tuple[str, ...]:
    every = adapter(cls).json_schema().get("properties", {})
    public = tuple(name for name in every if name not in cls.spec.private)
    return SHORT.get(cls.spec.type, public)


def _json(said: Mapping[str, object]) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))
