"""Who is who, and permanent numbers: pure rules."""

from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.people import compare, identity
from shared.player_ids import is_player_id, player_id

SERIALS = st.integers(min_value=1, max_value=10**9)


def test_d_2_2_an_id_is_the_serial_and_its_damm_digit() -> None:
    assert player_id(572) == "5724"
    assert is_player_id("5724")
    assert not is_player_id("05724")
    assert not is_player_id("57-24")
    assert not is_player_id("٥٧٢٤")


@given(SERIALS, st.data())
def test_d_2_2_one_wrong_digit_is_always_found(serial: int, data: st.DataObject) -> None:
    good = player_id(serial)
    place = data.draw(st.integers(0, len(good) - 1))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != good[place]]))
    assert not is_player_id(good[:place] + other + good[place + 1 :])


@given(SERIALS, st.data())
def test_d_2_2_two_swapped_neighbours_are_always_found(serial: int, data: st.DataObject) -> None:
    good = player_id(serial)
    place = data.draw(st.integers(0, len(good) - 2))
    swapped = good[:place] + good[place + 1] + good[place] + good[place + 2 :]
    assert swapped == good or not is_player_id(swapped)


ALYONA = identity("Алёна", "Петрова-Водкина", "Игоревна", "Alyona@Example.org")


def test_d_2_3_case_yo_hyphens_and_order_do_not_matter() -> None:
    same = identity("АЛЕНА", "петрова  водкина", "игоревна", "alyona@example.org")
    swapped = identity("Петрова-Водкина", "Алёна", None, "other@example.org")
    assert same == ALYONA
    assert swapped.short == ALYONA.short


def test_d_2_4_equal_full_name_and_email_is_the_same_person() -> None:
    assert compare(ALYONA, [("1007", ALYONA)]) == ("known", ["1007"])


def test_d_2_4_anything_less_is_a_twin_to_confirm() -> None:
    other_mail = identity("Алёна", "Петрова-Водкина", "Игоревна", "a@example.org")
    no_patronymic = identity("Алёна", "Петрова-Водкина", None, "alyona@example.org")
    assert compare(ALYONA, [("1007", other_mail), ("1019", no_patronymic)]) == (
        "twin",
        ["1007", "1019"],
    )


def test_d_2_4_a_family_shares_an_email_and_is_no_twin() -> None:
    brother = identity("Пётр", "Водкин", None, "alyona@example.org")
    assert compare(ALYONA, [("1007", brother)]) == ("new", [])
