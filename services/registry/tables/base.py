"""What all tables of the registry have in common."""

from sqlalchemy import String
from sqlalchemy.orm import registry
from sqlmodel import SQLModel

from shared.db import own_metadata

PLAIN = String().with_variant(String(collation="C"), "postgresql")
"""Text that sorts by its code points on both databases, so that a range of it is a prefix."""


class Base(SQLModel, registry=registry(metadata=own_metadata())):
    """Base of the registry's tables."""
