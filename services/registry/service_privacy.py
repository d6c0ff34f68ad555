"""Use cases about private data: who reads contacts is noted; erasure on request (law 11)."""

from collections.abc import Sequence
from datetime import date, datetime

from sqlmodel import Session

from services.registry import service_numbers, service_staff, turns
from services.registry.reach import reached
from services.registry.schemas.people import Consent, PlayerOut
from services.registry.schemas.privacy import ContactsOut, ErasedOut
from services.registry.service_people import announce_all, known
from services.registry.store import discipline, people
from services.registry.store import privacy as store
from services.registry.store.aliases import one_person
from services.registry.store.words import drop_names
from services.registry.tables.discipline import ContactRead
from services.registry.tables.people import Player
from shared.auth import Principal
from shared.clock import now
from shared.erasure import forget
from shared.refusals import Refusal, Text


def read_contacts(tx: Session, player: str, caller: Principal, route: str) -> ContactsOut:
    """Contacts of a person whom the caller may deal with, and the note of who read them."""
    return contacts(tx, reached(tx, caller, player), caller.who, route)


def contacts(tx: Session, row: Player, who: str, route: str) -> ContactsOut:
    """A person's contacts, for one whose right to them was checked; every such reading is noted."""
    tx.add(ContactRead(player=row.player, who=who, route=route, at=now()))
    consent = None
    if row.consent_version is not None and row.consent_date is not None:
        agreed = date.fromisoformat(row.consent_date)
        consent = Consent.model_construct(  # what was kept is shown, whatever is accepted today
            version=row.consent_version, date=agreed, guardian=row.guardian
        )
    return ContactsOut(
        player=row.player,
        patronymic=row.patronymic,
        no_patronymic=row.no_patronymic,
        email=row.email or None,
        phone=row.phone,
        consent=consent,
    )


def erase(tx: Session, player: str, confirm: str, who: str, *, id_meant: bool = False) -> ErasedOut:
    """Law 11: a person's fields go, under all his IDs; the IDs and their results stay.

    Wiped with them: what he is found by, texts about him, his rights to sign in, and every copy in
    this database; the blank state that is published does it in the other services. A second call
    wipes what came since. Refuses an ID that nobody has (2.1.1), a slip of the hand, and unless
    the ID is meant what is another person's old number too (D.2.3: never a guess).
    """
    turns.about_people(tx)
    known(tx, player)
    if confirm != player:
        raise _not_confirmed(player)
    if not id_meant and (others := service_numbers.others_meant(tx, player)):
        raise _may_mean(player, others)
    ids = one_person(tx, player)
    rows = people.locked_among(tx, ids)
    named = [row for row in rows if row.erased_at is None]
    if named:
        service_staff.revoke_all_of(tx, player, who)
    drop_names(tx, ids)
    at = now()
    for row in named:
        _blank(row, at)
        tx.add(row)
    discipline.wipe_texts(tx, store.subjects_of(tx, ids), at)
    forget(tx, ids)
    if named:
        store.blank_states(tx, [row.player for row in named])
        announce_all(tx, named, who)
    first = min(row.erased_at for row in rows if row.erased_at is not None)
    return ErasedOut(player=ids[0], players=ids, erased_at=first)


def _blank(row: Player, at: datetime) -> None:
    """Everything personal; no folded text is empty, so nobody is found by the blank keys."""
    row.first_name = row.surname = row.email = row.city = ""
    row.full_key = row.short_key = row.email_key = row.city_key = ""
    row.patronymic = row.nickname = row.nickname_key = row.phone = row.club = None
    row.consent_version = row.consent_date = row.guardian = None
    row.no_patronymic = False
    row.erased_at = at
    row.revision += 1


def _not_confirmed(player: str) -> Refusal:
    return Refusal(
        "invalid",
        "not_confirmed",
        Text(
            "В confirm другой ID: ничего не стёрто.",
            "Another ID is in confirm: nothing was erased.",
        ),
        where="body.confirm",
        todo=Text(
            f"Чтобы стереть данные игрока № {player}, повторите его ID в confirm.",
            f"To erase the data of player {player}, repeat his ID in confirm.",
        ),
    )


def _may_mean(player: str, others: Sequence[PlayerOut]) -> Refusal:
    ids = ", ".join(each.player for each in others)
    return Refusal(
        "conflict",
        "number_of_another",
        Text(
            f"{player} — ID одного человека и прежний номер другого (ID {ids}): ничего не стёрто.",
            f"{player} is one person's ID and an old number of another (ID {ids}): nothing was "
            "erased.",
        ),
        rule="D.2.3",
        where="body.id_meant",
        todo=Text(
            "Сверьте имя: GET /v1/players/{player}. Если просил тот, чей это ID, повторите с "
            "id_meant: true; если другой, стирайте по его ID.",
            "Compare the name: GET /v1/players/{player}. If it is the ID's owner who asks, send "
            "id_meant: true; if the other one, erase by his ID.",
        ),
        details=tuple(each.model_dump() for each in others),
    )
