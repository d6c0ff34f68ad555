"""Routes about keys of clients and their tokens."""

from typing import Annotated

from fastapi import APIRouter, Body, Response

from services.registry import keys, service_signin
from services.registry.api.parts import Prefix
from services.registry.schemas.access import (
    KeyIn,
    KeyOut,
    KeyRow,
    Revoked,
    RotateIn,
    TokenIn,
    TokenOut,
)
from services.registry.schemas.signin import CodeIn
from shared.calls import Call, Reads, Renewing, needs
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["access"])
Keys = Annotated[Call, needs("keys")]
NO_STORE = {"Cache-Control": "no-store"}
"""Of answers that show a secret. They take no Idempotency-Key: it would have to be stored."""


@router.post("/v1/tokens", responses={401: {"description": "The key is wrong or revoked"}})
def exchange_key(body: TokenIn, db: Reads, response: Response) -> TokenOut:
    """Exchange a key for a token that all four services accept for 12 hours."""
    response.headers.update(NO_STORE)
    with db.read() as tx:
        return keys.exchange(tx, body.key)


@router.post("/v1/sign-in", responses={401: {"description": "The code is of no use"}})
def sign_in(body: CodeIn, db: Reads, response: Response) -> TokenOut:
    """A person exchanges his one-time code for a token of 72 hours, which renews itself."""
    response.headers.update(NO_STORE)
    with db.read() as tx:  # who guesses keeps no writer waiting
        service_signin.usable(tx, body.code)
    with db.write() as tx:
        return service_signin.sign_in(tx, body.code)


@router.post("/v1/tokens:renew")
def renew_token(call: Renewing, response: Response) -> TokenOut:
    """The next token of a person who is signed in, as long as his right stands.

    Ask for it after `renew_after` seconds; if the registry is away, go on with the one you have.
    Any service's answer to a token older than that carries the next one as `Renewed-Token`.
    """
    response.headers.update(NO_STORE)
    with call.db.read() as tx:
        return service_signin.renew(tx, call.caller)


@router.post("/v1/keys", status_code=201, response_model=KeyOut)
def make_key(body: KeyIn, call: Annotated[Call, needs("office")]) -> Response:
    """Make a key for the office, a club or a third party that reads. It is shown this once.

    It takes no Idempotency-Key: a stored answer would be a stored key.
    """
    made = call.write(lambda tx: keys.make_key(tx, body, call.who))
    return Response(made.model_dump_json(), 201, NO_STORE, "application/json")


@router.get("/v1/keys")
def list_keys(call: Keys, cursor: Cursor = None, limit: Limit = 100) -> Page[KeyRow]:
    """Keys of clients, never the keys themselves: all, the city's clubs' or the own club's."""
    with call.db.read() as tx:
        return keys.listed(tx, call.caller, cursor, limit)


@router.post("/v1/keys/{prefix}/rotate", status_code=201, response_model=KeyOut)
def rotate_key(
    prefix: Prefix, body: Annotated[RotateIn, Body(default_factory=RotateIn)], call: Keys
) -> Response:
    """A new key for the same client; the old one works on for a day, or as long as you say.

    It takes no Idempotency-Key. A key that leaked is revoked instead.
    """
    made = call.write(lambda tx: keys.rotate(tx, prefix, body, call.caller))
    return Response(made.model_dump_json(), 201, NO_STORE, "application/json")


@router.delete("/v1/keys/{prefix}")
def revoke_key(prefix: Prefix, call: Keys) -> Revoked:
    """Revoke a key and every token got with it; a second call changes nothing."""
    return call.write(lambda tx: keys.revoke(tx, prefix, call.caller))
