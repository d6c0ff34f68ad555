"""Tokens that a service accepts, without a registry: a key made here, known to its database."""

import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shared.auth import ALGORITHM, ISSUER, ROLES
from shared.clock import now
from shared.db import Database
from shared.tables import VerifyingKey

WHO = "console:tests"
"""Who does what a test does by itself."""


def token(
    db: Database,
    scopes: Iterable[str] = (),
    club: str | None = None,
    who: str = WHO,
    **more: Any,
) -> str:
    """A token good for an hour, signed by a key that the database now knows.

    It has these scopes, or those of ``role``; more: further claims, such as city, tournament, key.
    """
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    kid = secrets.token_hex(6)
    with db.write() as tx:
        tx.add(VerifyingKey(kid=kid, public_key=public.decode()))
    claims = {
        "iss": ISSUER,
        "sub": who,
        "scope": " ".join(scopes or ROLES.get(more.get("role", ""), ())),
        "club": club,
        "iat": now(),
        "exp": now() + timedelta(hours=1),
        **more,
    }
    return jwt.encode(claims, private, ALGORITHM, headers={"kid": kid})


def bearer(
    db: Database,
    scopes: Iterable[str] = (),
    club: str | None = None,
    who: str = WHO,
    **more: Any,
) -> dict[str, str]:
    """The same as the header of a request."""
    return {"Authorization": f"Bearer {token(db, scopes, club, who, **more)}"}


PLACES: dict[str, dict[str, str]] = {
    "coordinator": {"city": "kazan"},
    "club": {"club": "kazan"},
    "head_judge": {"tournament": "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"},
    "floor_judge": {"tournament": "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"},
    "desk": {"tournament": "0c0a4d27-9b1f-4b0e-8a53-6d2f3f0c9a11"},
}
"""Where a role holds in tests that don't care."""


def signed_in(db: Database, role: str, player: str = "1007", **place: str) -> dict[str, str]:
    """The header of a person of a role in a city, a club or a tournament."""
    return bearer(db, who=f"person:{player}", role=role, **(place or PLACES.get(role, {})))
