"""What the office must hear of and decide: a code and IDs, no names; and its words."""

from collections.abc import Collection, Iterable

from sqlmodel import Session

from services.registry.store import notices as store
from services.registry.tables.discipline import Notice
from services.registry.tables.played import Tournament
from shared.clock import now
from shared.refusals import Refusal, Text
from shared.trace import log

WORDS = {
    "merge_suspended": Text(
        "Номера {players} считались одним человеком, но оба играли в турнире {tournament}."
        " Слияние приостановлено. Если это два человека, отмените его; если один, его клуб"
        " исправляет запись турнира, и тогда слияние можно возобновить.",
        "The IDs {players} were one person, but both played in the tournament {tournament}."
        " The merge is suspended. If they are two people, undo it; if they are one, their club"
        " corrects the tournament's record, and then it can be resumed.",
    ),
    "same_person": Text(
        "Клуб записал без сети человека, у которого уже есть номер: {players}. Имя и почта"
        " совпадают: объедините номера.",
        "A club entered, without a network, somebody who has an ID already: {players}. Name and"
        " e-mail are equal: merge the IDs.",
    ),
    "likely_twin": Text(
        "Клуб записал без сети человека, похожего на известного: {players}. Если это один"
        " человек, объедините номера.",
        "A club entered, without a network, somebody like a person we know: {players}. If it is"
        " one person, merge the IDs.",
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
    if kind not in WORDS:
        raise KeyError(kind)
    tx.add(Notice(kind=kind, subject=subject, players=about, tournament=tournament, at=now()))
    log.warning("office_notice", kind=kind, subject=subject, tournament=tournament)


def words(notice: Notice, about: Tournament | None) -> Text:
    """A notice as a sentence. about: the tournament that it names, if it is known."""
    players, unknown = ", ".join(notice.players.split()), notice.tournament
    ru = f"«{about.name}» ({about.day})" if about else unknown
    en = f"“{about.name}” ({about.day})" if about else unknown
    said = WORDS[notice.kind]
    return Text(
        said.ru.format(players=players, tournament=ru),
        said.en.format(players=players, tournament=en),
    )


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


def settle_notices(
    tx: Session, kinds: Collection[str], subjects: Collection[str], who: str
) -> None:
    """What waited for a decision about these subjects is decided."""
    store.close(tx, kinds, subjects, who, now())
