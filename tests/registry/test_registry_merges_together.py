"""Merges, undos and tournaments in any order, and at the same moment: what always holds (D.2.4)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import Session, col

from services.registry import service_merges, service_played
from services.registry.tables.discipline import Notice
from services.registry.tables.people import Merge
from shared.refusals import Refusal
from tests.registry.registry_played_desk import Office, finished, office, people_of
from tests.registry.registry_turns import in_turn

__all__ = ["office"]

NEW, FULL = "provisional", "registered"
PEOPLE = 5


@dataclass
class Model:
    """The same told simply: active merges in the order made, and who was paired where."""

    active: list[tuple[str, str]] = field(default_factory=list)
    paired: dict[str, frozenset[str]] = field(default_factory=dict)

    def person(self, player: str) -> set[str]:
        """All IDs of one person."""
        found = {player}
        while more := {end for pair in self.active if found & set(pair) for end in pair} - found:
            found |= more
        return found

    def survivor(self, player: str) -> str:
        """What he is known as."""
        into = dict(self.active)
        for _ in range(len(into) + 1):
            if player not in into:
                return player
            player = into[player]
        raise AssertionError("a circle")

    def allows(self, player: str, into: str) -> bool:
        """Whether the two may be merged."""
        one, other = self.person(player), self.person(into)
        met = any(one & paired and other & paired for paired in self.paired.values())
        return one != other and player not in dict(self.active) and not met

    def met(self, paired: frozenset[str]) -> None:
        """Suspend the newest merge between two who met, again and again."""
        while pair := next(
            (p for p in combinations(sorted(paired), 2) if p[1] in self.person(p[0])), None
        ):
            newest = next(
                link for link in reversed(self.active) if not self._joined_without(link, *pair)
            )
            self.active.remove(newest)

    def _joined_without(self, link: tuple[str, str], one: str, other: str) -> bool:
        return other in Model([each for each in self.active if each != link]).person(one)

    def status(self, player: str) -> str:
        """Registered by any ID that is known as this one."""
        into, played = dict(self.active), set[str]().union(*self.paired.values())
        below = {player}
        while more := {one for one, other in into.items() if other in below} - below:
            below |= more
        return FULL if below & played else NEW


Step = tuple[str, int, int, frozenset[int]]
NUMBERS = st.integers(0, PEOPLE - 1)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["finish", "merge", "finish", "undo", "resume"]),
        NUMBERS,
        NUMBERS,
        st.frozensets(NUMBERS, min_size=2, max_size=3),
    ),
    min_size=4,
    max_size=10,
)
CHAINS = st.tuples(st.permutations(range(PEOPLE)), st.permutations(range(PEOPLE - 1)))
"""Whose ID leads to whose, and which of these merges is made first."""


def take(office: Office, model: Model, ids: list[str], at: int, step: Step) -> None:
    """One step in the registry and in the model; both must say the same of it."""
    what, one, other, some = step
    with office.db.write() as tx:
        merges = list(tx.scalars(select(Merge).order_by(col(Merge.number))))
        if what == "merge":
            player, into = ids[one], ids[other]
            may = model.allows(player, into)
            assert done(lambda: service_merges.make(tx, player, into, "office:federation:1")) is may
            if may:
                model.active.append((player, into))
        elif what == "finish":
            paired = frozenset(ids[number] for number in some)
            event = finished([(n, p, True) for n, p in enumerate(sorted(paired), 1)], at)
            service_played.finished(tx, f"t{one}", event, "person:1074")
            model.paired[f"t{one}"] = paired
            model.met(paired)
        elif merges:
            row = merges[other % len(merges)]
            link = (row.player, row.into)
            if what == "undo":
                if row.state == "active":
                    model.active.remove(link)
                service_merges.undo(tx, row.merge, "office:federation:1")
            else:
                may = row.state == "suspended" and model.allows(*link)
                assert (
                    done(lambda: service_merges.resume(tx, row.merge, "office:federation:1")) is may
                )
                if may:
                    place = sum(m.state == "active" and m.number < row.number for m in merges)
                    model.active.insert(place, link)


def done(act: Callable[[], object]) -> bool:
    """Whether it was done, or refused."""
    try:
        act()
    except Refusal:
        return False
    return True


def agree(office: Office, model: Model, ids: list[str]) -> int:
    """The registry is as the model says, and what must hold of both does; how many notices wait."""
    with office.db.read() as tx:
        rows = list(tx.scalars(select(Merge).order_by(col(Merge.number))))
        waiting = list(tx.scalars(select(Notice).where(col(Notice.done_at).is_(None))))
    assert [(row.player, row.into) for row in rows if row.state == "active"] == model.active
    assert office.survivors(ids) == {player: model.survivor(player) for player in ids}
    assert office.statuses(*ids) == [model.status(player) for player in ids]
    for paired in model.paired.values():
        assert len({model.survivor(player) for player in paired}) == len(paired)
    newest = {row["merge"]: row for row in office.published("merge:")}
    assert {row.merge: (row.revision, row.state) for row in rows} == {
        merge: (row["revision"], row["state"]) for merge, row in newest.items()
    }
    assert len(waiting) == sum(row.state == "suspended" for row in rows)
    return len(waiting)


def test_d_2_4_the_alias_table_is_the_active_merges_whatever_happens(office: Office) -> None:
    ids = office.newcomers(PEOPLE)

    @settings(max_examples=25, deadline=None)
    @given(CHAINS, st.integers(2, PEOPLE - 1), STEPS)
    def any_season(chains: tuple[list[int], list[int]], length: int, steps: list[Step]) -> None:
        office.forget()
        with office.db.read() as tx:
            start = people_of(tx)
        model = Model()
        order, made = chains
        first = [("merge", order[at], order[at + 1], frozenset[int]()) for at in made[:length]]
        for at, step in enumerate([*first, *steps], 1):
            take(office, model, ids, at, step)
            waiting = agree(office, model, ids)
        assert len(office.open_notices()) == waiting
        with office.db.write() as tx:
            for merge in tx.scalars(select(col(Merge.merge))).all():
                service_merges.undo(tx, merge, "office:federation:1")
        alone = Model(paired=model.paired)
        expected = {player: {**start[player], "status": alone.status(player)} for player in ids}
        with office.db.read() as tx:
            assert people_of(tx) == expected

    any_season()


def test_d_2_4_a_finish_and_a_merge_at_the_same_moment_do_not_miss_each_other(
    office: Office,
) -> None:
    one, other, third, fourth = office.newcomers(4)

    def make(tx: Session) -> object:
        return service_merges.make(tx, one, other, "office:federation:1").state

    def finish(tx: Session) -> None:
        event = finished([(1, one, True), (2, other, True)])
        service_played.finished(tx, "t1", event, "person:1074")

    assert in_turn(office.db, make, finish) == ["active", None]
    assert office.survivors([one]) == {one: one}
    assert len(office.open_notices()) == 1

    def finish_second(tx: Session) -> None:
        event = finished([(1, third, True), (2, fourth, True)])
        service_played.finished(tx, "t2", event, "person:1074")

    def make_second(tx: Session) -> object:
        return service_merges.make(tx, third, fourth, "office:federation:1")

    assert in_turn(office.db, finish_second, make_second) == [None, "merge_both_paired"]


def test_d_2_4_two_merges_at_once_make_no_circle(office: Office) -> None:
    one, other = office.newcomers(2)
    done = in_turn(
        office.db,
        lambda tx: service_merges.make(tx, one, other, "office:federation:1").state,
        lambda tx: service_merges.make(tx, other, one, "office:federation:2").state,
    )
    assert done == ["active", "merge_cycle"]


def test_d_2_4_an_undo_given_twice_at_once_is_one(office: Office) -> None:
    one, other = office.newcomers(2)
    merge = office.merge(one, other)
    done = in_turn(
        office.db, *[lambda tx: service_merges.undo(tx, merge, "office:federation:1").revision] * 2
    )
    assert done == [2, 2]
    assert [row["revision"] for row in office.published(f"merge:{merge}")] == [1, 2]
