"""Routes: HTTP in, one call into a use case, schemas out."""

from services.pairing.api.entries import router as entries_router
from services.pairing.api.play import router as play_router
from services.pairing.api.tournaments import router as tournaments_router

ROUTERS = (tournaments_router, entries_router, play_router)
