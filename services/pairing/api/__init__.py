"""Routes: HTTP in, one call into a use case, schemas out."""

from services.pairing.api.attendance import router as attendance_router
from services.pairing.api.bulk import router as bulk_router
from services.pairing.api.clock import router as clock_router
from services.pairing.api.corrections import router as corrections_router
from services.pairing.api.entries import router as entries_router
from services.pairing.api.holds import router as holds_router
from services.pairing.api.imports import router as imports_router
from services.pairing.api.lists import router as lists_router
from services.pairing.api.live import router as live_router
from services.pairing.api.pages import router as pages_router
from services.pairing.api.penalties import router as penalties_router
from services.pairing.api.results import router as results_router
from services.pairing.api.rounds import router as rounds_router
from services.pairing.api.standings import router as standings_router
from services.pairing.api.tournaments import router as tournaments_router
from services.pairing.api.trust import router as trust_router

ROUTERS = (
    imports_router,
    tournaments_router,
    lists_router,
    holds_router,
    standings_router,
    pages_router,
    entries_router,
    attendance_router,
    bulk_router,
    rounds_router,
    clock_router,
    results_router,
    penalties_router,
    corrections_router,
    trust_router,
    live_router,
)
