"""Import of people from a club's file."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from services.registry import service_imports as service
from services.registry.schemas.imports import ImportReport
from shared.calls import Creation, creates
from shared.problems import language
from shared.refusals import Refusal, Text

router = APIRouter(tags=["people"])

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_DECLARED = ("text/csv", "text/plain", "application/octet-stream", _XLSX)
_ALSO_SENT = ("", "application/vnd.ms-excel", "application/x-www-form-urlencoded")
"""What Windows calls a CSV file, and what curl calls everything; the file itself decides."""

_EXAMPLE = (
    "ФИО;Эл. почта;Город;Телефон;Старый номер\r\n"
    "Воронцова Алёна Игоревна;alyona@example.org;Казань;8 900 123-45-67;00417\r\n"
    "Цой Ян нет;yan@example.org;Казань;;\r\n"
)
_BODY: dict[str, Any] = {
    "required": True,
    "description": "The file itself, CSV or XLSX, up to 10,000 people.",
    "content": {
        media_type: {"schema": {"type": "string", "format": "binary"}}
        | ({"example": _EXAMPLE} if media_type.startswith("text/") else {})
        for media_type in _DECLARED
    },
}


async def _file(request: Request) -> bytes:
    """The body as it was sent. Refuses a form and JSON: they are no file."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said not in (*_DECLARED, *_ALSO_SENT):
        raise Refusal(
            "malformed",
            "content_type_no_file",
            Text(f"Тело прислано как «{said}».", f"The body was sent as “{said}”."),
            where="Content-Type",
            todo=Text(
                "Пошлите сам файл телом запроса: Content-Type: text/csv, для XLSX "
                "application/octet-stream; у curl это --data-binary @файл.",
                "Send the file itself as the body: Content-Type: text/csv, or for XLSX "
                "application/octet-stream; with curl, --data-binary @file.",
            ),
        )
    return await request.body()


@router.post(
    "/v1/players:import",
    status_code=200,
    response_model=ImportReport,
    openapi_extra={"requestBody": _BODY},
)
def import_players(
    body: Annotated[bytes, Depends(_file)],
    call: Annotated[Creation, creates("players")],
    lang: Annotated[str, Depends(language)],
    apply: Annotated[
        bool, Query(description="Register the people. Without it: a report, and no change.")
    ] = False,
    skip: Annotated[
        bool, Query(description="Leave out rows in error and unconfirmed twins, apply the others.")
    ] = False,
    namesakes: Annotated[
        str | None,
        Query(
            pattern=r"^[0-9]{1,7}(,[0-9]{1,7})*$",
            max_length=80_000,
            description="D.2.4: rows of people who are not their likely twins.",
            examples=["3,17"],
        ),
    ] = None,
) -> Response:
    """Register people from a club's file, CSV or XLSX as it is; first see what would happen.

    Columns in any order by Russian or English headers: surname, first name, patronymic (or one of
    the whole name, whose header says its order: ФИО), e-mail and city are needed; nickname, phone,
    club, old number, consent are taken too.
    UTF-8, UTF-16 and CP1251; `;`, `,` or tab. A patronymic of «нет» says that there is none.
    Known people keep their ID, so the same file again does nothing twice. No file is kept.
    """
    with call.db.read() as tx:
        places = service.places(tx)
    rows = {int(row) for row in namesakes.split(",")} if namesakes else set()
    file = service.prepare(body, places, rows)
    if apply:
        return call.once(
            lambda tx: service.apply(tx, file, call.caller, lang, skip=skip), status=200
        )
    with call.db.read() as tx:
        report = service.preflight(tx, file, call.caller, lang)
    return Response(report.model_dump_json(), media_type="application/json")
