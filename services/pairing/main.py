"""Pairing: wiring only."""

from fastapi import FastAPI

from services.pairing.api import ROUTERS
from services.pairing.clients import Neighbours
from services.pairing.handlers import handlers
from services.pairing.journal import Journal
from services.pairing.live import Tail
from services.pairing.service_questions import Desk
from services.pairing.tables import Base
from shared.app import build_app
from shared.events import access, decks, players, ratings, tournaments
from shared.people import Copies
from shared.service import Service
from shared.settings import Settings


def _attach(app: FastAPI, settings: Settings) -> None:
    desk = app.state.desk = Desk(Journal(), Neighbours(settings))
    app.state.live = Tail(
        app.state.db, desk.journal, settings.live_followers, lambda: bool(app.state.stopping())
    )


SERVICE = Service(
    name="pairing",
    title="Pairing",
    description="Tournaments: entries, rounds, results, standings, imports; each an event log.",
    routers=ROUTERS,
    publishes=(tournaments.TOPIC,),
    consumes=(players.TOPIC, ratings.TOPIC, decks.TOPIC, access.TOPIC),
    handlers=handlers,
    metadata=(Base.metadata, Copies.metadata),
    on_build=_attach,
)


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI app."""
    return build_app(SERVICE, settings)
