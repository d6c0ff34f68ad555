"""Keys of clients and the keys that sign: made, rotated, revoked; on both databases."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from services.registry import tokens
from services.registry.tables.access import ApiKey, SigningKey
from shared.clock import now
from shared.tables import Outbox, VerifyingKey
from tests.house import ok, refused
from tests.registry.registry_signin_office import Office, claims, office

__all__ = ["office"]


def exchange(office: Office, key: str) -> Any:
    """A key for a token; the answer."""
    return office.http.post("/v1/tokens", json={"key": key})


@pytest.mark.parametrize(
    ("role", "club", "sub"),
    [
        ("office", None, "office:federation:"),
        ("club", "kazan", "club:kazan:"),
        ("reader", None, "reader:"),
    ],
)
def test_a_clients_token_says_who_he_is(
    office: Office, role: str, club: str | None, sub: str
) -> None:
    made = office.new_key(role, **({"club": club} if club else {}))
    token = ok(exchange(office, made["key"]))
    assert token["who"] == sub + made["prefix"]
    assert (token["role"], token["club"]) == (role, club)
    assert (token["expires_in"], token["renew_after"]) == (12 * 3600, None)
    assert claims({"Authorization": token["access_token"]})["role"] == role


def test_a_readers_key_has_no_right_but_is_no_stranger(office: Office) -> None:
    reader = office.with_key(office.new_key("reader")["key"])
    ok(office.http.get("/v1/cities", headers=reader))
    for path in ("/v1/staff", "/v1/keys", "/v1/players:identify?q=1007"):
        refused(office.http.get(path, headers=reader), 403, "scope_missing")
    body: dict[str, Any] = {"role": "reader", "name": "табло", "club": "kazan"}
    refused(office.call("POST", "/v1/keys", **body), 422, "validation")


def test_a_rotated_key_works_beside_its_successor_for_a_day(office: Office) -> None:
    old = office.new_key("club", club="kazan")
    before = office.with_key(old["key"])
    new = ok(office.call("POST", f"/v1/keys/{old['prefix']}/rotate", before))
    assert (new["role"], new["club"]) == ("club", "kazan")
    assert new["prefix"] != old["prefix"]
    for key in (old, new):
        ok(office.http.get("/v1/keys", headers=office.with_key(key["key"])))
    again = office.call("POST", f"/v1/keys/{old['prefix']}/rotate")
    refused(again, 409, "key_not_current")
    rows = ok(office.http.get("/v1/keys", headers=before))["items"]
    assert {row["prefix"]: row["ends_at"] is not None for row in rows} == {
        old["prefix"]: True,
        new["prefix"]: False,
    }
    with office.db.write() as tx:
        ended = update(ApiKey).where(col(ApiKey.prefix) == old["prefix"])
        tx.execute(ended.values(ends_at=now() - timedelta(seconds=1)))
    refused(exchange(office, old["key"]), 401, "key_invalid")
    ok(office.http.get("/v1/keys", headers=before))  # a token lives to its own end
    ok(exchange(office, new["key"]))


def test_a_token_got_in_the_overlap_ends_with_it(office: Office) -> None:
    old = office.new_key("office")
    ok(office.call("POST", f"/v1/keys/{old['prefix']}/rotate", overlap_hours=3))
    assert 2 * 3600 < ok(exchange(office, old["key"]))["expires_in"] <= 3 * 3600
    gone = office.new_key("office")
    ok(office.call("POST", f"/v1/keys/{gone['prefix']}/rotate", overlap_hours=0))
    refused(exchange(office, gone["key"]), 401, "key_invalid")
    much = office.call("POST", f"/v1/keys/{old['prefix']}/rotate", overlap_hours=721)
    refused(much, 422, "validation")


def test_a_club_deals_with_its_own_keys_alone(office: Office) -> None:
    kazan, omsk = (office.new_key("club", club=club) for club in ("kazan", "omsk"))
    reader = office.new_key("reader")
    by = office.with_key(kazan["key"])
    assert [row["prefix"] for row in ok(office.call("GET", "/v1/keys", by))["items"]] == [
        kazan["prefix"]
    ]
    for prefix in (omsk["prefix"], reader["prefix"], "нет"):
        refused(office.call("POST", f"/v1/keys/{prefix}/rotate", by), 404, "key_not_found")
        refused(office.call("DELETE", f"/v1/keys/{prefix}", by), 404, "key_not_found")
    body: dict[str, Any] = {"role": "club", "club": "kazan", "name": "ещё"}
    refused(office.call("POST", "/v1/keys", by, **body), 403, "scope_missing")
    city = office.as_role("coordinator", city="kazan")
    assert [row["prefix"] for row in ok(office.call("GET", "/v1/keys", city))["items"]] == [
        kazan["prefix"]
    ]
    ok(office.call("DELETE", f"/v1/keys/{kazan['prefix']}", city))
    refused(office.call("GET", "/v1/keys", by), 401, "token_revoked")
    judge = office.as_role("head_judge", tournament="0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11")
    refused(office.call("GET", "/v1/keys", judge), 403, "scope_missing")


def test_the_office_sees_all_keys_page_by_page_and_never_a_secret(office: Office) -> None:
    made = [office.new_key("office") for _ in range(4)]
    first = office.call("GET", "/v1/keys?limit=3")
    cursor = ok(first)["next"]
    rest = office.call("GET", f"/v1/keys?limit=3&cursor={cursor}")
    prefixes = [row["prefix"] for page in (first, rest) for row in ok(page)["items"]]
    assert len(prefixes) == 5 and set(prefixes) > {key["prefix"] for key in made}
    assert ok(rest)["next"] is None
    for key in made:
        assert key["key"].partition(".")[2] not in first.text + rest.text
    with office.db.read() as tx:
        hashes = list(tx.scalars(select(col(ApiKey.hash))))
    assert not any(stored in first.text + rest.text for stored in hashes)


def test_after_a_rotation_old_tokens_live_on_and_the_new_key_signs(office: Office) -> None:
    with office.db.write() as tx:
        kid = tokens.rotate_signing_key(tx, "console:rotate-signing-key")
    ok(office.call("GET", "/v1/keys"))
    key = office.new_key("office")["key"]
    ok(office.http.get("/v1/keys", headers=office.with_key(key)))
    with office.db.read() as tx:
        assert list(tx.scalars(select(col(SigningKey.kid)))) == [kid]
        assert tx.scalar(select(func.count()).select_from(VerifyingKey)) == 2
        query = select(col(Outbox.key)).where(col(Outbox.topic) == "access.v1")
        told = list(tx.scalars(query.order_by(col(Outbox.seq))))
    assert told[-1] == f"key:{kid}"
    assert len(told) == 2
