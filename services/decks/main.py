"""Decks: wiring only."""

from fastapi import FastAPI

from services.decks.api import ROUTERS
from services.decks.handlers import handlers
from services.decks.library import Library
from services.decks.tables import Base
from shared.app import build_app
from shared.events import access, decks, players, tournaments
from shared.people import Copies
from shared.service import Service
from shared.settings import Settings


def _attach(app: FastAPI, _settings: Settings) -> None:
    app.state.library = Library()


SERVICE = Service(
    name="decks",
    title="Decks",
    description="Cards, dated ban lists, deck checks, players' lists and their verdicts.",
    routers=ROUTERS,
    publishes=(decks.TOPIC,),
    consumes=(players.TOPIC, tournaments.TOPIC, access.TOPIC),
    handlers=handlers,
    metadata=(Base.metadata, Copies.metadata),
    on_build=_attach,
)


def create_app(settings: Settings) -> FastAPI:
    """The service as an ASGI app."""
    return build_app(SERVICE, settings)
