"""Use cases about keys and tokens: only the registry holds keys, all services trust its tokens."""

import hashlib
import hmac
import secrets
from datetime import timedelta
from uuid import uuid4

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from sqlmodel import Session

from services.registry.schemas.access import KeyIn, KeyOut, Revoked, TokenOut
from services.registry.store import access as store
from services.registry.store import directory
from services.registry.tables.access import ApiKey, SigningKey
from shared.auth import ALGORITHM, FEDERATION, ISSUER, ROLES
from shared.clock import iso, now
from shared.db import wait_for
from shared.events.access import ClientRevoked, SigningKeyChanged
from shared.outbox import publish
from shared.refusals import Refusal, Text
from shared.tables import RevokedClient, VerifyingKey

TOKEN_LIFE = timedelta(hours=12)


def make_key(tx: Session, given: KeyIn, who: str) -> KeyOut:
    """A new key for a client; the only time that it is shown."""
    if given.club and directory.club(tx, given.club) is None:
        raise Refusal(
            "invalid",
            "club_not_found",
            Text(f"Клуба {given.club} нет.", f"There is no club {given.club}."),
            where="body.club",
            todo=Text("Сначала POST /v1/clubs.", "POST /v1/clubs first."),
        )
    prefix, secret = secrets.token_hex(4), secrets.token_urlsafe(32)
    tx.add(
        ApiKey(
            prefix=prefix,
            hash=_hash(secret),
            role=given.role,
            club=given.club,
            name=given.name,
            created_at=now(),
            created_by=who,
        )
    )
    return KeyOut(prefix=prefix, key=f"{prefix}.{secret}", role=given.role, club=given.club)


def exchange(tx: Session, key: str) -> TokenOut:
    """A key for a token that every service verifies by itself."""
    prefix, _, secret = key.partition(".")
    row = store.api_key(tx, prefix)
    good = row is not None and hmac.compare_digest(row.hash, _hash(secret))
    if row is None or not good or row.revoked_at is not None:
        raise Refusal(
            "unauthorized",
            "key_invalid",
            Text("Ключ не подходит или отозван.", "The key is wrong or was revoked."),
            where="body.key",
            todo=Text("Попросите офис выдать новый.", "Ask the office for a new one."),
        )
    signing = store.signing_key(tx)
    if signing is None:
        raise RuntimeError("no signing key: run `.venv/bin/python -m services.registry migrate`")
    scope = " ".join(ROLES[row.role])
    issued = now()
    claims = {
        "iss": ISSUER,
        "sub": f"{row.role}:{row.club or FEDERATION}:{row.prefix}",
        "key": row.prefix,
        "scope": scope,
        "club": row.club,
        "jti": str(uuid4()),
        "iat": issued,
        "exp": issued + TOKEN_LIFE,
    }
    token = jwt.encode(claims, signing.private_key, ALGORITHM, headers={"kid": signing.kid})
    return TokenOut(access_token=token, expires_in=int(TOKEN_LIFE.total_seconds()), scope=scope)


def revoke(tx: Session, prefix: str, who: str) -> Revoked:
    """A key and all tokens got with it stop working, here at once, elsewhere with the event."""
    wait_for(tx, f"key {prefix}")
    row = store.api_key(tx, prefix)
    if row is None:
        raise Refusal(
            "not_found",
            "key_not_found",
            Text(f"Ключа {prefix} нет.", f"There is no key {prefix}."),
            where="prefix",
            todo=Text("Это часть ключа до точки.", "It is the part of a key before the dot."),
        )
    if row.revoked_at is None:
        row.revoked_at = now()
        tx.add(row)
        state = ClientRevoked(prefix=prefix, revision=1, at=iso(row.revoked_at))
        tx.merge(RevokedClient(prefix=prefix, at=state.at))
        key = f"revoked:{prefix}"
        publish(tx, state, key=key, who=who)
    return Revoked(prefix=prefix, revoked_at=iso(row.revoked_at))


def ensure_signing_key(tx: Session, who: str) -> None:
    """The first start: make the key that signs tokens, and tell everybody its public half."""
    wait_for(tx, "signing key")
    if store.signing_key(tx):
        return
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    public = (
        private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    )
    kid = secrets.token_hex(6)
    tx.add(SigningKey(kid=kid, private_key=pem, created_at=now()))
    tx.add(VerifyingKey(kid=kid, public_key=public))
    state = SigningKeyChanged(kid=kid, revision=1, public_key=public)
    publish(tx, state, key=f"key:{kid}", who=who)


def _hash(secret: str) -> str:
    """A plain hash is enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
