"""Tokens good and bad, as every service verifies them; HEAD beside GET."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi.testclient import TestClient

from shared.auth import ALGORITHM, CLOCK_SKEW, ISSUER
from shared.clock import now
from shared.tables import RevokedClient, VerifyingKey
from tests.house import inside, ok, refused
from tests.registry.registry_client import alone_on

KID = "ключ-1"
MINE = Ed25519PrivateKey.generate()
CITY = {"name": "Казань", "zone": "Europe/Moscow"}


@pytest.fixture
def registry(database_url: str) -> Iterator[TestClient]:
    """The registry, which trusts a key of ours."""
    public = MINE.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    with alone_on(database_url) as client:
        with inside(client).db.write() as tx:
            tx.add(VerifyingKey(kid=KID, public_key=public.decode()))
            tx.add(RevokedClient(prefix="dead", at="2026-01-01T00:00:00.000000Z"))
        yield client


def claims(age: float = 0, life: float = 3600, **changed: Any) -> dict[str, Any]:
    """An office's claims of so many seconds ago; a claim of None is left out."""
    issued = now() - timedelta(seconds=age)
    whole = {
        "iss": ISSUER,
        "sub": "office:federation:1",
        "scope": "office",
        "iat": issued,
        "exp": issued + timedelta(seconds=life),
        **changed,
    }
    return {name: value for name, value in whole.items() if value is not None}


def use(client: TestClient, given: dict[str, Any], kid: str = KID, **signed: Any) -> Any:
    """Change a city with such a token."""
    key, algorithm = signed.get("key", MINE), signed.get("algorithm", ALGORITHM)
    token = jwt.encode(given, key, algorithm, headers={"kid": kid})
    headers = {"Authorization": f"Bearer {token}"}
    return client.put("/v1/cities/kazan", json=CITY, headers=headers)


def test_law_8_clocks_of_two_machines_may_differ_a_little(registry: TestClient) -> None:
    ok(use(registry, claims(age=-CLOCK_SKEW / 2)))
    ok(use(registry, claims(age=3600 + CLOCK_SKEW / 2)))
    problem = refused(use(registry, claims(age=-2 * CLOCK_SKEW)), 401, "token_not_yet")
    assert "часы" in problem["detail"]
    refused(use(registry, claims(age=3600 + 2 * CLOCK_SKEW)), 401, "token_expired")


LACKING: list[dict[str, Any]] = [
    {"iss": "кто-то"},
    {"iss": None},
    {"sub": None},
    {"sub": "Алёна"},
    {"exp": None},
    {"iat": None},
]


def test_law_8_a_token_lacking_a_claim_is_refused(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for changed in LACKING:
        with subtests.test(**changed):
            refused(use(registry, claims(**changed)), 401, "token_invalid")


def test_law_8_a_token_of_another_key_or_without_a_signature_is_refused(
    registry: TestClient,
) -> None:
    refused(use(registry, claims(), kid="ключ-2"), 401, "token_invalid")
    other = Ed25519PrivateKey.generate()
    refused(use(registry, claims(), key=other), 401, "token_invalid")
    refused(use(registry, claims(), key=None, algorithm="none"), 401, "token_invalid")
    refused(use(registry, claims(), key="x" * 32, algorithm="HS256"), 401, "token_invalid")


def test_law_8_a_revoked_client_and_one_without_the_scope(registry: TestClient) -> None:
    refused(use(registry, claims(key="dead")), 401, "token_revoked")
    refused(use(registry, claims(scope="players")), 403, "scope_missing")
    refused(use(registry, claims(scope=None)), 403, "scope_missing")


def test_law_8_head_tells_what_get_would(registry: TestClient) -> None:
    ok(use(registry, claims()))
    for path in ("/v1/cities", "/v1/players/9", "/healthz"):
        got, head = registry.get(path), registry.head(path)
        assert head.status_code == got.status_code
        assert head.headers.get("etag") == got.headers.get("etag")
        assert head.content == b""
    etag = registry.get("/v1/cities").headers["etag"]
    same = registry.head("/v1/cities", headers={"If-None-Match": f"W/{etag}"})
    assert same.status_code == 304
    missing = registry.get("/v1/players/9", headers={"If-None-Match": etag})
    assert missing.status_code == 404
