"""Table numbers: order by strength, and places for those who need them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain.seating import seated

PAIRS = ((5, 2), (1, 4), (3, 6))


def field(count: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """So many pairs of different entries, in any order."""
    entries = st.permutations(range(1, 2 * count + 1))
    return entries.map(lambda each: list(zip(each[::2], each[1::2], strict=True)))


FIELDS = st.integers(0, 12).flatmap(field)
FIXED = st.dictionaries(st.integers(1, 30), st.integers(1, 20), max_size=8)


@pytest.mark.parametrize(
    ("fixed", "tables"),
    [
        ({}, (1, 2, 3)),
        ({3: 1}, (2, 3, 1)),
        ({5: 3}, (3, 1, 2)),
        ({6: 40}, (1, 2, 40)),
        ({1: 2, 4: 9}, (1, 2, 3)),
        ({2: 7, 5: 4}, (7, 1, 2)),
        ({3: 2, 4: 2}, (1, 3, 2)),
        ({1: 2, 3: 2, 6: 5}, (1, 2, 5)),
        ({9: 1}, (1, 2, 3)),
    ],
    ids=[
        "nobody-has-one",
        "the-weakest-at-the-first",
        "the-strongest-at-the-last",
        "beyond-the-others",
        "two-who-meet-at-the-lower-entrys",
        "the-lower-entrys-whoever-is-named-first",
        "one-table-of-two-pairs",
        "the-others-own-table-is-left",
        "of-one-who-does-not-play",
    ],
)
def test_a_fixed_table(fixed: dict[int, int], tables: tuple[int, ...]) -> None:
    assert seated(PAIRS, fixed) == tables


@given(FIELDS, FIXED)
def test_every_pair_has_a_table_of_its_own(
    pairs: list[tuple[int, int]], fixed: dict[int, int]
) -> None:
    tables = seated(pairs, fixed)
    assert len(set(tables)) == len(tables) == len(pairs)
    assert all(table >= 1 for table in tables)


@given(FIELDS, FIXED)
def test_the_others_keep_their_order_without_a_gap(
    pairs: list[tuple[int, int]], fixed: dict[int, int]
) -> None:
    at = list(zip(pairs, seated(pairs, fixed), strict=True))
    others = [table for pair, table in at if table not in [fixed.get(entry) for entry in pair]]
    placed = {table for _, table in at} - set(others)
    assert others == sorted(others)
    assert set(range(1, max(others, default=0))) <= placed | set(others)


@given(FIELDS, FIXED)
def test_the_lowest_entry_who_has_a_table_sits_at_it(
    pairs: list[tuple[int, int]], fixed: dict[int, int]
) -> None:
    """Whoever wants a table that nobody with a lower number could have sits there."""
    for pair, table in zip(pairs, seated(pairs, fixed), strict=True):
        for entry in pair:
            lower = [each for each in fixed if each < entry]
            if entry in fixed and fixed[entry] not in map(fixed.get, lower):
                assert table == fixed[entry] or any(each in fixed for each in pair if each < entry)


@given(FIELDS)
def test_without_fixed_tables_the_strongest_pair_sits_first(pairs: list[tuple[int, int]]) -> None:
    assert seated(pairs, {}) == tuple(range(1, len(pairs) + 1))
