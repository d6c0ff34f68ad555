"""A person's token of some age comes back renewed on the registry's answers, on both databases."""

from datetime import timedelta
from typing import Any

import jwt
import pytest
from fastapi.testclient import TestClient

from services.registry.store import access
from services.registry.tables.access import Grant
from shared.auth import ALGORITHM, COOKIE
from shared.clock import now
from tests.house import ok, refused
from tests.registry.registry_signin_office import CUP, Office, claims, office

__all__ = ["office"]


def aged(office: Office, headers: dict[str, str], hours: float) -> str:
    """The token as it would be if it had been issued so long ago."""
    said = claims(headers)
    for name in ("iat", "exp"):
        said[name] -= int(timedelta(hours=hours).total_seconds())
    with office.db.read() as tx:
        signing = access.signing_key(tx)
    assert signing
    return jwt.encode(said, signing.private_key, ALGORITHM, headers={"kid": signing.kid})


def bearer(token: str) -> dict[str, str]:
    """A token as the header of a request."""
    return {"Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("hours", [13, 71])
def test_an_old_token_comes_back_renewed(office: Office, hours: int) -> None:
    old = aged(office, office.as_role("head_judge", tournament=CUP), hours)
    answers: list[Any] = [
        office.http.get("/v1/staff", headers=bearer(old)),
        office.give("desk", bearer(old), who=1, tournament=CUP),
    ]
    for answer in answers:
        ok(answer)
        fresh = bearer(answer.headers["renewed-token"])
        assert claims(fresh)["iat"] > claims(bearer(old))["iat"]
        assert claims(fresh)["key"] == claims(bearer(old))["key"]
        assert "renewed-token" not in office.http.get("/v1/staff", headers=fresh).headers
        assert "set-cookie" not in answer.headers


def test_a_young_token_a_client_s_and_a_stranger_get_none(office: Office) -> None:
    young = bearer(aged(office, office.as_role("head_judge", tournament=CUP), 11))
    client = bearer(aged(office, office.office, 11.9))
    for headers in (young, client):
        answer = office.http.get("/v1/staff", headers=headers)
        ok(answer)
        assert "renewed-token" not in answer.headers
    assert "renewed-token" not in office.http.get("/v1/cities").headers


def test_a_browser_gets_its_next_cookie(office: Office) -> None:
    old = aged(office, office.as_role("head_judge", tournament=CUP), 20)
    browser = TestClient(office.app, cookies={COOKIE: old})
    answer = browser.get("/v1/staff")
    ok(answer)
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "renewed-token" not in answer.headers


def test_a_refusal_and_a_right_that_ended_renew_nothing(office: Office) -> None:
    held = office.as_role("head_judge", tournament=CUP)
    old = bearer(aged(office, held, 20))
    answer = office.http.get("/v1/merges", headers=old)
    refused(answer, 403, "scope_missing")
    assert "renewed-token" not in answer.headers
    with office.db.write() as tx:
        grant = tx.get_one(Grant, claims(held)["key"])
        grant.ends_at = now() - timedelta(seconds=1)
        tx.add(grant)
    answer = office.http.get("/v1/staff", headers=old)
    ok(answer)  # the token lives to its own end
    assert "renewed-token" not in answer.headers


def test_a_token_older_than_three_days_is_no_good(office: Office) -> None:
    old = bearer(aged(office, office.as_role("head_judge", tournament=CUP), 73))
    refused(office.http.get("/v1/staff", headers=old), 401, "token_expired")
    refused(office.http.post("/v1/tokens:renew", headers=old), 401, "token_expired")
