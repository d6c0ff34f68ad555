"""Tokens of some age, as the registry signed them."""

from datetime import timedelta

import jwt

from services.registry.store import access
from shared.auth import ALGORITHM
from shared.db import Database
from tests.registry.registry_signin_office import claims


def aged(db: Database, headers: dict[str, str], hours: float) -> str:
    """The token as it would be if this registry had issued it so long ago."""
    said = claims(headers)
    for name in ("iat", "exp"):
        said[name] -= int(timedelta(hours=hours).total_seconds())
    with db.read() as tx:
        signing = access.signing_key(tx)
    assert signing
    return jwt.encode(said, signing.private_key, ALGORITHM, headers={"kid": signing.kid})


def bearer(token: str) -> dict[str, str]:
    """A token as the header of a request."""
    return {"Authorization": f"Bearer {token}"}
