"""Tokens, and the keys that sign them: the registry signs, every service verifies by itself."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
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

from services.registry.schemas.access import TokenOut
from services.registry.store import access as store
from services.registry.tables.access import SigningKey
from shared.auth import ALGORITHM, ISSUER, ROLES
from shared.clock import now
from shared.db import wait_for
from shared.events.access import SigningKeyChanged
from shared.outbox import publish
from shared.renewal import RENEW_AFTER
from shared.tables import VerifyingKey

CLIENT_LIFE = timedelta(hours=12)
PERSON_LIFE = timedelta(hours=72)
"""Longer than a tournament: a registry that is away meanwhile signs nobody out."""


@dataclass(frozen=True)
class Bearer:
    """Whom a token is for. key: the client's key or the person's right, in force ``until``."""

    who: str
    role: str
    key: str
    city: str | None = None
    club: str | None = None
    tournament: str | None = None
    until: datetime | None = None


def issue(tx: Session, bearer: Bearer) -> TokenOut:
    """A signed token: a client's lives 12 hours, a person's 72, neither longer than its right."""
    signing = store.signing_key(tx)
    if signing is None:
        raise RuntimeError("no signing key: run `.venv/bin/python -m services.registry migrate`")
    person = bearer.who.startswith("person:")
    issued, life = now(), PERSON_LIFE if person else CLIENT_LIFE
    if bearer.until is not None:
        life = min(life, bearer.until - issued)
    scope = " ".join(ROLES[bearer.role])
    claims = {
        "iss": ISSUER,
        "sub": bearer.who,
        "role": bearer.role,
        "scope": scope,
        "key": bearer.key,
        "city": bearer.city,
        "club": bearer.club,
        "tournament": bearer.tournament,
        "jti": str(uuid4()),
        "iat": issued,
        "exp": issued + life,
    }
    return TokenOut(
        access_token=jwt.encode(
            claims, signing.private_key, ALGORITHM, headers={"kid": signing.kid}
        ),
        expires_in=int(life.total_seconds()),
        renew_after=int(min(RENEW_AFTER, life).total_seconds()) if person else None,
        scope=scope,
        who=bearer.who,
        role=bearer.role,
        city=bearer.city,
        club=bearer.club,
        tournament=bearer.tournament,
    )


def ensure_signing_key(tx: Session, who: str) -> None:
    """The first start: make the key that signs tokens, and tell everybody its public half."""
    wait_for(tx, "signing key")
    if store.signing_key(tx) is None:
        _new_signing_key(tx, who)


def rotate_signing_key(tx: Session, who: str) -> str:
    """A new key signs from now on; its id. The old private halves are forgotten.

    The old public halves stay, here and in all services, so a token lives until its own end.
    """
    wait_for(tx, "signing key")
    store.forget_signing_keys(tx)
    return _new_signing_key(tx, who)


def _new_signing_key(tx: Session, who: str) -> str:
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
    return kid
