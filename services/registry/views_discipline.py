"""What the staff reads of penalties and suspensions. Nothing here changes anything."""

from collections.abc import Sequence

from sqlmodel import Session

from services.registry.reach import reached
from services.registry.schemas.discipline import (
    PenaltyBefore,
    PenaltyGivenOut,
    PenaltyHistoryOut,
    PenaltyOut,
    PenaltyRevokedOut,
    PlayerPenalties,
    StoryLine,
    SuspensionGivenOut,
    SuspensionHistoryOut,
    SuspensionOut,
    TablePenaltyOut,
)
from services.registry.store import discipline as store
from services.registry.store.aliases import one_person
from services.registry.tables.discipline import Penalty, Story, Suspension
from shared.auth import Principal


def penalty_given(tx: Session, row: Penalty) -> PenaltyGivenOut:
    """A penalty, and what he has already that counts; without its text."""
    ids = one_person(tx, row.player)
    outside = [
        PenaltyBefore.model_validate(each.model_dump() | {"tournament": None})
        for each in store.penalties_of(tx, ids)
        if each.revoked_at is None and each.penalty != row.penalty
    ]
    at_tables = [
        PenaltyBefore.model_validate(each.model_dump())
        for each in _at_tables(tx, ids)
        if each.revoked_at is None
    ]
    return PenaltyGivenOut.model_validate(row.model_dump() | {"earlier": [*outside, *at_tables]})


def penalty_with_history(tx: Session, row: Penalty) -> PenaltyHistoryOut:
    """A penalty with its history."""
    return _penalties(tx, [row])[0]


def penalty_revoked(tx: Session, row: Penalty) -> PenaltyRevokedOut:
    """A penalty taken back, with its history and the suspensions that it did not take along."""
    left = [
        each.suspension
        for each in store.suspensions_for(tx, row.penalty)
        if each.revoked_at is None
    ]
    shown = penalty_with_history(tx, row).model_dump()
    return PenaltyRevokedOut.model_validate(shown | {"suspensions_left": left})


def penalties_of(tx: Session, player: str, caller: Principal) -> PlayerPenalties:
    """P.11: all penalties of a person, outside tournaments and at tables, under each ID."""
    reached(tx, caller, player)
    ids = one_person(tx, player)
    return PlayerPenalties(
        player=ids[0],
        players=ids,
        penalties=_penalties(tx, store.penalties_of(tx, ids)),
        at_tables=_at_tables(tx, ids),
    )


def suspension(row: Suspension) -> SuspensionOut:
    """A suspension as it is published."""
    return SuspensionOut.model_validate(row.model_dump() | {"revoked": row.revoked_at is not None})


def suspension_given(row: Suspension) -> SuspensionGivenOut:
    """A suspension and what it is for; without its text."""
    state = row.model_dump() | {"revoked": row.revoked_at is not None}
    return SuspensionGivenOut.model_validate(state)


def suspension_with_history(tx: Session, row: Suspension) -> SuspensionHistoryOut:
    """A suspension with its history."""
    told = store.stories(tx, [row.suspension])[row.suspension]
    state = suspension_given(row).model_dump()
    return SuspensionHistoryOut.model_validate(state | {"history": list(map(_line, told))})


def _penalties(tx: Session, rows: Sequence[Penalty]) -> list[PenaltyHistoryOut]:
    told = store.stories(tx, [row.penalty for row in rows])
    return [
        PenaltyHistoryOut(
            **PenaltyOut.model_validate(row.model_dump()).model_dump(),
            history=list(map(_line, told[row.penalty])),
        )
        for row in rows
    ]


def _at_tables(tx: Session, ids: Sequence[str]) -> list[TablePenaltyOut]:
    return [
        TablePenaltyOut.model_validate(
            row.model_dump()
            | {
                "player": entrant.player,
                "tournament_name": tournament.name if tournament else None,
                "day": tournament.day if tournament else None,
            }
        )
        for row, entrant, tournament in store.at_tables(tx, ids)
    ]


def _line(row: Story) -> StoryLine:
    return StoryLine.model_validate(row.model_dump() | {"wiped": row.wiped_at is not None})
