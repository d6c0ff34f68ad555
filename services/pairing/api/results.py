"""Routes about results: at one table, at many, taken away."""

from typing import Annotated

from fastapi import APIRouter, Response
from sqlmodel import Session

from services.pairing import service_results, views, views_corrections
from services.pairing.api.parts import AtDesk, Lang, RoundNumber, TableNumber, TournamentId
from services.pairing.schemas.results import ResultIn, ResultSetOut, ResultsIn, ResultsOut
from services.pairing.service_entries import At
from services.pairing.service_results import Recorded
from shared.calls import Call, needs
from shared.versions import SeenRevision, etag

router = APIRouter(tags=["play"])
Recording = Annotated[Call, needs("results")]
TABLE = "/v1/tournaments/{tournament}/rounds/{number}/tables/{table}/result"


@router.put(TABLE)
def set_result(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    body: ResultIn,
    call: Recording,
    desk: AtDesk,
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> ResultSetOut:
    """Record a table's result (R.1–R.7), or correct it at any time (T.8).

    The same result again is harmless. To replace another one send its version as If-Match; without
    it, or with an old one, the answer is 412 result_differs with the present result. A correction
    moves no pairing: `changed` says what it did to the places, and what it would have done to byes,
    the cut and the bracket. A double loss (R.7) needs a penalty that costs the game, given before
    or along with it. Once the tournament is finished it takes who may judge, and the office when
    the list that contains it is out (D.4.10).
    """

    def use_case(tx: Session) -> ResultSetOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_results.record(at, number, table, body, expected)
        return _answer(tx, done, lang, response)

    return call.write(use_case)


@router.delete(TABLE)
def clear_result(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableNumber,
    call: Recording,
    desk: AtDesk,
    lang: Lang,
    response: Response,
    expected: SeenRevision,
) -> ResultSetOut:
    """Take away a result that was given at the wrong table, by its version as If-Match.

    A table without one stays as it is. Not once the tournament is finished, nor in the TOP once
    somebody has played on: there a result is corrected.
    """

    def use_case(tx: Session) -> ResultSetOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_results.clear(at, number, table, expected)
        return _answer(tx, done, lang, response)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/rounds/{number}/results")
def set_results(
    tournament: TournamentId,
    number: RoundNumber,
    body: ResultsIn,
    call: Recording,
    desk: AtDesk,
    lang: Lang,
) -> ResultsOut:
    """Record results of many tables of a round at once (R.1–R.7).

    Each line is judged and answered by itself; those that can be recorded are, all in one go.
    `{"table": 3, "winner": "a"}` is enough for a clean win. A table that has another result
    `differs`, and is corrected by a line that names its `version`. Sent again nothing changes.
    """

    def use_case(tx: Session) -> ResultsOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state, judged, changed = service_results.record_many(at, number, body.results)
        view = views.view(tx, state, lang, views_corrections.in_consequences(changed))
        return views_corrections.results(view, state.rounds[number - 1], judged, changed)

    return call.write(use_case)


def _answer(tx: Session, done: Recorded, lang: str, response: Response) -> ResultSetOut:
    response.headers["ETag"] = etag(done.match.version)
    view = views.view(tx, done.state, lang, views_corrections.named_by(done))
    return views_corrections.result_set(view, done)
