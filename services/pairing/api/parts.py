"""What the routes share: path parts, the desk, the language."""

import re
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path, Query, Request
from pydantic import TypeAdapter, ValidationError

from services.pairing.service_questions import Desk
from shared.contract import Moment
from shared.problems import language
from shared.refusals import Refusal, Text
from shared.renewal import carried

Lang = Annotated[str, Depends(language)]
TournamentId = Annotated[UUID, Path(description="The tournament's id.")]
RoundNumber = Annotated[int, Path(ge=1, le=10_000)]
TableNumber = Annotated[int, Path(ge=1, le=100_000)]
_INSTANT: TypeAdapter[datetime] = TypeAdapter(Moment)


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def _moment(
    at: Annotated[
        str | None,
        Query(
            max_length=40,
            description="Law 2: as it was after the event of this number in its log, or at this "
            "instant, with its offset.",
            examples=["17", "2026-12-05T18:00:00+03:00"],
        ),
    ] = None,
) -> int | datetime | None:
    """Refuses what is neither."""
    if at is None:
        return None
    if re.fullmatch("[0-9]{1,9}", at):
        return int(at)
    try:
        instant: datetime = _INSTANT.validate_python(at.replace(" ", "+"))  # "+" in an address
    except ValidationError:
        raise Refusal(
            "invalid",
            "moment_unreadable",
            Text(f"at={at}: не номер события и не время.", f"at={at}: no event's number, no time."),
            where="query.at",
            todo=Text(
                "Номер из GET /v1/tournaments/{tournament}/log или время вида "
                "2026-12-05T18:00:00+03:00.",
                "A number of GET /v1/tournaments/{tournament}/log, or a time as "
                "2026-12-05T18:00:00+03:00.",
            ),
        ) from None
    return instant


AtMoment = Annotated[int | datetime | None, Depends(_moment)]
"""A past moment; without it the present one."""
AtDesk = Annotated[Desk, Depends(_desk)]


def _token(request: Request) -> str:
    token, _in_cookie = carried(request)
    return token or ""


Token = Annotated[str, Depends(_token)]
"""The caller's own, for a question to a neighbour in his name."""
