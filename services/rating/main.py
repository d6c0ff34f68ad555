"""The rating: wiring only."""

from fastapi import FastAPI

from services.rating.api import ROUTERS
from services.rating.handlers import handlers
from services.rating.service import settle
from services.rating.tables import Base
from services.rating.views import LedgerDigest
from shared.app import build_app
from shared.events import access, players, ratings, tournaments
from shared.people import Copies
from shared.service import Service
from shared.settings import Settings


def _attach(app: FastAPI, _settings: Settings) -> None:
    app.state.digest = LedgerDigest()


SERVICE = Service(
    name="rating",
    title="Rating",
    description="The ledger of all rated tournaments, live ratings and the leaderboard.",
    routers=ROUTERS,
    publishes=(ratings.TOPIC,),
    consumes=(tournaments.TOPIC, players.TOPIC, access.TOPIC),
    handlers=handlers,
    metadata=(Base.metadata, Copies.metadata),
    settle=settle,
    on_build=_attach,
)


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI app."""
    return build_app(SERVICE, settings)
