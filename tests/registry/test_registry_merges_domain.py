"""Which IDs are one person, and which merges can't stand: pure rules."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.merges import Link, Met, chain, check, played_as, to_suspend
from shared.refusals import Refusal

CHAIN = {"А": "Б", "Б": "В"}
CUP = Met("t1", "Кубок", "2026-11-28", frozenset({"А", "Г"}))


def refusal(player: str, into: str, met: Sequence[Met] = ()) -> Refusal:
    with pytest.raises(Refusal) as said:
        check(player, into, CHAIN, met)
    return said.value


def test_d_2_4_a_chain_is_one_person_known_as_its_last() -> None:
    assert chain(CHAIN, "А") == ["А", "Б", "В"]
    assert chain(CHAIN, "Г") == ["Г"]
    assert played_as(CHAIN, ["Б"]) == {"Б", "В"}
    assert played_as(CHAIN, ["А", "Г"]) == {"А", "Б", "В", "Г"}


def test_d_2_4_what_can_not_be_merged_is_named() -> None:
    assert refusal("А", "А").code == "merge_with_itself"
    assert (refusal("А", "Г").code, refusal("А", "Г").extra) == (
        "merge_player_merged",
        {"survivor": "В"},
    )
    assert (refusal("А", "В").code, refusal("Б", "А").code) == ("merge_same_person",) * 2
    assert (refusal("В", "А").code, refusal("В", "А").extra) == ("merge_cycle", {"survivor": "В"})
    check("В", "Г", CHAIN, ())
    check("Г", "А", CHAIN, ())


def test_d_2_4_two_who_met_under_any_of_their_ids_are_two() -> None:
    said = refusal("В", "Г", [CUP])
    assert (said.code, said.rule) == ("merge_both_paired", "D.2.4")
    assert "Кубок" in said.message.ru
    assert "№ А и № Г" in said.message.ru
    assert said.details == (
        {"tournament": "t1", "name": "Кубок", "day": "2026-11-28", "players": ["А", "Г"]},
    )
    check("В", "Д", CHAIN, [CUP])  # he met somebody else there
    check("Г", "Д", {}, [Met("t2", "Кубок", "2026-11-29", frozenset({"Г"}))])


def links(*pairs: str) -> list[Link]:
    """Merges in the order made: ``"АБ"`` is А into Б."""
    return [Link(f"m{number}", number, *pair) for number, pair in enumerate(pairs, 1)]


@pytest.mark.parametrize(
    ("made", "paired", "suspended"),
    [
        (["АБ"], "АБ", {"m1": ("А", "Б")}),
        (["АБ"], "АВ", {}),
        (["АБ", "БВ"], "АВ", {"m2": ("А", "В")}),
        (["БВ", "АБ"], "АВ", {"m2": ("А", "В")}),
        (["АБ", "БВ"], "АБ", {"m1": ("А", "Б")}),
        (["АБ", "БВ"], "АБВ", {"m1": ("А", "Б"), "m2": ("Б", "В")}),
        (["АГ", "БГ", "ВГ"], "АБВ", {"m2": ("Б", "А"), "m3": ("В", "А")}),
        (["АБ", "ВГ", "БГ"], "АГ", {"m3": ("А", "Г")}),
    ],
)
def test_d_2_4_the_newest_merge_between_two_who_met_is_suspended(
    made: list[str], paired: str, suspended: dict[str, tuple[str, str]]
) -> None:
    assert to_suspend(links(*made), set(paired)) == suspended


@st.composite
def merged(draw: st.DrawFn) -> tuple[list[Link], set[str], Random]:
    """Merges that give no circle, in any order of making, and who was paired."""
    count = draw(st.integers(2, 9))
    order = draw(st.permutations(range(count)))
    into = [draw(st.integers(-1, at - 1)) for at in range(count)]
    pairs = [(str(order[at]), str(order[to])) for at, to in enumerate(into) if to >= 0]
    numbers = draw(st.permutations(range(1, len(pairs) + 1)))
    made = [Link(f"m{n}", n, *pair) for n, pair in zip(numbers, pairs, strict=True)]
    paired = draw(st.sets(st.sampled_from([str(each) for each in range(count)])))
    return made, paired, draw(st.randoms(use_true_random=False))


def way(active: Iterable[Link], start: str, end: str) -> list[Link]:
    """The merges on the way between two IDs, in either direction; none: they are two people."""
    steps = [(start, list[Link]())]
    seen = {start}
    while steps:
        here, gone = steps.pop()
        if here == end:
            return gone
        for link in active:
            for one, other in ((link.player, link.into), (link.into, link.player)):
                if one == here and other not in seen:
                    seen.add(other)
                    steps.append((other, [*gone, link]))
    return []


@given(merged())
def test_d_2_4_it_is_the_same_whichever_two_are_looked_at_first(
    drawn: tuple[list[Link], set[str], Random],
) -> None:
    made, paired, random = drawn
    active = list(made)
    while True:
        pairs = [(a, b) for a in sorted(paired) for b in sorted(paired) if a < b]
        ways = [found for a, b in pairs if (found := way(active, a, b))]
        if not ways:
            break
        active.remove(max(random.choice(ways), key=lambda link: link.number))
    assert to_suspend(made, paired).keys() == {link.merge for link in made} - {
        link.merge for link in active
    }


@given(merged())
def test_d_2_4_each_suspension_names_two_who_were_paired_and_apart_since(
    drawn: tuple[list[Link], set[str], Random],
) -> None:
    made, paired, _ = drawn
    named = to_suspend(made, paired)
    standing = [link for link in made if link.merge not in named]
    for one, other in named.values():
        assert {one, other} <= paired
        assert one != other
        assert way(made, one, other)
        assert not way(standing, one, other)
