"""D.2.3: a line taken apart, and whether all that it says is true of a person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.names import key_words, name_key
from services.registry.domain.pasted import (
    Facts,
    agrees,
    all_but_one,
    facts,
    has_patronymic,
    name_keys,
    take_apart,
)
from services.registry.domain.people import identity
from services.registry.domain.search import Known

ALYONA = facts(("Ежова-Красная", "Алёна"), "Игоревна", ("Во-рона", "Нижний Новгород", None))


@pytest.mark.parametrize(
    ("line", "numbers", "words", "name"),
    [
        ("1007 Ежова", "1007", "ежова", "ежова"),
        ("№1007, Ежова Алёна", "1007", "ежова алена", "ежова алена"),
        ("Ежова Алёна - 1500", "1500", "ежова алена", "ежова алена"),
        ("Ежова Алёна -1500", "1500", "ежова алена", "ежова алена"),
        ("Ежова Алёна (г. Омск)", "", "ежова алена омск", "ежова алена"),
        ("Ежова-Красная А. — Омск", "", "ежова красная а омск", "ежова красная а"),
        ("К-17; Ежова; ID: 42", "К-17 42", "ежова іd", "ежова"),
        ("Ежова 12.03.2015.", "12.03.2015", "ежова", "ежова"),
        ("1007, г. Омск", "1007", "омск", "омск"),
        ("№ — (!)", "", "", ""),
    ],
)
def test_d_2_3_a_line_is_numbers_a_name_and_the_rest(
    line: str, numbers: str, words: str, name: str
) -> None:
    told = take_apart(line)
    assert (" ".join(told.numbers), " ".join(told.words)) == (numbers, words)
    assert " ".join(told.name) == name


@given(st.text(max_size=60))
def test_law_8_any_line_can_be_taken_apart(line: str) -> None:
    told = take_apart(line)
    assert set(told.name) <= set(told.words)
    assert all(any(map(str.isdigit, number)) for number in told.numbers)


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("Ежова-Красная Алёна Игоревна", True),
        ("Ежова", True),
        ("ЕжоваКрасная", True),
        ("Ежова А. И.", True),
        ("Ежова К.", True),
        ("Во-рона, Нижний Новгород", True),
        ("город Нижний Новгород", True),
        ("Новгород", False),
        ("Рона", False),
        ("Ежова П.", False),
        ("Ежова Ежова", False),
        ("Еж", False),
        ("Ежова Алёна Петровна", False),
        ("Ежова А. А.", False),
    ],
)
def test_d_2_3_all_that_is_said_must_be_true(said: str, true: bool) -> None:
    assert agrees(key_words(name_key(said)), ALYONA) is true


@given(st.data())
def test_d_2_3_what_is_true_is_so_in_any_order_and_one_false_word_is_enough(
    data: st.DataObject,
) -> None:
    known = Facts(("ежова", "алена"), ("игоревна",), (("ворона",), ("нижний", "новгород")))
    wholes = data.draw(st.sets(st.sampled_from(known.wholes)))
    words = [*known.names, *known.patronymic, *(word for whole in wholes for word in whole)]
    said = data.draw(st.permutations(words))
    assert agrees(said, known)
    assert not agrees([*said, data.draw(st.sampled_from(["омск", "нижний", "ежова", "я"]))], known)


def test_d_2_3_a_whole_name_is_found_among_other_words() -> None:
    same = identity("Алёна", "Ежова-Красная", "Игоревна", "")
    known = Known("1", 1, same.full, same.short, None)
    assert same.short in name_keys(take_apart("Омск, Красная Ежова Алёна, 42").words)
    assert has_patronymic(key_words("ежова алена игоревна красная омск"), known)
    assert not has_patronymic(key_words("ежова алена красная омск"), known)


@pytest.mark.parametrize(
    ("said", "alike"),
    [
        ("илья белов петрович", True),
        ("иван белов олегович", True),
        ("громов илья олегович", False),  # of the surname one can't be wrong: so many are called so
        ("иван белов петрович", False),
        ("белов петрович", False),
    ],
)
def test_d_2_3_one_wrong_word_of_three_is_believed(said: str, alike: bool) -> None:
    same = identity("Илья", "Белов", "Олегович", "")
    assert all_but_one(key_words(said), Known("1", 1, same.full, same.short, None)) is alike
