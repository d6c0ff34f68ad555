"""Routes about people's rights to sign in."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from services.registry import pages, service_staff
from services.registry.api.access import NO_STORE
from services.registry.api.parts import GrantId
from services.registry.schemas.signin import (
    StaffCode,
    StaffIn,
    StaffOut,
    StaffRevoked,
    TournamentId,
)
from services.registry.store.access import Sought
from shared.calls import Call, needs
from shared.contract import PlayerId, Slug
from shared.paging import Cursor, Limit, Page
from shared.refusals import Refusal, Text

router = APIRouter(tags=["staff"])
Staff = Annotated[Call, needs("staff")]
_SLIP: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"example": "<!doctype html>…"}}}
}

_LONGEST_ADDRESS = 400
"""Characters of the sign-in page's address, so that a QR holds it; a host has 253 at most."""


def _page(request: Request) -> str:
    """Where one signs in, by the name that the caller reached this registry under."""
    page = str(request.url_for("sign_in_page"))
    if len(page) > _LONGEST_ADDRESS:
        raise Refusal(
            "malformed",
            "host_too_long",
            Text("Имя узла слишком длинное.", "The host's name is too long."),
            where="Host",
            todo=Text("Обратитесь к реестру по его имени.", "Call the registry by its name."),
        )
    return page


@router.post("/v1/staff", status_code=201, response_model=StaffCode)
def give_right(body: StaffIn, request: Request, call: Staff) -> Response:
    """Give a person a role in a city, a club or a tournament, and a one-time code (D.2.5).

    Who has the right already keeps it and gets a fresh code; it keeps its end too, unless `ends_at`
    is sent. The code is shown this once, so there is no Idempotency-Key: send it again, and the
    code before is void.
    """
    page = _page(request)
    made = call.write(lambda tx: service_staff.give(tx, body, call.caller, page))
    return Response(made.model_dump_json(), 201, NO_STORE, "application/json")


@router.get("/v1/staff")
def list_rights(
    call: Staff,
    player: Annotated[PlayerId | None, Query(examples=["1007"])] = None,
    city: Annotated[Slug | None, Query(examples=["kazan"])] = None,
    club: Annotated[Slug | None, Query(examples=["kazan"])] = None,
    tournament: Annotated[TournamentId | None, Query()] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[StaffOut]:
    """Who has which right now, within your own city, club or tournament."""
    sought = Sought([player] if player else None, city, club, tournament)
    with call.db.read() as tx:
        return service_staff.listed(tx, call.caller, sought, cursor, limit)


@router.post("/v1/staff/{grant}/code", status_code=201, response_model=StaffCode)
def make_code(grant: GrantId, request: Request, call: Staff) -> Response:
    """A fresh one-time code of a right; the one before is void if nobody signed in with it."""
    page = _page(request)
    made = call.write(lambda tx: service_staff.new_code(tx, grant, call.caller, page))
    return Response(made.model_dump_json(), 201, NO_STORE, "application/json")


@router.post("/v1/staff/{grant}/card", response_class=HTMLResponse, responses=_SLIP)
def print_card(grant: GrantId, request: Request, call: Staff) -> HTMLResponse:
    """A slip to print and cut out: name, role, place, a fresh code and its QR (as `/code`)."""
    page = _page(request)
    made = call.write(lambda tx: service_staff.new_code(tx, grant, call.caller, page))
    return pages.card(made)


@router.delete("/v1/staff/{grant}")
def revoke_right(grant: GrantId, call: Staff) -> StaffRevoked:
    """Revoke a right and every token got with it; a second call changes nothing."""
    return call.write(lambda tx: service_staff.revoke(tx, grant, call.caller))
