"""D.4.10, D.4.7: until when a finished tournament's results are the head judge's to correct."""

from datetime import datetime
from zoneinfo import ZoneInfo

from services.pairing.domain.state import TournamentState
from shared.auth import Principal, scope_missing
from shared.refusals import Refusal, Text

LISTS_ZONE = ZoneInfo("Europe/Moscow")
"""D.4.7: the published list is the ledger up to 00:00 on the 1st, there."""


def listed_at(finished_at: str) -> datetime:
    """D.4.7: the instant of the list that contains a tournament: the first after its finish.

    finished_at: an ISO instant with its offset.
    """
    day = datetime.fromisoformat(finished_at).astimezone(LISTS_ZONE)
    month = day.year * 12 + day.month  # months since year 0, this one being the last over
    return datetime(month // 12, month % 12 + 1, 1, tzinfo=LISTS_ZONE)


def may_correct(state: TournamentState, caller: Principal, moment: datetime) -> None:
    """D.4.10: once finished, results are corrected by who may judge, and by the office alone when
    the list that contains them is out; what is not official is in none (D.2.5).

    moment: the present one.
    """
    if state.finished and "judging" not in caller.scopes:
        raise scope_missing("judging")
    if state.finished_at is None:
        return
    listed = listed_at(state.finished_at)
    if not state.created.official or moment < listed or caller.is_office:
        return
    day = listed.date().isoformat()
    raise Refusal(
        "forbidden",
        "list_published",
        Text(
            f"Список с этим турниром опубликован {day}: исправляет только офис.",
            f"The list with this tournament was published on {day}: only the office corrects it.",
        ),
        rule="D.4.10",
        where="Authorization",
        todo=Text(
            "Напишите в офис федерации, что исправить.",
            "Tell the federation's office what is wrong.",
        ),
    )
