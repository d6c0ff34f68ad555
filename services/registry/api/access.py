"""Routes about keys and tokens."""

from typing import Annotated

from fastapi import APIRouter, Response

from services.registry import keys
from services.registry.schemas.access import KeyIn, KeyOut, Revoked, TokenIn, TokenOut
from shared.calls import Call, Reads, needs

router = APIRouter(tags=["access"])


@router.post("/v1/tokens", responses={401: {"description": "The key is wrong or revoked"}})
def exchange_key(body: TokenIn, db: Reads) -> TokenOut:
    """Exchange a key for a token that all four services accept for 12 hours."""
    with db.read() as tx:
        return keys.exchange(tx, body.key)


@router.post("/v1/keys", status_code=201, response_model=KeyOut)
def make_key(body: KeyIn, call: Annotated[Call, needs("office")]) -> Response:
    """Make a key for the office or a club. It is shown this once.

    It takes no Idempotency-Key: a stored answer would be a stored key.
    """
    made = call.write(lambda tx: keys.make_key(tx, body, call.who))
    return Response(made.model_dump_json(), 201, {"Cache-Control": "no-store"}, "application/json")


@router.delete("/v1/keys/{prefix}")
def revoke_key(prefix: str, call: Annotated[Call, needs("office")]) -> Revoked:
    """Revoke a key and every token got with it; a second call changes nothing."""
    return call.write(lambda tx: keys.revoke(tx, prefix, call.who))
