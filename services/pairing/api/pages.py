"""The page of a tournament for people: a hall's wall, a phone."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from services.pairing import pages, store, views
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from shared.calls import Reads

router = APIRouter(tags=["pages"])
_HTML: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/html": {"example": "<!doctype html>…"}}}
}


@router.get("/t/{tournament}", response_class=HTMLResponse, responses=_HTML)
def tournament_page(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    accepted: Lang,
    view: Annotated[pages.Part | None, Query(description="One part; without it all.")] = None,
    lang: Annotated[
        Literal["ru", "en"] | None, Query(description="Without it by Accept-Language.")
    ] = None,
) -> Response:
    """A tournament to read and to print: the current pairings by table and by name, standings with
    every tie-break, the bracket, the seed of the draw, warnings. Needs no script.
    """
    spoken = lang or accepted
    with db.read() as tx:
        state = desk.journal.load(tx, str(tournament))
        city = store.city_names(tx, [state.created.city])[state.created.city]
        body = desk.shown.body(
            (state.id, "page", str(view), spoken, city),
            state.version,
            store.people_seen(tx, state.id),
            lambda: pages.document(pages.Page(views.view(tx, state, spoken), city, view)).encode(),
        )
    return HTMLResponse(body, headers={**pages.HEADERS, "Content-Language": spoken})
