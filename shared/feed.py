"""The public feed: what a service published, in the relay's order (design, "Public feed")."""

import json
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Query, Request
from fastapi.security import HTTPAuthorizationCredentials
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlmodel import col

from shared.auth import bearer, verify
from shared.db import Database
from shared.events.envelope import Envelope, public_view
from shared.paging import Limit
from shared.tables import Outbox

_LOOK_AGAIN = 0.5
MAX_BIGINT = 2**63 - 1


class FeedItem(BaseModel):
    """One event and its place. Places rise; on a compacted topic they have gaps."""

    position: int
    event: Envelope


class FeedPage(BaseModel):
    """Events after a cursor; ask again with ``next``."""

    items: list[FeedItem]
    next: int = Field(description="The cursor for the next call.")


def feed_router(topics: tuple[str, ...]) -> APIRouter:
    """A feed for each topic that a service owns and strangers may read.

    In the contract a token is one of two ways to ask: with it, and without.
    """
    router = APIRouter(tags=["feed"])
    for topic in topics:
        name = topic.partition(".")[0]
        router.add_api_route(
            f"/v1/{topic}/events",
            _reader(topic),
            operation_id=f"read_{name}_events",
            response_model=FeedPage,
            summary=f"Events of {topic}",
            openapi_extra={"security": [{}]},  # added to the token's: either will do
        )
    return router


def _scopes(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> frozenset[str]:
    """What a reader may see beyond what strangers do; a token that is no good is a 401 refusal."""
    if given is None:
        return frozenset()
    database: Database = request.app.state.db
    with database.read() as tx:
        caller = verify(tx, given.credentials)
    request.state.who = caller.who
    return caller.scopes


def _reader(topic: str) -> Callable[..., Awaitable[dict[str, Any]]]:
    async def read_feed(
        request: Request,
        scopes: Annotated[frozenset[str], Depends(_scopes)],
        after: Annotated[int, Query(ge=0, le=MAX_BIGINT, description="Cursor; 0: start.")] = 0,
        wait: Annotated[int, Query(ge=0, le=30, description="Seconds to wait for news.")] = 0,
        limit: Limit = 100,
    ) -> dict[str, Any]:
        """Events after a cursor, oldest first; waits for news if asked to.

        A page without events says that there is nothing more for now. `after=0` begins with a
        snapshot where a topic is compacted. Places and order are the same for all readers; a token
        shows events that strangers don't see (suspensions: scope `players`), so whoever gets one
        begins again at 0.
        """
        deadline = time.monotonic() + wait
        while True:
            page = await anyio.to_thread.run_sync(
                _page, request.app.state.db, topic, scopes, after, limit
            )
            if page["items"] or time.monotonic() >= deadline or request.app.state.stopping():
                return page
            if await request.is_disconnected():
                return page
            after = page["next"]
            await anyio.sleep(_LOOK_AGAIN)

    return read_feed


def _page(
    db: Database, topic: str, scopes: frozenset[str], after: int, limit: int
) -> dict[str, Any]:
    """The next events that he may see: those in between are passed over, not waited at."""
    order = col(Outbox.position)
    query = select(order, col(Outbox.envelope)).where(col(Outbox.topic) == topic)
    query = query.order_by(order).limit(limit)
    with db.read() as tx:
        while rows := tx.execute(query.where(order > after)).all():
            after = rows[-1][0]
            items = [
                {"position": position, "event": view}
                for position, envelope in rows
                if (view := public_view(json.loads(envelope), scopes))
            ]
            if items:
                return {"items": items, "next": after}
    return {"items": [], "next": after}
