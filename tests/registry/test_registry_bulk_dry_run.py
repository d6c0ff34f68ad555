"""D.2.2, D.2.4: what would become of newcomers, without anybody being registered."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from services.registry import keys
from services.registry.schemas.access import KeyIn
from tests.house import inside, ok, person, refused
from tests.registry.registry_client import alone_on, found_places


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry, called by the office."""
    with alone_on(database_url, raises=True) as client:
        with inside(client).db.write() as tx:
            key = keys.make_key(tx, KeyIn(role="office", name="tests"), "console:tests").key
        token = ok(client.post("/v1/tokens", json={"key": key}))["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        found_places(client, {"kazan": "Казань"})
        yield client


def test_d_2_2_a_dry_run_answers_as_the_call_and_registers_nobody(registry: TestClient) -> None:
    (known,) = ok(registry.post("/v1/players:bulk", json={"players": [person(0)]}))["rows"]
    twin = {**person(0), "email": "other@example.org"}
    people = {"players": [person(1), person(0), twin, person(1), person(2, "Китеж")]}
    key = {"Idempotency-Key": "one"}
    dry = ok(registry.post("/v1/players:bulk?dry_run=true", json=people, headers=key))
    assert [(row["outcome"], row["player"]) for row in dry["rows"]] == [
        ("registered", "+0"),
        ("known", known["player"]),
        ("twin", None),
        ("known", "+0"),
        ("city_not_found", None),
    ]
    assert (dry["registered"], dry["known"], dry["refused"]) == (1, 2, 2)
    refused(registry.get("/v1/players/1010"), 404, "player_not_found")
    done = ok(registry.post("/v1/players:bulk", json=people, headers=key))
    assert [row["outcome"] for row in done["rows"]] == [row["outcome"] for row in dry["rows"]]
    assert done["rows"][0]["player"] == done["rows"][3]["player"] == "1010"
