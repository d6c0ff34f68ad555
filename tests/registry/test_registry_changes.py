"""Changes for clubs and third parties: a snapshot of ``players.v1``, then its cursor (the feed)."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import SQLModel, col

from services.registry.tables.directory import City, Club, Judge
from services.registry.tables.discipline import Suspension
from services.registry.tables.people import Merge, Player
from shared.relay import mark
from shared.tables import Outbox
from tests.house import ok, refused
from tests.registry.registry_played_desk import Office
from tests.registry.registry_privacy_desk import office
from tests.tokens import signed_in

__all__ = ["office"]

FEED = "/v1/players.v1/events"
SINCE = "2026-11-05"


def send(office: Office) -> None:
    """As the relay does: what waits is in the log, and has its place in the feed."""
    with office.db.write() as tx:
        waiting = select(Outbox).where(col(Outbox.published_at).is_(None))
        mark(tx, tx.scalars(waiting.order_by(col(Outbox.seq))).all())


class Follower:
    """Keeps of every key what has the highest revision, and goes on where it ended."""

    def __init__(self, office: Office, headers: dict[str, str]) -> None:
        self._office = office
        self._headers = headers
        self._after = 0
        self.states: dict[str, dict[str, Any]] = {}

    def follow(self, limit: int = 3) -> None:
        """Read on until there is nothing more for now."""
        while True:
            asked = {"after": self._after, "limit": limit}
            page = ok(self._office.client.get(FEED, params=asked, headers=self._headers))
            self._after = page["next"]
            if not page["items"]:
                return
            for item in page["items"]:
                key, data = item["event"]["partitionkey"], item["event"]["data"]
                if data["revision"] > self.states.get(key, {"revision": 0})["revision"]:
                    self.states[key] = data


STRANGER = {"Authorization": ""}
KINDS: dict[str, tuple[type[SQLModel], tuple[str, ...]]] = {
    "player": (Player, ("first_name", "surname", "nickname", "city", "club", "status")),
    "merge": (Merge, ("player", "into", "state")),
    "judge": (Judge, ()),
    "club": (Club, ("name", "city")),
    "city": (City, ("name", "zone")),
    "suspension": (Suspension, ("player", "since", "until")),
}


def tables(office: Office) -> dict[str, dict[str, Any]]:
    """The same of the registry's own tables."""
    found = {}
    with office.db.read() as tx:
        for kind, (table, fields) in KINDS.items():
            for row in tx.scalars(select(table)):
                held = row.model_dump()
                key = held["player"] if kind == "judge" else held[kind]
                seen = {name: held[name] for name in ("revision", *fields)}
                if kind == "player":
                    seen["erased"] = held["erased_at"] is not None
                if kind == "suspension":
                    seen["revoked"] = held["revoked_at"] is not None
                found[f"{kind}:{key}"] = seen
    return found


def as_tables(states: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What a follower holds, with the fields that are compared."""
    found = {}
    for key, data in states.items():
        kind = key.partition(":")[0]
        more = {"player": ("erased",), "suspension": ("revoked",)}.get(kind, ())
        found[key] = {name: data[name] for name in ("revision", *KINDS[kind][1], *more)}
    return found


def public(states: dict[str, Any]) -> dict[str, Any]:
    """Without what a stranger doesn't see."""
    return {key: state for key, state in states.items() if not key.startswith("suspension:")}


class Evening:
    """What happens in a registry: each call one thing, to somebody by lot."""

    def __init__(self, office: Office, seed: int) -> None:
        self._office, self._client = office, office.client
        self._lot = Random(seed)
        self._players = office.newcomers(5)
        self._count = len(self._players)
        self._merges: list[str] = []
        self._suspensions: list[str] = []

    def happen(self) -> None:
        """One of the things."""
        things: list[Callable[[], Any]] = [
            self._register, self._change, self._merge, self._undo, self._certify, self._suspend,
            self._revoke, self._erase, self._rename, self._play,
        ]  # fmt: skip
        self._lot.choice(things)()

    def _one(self) -> str:
        return self._lot.choice(self._players)

    def _register(self) -> None:
        self._players += self._office.newcomers(1, start=self._count)
        self._count += 1

    def _change(self) -> None:
        player = self._one()
        address = f"/v1/players/{player}"
        tag = self._client.get(address).headers["etag"]
        nickname = f"Прозвище{player}{self._lot.randrange(1000)}"
        self._client.patch(address, json={"nickname": nickname}, headers={"If-Match": tag})

    def _merge(self) -> None:
        answer = self._client.post("/v1/merges", json={"player": self._one(), "into": self._one()})
        if answer.is_success:
            self._merges.append(answer.json()["merge"])

    def _undo(self) -> None:
        if self._merges:
            self._office.undo(self._lot.choice(self._merges))

    def _certify(self) -> None:
        level = {"level": self._lot.randint(1, 4), "since": SINCE, "certified_by": "Коллегия"}
        self._client.put(f"/v1/judges/{self._one()}", json=level)

    def _suspend(self) -> None:
        body = {"player": self._one(), "since": SINCE}
        self._suspensions.append(ok(self._client.post("/v1/suspensions", json=body))["suspension"])

    def _revoke(self) -> None:
        if self._suspensions:
            address = f"/v1/suspensions/{self._lot.choice(self._suspensions)}/revoke"
            ok(self._client.post(address, json={"reason": "Апелляция"}))

    def _erase(self) -> None:
        player = self._one()
        ok(self._client.post(f"/v1/players/{player}/erase", json={"confirm": player}))

    def _rename(self) -> None:
        name = f"Казань {self._lot.randrange(1000)}"
        ok(self._client.put("/v1/cities/kazan", json={"name": name, "zone": "Europe/Moscow"}))
        ok(self._client.put("/v1/cities/kazan", json={"name": "Казань", "zone": "Europe/Moscow"}))

    def _play(self) -> None:
        self._office.play(f"t{self._lot.randrange(1000)}", self._lot.sample(self._players, 2))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_snapshot_and_then_the_cursor_give_the_registrys_own_state(
    office: Office, seed: int
) -> None:
    evening = Evening(office, seed)
    lot = Random(seed)
    club = Follower(office, signed_in(office.db, "club", club="veter"))
    stranger = Follower(office, STRANGER)
    for _ in range(30):
        evening.happen()
        if lot.random() < 0.4:
            send(office)
        if lot.random() < 0.3:
            club.follow()
        if lot.random() < 0.3:
            stranger.follow(limit=1)
    send(office)
    late = Follower(office, signed_in(office.db, "desk"))
    for each in (club, stranger, late):
        each.follow()
    held = tables(office)
    assert any(key.startswith("suspension:") for key in held)
    assert as_tables(club.states) == as_tables(late.states) == held
    assert as_tables(stranger.states) == public(held)


def test_a_snapshot_holds_one_state_of_each_key(office: Office) -> None:
    (player,) = office.newcomers(1)
    suspension = ok(office.client.post("/v1/suspensions", json={"player": player, "since": SINCE}))[
        "suspension"
    ]
    send(office)
    for reason in ("Апелляция", "Ещё раз"):
        ok(office.client.post(f"/v1/suspensions/{suspension}/revoke", json={"reason": reason}))
    ok(office.client.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    send(office)
    items = ok(office.client.get(FEED))["items"]
    keys = [item["event"]["partitionkey"] for item in items]
    assert len(keys) == len(set(keys))
    assert [item["position"] for item in items] == sorted(item["position"] for item in items)
    newest = {key: item["event"]["data"] for key, item in zip(keys, items, strict=True)}
    assert newest[f"suspension:{suspension}"]["revoked"]
    assert newest[f"player:{player}"]["erased"]


def test_suspensions_are_for_a_club_and_in_no_strangers_page(office: Office) -> None:
    one, two = office.newcomers(2)
    for player in (one, two):
        ok(office.client.post("/v1/suspensions", json={"player": player, "since": SINCE}))
    office.newcomers(1, start=5)
    send(office)
    club = ok(office.client.get(FEED, headers=signed_in(office.db, "club", club="veter")))
    stranger = ok(office.client.get(FEED, headers=STRANGER))
    judge = ok(office.client.get(FEED, headers=signed_in(office.db, "floor_judge")))
    assert judge == stranger
    hidden = [item for item in club["items"] if item not in stranger["items"]]
    assert [item["event"]["data"]["player"] for item in hidden] == [one, two]
    assert [item for item in club["items"] if item not in hidden] == stranger["items"]
    assert stranger["next"] == club["next"]
    page = ok(office.client.get(FEED, params={"after": hidden[0]["position"] - 1, "limit": 1}))
    assert page["items"] == hidden[:1]


def test_a_revoked_key_reads_no_feed(office: Office) -> None:
    key = ok(office.client.post("/v1/keys", json={"role": "club", "club": "veter", "name": "вход"}))
    token = ok(office.client.post("/v1/tokens", json={"key": key["key"]}))["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    ok(office.client.get(FEED, headers=headers))
    ok(office.client.delete(f"/v1/keys/{key['prefix']}"))
    refused(office.client.get(FEED, headers=headers), 401, "token_revoked")
    ok(office.client.get(FEED, headers=STRANGER))
