"""Routes: HTTP in, one call into a use case, schemas out."""

from services.registry.api.access import router as access_router
from services.registry.api.directory import router as directory_router
from services.registry.api.discipline import router as discipline_router
from services.registry.api.identify import router as identify_router
from services.registry.api.judges import router as judges_router
from services.registry.api.people import router as people_router

ROUTERS = (
    access_router,
    judges_router,
    people_router,
    identify_router,
    discipline_router,
    directory_router,
)
