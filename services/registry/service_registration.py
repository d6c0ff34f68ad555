"""Registration (2.1.1–2.1.3, D.2.2, D.2.4): one person or thousands, in one transaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from services.registry import registration_words as say
from services.registry import service_ids, service_numbers, turns
from services.registry import service_people as people
from services.registry.notices import tell_office
from services.registry.registration_cases import Case, There
from services.registry.registration_words import Remark
from services.registry.schemas.people import NewPlayer, Outcome, PlayerOut, TwinOut
from services.registry.store import people as store
from services.registry.store import played, search, words
from services.registry.tables.people import Player
from shared.auth import Principal
from shared.clock import now
from shared.player_ids import player_id
from shared.refusals import Refusal

SHOWN = 20
"""Likely twins in an answer: more than that nobody reads at a desk."""


@dataclass(frozen=True)
class Registered:
    """What became of one person.

    player: the ID, None if there is none yet; refusal: why there is none, or why no new one.
    """

    outcome: Outcome
    player: str | None
    candidates: tuple[TwinOut, ...] = ()
    refusal: Refusal | None = None
    notices: tuple[Remark, ...] = ()


def register(tx: Session, new: NewPlayer, caller: Principal) -> tuple[PlayerOut, Sequence[Remark]]:
    """Rules 2.1.1–2.1.3: register one person and give the ID.

    Refuses a person we know, likely twins that are not confirmed (D.2.4), a taken nickname (2.1.4)
    or old number, an unknown city or club. Whoever was given this very ID without a network is
    answered again as he was.
    """
    done = register_many(tx, [new], caller)[0]
    again = done.outcome == "known" and done.player is not None and done.player == new.player
    if done.refusal and not again:
        raise done.refusal
    row = people.known(tx, str(done.player))
    return people.public(tx, [row])[0], done.notices


def register_many(
    tx: Session, newcomers: Sequence[NewPlayer], caller: Principal
) -> list[Registered]:
    """Register people, each by himself: what is refused of one stops no other.

    Those known already keep their ID, and get the old numbers that they had not; so a repeated call
    does nothing twice.
    """
    turns.about_people(tx)  # two desks at once must see each other's newcomer
    there, cases = _decided(tx, newcomers, caller)
    _save(tx, cases, there, caller.who)
    return _answers(tx, cases, there)


def foresee(tx: Session, newcomers: Sequence[NewPlayer], caller: Principal) -> list[Registered]:
    """What ``register_many`` would answer now. Only reads, so that no desk waits for it.

    A newcomer has no ID yet: ``+0`` stands for the first one's, ``+1`` for the second one's.
    """
    there, cases = _decided(tx, newcomers, caller)
    for place, case in enumerate(cases):
        if case.is_new and case.person:
            case.person.player = case.person.player or f"+{place}"
            case.person.waiting_since = now()
    return _answers(tx, cases, there)


def _decided(
    tx: Session, newcomers: Sequence[NewPlayer], caller: Principal
) -> tuple[There, list[Case]]:
    there = There(tx, newcomers, caller)
    return there, [there.decide(new, key) for new, key in zip(newcomers, there.keys, strict=True)]


def _save(tx: Session, cases: Sequence[Case], there: There, who: str) -> None:
    """State and events of all who are new or changed."""
    service_numbers.make_room(tx, (number for case in cases for number in case.numbers))
    fresh = [case.person for case in cases if case.is_new and case.person]
    _give_ids(tx, fresh)
    store.add(tx, fresh)
    held = [(case.holder, number) for case in cases for number in case.numbers]
    service_numbers.keep(tx, [(row.player, number) for row, number in held if row])
    changed = _change(tx, cases, there, {row.player for row in fresh})
    people.announce_all(tx, [*fresh, *changed], who)
    words.index_names(tx, fresh)
    for case in cases:
        if case.for_office and case.person:
            ids = [case.person.player, *(row.player for row in case.about)]
            tell_office(tx, case.for_office, case.person.player, ids)


def _give_ids(tx: Session, fresh: Sequence[Player]) -> None:
    """D.2.2: the next serials; an ID that was given without a network may be played under."""
    given = [row.player for row in fresh if row.player]
    nameless = [row for row in fresh if not row.player]
    for row, serial in zip(nameless, service_ids.allocate(tx, len(nameless)), strict=True):
        row.serial, row.player = serial, player_id(serial)
    paired = played.was_paired(tx, given)
    for row in fresh:
        row.status = "registered" if row.player in paired else "provisional"


def _change(
    tx: Session, cases: Sequence[Case], there: There, fresh: Collection[str]
) -> list[Player]:
    """Known people who get old numbers, or are back with their lapsed ID (D.2.2)."""
    changed: dict[str, Player] = {}
    for case in cases:
        touched = (case.person if case.is_back else None, case.holder if case.numbers else None)
        for row in touched:
            if row and row.player not in fresh and row.player not in changed:
                tx.refresh(row, with_for_update=True)
                row.revision += 1
                changed[row.player] = row
                tx.add(row)
        if case.person and case.is_back:
            _take_back(tx, case.person, case.new, there.home(case.new))
    return list(changed.values())


def _take_back(tx: Session, row: Player, new: NewPlayer, home: tuple[str, str]) -> None:
    """Whoever registers anew waits anew, and is where and what he says now."""
    row.waiting_since = now()
    row.city_key, row.city = home
    row.club, row.phone = new.club or row.club, new.phone or row.phone
    if new.consent:
        people.consents(row, new.consent)
    if new.nickname and new.nickname != row.nickname:
        words.drop_names(tx, [row.player])
        row.nickname = new.nickname
        people.keyed(row)
        words.index_names(tx, [row])


def _answers(tx: Session, cases: Sequence[Case], there: There) -> list[Registered]:
    shown = {row.player: row for case in cases for row in case.about[:SHOWN]}
    likely = twins(tx, list(shown.values()))
    answers = []
    for case in cases:
        about = tuple(likely[row.player] for row in case.about[:SHOWN])
        about = () if case.for_office else about
        answers.append(
            Registered(
                outcome=case.outcome,
                player=case.person.player if case.person else None,
                candidates=about,
                refusal=_refusal(case, about, there),
                notices=(*say.spelling(case.new), *case.notices),
            )
        )
    return answers


def twins(tx: Session, rows: Sequence[Player]) -> dict[str, TwinOut]:
    """D.2.4: what tells namesakes apart."""
    first = search.first_days(tx, (row.player for row in rows))
    return {
        each.player: TwinOut(
            **each.model_dump(),
            first_year=int(first[each.player][:4]) if each.player in first else None,
        )
        for each in people.public(tx, rows)
    }


def _refusal(case: Case, about: Sequence[TwinOut], there: There) -> Refusal | None:
    """Why there is no new ID."""
    new, name = case.new, f"{case.new.surname} {case.new.first_name}"
    match case.outcome:
        case "known":
            return say.known(name, case.person.player if case.person else "")
        case "twin":
            return say.twin(name, about)
        case "nickname_taken":
            return say.nickname_taken(str(new.nickname), about[0].player)
        case "number_taken":
            numbers, owner = ", ".join(new.old_numbers), about[0]
            return say.number_taken(numbers, owner.player, is_erased=owner.erased)
        case "city_not_found":
            return there.no_city(new.city)
        case "club_not_found":
            return there.no_club(str(new.club))
        case "id_not_leased":
            return say.id_not_leased(str(new.player))
        case "id_taken":
            return say.id_taken(str(new.player))
        case _:
            return None
