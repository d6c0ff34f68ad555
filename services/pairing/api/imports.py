"""Routes about uploads: importing, those that wait for a decision, exporting (2.1.5)."""

import secrets
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query, Response
from sqlmodel import Session

from services.pairing import service_uploads, store_uploads, views_imports
from services.pairing.api.parts import AtDesk, Lang, Token, TournamentId
from services.pairing.importing import Importing
from services.pairing.schemas.imports import ImportIn
from services.pairing.schemas.uploads import (
    ExportOut,
    ImportedOut,
    ImportForeseenOut,
    UploadOut,
    UploadRow,
    UploadState,
)
from services.pairing.service_import_people import Asking
from shared import paging
from shared.calls import Call, Creation, Reads, creates, needs
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["imports"])
UploadId = Annotated[UUID, Path(description="The upload's id.")]
Deciding = Annotated[Call, needs("tournaments")]
SEED_BITS = 48


@router.post(
    "/v1/tournaments:import",
    status_code=201,
    response_model=ImportedOut,
    responses={200: {"model": ImportForeseenOut, "description": "The dry run's answer"}},
)
def import_tournament(
    body: ImportIn,
    call: Annotated[Creation, creates("tournaments")],
    desk: AtDesk,
    lang: Lang,
    token: Token,
    dry_run: Annotated[bool, Query(description="Only say what would be done.")] = False,
) -> Response:
    """Take in a finished tournament that was played elsewhere (2.1.5); it is rated if official.

    Players are named by ID, by a line about each, or are newcomers, who get their IDs (2.1.2). The
    dry run says line by line who is who; as long as a line is not clear nothing is taken in, and
    the refusal has the same lines.

    `source` and `external_id` are what it is known by for ever. The same upload again changes
    nothing; a changed one, or the rounds that were missing, make a new revision, and corrections
    made here stay, unless the upload says something else of that very table than before. Another
    club's differing upload waits for a decision, and, once the list with the tournament is out, any
    but the office's (D.4.10). One with a suspended player waits in quarantine
    (D.3.1): it is rated when an office or a coordinator reinstates it.
    """
    seed = secrets.randbits(SEED_BITS) if body.seed is None else body.seed
    asked = Importing(Asking(call.db, desk, token, lang), body, call.caller, seed)
    if dry_run:
        return Response(asked.report().model_dump_json(), media_type="application/json")
    upload = asked.sure()

    def use_case(tx: Session) -> ImportedOut:
        return asked.take_in(tx, upload)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}/export")
def export_tournament(tournament: TournamentId, db: Reads, desk: AtDesk) -> ExportOut:
    """A tournament as POST /v1/tournaments:import takes it: elsewhere it has the same standings.

    A table without a result is left out; one that is not finished can't be uploaded yet.
    """
    with db.read() as tx:
        return views_imports.export(desk.journal.load(tx, str(tournament)))


@router.get("/v1/uploads")
def list_uploads(
    call: Deciding,
    state: Annotated[UploadState | None, Query()] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[UploadRow]:
    """Differing uploads of tournaments that you run, and your club's own; the newest first."""
    before = paging.decode(cursor, int)[0] if cursor else None
    with call.db.read() as tx:
        found = store_uploads.uploads(tx, call.caller, state, before, limit + 1)
        page, more = paging.cut(found, limit)
        return Page(
            items=[views_imports.upload_row(row) for row in page],
            next=paging.encode(page[-1].seq or 0) if more else None,
        )


@router.get("/v1/uploads/{upload}")
def get_upload(upload: UploadId, call: Deciding, desk: AtDesk) -> UploadOut:
    """One of them, with what accepting it would change now."""
    with call.db.read() as tx:
        row, found, fits = service_uploads.look(tx, desk.journal, str(upload), call.caller)
        return views_imports.upload(row, found, fits=fits)


@router.post("/v1/uploads/{upload}/accept")
def accept_upload(upload: UploadId, call: Deciding, desk: AtDesk) -> UploadOut:
    """Take it in, as a new revision of the tournament. Twice is harmless."""

    def use_case(tx: Session) -> UploadOut:
        row, done = service_uploads.accept(tx, desk.journal, str(upload), call.caller)
        return views_imports.upload(row, done.changes, fits=True)

    return call.write(use_case)


@router.post("/v1/uploads/{upload}/decline")
def decline_upload(upload: UploadId, call: Deciding, desk: AtDesk) -> UploadOut:
    """It is not wanted: nothing changes, and the same one again is declined at once."""

    def use_case(tx: Session) -> UploadOut:
        row = service_uploads.decline(tx, desk.journal, str(upload), call.caller)
        return views_imports.upload(row, None, fits=False)

    return call.write(use_case)
