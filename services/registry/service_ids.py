"""D.2.2: where new serials come from. In the transaction that uses them."""

from collections.abc import Iterator
from itertools import islice

from sqlmodel import Session

from services.registry import turns
from services.registry.store import numbers as store
from services.registry.store.people import counter
from services.registry.tables.people import Block
from shared.refusals import Refusal, Text


def allocate(tx: Session, count: int) -> list[int]:
    """So many serials that nobody has: out of the node's own blocks, else from the counter.

    A club's node draws from its leased blocks alone, and refuses if they are used up.
    """
    if not count:
        return []
    turns.about_people(tx)
    blocks = store.own_blocks(tx)
    if not blocks:
        first = reserve(tx, count)
        return list(range(first, first + count))
    drawn = list(islice(_draw(tx, blocks), count))
    if len(drawn) < count:
        raise _used_up(count, len(drawn))
    return drawn


def reserve(tx: Session, count: int) -> int:
    """The first of so many serials in a row, taken from the counter for ever."""
    turns.about_people(tx)  # the first of all makes the counter: nothing to lock is there yet
    serials = counter(tx, "player")
    first = serials.next
    serials.next += count
    return first


def start_above(tx: Session, number: int) -> None:
    """New serials start above a number of an older base; on a club's node the blocks decide."""
    if number and not store.own_blocks(tx):
        turns.about_people(tx)
        serials = counter(tx, "player")
        serials.next = max(serials.next, number + 1)


def _draw(tx: Session, blocks: list[Block]) -> Iterator[int]:
    """What is left of the blocks; each remembers how far it was drawn from."""
    for block in blocks:
        used = store.used_serials(tx, block.first, block.last)
        while block.next is not None and block.next <= block.last:
            serial, block.next = block.next, block.next + 1
            if serial not in used:
                yield serial


def _used_up(wanted: int, left: int) -> Refusal:
    return Refusal(
        "conflict",
        "block_used_up",
        Text(
            f"Номеров клуба не хватает: нужно {wanted}, осталось {left}.",
            f"The club's block of IDs is used up: {wanted} needed, {left} left.",
        ),
        rule="D.2.2",
        todo=Text(
            "Когда будет сеть, возьмите у офиса ещё один блок; до этого записывайте новичков "
            "на бумаге.",
            "Lease another block from the office when there is a network; until then note "
            "newcomers on paper.",
        ),
    )
