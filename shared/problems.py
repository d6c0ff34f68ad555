"""RFC 9457 problem bodies for everything that is refused or fails (law 8)."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from shared.db import is_away
from shared.refusals import Kind, Refusal, Text
from shared.trace import log, trace_id
from shared.validation import explain, not_json, not_said_json

MEDIA_TYPE = "application/problem+json"

STATUS: dict[Kind, int] = {
    "malformed": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "conflict": 409,
    "precondition": 412,
    "too_large": 413,
    "invalid": 422,
    "unavailable": 503,
    "unprepared": 503,
}

TITLES: dict[int, Text] = {
    400: Text("Запрос не читается", "Malformed request"),
    401: Text("Нужен вход", "Sign-in needed"),
    403: Text("Нет права", "Not allowed"),
    404: Text("Не найдено", "Not found"),
    405: Text("Метод не подходит", "Method not allowed"),
    409: Text("Противоречие", "Conflict"),
    412: Text("Нужна нынешняя версия", "Present version needed"),
    413: Text("Запрос слишком велик", "Request too large"),
    422: Text("Данные не приняты", "Data not accepted"),
    500: Text("Ошибка сервера", "Server error"),
    503: Text("Служба недоступна", "Service unavailable"),
}


class Problem(BaseModel):
    """An RFC 9457 problem."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(examples=["urn:berserk:problem:player_not_found"])
    title: str = Field(examples=["Не найдено"])
    status: int = Field(examples=[404])
    detail: str = Field(description="What happened, in the language asked for.")
    code: str = Field(description="Stable name for programs.", examples=["player_not_found"])
    rule: str | None = Field(default=None, description="Id in the rules index.", examples=["2.1.1"])
    where: str | None = Field(default=None, description="The field or place at fault.")
    todo: str | None = Field(default=None, description="What helps.")
    errors: list[dict[str, Any]] = Field(default=[], description="One row for each fault.")
    trace_id: str = Field(description="Quote it when you ask for help.")


def language(request: Request) -> str:
    """``en`` if Accept-Language prefers it to Russian, else ``ru``."""
    best, chosen = 0.0, "ru"
    for part in request.headers.get("accept-language", "").lower().split(","):
        tag, *parameters = (piece.strip() for piece in part.split(";"))
        spoken, quality = tag.partition("-")[0], _quality(parameters)
        if spoken in ("ru", "en") and quality > best:
            best, chosen = quality, spoken
    return chosen


def _quality(parameters: list[str]) -> float:
    """The weight of a language, 1 unless stated; 0 is a refusal of it, and so is nonsense."""
    stated = next((each[2:] for each in parameters if each.startswith("q=")), "1")
    try:
        return float(stated)
    except ValueError:
        return 0.0


def say(text: Text, lang: str) -> str:
    """The sentence in one language."""
    return text.en if lang == "en" else text.ru


def problem(request: Request, refusal: Refusal, status: int | None = None) -> JSONResponse:
    """The response that shows a refusal."""
    lang = language(request)
    status = status or STATUS[refusal.kind]
    body = Problem(
        type=f"urn:berserk:problem:{refusal.code}",
        title=say(TITLES.get(status, TITLES[500]), lang),
        status=status,
        detail=say(refusal.message, lang),
        code=refusal.code,
        rule=refusal.rule,
        where=refusal.where,
        todo=say(refusal.todo, lang) if refusal.todo else None,
        errors=[_in_language(row, lang) for row in refusal.details],
        trace_id=trace_id(),
        **_in_language(refusal.extra, lang),
    )
    headers = {"Content-Language": lang, "Vary": "Accept-Language"}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503 and refusal.kind == "unavailable":  # what is unprepared waits for a person
        headers["Retry-After"] = "2"
    return JSONResponse(body.model_dump(exclude_none=True), status, headers, MEDIA_TYPE)


def _in_language(row: dict[str, Any], lang: str) -> dict[str, Any]:
    return {k: say(v, lang) if isinstance(v, Text) else v for k, v in row.items()}


def install(app: FastAPI) -> None:
    """Answer every failure of the app with a problem body."""

    @app.exception_handler(Refusal)
    def _refused(request: Request, exc: Refusal) -> JSONResponse:
        return problem(request, exc)

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, exc: RequestValidationError) -> JSONResponse:
        sent_as = request.headers.get("content-type", "")
        if "json" not in sent_as and any(error["loc"] == ("body",) for error in exc.errors()):
            return problem(request, not_said_json(sent_as))
        return problem(request, explain(exc))

    @app.exception_handler(HTTPException)
    def _http(request: Request, exc: HTTPException) -> JSONResponse:
        response = problem(request, _of_router(exc.status_code, request), exc.status_code)
        response.headers.update(exc.headers or {})
        if exc.status_code == 405:
            response.headers["Allow"] = ", ".join(_methods(request))
        return response

    @app.exception_handler(DBAPIError)
    def _database(request: Request, exc: DBAPIError) -> JSONResponse:
        if not is_away(exc):
            return _crashed(request, exc)
        log.error("database_away", path=request.url.path, reason=str(exc.orig))
        return problem(request, DATABASE_AWAY)

    @app.exception_handler(Exception)
    def _crashed(request: Request, exc: Exception) -> JSONResponse:
        log.error("crashed", path=request.url.path, exc_info=exc)
        return problem(request, SERVER_ERROR, 500)


SERVER_ERROR = Refusal(
    "unavailable",
    "server_error",
    Text(
        "Сервер не справился с запросом; ничего не изменено.",
        "The server failed on this request; nothing was changed.",
    ),
    todo=Text(
        "Повторите; если не поможет, сообщите trace_id.",
        "Try again; if that fails, report the trace_id.",
    ),
)


DATABASE_AWAY = Refusal(
    "unavailable",
    "database_away",
    Text("База данных не отвечает; ничего не изменено.", "The database is away; no change made."),
    todo=Text("Повторите через несколько секунд.", "Try again in a few seconds."),
)


def _methods(request: Request) -> list[str]:
    """Every method of an address: the router itself names those of the first route alone."""
    return [
        method
        for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
        if any(
            route.matches({**request.scope, "method": method.replace("HEAD", "GET")})[0]
            is Match.FULL
            for route in request.app.routes
        )
    ]


def _of_router(status: int, request: Request) -> Refusal:
    """What the router itself refuses: an unknown path, a method that is not there."""
    if status == 404:
        text = Text(f"Адреса {request.url.path} нет.", f"There is no {request.url.path}.")
        return Refusal("not_found", "no_such_path", text, todo=_SEE_DOCS)
    if status == 405:
        text = Text(
            f"{request.method} здесь не принимается.", f"{request.method} is not accepted here."
        )
        return Refusal("not_found", "method_not_allowed", text, todo=_SEE_DOCS)
    if status == 400:  # the only one that the router raises: bytes that no JSON reader takes
        return not_json()
    text = Text("Запрос не принят.", "The request was not accepted.")
    return Refusal("malformed", "not_accepted", text, todo=_SEE_DOCS)


_SEE_DOCS = Text("Список адресов: /docs.", "See /docs for the list of addresses.")
