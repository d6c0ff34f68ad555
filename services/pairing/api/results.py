"""Routes about results."""

from typing import Annotated

from fastapi import APIRouter, Response
from sqlmodel import Session

from services.pairing import service_results, views
from services.pairing.api.parts import AtDesk, Lang, RoundNumber, TableNumber, TournamentId
from services.pairing.schemas.results import ResultIn
from services.pairing.schemas.rounds import TableOut
from shared.calls import Call, needs
from shared.versions import SeenRevision, etag

router = APIRouter(tags=["play"])


@router.put("/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/result")
def set_result(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    body: ResultIn,
    call: Annotated[Call, needs("results")],
    desk: AtDesk,
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> TableOut:
    """Record a table's result (R.1–R.6), or correct it (T.8).

    The same result again is harmless. To replace another one send its version as If-Match; without
    it, or with an old one, the answer is 412 result_differs with the present result.
    """
    at = service_results.TableRef(str(tournament), number, table)

    def use_case(tx: Session) -> TableOut:
        state, played, match = service_results.record(
            tx, desk.journal, at, body, expected, call.caller
        )
        response.headers["ETag"] = etag(match.version)
        return views.view(tx, state, lang, match.players).table(played, match)

    return call.write(use_case)
