"""Use cases about the keys of clients: made, exchanged for tokens, rotated, revoked."""

import hashlib
import hmac
import secrets
from datetime import timedelta

from sqlmodel import Session

from services.registry import tokens
from services.registry.domain import rights
from services.registry.place_words import no_club
from services.registry.schemas.access import KeyIn, KeyOut, KeyRow, Revoked, RotateIn, TokenOut
from services.registry.store import access as store
from services.registry.store import directory
from services.registry.tables.access import ApiKey
from shared import paging
from shared.auth import FEDERATION, Principal
from shared.clock import iso, now
from shared.db import wait_for
from shared.events.access import ClientRevoked
from shared.outbox import publish
from shared.paging import Page
from shared.refusals import Refusal, Text
from shared.tables import RevokedClient


def make_key(tx: Session, given: KeyIn, who: str) -> KeyOut:
    """A new key for a client; the only time that it is shown."""
    if given.club and directory.club(tx, given.club) is None:
        raise no_club(given.club, directory.club_names(tx))
    prefix, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    row = ApiKey(
        prefix=prefix,
        hash=_hash(secret),
        role=given.role,
        club=given.club,
        name=given.name,
        created_at=now(),
        created_by=who,
    )
    tx.add(row)
    return KeyOut(prefix=prefix, key=f"{prefix}.{secret}", role=row.role, club=row.club)


def exchange(tx: Session, key: str) -> TokenOut:
    """A key for a token that every service verifies by itself."""
    prefix, _, secret = key.partition(".")
    row = store.api_key(tx, prefix)
    good = row is not None and hmac.compare_digest(row.hash, _hash(secret))
    if row is None or not good or _is_void(row):
        raise Refusal(
            "unauthorized",
            "key_invalid",
            Text("Ключ не подходит или отозван.", "The key is wrong or was revoked."),
            where="body.key",
            todo=Text("Попросите офис выдать новый.", "Ask the office for a new one."),
        )
    bearer = tokens.Bearer(
        who=_named(row), role=row.role, key=row.prefix, club=row.club, until=row.ends_at
    )
    return tokens.issue(tx, bearer)


def listed(tx: Session, caller: Principal, cursor: str | None, limit: int) -> Page[KeyRow]:
    """Keys by prefix: the office sees all, a club its own, a coordinator his city's clubs'."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    rows, more = paging.cut(store.api_keys(tx, caller, after, limit + 1), limit)
    return Page(
        items=[KeyRow.model_validate(row.model_dump()) for row in rows],
        next=paging.encode(rows[-1].prefix) if more else None,
    )


def rotate(tx: Session, prefix: str, given: RotateIn, caller: Principal) -> KeyOut:
    """A new key for the same client; the old one works on for the overlap, then ends.

    Tokens got with the old key live to their own end: a key that leaked is revoked instead.
    """
    row = _reached(tx, prefix, caller)
    if _is_void(row) or row.ends_at is not None:
        raise Refusal(
            "conflict",
            "key_not_current",
            Text(
                f"Ключ {prefix} уже заменён или отозван.",
                f"The key {prefix} was rotated or revoked already.",
            ),
            where="prefix",
            todo=Text("Действующие ключи: GET /v1/keys.", "Keys in force: GET /v1/keys."),
        )
    row.ends_at = now() + timedelta(hours=given.overlap_hours)
    tx.add(row)
    same = KeyIn.model_validate({"role": row.role, "name": row.name, "club": row.club})
    return make_key(tx, same, caller.who)


def revoke(tx: Session, prefix: str, caller: Principal) -> Revoked:
    """A key and all tokens got with it stop working, here at once, elsewhere with the event."""
    row = _reached(tx, prefix, caller)
    if row.revoked_at is None:
        row.revoked_at = now()
        tx.add(row)
        void(tx, prefix, iso(row.revoked_at), caller.who)
    return Revoked(prefix=prefix, revoked_at=row.revoked_at)


def void(tx: Session, key: str, at: str, who: str) -> None:
    """Tokens got with a client's key or a person's right are void: here now, then everywhere."""
    tx.merge(RevokedClient(prefix=key, at=at))
    publish(tx, ClientRevoked(prefix=key, revision=1, at=at), key=f"revoked:{key}", who=who)


def right_of(caller: Principal) -> rights.Right:
    """What a caller holds, as the rules about rights see it."""
    role = "office" if caller.is_office else caller.role
    return rights.Right(role, caller.city, caller.club, caller.tournament)


def _reached(tx: Session, prefix: str, caller: Principal) -> ApiKey:
    """A key that is the caller's to deal with, locked. Others' are refused as if not there."""
    wait_for(tx, f"key {prefix}")
    row = store.api_key(tx, prefix)
    club = directory.club(tx, row.club) if row and row.club else None
    if row and rights.may_give(
        right_of(caller), rights.Right(row.role, club.city if club else None, row.club)
    ):
        return row
    raise Refusal(
        "not_found",
        "key_not_found",
        Text(f"Ключа {prefix} у вас нет.", f"You have no key {prefix}."),
        where="prefix",
        todo=Text("Это часть ключа до точки.", "It is the part of a key before the dot."),
    )


def _is_void(row: ApiKey) -> bool:
    return row.revoked_at is not None or (row.ends_at is not None and row.ends_at <= now())


def _named(row: ApiKey) -> str:
    """The client's name in events."""
    if row.role == "reader":
        return f"reader:{row.prefix}"
    return f"{row.role}:{row.club or FEDERATION}:{row.prefix}"


def _hash(secret: str) -> str:
    """A plain hash is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
