"""Routes about private data: contacts, who read them, erasure (law 11)."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlmodel import Session

from services.registry import service_privacy as service
from services.registry.api.parts import Named
from services.registry.schemas.privacy import (
    ContactReadOut,
    ContactsOut,
    ErasedOut,
    EraseIn,
    PersonalFile,
)
from services.registry.service_people import known
from services.registry.store import privacy as store
from services.registry.store.aliases import one_person
from services.registry.views_privacy import personal_file
from shared import paging
from shared.calls import Call, needs
from shared.contract import PlayerId
from shared.paging import Cursor, Limit, Page

router = APIRouter(tags=["privacy"])
Office = Annotated[Call, needs("office")]
CONTACTS = "/v1/players/{player}/contacts"
FILE = "/v1/players/{player}/file"


@router.get(CONTACTS)
def get_contacts(
    player: Named, call: Annotated[Call, needs("contacts")], response: Response
) -> ContactsOut:
    """A person's patronymic, e-mail, phone and consent. Every reading is noted with who read.

    The office reads anybody's, a coordinator those of people of his city, a club its own people's.
    """
    response.headers["Cache-Control"] = "no-store"
    return call.write(lambda tx: service.read_contacts(tx, player, call.caller, f"GET {CONTACTS}"))


@router.get(FILE)
def get_personal_file(player: Named, call: Office, response: Response) -> PersonalFile:
    """All that the registry holds about a person, to be handed to him; the reading is noted."""
    response.headers["Cache-Control"] = "no-store"
    return call.write(lambda tx: personal_file(tx, player, call.caller, f"GET {FILE}"))


@router.get("/v1/audit/contacts", responses={404: {"description": "Nobody has this ID"}})
def list_contact_readings(
    call: Office,
    player: Annotated[PlayerId | None, Query(description="Whose, by any of his IDs.")] = None,
    who: Annotated[str | None, Query(max_length=200, examples=["person:1010"])] = None,
    cursor: Cursor = None,
    limit: Limit = 100,
) -> Page[ContactReadOut]:
    """Who read whose contacts, the newest first."""
    before = paging.decode(cursor, int)[0] if cursor else None
    with call.db.read() as tx:
        ids = one_person(tx, known(tx, player).player) if player else None
        rows = store.readings(tx, ids, who, before, limit + 1)
    page, more = paging.cut(rows, limit)
    return Page(
        items=[ContactReadOut.model_validate(row.model_dump()) for row in page],
        next=paging.encode(page[-1].seq or 0) if more else None,
    )


@router.post("/v1/players/{player}/erase")
def erase_player(player: Named, body: EraseIn, call: Office) -> ErasedOut:
    """Erase a person's data under all his IDs, at his request; it can't be taken back.

    The IDs stay with their results and are shown by their numbers; the other services follow when
    the event arrives. Registered again he gets a new ID. A second call is harmless. By ID alone:
    what is another person's old number too is refused until `id_meant` says so. Answers that are
    kept for their Idempotency-Key are given again without names of his and without any sentence.
    """

    def use_case(tx: Session) -> ErasedOut:
        return service.erase(tx, player, body.confirm, call.who, id_meant=body.id_meant)

    return call.write(use_case)
