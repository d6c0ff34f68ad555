"""A registered person's data are changed, by whoever may deal with him."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from services.registry import registration_words as say
from services.registry import service_numbers, turns
from services.registry import service_people as people
from services.registry.domain.people import Identity, compare, identity_of
from services.registry.mistyped import Mistyped
from services.registry.place_words import no_city_named, no_club
from services.registry.reach import reached
from services.registry.registration_words import Remark
from services.registry.schemas.people import PlayerChange
from services.registry.service_registration import twins
from services.registry.store import aliases, directory, words
from services.registry.store import people as store
from services.registry.tables.people import Player
from shared.auth import Principal
from shared.folding import fold

_PLAIN = ("first_name", "surname", "email", "nickname", "phone", "club")
_NAMED = ("full_key", "nickname_key")


def change(
    tx: Session, player: str, given: PlayerChange, expected: int | None, caller: Principal
) -> tuple[Player, list[Remark]]:
    """2.1.2: change a person's data, and publish what is public of them.

    expected: the revision that the caller saw (law 10). Refuses another's city or club, a merged or
    erased ID, a stale revision, likely twins of the new name that are not confirmed (D.2.4), a
    nickname or old number that is taken, an unknown city or club.
    """
    turns.about_people(tx)
    row = reached(tx, caller, player)
    tx.refresh(row, with_for_update=True)
    _changeable(tx, row, expected)
    before, then = row.model_dump(), identity_of(row)
    with tx.no_autoflush:  # what is not yet known to be free must not meet the database
        _fill(tx, row, given)
        people.keyed(row)
        moved = _free_nickname(tx, row, caller.who)
        if identity_of(row) != then:
            _unlike_others(tx, then, before["city_key"], row, namesake=given.namesake)
        fresh = service_numbers.claim(tx, row, given.old_numbers)
    if fresh or row.model_dump() != before:
        _save(tx, before, row, fresh, caller.who)
    return row, [*say.spelling(given), *moved]


def _save(
    tx: Session, before: dict[str, Any], row: Player, numbers: Sequence[str], who: str
) -> None:
    row.revision += 1
    tx.add(row)
    tx.flush()
    service_numbers.keep(tx, [(row.player, number) for number in numbers])
    if any(before[key] != getattr(row, key) for key in _NAMED):
        words.drop_names(tx, [row.player])
        words.index_names(tx, [row])
    people.announce(tx, row, who)


def _changeable(tx: Session, row: Player, expected: int | None) -> None:
    survivor = aliases.survivors(tx, [row.player])[row.player]
    if survivor != row.player:
        raise say.merged(row.player, survivor)
    if row.erased_at is not None:
        raise say.erased(row.player)
    if expected != row.revision:
        raise say.revision_differs(row.player, row.revision, expected)


def _fill(tx: Session, row: Player, given: PlayerChange) -> None:
    """What was given, and only that."""
    said = given.model_fields_set
    for name in said.intersection(_PLAIN):
        setattr(row, name, getattr(given, name))
    if said & {"patronymic", "no_patronymic"}:
        row.patronymic, row.no_patronymic = given.patronymic, given.no_patronymic
    if "consent" in said:
        people.consents(row, given.consent)
    if given.club and not store.clubs_among(tx, [given.club]):
        raise no_club(given.club, directory.club_names(tx))
    if given.city:
        found = store.cities(tx, [fold(given.city)])
        if not found:
            raise no_city_named(given.city, directory.city_names(tx).values())
        _, row.city_key, row.city = found[0]


def _free_nickname(tx: Session, row: Player, who: str) -> list[Remark]:
    """Rule 2.1.4: a nickname identifies one person. From a merged ID of his own it moves to him."""
    key = row.nickname_key or ""
    owner = store.with_nicknames(tx, [key]).get(key, row.player)
    survivor = aliases.survivors(tx, [owner])[owner]
    if survivor != row.player:
        raise say.nickname_taken(str(row.nickname), survivor)
    if owner == row.player:
        return []
    words.drop_names(tx, [owner])
    under = store.without_nickname(tx, owner)
    words.index_names(tx, [under])
    people.announce(tx, under, who)
    return [say.nickname_moved(str(row.nickname), owner)]


def _unlike_others(tx: Session, then: Identity, lived: str, row: Player, *, namesake: bool) -> None:
    """D.2.4: nobody else is this person now; whom he was like before was confirmed then.

    then, lived: what he was compared by and his folded city, before.
    """
    now = identity_of(row)
    own = set(aliases.one_person(tx, row.player))
    others = [*store.namesakes(tx, [now.short]), *store.sharing(tx, [now.email])]
    known = [(each, identity_of(each)) for each in others if each.player not in own]
    sameness, like = compare(now, known)
    if sameness == "known":
        raise say.known(row.name, like[0].player)
    like = [*like, *_by_a_slip(tx, now, row.city_key)]
    before = [*compare(then, known)[1], *_by_a_slip(tx, then, lived)]
    known_so = own | {each.player for each in before}
    fresh = list({each.player: each for each in like if each.player not in known_so}.values())
    if fresh and not namesake:
        raise say.twin(row.name, list(twins(tx, fresh).values()))


def _by_a_slip(tx: Session, key: Identity, city_key: str) -> list[Player]:
    return Mistyped(tx, [key], [(key, city_key)]).like(key, city_key)
