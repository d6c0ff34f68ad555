"""Use cases about leased blocks of IDs (D.2.2): given by the federation, taken by a club's node."""

import re
from collections.abc import Sequence

from sqlmodel import Session

from services.registry import service_ids, turns
from services.registry.domain.blocks import in_order, may_lease, serial_of
from services.registry.schemas.blocks import BlockOut, LeasedBlock
from services.registry.service_directory import known_club
from services.registry.store import blocks as store
from services.registry.store import numbers
from services.registry.tables.directory import Club
from services.registry.tables.people import Block
from shared.auth import Principal
from shared.clock import now
from shared.contract import SLUG
from shared.player_ids import player_id
from shared.refusals import Refusal, Text


def lease(tx: Session, club: str, size: int, caller: Principal) -> LeasedBlock:
    """D.2.2: so many serials for a club alone; nobody else will ever be given one of them.

    Refuses another's club, more than it needs, and to lease on a node that itself lives on blocks.
    """
    his_club(tx, club, caller)
    turns.about_people(tx)
    if numbers.own_blocks(tx):
        raise _own_node()
    may_lease(size, store.unused(tx, club))
    first = service_ids.reserve(tx, size)
    row = Block(
        first=first, last=first + size - 1, club=club, leased_by=caller.who, leased_at=now()
    )
    tx.add(row)
    ids = [player_id(serial) for serial in range(row.first, row.last + 1)]
    return LeasedBlock(**shown(tx, [row])[0].model_dump(), ids=ids)


def take(tx: Session, first_id: str, last_id: str, club: str, who: str) -> BlockOut:
    """D.2.2: on a club's own node: newcomers get their IDs out of this block from now on.

    Doing it again changes nothing, or mends the club while no ID is used. Refuses what can't be a
    block, one that shares IDs with another or with people here, and any on a registry that leases
    blocks itself.
    """
    first, last = serial_of(first_id, "body.first_id"), serial_of(last_id, "body.last_id")
    in_order(first, last, "body.last_id")
    if not re.fullmatch(SLUG, club):
        raise _no_club(club)
    turns.about_people(tx)
    if store.leases(tx):
        raise _leases_itself()
    there = store.sharing(tx, first, last)
    if there is not None:
        if (there.first, there.last) != (first, last):
            raise _shares(there)
        if there.club != club and numbers.used_serials(tx, first, last):
            raise _shares(there)
        there.club = club
        tx.add(there)
        return shown(tx, [there])[0]
    if given := numbers.used_serials(tx, first, last):
        raise _in_use(player_id(min(given)), len(given))
    row = Block(first=first, last=last, club=club, leased_by=who, leased_at=now(), next=first)
    tx.add(row)
    return shown(tx, [row])[0]


def his_club(tx: Session, club: str, caller: Principal) -> Club:
    """The club, if the caller may lease for it: the office, its city's coordinator, it itself."""
    row = known_club(tx, club)
    own = caller.club == club if caller.club is not None else caller.city == row.city
    if caller.is_office or (own and caller.tournament is None):
        return row
    raise Refusal(
        "forbidden",
        "not_your_club",
        Text(
            f"Номера для клуба {club} берёт он сам, координатор его города или офис.",
            f"IDs for the club {club} are leased by it, its city's coordinator or the office.",
        ),
        rule="D.2.2",
        where="Authorization",
        todo=Text("Возьмите ключ того клуба.", "Use that club's key."),
    )


def shown(tx: Session, rows: Sequence[Block]) -> list[BlockOut]:
    """Blocks, and how much of each is used."""
    used = store.used(tx, [row.first for row in rows])
    return [
        BlockOut(
            club=row.club,
            first=row.first,
            last=row.last,
            first_id=player_id(row.first),
            last_id=player_id(row.last),
            size=row.last - row.first + 1,
            used=used.get(row.first, 0),
            own=row.next is not None,
            leased_by=row.leased_by,
            leased_at=row.leased_at,
        )
        for row in rows
    ]


def _own_node() -> Refusal:
    return Refusal(
        "conflict",
        "block_of_a_block",
        Text(
            "Этот узел сам живёт на номерах из блоков и выдавать блоки не может.",
            "This node itself lives on leased blocks and can't lease any.",
        ),
        rule="D.2.2",
        todo=Text("Возьмите блок у реестра федерации.", "Lease it at the federation's registry."),
    )


def _no_club(club: str) -> Refusal:
    return Refusal(
        "invalid",
        "club_malformed",
        Text(f"«{club}» — не имя клуба.", f"“{club}” is no club's id."),
        where="body.club",
        todo=Text("Оно вида kazan: как в ответе о блоке.", "Such as kazan: as in the lease."),
    )


def _leases_itself() -> Refusal:
    return Refusal(
        "conflict",
        "block_leased_here",
        Text(
            "Этот реестр сам выдаёт блоки клубам: свои номера он берёт по порядку.",
            "This registry leases blocks to clubs itself: its own IDs are in order.",
        ),
        rule="D.2.2",
        todo=Text(
            "Принимать блок нужно на компьютере клуба, в его собственном реестре.",
            "Take the block on the club's own machine, in its own registry.",
        ),
    )


def _shares(there: Block) -> Refusal:
    first, last = player_id(there.first), player_id(there.last)
    return Refusal(
        "conflict",
        "block_overlaps",
        Text(
            f"Часть этих номеров уже в блоке {first}–{last} клуба {there.club}.",
            f"Some of these IDs are in the block {first}–{last} of the club {there.club}.",
        ),
        rule="D.2.2",
        where="body.first_id",
        todo=Text(
            "Сверьте номера и клуб с ответом федерации о блоке.",
            "Compare the IDs and the club with the federation's answer.",
        ),
    )


def _in_use(player: str, count: int) -> Refusal:
    return Refusal(
        "conflict",
        "block_in_use",
        Text(
            f"Номера этого блока здесь уже у людей: {count}, первый — {player}.",
            f"People here have IDs of this block already: {count}, the first is {player}.",
        ),
        rule="D.2.2",
        where="body.first_id",
        todo=Text(
            "Возьмите у федерации новый блок: один блок — одному узлу.",
            "Lease a new block from the federation: one block is for one node.",
        ),
    )
