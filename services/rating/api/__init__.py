"""Routes: HTTP in, one call into a view, schemas out. All are public reads."""

from services.rating.api.ledger import router as ledger_router
from services.rating.api.ratings import router as ratings_router

ROUTERS = (ratings_router, ledger_router)
