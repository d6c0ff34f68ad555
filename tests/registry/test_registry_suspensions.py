"""D.3.1 as pure rules: which days a suspension covers."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.suspensions import (
    Term,
    check_penalty_day,
    check_term,
    covers,
    standing,
)
from shared.refusals import Refusal

FIRST, LAST = date(2026, 11, 5), date(2026, 11, 12)
DAY = timedelta(days=1)
days = st.dates(date(2026, 1, 1), date(2026, 3, 1))


@st.composite
def terms(draw: st.DrawFn) -> list[Term]:
    made = []
    for number in range(draw(st.integers(0, 6))):
        since = draw(days)
        length = draw(st.none() | st.integers(0, 20))
        until = None if length is None else since + length * DAY
        made.append(Term(str(number), since, until, draw(st.booleans())))
    return made


@pytest.mark.parametrize(
    ("day", "suspended"),
    [(FIRST - DAY, False), (FIRST, True), (LAST, True), (LAST + DAY, False)],
    ids=["eve", "first", "last", "after"],
)
def test_d_3_1_both_days_of_a_suspension_are_included(day: date, suspended: bool) -> None:
    assert standing([Term("a", FIRST, LAST)], day).suspended is suspended


def test_d_3_1_a_suspension_that_starts_the_day_after_does_not_touch_the_tournament() -> None:
    tournament = date(2026, 11, 4)
    assert not standing([Term("a", tournament + DAY, None)], tournament).suspended


def test_d_3_1_with_no_end_it_goes_on() -> None:
    found = standing([Term("a", FIRST, None)], date.max)
    assert (found.suspended, found.until) == (True, None)


def test_d_3_1_a_revoked_one_has_never_been() -> None:
    found = standing([Term("a", FIRST, LAST, revoked=True)], FIRST)
    assert (found.suspended, found.suspensions, found.until) == (False, (), None)


def test_d_3_1_suspensions_on_end_are_one_absence() -> None:
    on_end = [Term("b", LAST + DAY, LAST + 3 * DAY), Term("a", FIRST, LAST)]
    assert standing(on_end, FIRST).until == LAST + 3 * DAY
    apart = [Term("a", FIRST, LAST), Term("b", LAST + 2 * DAY, None)]
    assert standing(apart, FIRST).until == LAST


@given(terms(), days)
def test_d_3_1_the_last_day_is_covered_and_the_next_is_not(all_of: list[Term], day: date) -> None:
    found = standing(all_of, day)
    assert set(found.suspensions) == {t.suspension for t in all_of if covers(t, day)}
    assert found == standing(list(reversed(all_of)), day)
    if found.suspended and found.until is not None:
        length = (found.until - day).days
        assert all(standing(all_of, day + n * DAY).suspended for n in range(length + 1))
        assert not standing(all_of, found.until + DAY).suspended
    if found.suspended and found.until is None:
        assert standing(all_of, date.max).suspended


def test_p_10_a_suspension_does_not_end_before_it_begins() -> None:
    check_term(FIRST, FIRST)
    check_term(FIRST, None)
    with pytest.raises(Refusal, match="ends_before_it_begins"):
        check_term(FIRST, FIRST - DAY)


def test_rule_3_2_a_penalty_is_for_what_has_happened() -> None:
    check_penalty_day(FIRST, FIRST)
    with pytest.raises(Refusal, match="day_to_come"):
        check_penalty_day(FIRST + DAY, FIRST)
