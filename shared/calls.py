"""What a route gets: the caller, the database, and idempotency for creating POSTs."""

import hashlib
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Request, Response, Security
from pydantic import BaseModel
from sqlmodel import Session

from shared.auth import SCOPES, Principal, principal, whoever
from shared.db import Database
from shared.idempotency import Attempt, claim, keep
from shared.refusals import Refusal, Text

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def database(request: Request) -> Database:
    """The service's database."""
    db: Database = request.app.state.db
    return db


Reads = Annotated[Database, Depends(database)]
"""For public routes that only read."""


Whoever = Annotated[Principal | None, Depends(whoever)]
"""The caller of a public route that shows some more than strangers see; None: a stranger.

Its route says ``openapi_extra=EITHER``."""
EITHER: dict[str, Any] = {"security": [{}]}
"""In the contract a token is one of two ways to ask: with it, and without."""


async def _body_hash(request: Request) -> str:
    """What was sent: an import asks for different things in the query with the same body."""
    query: bytes = request.scope["query_string"]
    return hashlib.sha256(await request.body() + query).hexdigest()


class Call:
    """An authorised call."""

    def __init__(self, request: Request, caller: Principal) -> None:
        self.caller = caller
        self.who = caller.who
        self.db = database(request)

    def write(self, use_case: Callable[[Session], T]) -> T:
        """Run a use case in one transaction."""
        with self.db.write() as tx:
            return use_case(tx)


class Creation(Call):
    """An authorised call that creates, and may carry an Idempotency-Key."""

    def __init__(
        self, request: Request, caller: Principal, key: str | None, body_hash: str
    ) -> None:
        super().__init__(request, caller)
        route = f"{request.method} {request.url.path}"
        self._attempt = Attempt(caller.who, route, key, body_hash) if key else None

    def once(self, use_case: Callable[[Session], M], status: int = 201) -> Response:
        """Run a creating use case; the same Idempotency-Key gets the same answer again.

        The answer is stored in the use case's own transaction, so a refused request leaves the key
        unused. The same key with another body is refused.
        """
        if self._attempt is None:
            return _json(self.write(use_case).model_dump_json(), status)
        with self.db.write() as tx:
            stored = claim(tx, self._attempt)
            if stored is not None:
                return _json(stored.response, stored.status, replayed=True)
            answer = use_case(tx).model_dump_json()
            keep(tx, self._attempt, status, answer)
            return _json(answer, status)


def _json(body: str, status: int, replayed: bool = False) -> Response:
    headers = {"Idempotency-Replayed": "true"} if replayed else None
    return Response(body, status, headers, "application/json")


def by_person(
    request: Request, caller: Annotated[Principal, Security(principal, scopes=[])]
) -> Call:
    """The call of a person who signed in. Refuses a client, which exchanges its key again."""
    if not caller.who.startswith("person:"):
        raise Refusal(
            "conflict",
            "not_renewable",
            Text("Продлевается только вход человека.", "Only a person's sign-in is renewed."),
            where="Authorization",
            todo=Text("Обменяйте ключ снова: POST /v1/tokens.", "POST /v1/tokens again."),
        )
    return Call(request, caller)


Renewing = Annotated[Call, Depends(by_person)]
"""For the next token: whoever signed in by a code gets it, whatever his role; no key does."""


def needs(scope: str) -> Any:
    """A route's declared scope, one of ``auth.SCOPES``; gives it the authorised Call."""
    declared = _known(scope)

    def call(
        request: Request, caller: Annotated[Principal, Security(principal, scopes=[declared])]
    ) -> Call:
        return Call(request, caller)

    return Depends(call)


def creates(scope: str) -> Any:
    """The same for a creating POST: gives it the Creation, with the Idempotency-Key if any."""
    declared = _known(scope)

    def creation(
        request: Request,
        caller: Annotated[Principal, Security(principal, scopes=[declared])],
        body_hash: Annotated[str, Depends(_body_hash)],
        idempotency_key: Annotated[
            str | None,
            Header(
                min_length=1, max_length=200, description="The same key gets the same answer again."
            ),
        ] = None,
    ) -> Creation:
        return Creation(request, caller, idempotency_key, body_hash)

    return Depends(creation)


def _known(scope: str) -> str:
    if scope not in SCOPES:
        raise KeyError(f"no scope {scope!r} in auth.SCOPES")
    return scope
