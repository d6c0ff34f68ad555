"""Use cases about people's rights to sign in: given, shown, revoked; each with one-time codes."""

import hashlib
import secrets
from datetime import datetime, timedelta

import segno
from sqlmodel import Session

from services.registry import keys, places, tokens
from services.registry.domain import codes, rights
from services.registry.schemas.signin import StaffCode, StaffIn, StaffOut, StaffRevoked
from services.registry.store import access as store
from services.registry.store import aliases, directory
from services.registry.store.access import Given, Sought
from services.registry.tables.access import Grant, SignInCode
from services.registry.tables.played import Tournament
from shared import paging
from shared.auth import Principal
from shared.clock import iso, now
from shared.paging import Page
from shared.refusals import Refusal, Text
from shared.roles import ROLE_NAMES

CODE_LIFE = timedelta(hours=24)


def give(tx: Session, given: StaffIn, caller: Principal, page: str) -> StaffCode:
    """D.2.5: a person's right, and a code to sign in with; who has it already gets a fresh code.

    page: where one signs in. A right that he has keeps its end unless another one is given; if it
    is now to end before tokens got with it would, it is a new one, and they are void. Refuses an
    unknown person or place, and what is not his to give.
    """
    player = places.person(tx, given.player)
    right, held = places.right_asked(tx, given)
    _must_be_his(right, caller)
    row = Grant(
        grant=secrets.token_hex(8),
        player=player,
        role=given.role,
        city=given.city,
        club=given.club,
        tournament=given.tournament,
        given_by=caller.who,
        given_at=now(),
        ends_at=None,
    )
    known = store.same_right(tx, row)
    if known is None or "ends_at" in given.model_fields_set:
        row.ends_at = _end(tx, given.ends_at, held, caller)
        if known and _is_cut(known.ends_at, row.ends_at):
            _revoke(tx, known, caller.who)
            known = None
        elif known:
            known.ends_at = row.ends_at
    row = known or row
    tx.add(row)
    tx.flush()
    return _fresh_code(tx, _found(tx, row.grant), caller, page)


def new_code(tx: Session, grant: str, caller: Principal, page: str) -> StaffCode:
    """A fresh code of a right; the one before dies if nobody signed in with it.

    By whoever may give it now: to have given it once is enough to revoke, not to let people in.
    """
    found = _found(tx, grant)
    if not _may_give(found, caller):
        raise _no_grant(grant)
    if not is_standing(found.grant):
        raise Refusal(
            "conflict",
            "right_ended",
            Text("Это право отозвано или истекло.", "This right was revoked or has ended."),
            where="grant",
            todo=Text("Дайте новое: POST /v1/staff.", "Give a new one: POST /v1/staff."),
        )
    return _fresh_code(tx, found, caller, page)


def listed(
    tx: Session,
    caller: Principal,
    sought: Sought,
    cursor: str | None,
    limit: int,
) -> Page[StaffOut]:
    """Rights in force within the caller's own reach, by the person's ID."""
    after = paging.decode(cursor, str, str) if cursor else None
    if sought.players:
        sought = sought._replace(players=aliases.one_person(tx, sought.players[0]))
    rows, more = paging.cut(store.standing(tx, sought, caller, after, limit + 1), limit)
    last_row = rows[-1].grant if more else None
    return Page(
        items=[shown(tx, row) for row in rows],
        next=paging.encode(last_row.player, last_row.grant) if last_row else None,
    )


def revoke(tx: Session, grant: str, caller: Principal) -> StaffRevoked:
    """A right and all tokens got with it are void, here at once, elsewhere with the event.

    By whoever gave it, or may give it. A second call changes nothing.
    """
    found = _found(tx, grant)
    if found.grant.given_by != caller.who and not _may_give(found, caller):
        raise _no_grant(grant)  # others' rights are as if they were not there
    return StaffRevoked(grant=grant, revoked_at=_revoke(tx, found.grant, caller.who))


def revoke_all_of(tx: Session, player: str, who: str) -> None:
    """Every right of a person, under all his IDs, is void."""
    for row in store.not_revoked(tx, aliases.one_person(tx, player)):
        _revoke(tx, row, who)


def is_standing(row: Grant) -> bool:
    """Whether a right is in force: tokens may be got with it."""
    return row.revoked_at is None and (row.ends_at is None or row.ends_at > now())


def hashed(code: str) -> str:
    """What is stored of a code. A plain hash will do: who reads the table reads the signing key."""
    return hashlib.sha256(code.encode()).hexdigest()


def shown(tx: Session, found: Given) -> StaffOut:
    """A right as those see it who may deal with it."""
    row, place = found.grant, None
    if found.tournament:
        place = f"{found.tournament.name}, {found.tournament.day}"
    elif found.club:
        place = found.club.name
    elif row.city and (city := directory.city(tx, row.city)):
        place = city.name
    return StaffOut.model_validate({**row.model_dump(), "name": found.player.name, "place": place})


def _fresh_code(tx: Session, found: Given, caller: Principal, page: str) -> StaffCode:
    code = "".join(secrets.choice(codes.ALPHABET) for _ in range(codes.LENGTH))
    store.drop_unused_codes(tx, found.grant.grant)
    ends = now() + CODE_LIFE
    if found.grant.ends_at is not None:
        ends = min(ends, found.grant.ends_at)
    tx.add(
        SignInCode(
            hash=hashed(code),
            grant=found.grant.grant,
            made_by=caller.who,
            made_at=now(),
            ends_at=ends,
        )
    )
    link = f"{page}?code={codes.written(code)}"
    return StaffCode(
        **shown(tx, found).model_dump(),
        code=codes.written(code),
        link=link,
        qr=segno.make(link, error="m").svg_inline(scale=4),
        code_ends_at=ends,
    )


def _revoke(tx: Session, row: Grant, who: str) -> datetime:
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = now(), who
        tx.add(row)
        store.drop_unused_codes(tx, row.grant)
        keys.void(tx, row.grant, iso(row.revoked_at), who)
    return row.revoked_at


def _end(
    tx: Session, asked: datetime | None, held: Tournament | None, caller: Principal
) -> datetime | None:
    """D.4.10: when a right ends; one that a tournament's staff gives, not after the giver's own.

    Refuses a longer one, and one that would have ended already.
    """
    own = store.grant(tx, caller.key) if caller.tournament is not None else None
    longest = own.ends_at if own else None
    if asked is not None and longest is not None and asked > longest:
        raise _outlasts(longest)
    ends = asked or (places.staff_ends(tx, held) if held else None)
    ends = min(ends, longest) if ends and longest else ends
    if ends is not None and ends <= now():
        raise _ends_in_the_past(ends)
    return ends


def _is_cut(former: datetime | None, ends: datetime | None) -> bool:
    """Whether tokens that are out may live longer than the right would now."""
    if ends is None or (former is not None and former <= ends):
        return False
    return ends < now() + tokens.PERSON_LIFE


def _may_give(found: Given, caller: Principal) -> bool:
    row, place = found.grant, found.club or found.tournament
    right = rights.Right(row.role, row.city, row.club, row.tournament)
    if place is not None:
        right = rights.Right(row.role, place.city, place.club, row.tournament)
    return rights.may_give(keys.right_of(caller), right)


def _found(tx: Session, grant: str) -> Given:
    found = store.given(tx, grant)
    if found is None:
        raise _no_grant(grant)
    return found


def _must_be_his(right: rights.Right, caller: Principal) -> None:
    if rights.may_give(keys.right_of(caller), right):
        return
    name = ROLE_NAMES[str(right.role)]
    raise Refusal(
        "forbidden",
        "not_yours_to_give",
        Text(
            f"Роль «{name.ru}» в этом месте даёте не вы.",
            f"The role “{name.en}” in this place is not yours to give.",
        ),
        rule="D.2.5",
        where="body.role",
        todo=Text(
            "Попросите офис: остальные дают роли только у себя. Кто что даёт: docs/ROLES.md.",
            "Ask the office: all others give roles in their own place alone. See docs/ROLES.md.",
        ),
    )


def _ends_in_the_past(ends: datetime) -> Refusal:
    return Refusal(
        "invalid",
        "ends_in_the_past",
        Text(f"Это право истекло бы уже {ends:%d.%m.%Y}.", f"It would have ended on {ends:%F}."),
        rule="D.4.10",
        where="body.ends_at",
        todo=Text("Назовите более поздний ends_at.", "Name a later ends_at."),
    )


def _outlasts(longest: datetime) -> Refusal:
    return Refusal(
        "forbidden",
        "outlasts_yours",
        Text(
            f"Ваше право — до {longest:%d.%m.%Y %H:%M} UTC; дольше оно не даётся.",
            f"Your own right ends on {longest:%F %H:%M} UTC; you can't give a longer one.",
        ),
        rule="D.4.10",
        where="body.ends_at",
        todo=Text("Не указывайте ends_at или обратитесь в клуб.", "Omit ends_at, or ask the club."),
    )


def _no_grant(grant: str) -> Refusal:
    return Refusal(
        "not_found",
        "grant_not_found",
        Text(f"Права {grant} у вас нет.", f"You have no right {grant} to deal with."),
        where="grant",
        todo=Text("Ваши: GET /v1/staff.", "Yours: GET /v1/staff."),
    )
