"""A person's token of some age comes back renewed on the registry's answers, on both databases."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient

from services.registry.tables.access import Grant
from shared.auth import COOKIE
from shared.clock import now
from tests.house import ok, refused
from tests.registry.registry_renewal import aged, bearer
from tests.registry.registry_signin_office import CUP, Office, claims, office

__all__ = ["office"]


@pytest.mark.parametrize("hours", [13, 71])
def test_an_old_token_comes_back_renewed(office: Office, hours: int) -> None:
    old = aged(office.db, office.as_role("head_judge", tournament=CUP), hours)
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
    young = bearer(aged(office.db, office.as_role("head_judge", tournament=CUP), 11))
    client = bearer(aged(office.db, office.office, 11.9))
    for headers in (young, client):
        answer = office.http.get("/v1/staff", headers=headers)
        ok(answer)
        assert "renewed-token" not in answer.headers
    assert "renewed-token" not in office.http.get("/v1/cities").headers


def test_a_browser_gets_its_next_cookie(office: Office) -> None:
    old = aged(office.db, office.as_role("head_judge", tournament=CUP), 20)
    browser = TestClient(office.app, cookies={COOKIE: old})
    answer = browser.get("/v1/staff")
    ok(answer)
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "renewed-token" not in answer.headers


def test_a_refusal_and_a_right_that_ended_renew_nothing(office: Office) -> None:
    held = office.as_role("head_judge", tournament=CUP)
    old = bearer(aged(office.db, held, 20))
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
    old = bearer(aged(office.db, office.as_role("head_judge", tournament=CUP), 73))
    refused(office.http.get("/v1/staff", headers=old), 401, "token_expired")
    refused(office.http.post("/v1/tokens:renew", headers=old), 401, "token_expired")


def test_who_signs_out_or_in_as_another_is_not_signed_in_again_by_his_old_cookie(
    office: Office,
) -> None:
    old = aged(office.db, office.as_role("head_judge", tournament=CUP), 20)
    out = TestClient(office.app, cookies={COOKIE: old}).post("/sign-out")
    (cookie,) = out.headers.get_list("set-cookie")
    assert f'{COOKIE}=""' in cookie and "Max-Age=0" in cookie
    code = ok(office.give("desk", who=1, tournament=CUP))["code"]
    done = TestClient(office.app, cookies={COOKIE: old}).post("/sign-in", data={"code": code})
    (cookie,) = done.headers.get_list("set-cookie")
    said = claims(bearer(cookie.partition("=")[2].partition(";")[0]))
    assert said["sub"] == f"person:{office.people[1]}"


def test_an_answer_with_the_next_token_is_nowhere_kept(office: Office) -> None:
    """A browser's cache would show it again when the one who asks has a newer one."""
    young = office.as_role("head_judge", tournament=CUP)
    old = bearer(aged(office.db, young, 20))
    for by in (young, old):
        etag = {"If-None-Match": office.http.get("/v1/cities", headers=young).headers["etag"]}
        answer = office.http.get("/v1/cities", headers={**by, **etag})
        told = (answer.status_code, answer.headers["cache-control"], bool(answer.content))
        if by == young:
            assert told == (304, "private, no-cache", False)
        else:
            assert told == (200, "no-store", True)
            assert claims(bearer(answer.headers["renewed-token"]))["key"] == claims(young)["key"]
