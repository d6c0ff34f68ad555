"""Whom a caller's rights reach: the office all, a coordinator his city, a club its own people."""

from sqlmodel import Session

from services.registry.service_people import known
from services.registry.store import aliases, directory
from services.registry.tables.people import Player
from shared.auth import Principal
from shared.refusals import Refusal, Text


def reached(tx: Session, caller: Principal, player: str) -> Player:
    """The person of an ID, if the caller may deal with him; where he lives and plays is now.

    Of a merged ID it is asked whose the surviving one is. Refuses an ID that nobody has (2.1.1),
    and a person of another city or club.
    """
    row = known(tx, player)
    if not reaches(tx, caller, player):
        raise Refusal(
            "forbidden",
            "not_your_player",
            Text(
                f"Игрок № {player} не вашего города или клуба.",
                f"Player {player} is not of your city or club.",
            ),
            where="player",
            todo=Text(
                "Обратитесь к его клубу, к координатору его города или в офис.",
                "Ask his club, the coordinator of his city, or the office.",
            ),
        )
    return row


def reaches(tx: Session, caller: Principal, player: str) -> bool:
    """Whether the caller may deal with the person of an ID, as he is known now."""
    return _is_his(tx, caller, known(tx, aliases.survivors(tx, [player])[player]))


def _is_his(tx: Session, caller: Principal, row: Player) -> bool:
    if caller.is_office:
        return True
    if caller.club is not None:
        return row.club == caller.club
    city = directory.city(tx, caller.city) if caller.city is not None else None
    return city is not None and row.city_key == city.name_key
