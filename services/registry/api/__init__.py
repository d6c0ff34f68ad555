"""Routes: HTTP in, one call into a use case, schemas out."""

from services.registry.api.access import router as access_router
from services.registry.api.blocks import router as blocks_router
from services.registry.api.directory import router as directory_router
from services.registry.api.discipline import router as discipline_router
from services.registry.api.identify import router as identify_router
from services.registry.api.imports import router as imports_router
from services.registry.api.judges import router as judges_router
from services.registry.api.merges import router as merges_router
from services.registry.api.notices import router as notices_router
from services.registry.api.people import router as people_router
from services.registry.api.privacy import router as privacy_router
from services.registry.api.sign_in import router as sign_in_router
from services.registry.api.staff import router as staff_router

ROUTERS = (
    access_router,
    staff_router,
    sign_in_router,
    merges_router,
    notices_router,
    blocks_router,
    directory_router,
    judges_router,
    discipline_router,
    privacy_router,
    identify_router,
    imports_router,
    people_router,
)
