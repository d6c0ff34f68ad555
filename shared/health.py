"""Is it alive, and is it ready."""

import psutil
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from shared import inbox, outbox
from shared.calls import Reads
from shared.migrate import is_current
from shared.service import Service

_LAG_ALARM = 60.0


class Alive(BaseModel):
    """The process answers."""

    status: str = Field(examples=["ok"])
    service: str = Field(examples=["rating"])


class Ready(BaseModel):
    """Whether the service can do its work.

    relay_waiting: outbox rows to be sent to the log; relay_lag_seconds: age of the oldest that was
    never sent (an event that goes out again is not late);
    parked: events that could not be applied (see `python -m services.<name> parked list`).
    """

    ready: bool = Field(examples=[True])
    database: bool = Field(examples=[True])
    migrated: bool = Field(examples=[True])
    relay_waiting: int = Field(examples=[0])
    relay_lag_seconds: float = Field(examples=[0.0])
    parked: int = Field(examples=[0])


class Statistics(BaseModel):
    """What went out and came in since the beginning, by topic, and the memory it takes now."""

    published: dict[str, int] = Field(
        description="Feed position of the newest event.", examples=[{"tournaments.v1": 4711}]
    )
    applied: dict[str, int] = Field(
        description="Events that took effect here.", examples=[{"players.v1": 812}]
    )
    memory_mib: int = Field(description="Resident memory of this process.", examples=[84])


def health_router(service: Service) -> APIRouter:
    """Health without I/O, readiness with it."""
    router = APIRouter(tags=["health"])

    @router.get("/healthz", operation_id="health")
    def health() -> Alive:
        """Alive: answers without touching database or log."""
        return Alive(status="ok", service=service.name)

    @router.get(
        "/readyz",
        operation_id="readiness",
        responses={503: {"model": Ready, "description": "Not ready; the body says why."}},
    )
    def readiness(request: Request, response: Response) -> Ready:
        """Ready: database there and migrated, the relay not far behind."""
        state = _look(service, request)
        if not state.ready:
            response.status_code = 503
        return state

    @router.get("/statz", operation_id="statistics")
    def statistics(db: Reads) -> Statistics:
        """Events published and applied so far, by topic."""
        with db.read() as tx:
            return Statistics(
                published=outbox.published(tx),
                applied=inbox.applied(tx),
                memory_mib=psutil.Process().memory_info().rss // 2**20,
            )

    return router


def _look(service: Service, request: Request) -> Ready:
    db = request.app.state.db
    try:
        migrated = is_current(service, db)
        if not migrated:
            return _not_ready(database=True)
        with db.read() as tx:
            count, age = outbox.waiting(tx)
            parked = inbox.count_parked(tx)
    except SQLAlchemyError:
        return _not_ready(database=False)
    return Ready(
        ready=age < _LAG_ALARM,
        database=True,
        migrated=True,
        relay_waiting=count,
        relay_lag_seconds=round(age, 3),
        parked=parked,
    )


def _not_ready(database: bool) -> Ready:
    return Ready(
        ready=False,
        database=database,
        migrated=False,
        relay_waiting=0,
        relay_lag_seconds=0,
        parked=0,
    )
