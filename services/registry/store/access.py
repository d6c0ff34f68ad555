"""Queries about keys and tokens."""

from sqlalchemy import select
from sqlmodel import Session, col

from services.registry.tables.access import ApiKey, SigningKey


def api_key(tx: Session, prefix: str) -> ApiKey | None:
    """A client's key by its prefix."""
    return tx.get(ApiKey, prefix)


def has_office_key(tx: Session) -> bool:
    """Whether anybody can act for the office."""
    query = select(col(ApiKey.prefix)).where(
        col(ApiKey.role) == "office", col(ApiKey.revoked_at).is_(None)
    )
    return tx.scalars(query.limit(1)).first() is not None


def signing_key(tx: Session) -> SigningKey | None:
    """The key that signs now: the newest."""
    query = select(SigningKey).order_by(col(SigningKey.created_at).desc())
    return tx.scalars(query.limit(1)).first()
