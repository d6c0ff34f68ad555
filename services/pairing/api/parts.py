"""What the routes share: path parts, the desk, the language."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path, Request

from services.pairing.service_questions import Desk
from shared.problems import language
from shared.renewal import carried

Lang = Annotated[str, Depends(language)]
TournamentId = Annotated[UUID, Path(description="The tournament's id.")]
RoundNumber = Annotated[int, Path(ge=1, le=10_000)]
TableNumber = Annotated[int, Path(ge=1, le=100_000)]


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


AtDesk = Annotated[Desk, Depends(_desk)]


def _token(request: Request) -> str:
    token, _in_cookie = carried(request)
    return token or ""


Token = Annotated[str, Depends(_token)]
"""The caller's own, for a question to a neighbour in his name."""
