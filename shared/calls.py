"""What a route gets: the caller, the database, and idempotency for creating POSTs."""

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Request, Response, Security
from pydantic import BaseModel
from sqlmodel import Session, col

from shared.auth import Principal, principal
from shared.clock import now
from shared.db import Database, insert_into
from shared.refusals import Refusal, Text
from shared.tables import Idempotency

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def database(request: Request) -> Database:
    """The service's database."""
    db: Database = request.app.state.db
    return db


Reads = Annotated[Database, Depends(database)]
"""For public routes that only read."""


async def _body_hash(request: Request) -> str:
    return hashlib.sha256(await request.body()).hexdigest()


class Call:
    """An authorised call that changes something."""

    def __init__(
        self, request: Request, caller: Principal, key: str | None, body_hash: str
    ) -> None:
        self.caller = caller
        self.who = caller.who
        self.db = database(request)
        self._route = f"{request.method} {request.url.path}"
        self._key = key
        self._body_hash = body_hash

    def write(self, use_case: Callable[[Session], T]) -> T:
        """Run a use case in one transaction."""
        with self.db.write() as tx:
            return use_case(tx)

    def once(self, use_case: Callable[[Session], M], status: int = 201) -> Response:
        """Run a creating use case; the same Idempotency-Key gets the same answer again.

        The answer is stored in the use case's own transaction, so a refused request leaves the key
        unused. The same key with another body is refused.
        """
        if self._key is None:
            return _json(self.write(use_case).model_dump_json(), status)
        with self.db.write() as tx:
            stored = self._claim(tx, self._key)
            if stored is not None:
                if stored.body_hash != self._body_hash:
                    raise KEY_REUSED
                return _json(stored.response, stored.status, replayed=True)
            answer = use_case(tx).model_dump_json()
            row = tx.get_one(Idempotency, (self.who, self._route, self._key))
            row.status, row.response = status, answer
            tx.add(row)
            return _json(answer, status)

    def _claim(self, tx: Session, key: str) -> Idempotency | None:
        """Take the key, or the stored answer of who took it; waits for a call under way."""
        claim = insert_into(tx, Idempotency).values(
            client=self.who,
            route=self._route,
            key=key,
            body_hash=self._body_hash,
            status=0,
            response="",
            created_at=now(),
        )
        claim = claim.on_conflict_do_nothing().returning(col(Idempotency.key))
        if tx.connection().execute(claim).first():
            return None
        return tx.get_one(Idempotency, (self.who, self._route, key))


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


def _json(body: str, status: int, replayed: bool = False) -> Response:
    headers = {"Idempotency-Replayed": "true"} if replayed else None
    return Response(body, status, headers, "application/json")


def needs(*scopes: str) -> Any:
    """A route's declared scopes; gives it the authorised Call."""

    def call(
        request: Request,
        caller: Annotated[Principal, Security(principal, scopes=scopes)],
        body_hash: Annotated[str, Depends(_body_hash)],
        idempotency_key: Annotated[
            str | None,
            Header(
                min_length=1, max_length=200, description="The same key gets the same answer again."
            ),
        ] = None,
    ) -> Call:
        return Call(request, caller, idempotency_key, body_hash)

    return Depends(call)
