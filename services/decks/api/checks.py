"""The route that judges a deck."""

from fastapi import APIRouter, Response

from services.decks import service
from services.decks.api.given import NO_CATALOGUE, Books, Lang
from services.decks.schemas import DeckCheckIn, DeckVerdictOut
from shared.calls import Reads

router = APIRouter(tags=["checks"])


@router.post("/v1/checks", responses=NO_CATALOGUE)
def check_deck(
    body: DeckCheckIn, db: Reads, books: Books, lang: Lang, response: Response
) -> DeckVerdictOut:
    """Is this deck legal (7.2.1, 7.2.3, 7.8)? Needs no token and stores nothing.

    The answer is 200 for an illegal deck too, with every violation at once.
    """
    response.headers["Content-Language"] = lang
    with db.read() as tx:
        return service.check(tx, books, body, lang)
