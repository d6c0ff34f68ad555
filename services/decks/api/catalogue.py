"""Routes about cards, the catalogue and ban lists."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query

from services.decks import service_catalogue
from services.decks.api.given import NO_CATALOGUE, Books
from services.decks.schemas import BansOut, CardOut, CatalogueOut, Code
from shared import paging
from shared.calls import Call, Reads, needs
from shared.contract import Day
from shared.paging import Cursor, Limit, Page
from shared.rulesets import DEFAULT

router = APIRouter(tags=["catalogue"])
_EXAMPLE: dict[str, Any] = {
    "sets": [
        {
            "era": "first",
            "number": 1,
            "name": "Рассвет над степью",
            "kind": "big",
            "parent": None,
            "released": "2004-09-01",
        }
    ],
    "cards": [
        {
            "name": "Степной пёс",
            "element": "steppe",
            "type": "creature",
            "classes": [],
            "cost": 2,
            "horde": True,
            "printings": [{"set": "first/1", "rarity": "common"}],
        }
    ],
}


@router.put("/v1/catalogue")
def set_catalogue(
    body: Annotated[dict[str, Any], Body(examples=[_EXAMPLE])],
    call: Annotated[Call, needs("office")],
) -> CatalogueOut:
    """Replace the catalogue of sets and cards by a document; the same one again changes nothing.

    Bad data are refused with their place (`cards[3].printings[0].set`), and nothing is replaced.
    """
    return call.write(lambda tx: service_catalogue.set_catalogue(tx, body, call.who))


@router.get("/v1/catalogue", responses=NO_CATALOGUE)
def get_catalogue(db: Reads, books: Books) -> CatalogueOut:
    """The catalogue in force: its version, its sets, how many cards."""
    with db.read() as tx:
        return service_catalogue.get_catalogue(tx, books)


@router.get("/v1/cards", responses=NO_CATALOGUE)
def list_cards(
    db: Reads,
    books: Books,
    q: Annotated[
        str | None,
        Query(max_length=80, description="A part of the name; ё = е.", examples=["кикимора"]),
    ] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[CardOut]:
    """Cards by name, all or those whose name holds `q`, in any spelling that folds to the same."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    with db.read() as tx:
        return service_catalogue.find_cards(tx, books, q, after, limit)


@router.get("/v1/formats/{format}/bans")
def get_bans(
    format_id: Annotated[Code, Path(alias="format", examples=["constructed-classic"])],
    as_of: Annotated[
        Day | None,
        Query(description="Without it, today in Europe/Moscow.", examples=["2011-11-05"]),
    ] = None,
    rule_set: Annotated[Code, Query(examples=[DEFAULT])] = DEFAULT,
) -> BansOut:
    """A format's banned and limited cards on a date (7.8.2, 7.8.3)."""
    return service_catalogue.bans(format_id, as_of, rule_set)
