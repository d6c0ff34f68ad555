"""What these routes get besides the house's own."""

from typing import Annotated, Any

from fastapi import Depends, Request

from services.decks.library import Library
from shared.problems import language


def _library(request: Request) -> Library:
    library: Library = request.app.state.library
    return library


Books = Annotated[Library, Depends(_library)]
"""The app's library."""

Lang = Annotated[str, Depends(language)]
"""``ru`` or ``en``, as the caller prefers."""

NO_CATALOGUE: dict[int | str, dict[str, Any]] = {503: {"description": "No catalogue is loaded yet"}}
"""A response of every route that needs the catalogue."""
