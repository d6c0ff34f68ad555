"""The registry: wiring only."""

from fastapi import FastAPI
from sqlmodel import Session

from services.registry import reindex, service_signin, tokens
from services.registry.api import ROUTERS
from services.registry.handlers import handlers
from services.registry.tables import METADATA
from shared.app import build_app
from shared.db import Database
from shared.events import access, players, tournaments
from shared.roles import Principal
from shared.service import Service
from shared.settings import Settings


def _prepare(db: Database) -> None:
    with db.write() as tx:
        tokens.ensure_signing_key(tx, "console:migrate")
    reindex.index_everybody(db)


def _next_token(tx: Session, caller: Principal) -> str:
    return service_signin.renew(tx, caller).access_token


SERVICE = Service(
    name="registry",
    title="Registry",
    description="People and their IDs, judges, clubs, cities, keys and tokens.",
    routers=ROUTERS,
    publishes=(players.TOPIC, access.TOPIC),
    consumes=(tournaments.TOPIC,),
    handlers=handlers,
    metadata=(METADATA,),
    on_migrate=_prepare,
    next_token=_next_token,
)


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI app."""
    return build_app(SERVICE, settings)
