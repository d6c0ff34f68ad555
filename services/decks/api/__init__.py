"""Routes: HTTP in, one call into a use case, schemas out."""

from services.decks.api.catalogue import router as catalogue_router
from services.decks.api.checks import router as checks_router
from services.decks.api.lists import router as lists_router

ROUTERS = (checks_router, lists_router, catalogue_router)
