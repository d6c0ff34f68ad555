"""Answers to creating POSTs, kept two days: the same Idempotency-Key gets the same one again."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import Session, col

from shared.clock import now
from shared.db import Database, insert_into
from shared.refusals import Refusal, Text
from shared.tables import Idempotency

KEPT = timedelta(hours=48)
"""Answers may hold names, so they are not kept longer than a client would try again (law 11)."""


@dataclass(frozen=True)
class Attempt:
    """A call with a key: who, where, and what he sent, body and query."""

    client: str
    route: str
    key: str
    body_hash: str


def claim(tx: Session, attempt: Attempt) -> Idempotency | None:
    """Take the key, or give the stored answer of who took it; waits for a call under way.

    Refuses a key that was used with another body.
    """
    fresh = insert_into(tx, Idempotency).values(
        **vars(attempt), status=0, response="", created_at=now()
    )
    fresh = fresh.on_conflict_do_nothing().returning(col(Idempotency.key))
    if tx.connection().execute(fresh).first():
        return None
    stored = _row(tx, attempt)
    if stored.body_hash != attempt.body_hash:
        raise KEY_REUSED
    return stored


def keep(tx: Session, attempt: Attempt, status: int, response: str) -> None:
    """Store the answer, in the transaction that did the work."""
    row = _row(tx, attempt)
    row.status, row.response = status, response
    tx.add(row)


def forget(db: Database) -> None:
    """Delete the answers that are past their time."""
    with db.write() as tx:
        tx.execute(delete(Idempotency).where(col(Idempotency.created_at) < now() - KEPT))


def _row(tx: Session, attempt: Attempt) -> Idempotency:
    return tx.get_one(Idempotency, (attempt.client, attempt.route, attempt.key))


KEY_REUSED = Refusal(
    "invalid",
    "idempotency_key_reused",
    Text(
        "Этот Idempotency-Key уже использован с другим запросом.",
        "This Idempotency-Key was used with another request.",
    ),
    where="Idempotency-Key",
    todo=Text("Возьмите новый ключ.", "Use a new key."),
)
