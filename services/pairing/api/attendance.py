"""Routes about who is in the hall: check-in and no-shows."""

from fastapi import APIRouter
from sqlmodel import Session

from services.pairing import service_entries, views, views_entries
from services.pairing.api.entries import AtEntries, Player
from services.pairing.api.parts import AtDesk, Lang, TournamentId
from services.pairing.schemas.entries import AbsentOut, CheckInIn, CheckInOut, EntryOut
from services.pairing.service_entries import At
from shared.calls import Call

router = APIRouter(tags=["entries"])


@router.post("/v1/tournaments/{tournament}/check-in")
def check_in(
    tournament: TournamentId, body: CheckInIn, call: AtEntries, desk: AtDesk, lang: Lang
) -> CheckInOut:
    """Check in those who are in the hall, all or none; says who is missing. Nothing requires it."""

    def use_case(tx: Session) -> CheckInOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state = service_entries.check_in(at, body.players, present=True)
        return views_entries.check_in(views.view(tx, state, lang))

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/entries/{player}/check-in")
def check_in_entry(
    tournament: TournamentId, player: Player, call: AtEntries, desk: AtDesk, lang: Lang
) -> EntryOut:
    """Check one player in. Twice is harmless."""
    return _check_in(tournament, player, call, desk, lang, present=True)


@router.delete("/v1/tournaments/{tournament}/entries/{player}/check-in")
def take_check_in_back(
    tournament: TournamentId, player: Player, call: AtEntries, desk: AtDesk, lang: Lang
) -> EntryOut:
    """A player is not in the hall after all."""
    return _check_in(tournament, player, call, desk, lang, present=False)


@router.post("/v1/tournaments/{tournament}/drop-absent")
def drop_absent(tournament: TournamentId, call: AtEntries, desk: AtDesk, lang: Lang) -> AbsentOut:
    """Drop all who did not come (S.7); says whom. Twice is harmless.

    Before round 1: who has not checked in, the waiting list too. Later: who stayed away from his
    table in the round published last (R.5, R.6).
    """

    def use_case(tx: Session) -> AbsentOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state, dropped, promoted = service_entries.drop_absent(at)
        return views_entries.absent(views.view(tx, state, lang), dropped, promoted)

    return call.write(use_case)


def _check_in(
    tournament: TournamentId,
    player: str,
    call: Call,
    desk: AtDesk,
    lang: str,
    *,
    present: bool,
) -> EntryOut:
    def use_case(tx: Session) -> EntryOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state = service_entries.check_in(at, [player], present=present)
        entry = service_entries.entry_of(tx, state, player)
        return views_entries.entry(views.view(tx, state, lang, [entry.number]), entry)

    return call.write(use_case)
