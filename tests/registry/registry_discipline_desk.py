"""Penalties and suspensions as the office gives them in tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from services.registry.tables.discipline import Story
from tests.house import ok
from tests.registry.registry_played_desk import Office, office_on
from tests.tokens import signed_in

TEXT = "Подсказывал за столом 3 после двух замечаний."
SINCE, UNTIL = "2026-11-05", "2026-11-12"


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """The registry, called by a person of the office."""
    with office_on(database_url) as made:
        made.client.headers.update(signed_in(made.db, "office", "1184"))
        yield made


@pytest.fixture
def player(office: Office) -> str:
    """Whom it is about."""
    return office.newcomers(1)[0]


def penalise(office: Office, player: str, **more: Any) -> Any:
    """Give a penalty; the answer."""
    body = {"player": player, "infraction": "P.5.2", "level": "warning", "day": SINCE, **more}
    return office.client.post("/v1/penalties", json=body)


def suspend(office: Office, player: str, **more: Any) -> Any:
    """Suspend; the answer."""
    body = {"player": player, "since": SINCE, "until": UNTIL, **more}
    return office.client.post("/v1/suspensions", json=body)


def change(office: Office, suspension: str, revision: int | None, **body: Any) -> Any:
    """Set another end; the answer."""
    headers = {"If-Match": f'"v{revision}"'} if revision else {}
    return office.client.patch(f"/v1/suspensions/{suspension}", json=body, headers=headers)


def standing(office: Office, player: str, at: str) -> Any:
    """The person's standing on a day."""
    return ok(office.client.get(f"/v1/players/{player}/standing", params={"at": at}))


def history(office: Office, address: str) -> list[tuple[str, str | None]]:
    """(action, text) of what happened to a penalty or suspension."""
    lines = ok(office.client.get(address))["history"]
    assert all(line["who"] == "person:1184" for line in lines)
    return [(line["action"], line["text"]) for line in lines]


def published(office: Office, suspension: str) -> list[tuple[int, str | None, bool]]:
    """(revision, until, revoked) of each state that was published."""
    return [
        (state["revision"], state["until"], state["revoked"])
        for state in office.published(f"suspension:{suspension}")
    ]


def stored_texts(office: Office) -> list[str | None]:
    """Every text of every story."""
    with office.db.read() as tx:
        return list(tx.scalars(select(col(Story.text)).order_by(col(Story.seq))))
