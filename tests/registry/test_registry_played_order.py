"""What arrives of tournaments in any order and any number of times gives the same state (law 4)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import col

from services.registry.tables.people import Player
from services.registry.tables.played import Entrant, TablePenalty, Tournament
from shared.clock import iso
from shared.events.base import Event
from shared.events.entries import EntryAdded, EntryIdentified
from shared.events.envelope import Envelope
from shared.events.rounds import PenaltyGiven, PenaltyRevoked
from tests.registry.registry_played_desk import Office, created, finished, office, told

__all__ = ["office"]


def kept(office: Office) -> dict[str, list[Any]]:
    """All that the registry keeps of tournaments, and every person's status."""
    with office.db.read() as tx:
        rows = {
            table.__name__: [row.model_dump() for row in tx.scalars(select(table))]
            for table in (Tournament, Entrant, TablePenalty)
        }
        people = tx.execute(select(col(Player.player), col(Player.status)))
        found: dict[str, list[Any]] = {name: sorted(map(str, each)) for name, each in rows.items()}
        return {**found, "people": sorted(map(tuple, people))}


PENALTY = PenaltyGiven(penalty="p1", entry=2, infraction="slow_play", level="warning", round=3)


@pytest.mark.parametrize("first", ["given", "revoked"])
def test_a_revoked_penalty_is_the_same_whichever_comes_first(office: Office, first: str) -> None:
    events: list[Event] = [PENALTY, PenaltyRevoked(penalty="p1")]
    given_by, revoked_by = (
        told("t1", each, who)
        for each, who in zip(events, ("person:1074", "person:1082"), strict=True)
    )
    order = [given_by, revoked_by] if first == "given" else [revoked_by, given_by]
    for each in order:
        office.hear(each)
    with office.db.read() as tx:
        (row,) = tx.scalars(select(TablePenalty))
        assert (row.entry, row.infraction, row.level, row.round) == (2, "slow_play", "warning", 3)
        assert (row.given_by, row.revoked_by) == ("person:1074", "person:1082")
        assert iso(row.given_at) == iso(given_by.time)
        assert row.revoked_at is not None
        assert iso(row.revoked_at) == iso(revoked_by.time)


def season(ids: list[str], seed: int) -> list[Envelope]:
    """Three tournaments with corrections and penalties, as their logs tell them, in order."""
    random, told_so_far = Random(seed), list[Envelope]()
    for tournament in ("t1", "t2", "t3"):
        entered = random.sample(ids, random.randint(2, len(ids)))
        events: list[Event] = [created()]
        events += [EntryAdded(entry=n, player=p) for n, p in enumerate(entered, 1)]
        events.append(EntryIdentified(entry=1, player=random.choice(ids)))
        for revision in range(1, random.randint(1, 3) + 1):
            entered = random.sample(ids, len(entered))
            stated = [(n, p, random.random() < 0.7) for n, p in enumerate(entered, 1)]
            events.append(finished(stated, revision))
        for number in range(random.randint(0, 2)):
            entry = random.randint(1, len(entered))
            events.append(PenaltyGiven(f"p{number}", entry, "slow_play", "caution", 1))
            if random.random() < 0.5:
                events.append(PenaltyRevoked(f"p{number}"))
        told_so_far += [told(tournament, each) for each in events]
    return told_so_far


def test_law_4_any_order_and_any_repeat_give_the_same_state(office: Office) -> None:
    ids = office.newcomers(5)

    @settings(max_examples=12, deadline=None)
    @given(st.integers(0, 10**6), st.randoms(use_true_random=False))
    def shuffled(seed: int, random: Random) -> None:
        events = season(ids, seed)
        office.forget()
        office.hear(*events)
        expected = kept(office)
        copies = [each.model_copy(update={"id": f"{each.id}-again"}) for each in events]
        mixed = copies + [
            each.model_copy(update={"id": f"{each.id}-more"})
            for each in random.sample(events, len(events) // 3)
        ]
        random.shuffle(mixed)
        office.forget()
        cut = random.randint(0, len(mixed))
        office.hear(*mixed[:cut])
        office.hear(*mixed[cut:])
        assert kept(office) == expected

    shuffled()
