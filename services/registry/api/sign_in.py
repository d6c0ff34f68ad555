"""The page where a person signs in; to it lead the link and the QR of a code. Needs no script."""

from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from services.registry import pages, service_signin
from services.registry.store import people
from shared.auth import COOKIE
from shared.calls import Reads
from shared.contract import storable
from shared.refusals import Refusal, Text
from shared.renewal import cookie

router = APIRouter(include_in_schema=False)
_LONGEST = 60


async def _form(request: Request) -> str:
    """The code in the form; a small hand-written reading, for one field."""
    body = (await request.body())[:1000].decode("utf-8", "replace")
    code = parse_qs(body).get("code", [""])[0][:_LONGEST]
    return code if storable(code) else ""


def _own_form(request: Request) -> None:
    """Refuses another site's form: it may sign a desk in as somebody else, or out."""
    if request.headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
        raise Refusal(
            "forbidden",
            "foreign_form",
            Text("Так войти просит чужая страница.", "Another site's page asks for this."),
            where="Sec-Fetch-Site",
            todo=Text("Откройте сами страницу /sign-in.", "Open the page /sign-in yourself."),
        )


@router.get("/sign-in")
def sign_in_page(code: Annotated[str, Query()] = "") -> HTMLResponse:
    """The form, filled in from the link. Looking at it, as previews do, uses no code up."""
    return pages.form(code[:_LONGEST])


@router.post("/sign-in", dependencies=[Depends(_own_form)])
def sign_in_by_form(
    code: Annotated[str, Depends(_form)], request: Request, db: Reads
) -> HTMLResponse:
    """Use the code up: who and what he is, the token to copy, and the same as a cookie."""
    try:
        with db.read() as tx:
            service_signin.usable(tx, code)
        with db.write() as tx:
            made = service_signin.sign_in(tx, code)
            person = people.player(tx, made.who.partition(":")[2])
            name = person.name if person else made.who
    except Refusal as refusal:
        return pages.form(code, refusal)
    answer = pages.signed_in(made, name)
    https = request.url.scheme == "https"
    answer.headers.append("Set-Cookie", cookie(made.access_token, secure=https))
    return answer


@router.post("/sign-out", dependencies=[Depends(_own_form)])
def sign_out() -> HTMLResponse:
    """Take the cookie away: a desk's laptop has many users. The token itself goes on."""
    answer = pages.form("")
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer
