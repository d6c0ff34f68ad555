"""What a person may ask for: all that the registry holds about him."""

from sqlmodel import Session

from services.registry import service_people, service_privacy, views_discipline
from services.registry.schemas.privacy import ContactReadOut, OneIdOut, PersonalFile, RightOut
from services.registry.store import discipline, people
from services.registry.store import privacy as store
from services.registry.store.aliases import one_person
from shared.auth import Principal

_READINGS = 500


def personal_file(tx: Session, player: str, caller: Principal, route: str) -> PersonalFile:
    """Everything under all of a person's IDs; it is a reading of his contacts, and noted.

    Refuses an ID that nobody has (2.1.1).
    """
    service_people.known(tx, player)
    ids = one_person(tx, player)
    readings = store.readings(tx, ids, None, None, _READINGS)
    rows = people.players_among(tx, ids)
    return PersonalFile(
        player=ids[0],
        ids=[
            OneIdOut(
                public=public,
                private=service_privacy.contacts(tx, row, caller.who, route),
                registered_at=row.created_at,
                registered_by=row.created_by,
            )
            for row, public in zip(rows, service_people.public(tx, rows), strict=True)
        ],
        penalties=views_discipline.penalties_of(tx, player, caller),
        suspensions=[
            views_discipline.suspension_with_history(tx, row)
            for row in discipline.suspensions_of(tx, ids)
        ],
        rights=[RightOut.model_validate(row.model_dump()) for row in store.rights_of(tx, ids)],
        readings=[ContactReadOut.model_validate(row.model_dump()) for row in readings],
    )
