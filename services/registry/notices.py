"""What the office must hear of and decide: a code and IDs, no names; and its words."""

from collections.abc import Iterable

from sqlmodel import Session

from services.registry.store import notices as store
from services.registry.tables.discipline import Notice
from shared.clock import now
from shared.refusals import Refusal, Text
from shared.trace import log

WORDS = {
    "merge_suspended": Text(
        "Номера {players} считались одним человеком, но оба играли в турнире {tournament}."
        " Слияние приостановлено: возобновите его или отмените.",
        "The IDs {players} were one person, but both played in the tournament {tournament}."
        " The merge is suspended: resume or undo it.",
    ),
}
"""What a notice of each kind says. players: IDs; tournament: its title and day."""


def tell_office(
    tx: Session, kind: str, subject: str, players: Iterable[str], tournament: str | None = None
) -> None:
    """Add a notice that stays until somebody of the office has dealt with it.

    kind: a code of ``WORDS``; subject: the id of what it is about. Raises KeyError on a code that
    has no words.
    """
    about = " ".join(players)
    said = WORDS[kind]
    tx.add(Notice(kind=kind, subject=subject, players=about, tournament=tournament, at=now()))
    log.warning("office_notice", kind=kind, subject=subject, tournament=tournament, text=said.en)


def words(notice: Notice, tournament: str | None) -> Text:
    """A notice as a sentence. tournament: title and day, if it is about one."""
    about = {"players": ", ".join(notice.players.split()), "tournament": tournament}
    said = WORDS[notice.kind]
    return Text(said.ru.format(**about), said.en.format(**about))


def done(tx: Session, seq: int, who: str) -> Notice:
    """Somebody has dealt with a notice; a second call changes nothing."""
    row = store.notice(tx, seq)
    if row is None:
        raise Refusal(
            "not_found",
            "notice_not_found",
            Text(f"Уведомления {seq} нет.", f"There is no notice {seq}."),
            where="seq",
            todo=Text("Список: GET /v1/notices.", "See GET /v1/notices for the list."),
        )
    if row.done_at is None:
        row.done_by, row.done_at = who, now()
        tx.add(row)
    return row


def settle_notices(tx: Session, kind: str, subject: str, who: str) -> None:
    """What waited for a decision about a subject is decided."""
    store.close(tx, kind, subject, who, now())
