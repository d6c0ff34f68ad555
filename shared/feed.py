"""The public feed: what a service published, in the relay's order (design, "Public feed")."""

import json
import time
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlmodel import col

from shared.db import Database
from shared.events.envelope import Envelope, public_view
from shared.paging import Limit
from shared.refusals import Refusal, Text
from shared.tables import Outbox

_LOOK_AGAIN = 0.2


class FeedItem(BaseModel):
    """One event and its place. Places rise; on a compacted topic they have gaps."""

    position: int
    event: Envelope


class FeedPage(BaseModel):
    """Events after a cursor; ask again with ``next``."""

    items: list[FeedItem]
    next: int = Field(description="The cursor for the next call.")


def feed_router(topics: tuple[str, ...]) -> APIRouter:
    """The feed of the topics that a service owns; internal ones are not there."""
    router = APIRouter(tags=["feed"])

    @router.get("/v1/{topic}/events", operation_id="read_feed", response_model=FeedPage)
    async def read_feed(
        request: Request,
        topic: Annotated[str, Path(examples=[topics[0]])],
        after: Annotated[int, Query(ge=0, description="Cursor; 0 is the start.")] = 0,
        wait: Annotated[int, Query(ge=0, le=30, description="Seconds to wait for news.")] = 0,
        limit: Limit = 100,
    ) -> dict[str, Any]:
        """Events of a topic after a cursor, oldest first; waits for news if asked to."""
        if topic not in topics:
            raise Refusal(
                "not_found",
                "no_such_topic",
                Text(f"Ленты {topic} здесь нет.", f"There is no feed {topic} here."),
                where="topic",
                todo=Text(f"Есть: {', '.join(topics)}.", f"There is: {', '.join(topics)}."),
            )
        deadline = time.monotonic() + wait
        while True:
            page = await anyio.to_thread.run_sync(_page, request.app.state.db, topic, after, limit)
            if page["items"] or time.monotonic() >= deadline:
                return page
            if await request.is_disconnected():
                return page
            await anyio.sleep(_LOOK_AGAIN)

    return router


def _page(db: Database, topic: str, after: int, limit: int) -> dict[str, Any]:
    with db.read() as tx:
        query = (
            select(col(Outbox.position), col(Outbox.envelope))
            .where(col(Outbox.topic) == topic, col(Outbox.position) > after)
            .order_by(col(Outbox.position))
            .limit(limit)
        )
        rows = tx.execute(query).all()
    items = [
        {"position": position, "event": view}
        for position, envelope in rows
        if (view := public_view(json.loads(envelope)))
    ]
    return {"items": items, "next": rows[-1][0] if rows else after}
