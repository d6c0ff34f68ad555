"""Tokens that a service accepts, without a registry: a key made here, known to its database."""

import secrets
from collections.abc import Iterable
from datetime import timedelta

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared.auth import ALGORITHM, ISSUER
from shared.clock import now
from shared.db import Database
from shared.tables import VerifyingKey


def token(db: Database, scopes: Iterable[str], club: str | None = None, who: str = "tests") -> str:
    """A token of these scopes, good for an hour, signed by a key that the database now knows."""
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    kid = secrets.token_hex(6)
    with db.write() as tx:
        tx.add(VerifyingKey(kid=kid, public_key=public.decode()))
    claims = {
        "iss": ISSUER,
        "sub": who,
        "scope": " ".join(scopes),
        "club": club,
        "iat": now(),
        "exp": now() + timedelta(hours=1),
    }
    return jwt.encode(claims, private, ALGORITHM, headers={"kid": kid})


def bearer(
    db: Database, scopes: Iterable[str], club: str | None = None, who: str = "tests"
) -> dict[str, str]:
    """The same as the header of a request."""
    return {"Authorization": f"Bearer {token(db, scopes, club, who)}"}
