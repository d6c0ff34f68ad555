"""Routes about judges, clubs and cities."""

from typing import Annotated

from fastapi import APIRouter, Path, Response

from services.registry import service_directory as service
from services.registry.schemas.directory import CityIn, CityOut, ClubIn, ClubOut, JudgeIn, JudgeOut
from services.registry.store import directory as store
from shared import paging
from shared.calls import Call, Creation, Reads, creates, needs
from shared.contract import SLUG
from shared.paging import Cursor, Limit, Page
from shared.refusals import Refusal, Text

router = APIRouter(tags=["directory"])
Office = Annotated[Call, needs("office")]


@router.put("/v1/judges/{player}")
def set_judge(player: str, body: JudgeIn, call: Office) -> JudgeOut:
    """Certify a judge, level 1–4 (6.x); a second call changes the level."""
    row = call.write(lambda tx: service.set_judge(tx, player, body, call.who))
    return JudgeOut.model_validate(row.model_dump())


@router.get("/v1/judges/{player}")
def get_judge(player: str, db: Reads) -> JudgeOut:
    """A judge and his level."""
    with db.read() as tx:
        levels = store.judge_levels(tx, player)
        if not levels:
            raise Refusal(
                "not_found",
                "judge_not_found",
                Text(f"№ {player} не судья.", f"{player} is not a judge."),
                rule="6.1",
                where="player",
                todo=Text(
                    "Уровень присваивает офис: PUT /v1/judges/{player}.",
                    "The office certifies judges: PUT /v1/judges/{player}.",
                ),
            )
        return JudgeOut.model_validate(levels[-1].model_dump())


@router.post("/v1/clubs", status_code=201, response_model=ClubOut)
def add_club(body: ClubIn, call: Annotated[Creation, creates("office")]) -> Response:
    """Found a club; give it a key with POST /v1/keys."""
    return call.once(lambda tx: service.add_club(tx, body, call.who))


@router.get("/v1/clubs")
def list_clubs(db: Reads, cursor: Cursor = None, limit: Limit = 100) -> Page[ClubOut]:
    """Clubs in the order of their ids."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    with db.read() as tx:
        page, more = paging.cut(store.clubs(tx, after, limit + 1), limit)
        accredited = {row.subject for row in store.accredited(tx, "club", [c.club for c in page])}
        return Page(
            items=[
                ClubOut(**row.model_dump(exclude={"revision"}), accredited=row.club in accredited)
                for row in page
            ],
            next=paging.encode(page[-1].club) if more else None,
        )


@router.put("/v1/cities/{city}")
def set_city(
    city: Annotated[str, Path(pattern=SLUG, examples=["kazan"])],
    body: CityIn,
    call: Office,
) -> CityOut:
    """Add a city with its time zone, or change it."""
    row = call.write(lambda tx: service.set_city(tx, city, body, call.who))
    return CityOut(city=row.city, name=row.name, zone=row.zone)


@router.get("/v1/cities")
def list_cities(db: Reads, cursor: Cursor = None, limit: Limit = 100) -> Page[CityOut]:
    """Cities in the order of their ids."""
    after = paging.decode(cursor, str)[0] if cursor else ""
    with db.read() as tx:
        page, more = paging.cut(store.cities(tx, after, limit + 1), limit)
        return Page(
            items=[CityOut(city=row.city, name=row.name, zone=row.zone) for row in page],
            next=paging.encode(page[-1].city) if more else None,
        )
