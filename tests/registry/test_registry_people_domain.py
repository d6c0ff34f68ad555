"""D.2.4: who may be one person: pure rules."""

from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.people import (
    Identity,
    compare,
    identity,
    mistyped_keys,
    slip_grams,
    slipped,
    words_within_a_slip,
)

LETTERS = "абвгдеёжз"
WORDS = st.text(LETTERS, min_size=1, max_size=9)
NAMES = st.tuples(WORDS, WORDS, st.none() | WORDS)
MAIL = "a@example.org"


def is_mistyped(one: Identity, two: Identity) -> bool:
    near = words_within_a_slip(slip_grams([one]), slip_grams([two]))
    return two.short in mistyped_keys(one, near)


def full(names: tuple[str, str, str | None], email: str = MAIL) -> str:
    return identity(*names, email).full


@given(NAMES, NAMES)
def test_d_2_4_likeness_is_mutual(
    one: tuple[str, str, str | None], two: tuple[str, str, str | None]
) -> None:
    assert slipped(full(one), full(two)) is slipped(full(two), full(one))
    first, second = identity(*one, MAIL), identity(*two, MAIL)
    sameness = [compare(a, [(1, b)])[0] for a, b in ((first, second), (second, first))]
    assert sameness[0] == sameness[1]
    assert is_mistyped(first, second) is is_mistyped(second, first)


@given(NAMES)
def test_d_2_4_who_is_the_same_is_known_and_with_another_email_a_twin(
    names: tuple[str, str, str | None],
) -> None:
    same, other = identity(*names, MAIL), identity(*names, "b@example.org")
    assert compare(same, [("1007", other), ("1010", same)]) == ("known", ["1010"])
    assert compare(same, [("1007", other)]) == ("twin", ["1007"])
    assert not is_mistyped(same, other)


@given(st.text(LETTERS, min_size=4, max_size=9), WORDS, st.data())
def test_d_2_4_one_missing_letter_is_a_slip(surname: str, first: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(surname) - 1))
    mistyped = surname[:place] + surname[place + 1 :]
    right, wrong = (first, surname, None), (first, mistyped, None)
    assert slipped(full(right), full(wrong))
    known, typed = identity(*right, MAIL), identity(*wrong, MAIL)
    assert is_mistyped(known, typed)
    assert compare(known, [(1, typed)])[0] == "twin"


def test_d_2_4_short_names_are_never_slips_of_each_other() -> None:
    olya, yulya = ("Оля", "Цой", None), ("Юля", "Цой", None)
    assert not slipped(full(olya), full(yulya))
    assert compare(identity(*olya, MAIL), [(1, identity(*yulya, MAIL))]) == ("new", [])
