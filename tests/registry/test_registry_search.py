"""D.2.3: which words and people may be meant, and how likely."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.people import identity
from services.registry.domain.search import (
    Known,
    answers_fully,
    closeness,
    found_by,
    grams,
    has_wrong_check_digit,
    is_number_bit,
    like_number,
    likeness,
    near_ids,
    query,
    rank,
    serials_begun,
    short_keys,
    slips,
    trigrams,
    without_bullet,
)
from shared.player_ids import is_player_id, player_id

LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
WORDS = st.text(LETTERS, min_size=1, max_size=15)


@st.composite
def slipped(draw: st.DrawFn) -> tuple[str, str]:
    """A word, and it with a letter missing, doubled, wrong or swapped with its neighbour."""
    word = draw(st.text(LETTERS, min_size=2, max_size=15))
    at = draw(st.integers(0, len(word) - 1))
    kind = draw(st.sampled_from(["missing", "doubled", "wrong", "swapped"]))
    if kind == "missing":
        return word, word[:at] + word[at + 1 :]
    if kind == "doubled":
        return word, word[: at + 1] + word[at:]
    if kind == "wrong":
        return word, word[:at] + draw(st.sampled_from(LETTERS)) + word[at + 1 :]
    return word, word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]


def person(
    surname: str,
    first: str,
    patronymic: str | None = None,
    nickname: str | None = None,
    at: int = 1,
) -> Known:
    same = identity(first, surname, patronymic, "")
    return Known(str(at), at, same.full, same.short, query(nickname).key if nickname else None)


@given(slipped())
def test_d_2_3_any_single_slip_shares_a_row_of_the_index_and_is_believed(
    pair: tuple[str, str],
) -> None:
    word, typed = pair
    assert slips(word) & slips(typed)
    assert likeness(typed, word) > 0


@given(WORDS)
def test_d_2_3_grams_are_short_and_tell_their_kinds_apart(word: str) -> None:
    assert all(len(gram) <= 3 for gram in trigrams(word))
    assert not trigrams(word) & slips(word)
    assert grams(word) == trigrams(word) | slips(word)


@given(WORDS, WORDS)
def test_d_2_3_likeness_is_a_hundred_for_the_word_itself_alone(one: str, other: str) -> None:
    assert (likeness(one, other) == 100) is (one == other)
    assert 0 <= likeness(one, other) <= 100


@pytest.mark.parametrize(
    ("typed", "word", "believed"),
    [
        ("ли", "лю", True),
        ("белов", "титов", False),  # two letters of five: another surname
        ("варанцова", "воронцова", True),  # two of nine
        ("варанцава", "воронцова", False),
        ("ворон", "воронцова", True),  # a bit
        ("ронц", "воронцова", True),
        ("вц", "воронцова", False),
    ],
)
def test_d_2_3_the_threshold(typed: str, word: str, believed: bool) -> None:
    assert bool(likeness(typed, word)) is believed


def test_d_2_3_a_slip_is_likelier_than_a_bit_and_the_word_likelier_than_both() -> None:
    found = [
        likeness("воронцова", each)
        for each in ("воронцова", "вороцова", "воронцоватая", "подворонцоватая")
    ]
    assert found == sorted(found, reverse=True)
    assert min(found) > 0


def test_d_2_3_people_are_ranked_by_all_words_and_then_by_id() -> None:
    same = [person("Ежова", "Алёна", at=2), person("Ежова", "Алёна", at=1)]
    people = [*same, person("Ежов", "Алёна", at=3), person("Ежова", "Пётр", at=4)]
    found = rank(query("алена ежова"), people)
    assert [(known.serial, score) for known, score in found] == [(1, 100), (2, 100), (3, 90)]


def test_d_2_3_one_word_of_a_person_answers_one_typed_word() -> None:
    assert rank(query("Иван Иван"), [person("Петров", "Иван")]) == []
    assert rank(query("Иван Иван"), [person("Иванов", "Иван")])


NAMES = st.text(LETTERS, min_size=1, max_size=10)


@given(NAMES, NAMES, NAMES, st.permutations(range(3)))
def test_rule_2_1_4_a_whole_name_answers_fully_in_any_order(
    surname: str, first: str, patronymic: str, order: list[int]
) -> None:
    known = person(surname, first, patronymic)
    typed = query(", ".join([surname, first, patronymic][at] for at in order))
    assert answers_fully(typed, known)
    assert known.short_key in short_keys(typed)
    assert answers_fully(query(f"{first} {surname}"), known)


@pytest.mark.parametrize(
    ("typed", "fully"),
    [
        ("Ворона", True),
        ("ЕЖОВА-КРАСНАЯ, Алёна", True),
        ("Алёна Ежова", False),
        ("Ежова-Красная", False),
        ("Алёна", False),
        ("Алёна Игоревна", False),
        ("Ворона Алёна", False),
        ("Ежова-Красная Алёна Петровна", False),
        ("", False),
    ],
)
def test_rule_2_1_4_less_than_a_whole_name_or_nickname_identifies_nobody(
    typed: str, fully: bool
) -> None:
    known = person("Ежова-Красная", "Алёна", "Игоревна", "Ворона")
    assert answers_fully(query(typed), known) is fully


def test_d_2_3_a_patronymic_finds_nobody_by_itself_and_confirms() -> None:
    known = person("Ежова", "Алёна", "Игоревна", "Ворона-2")
    words = ("ежова", "алена", "ворона", "2", "ворона2")
    assert found_by(known.full_key, known.nickname_key) == words
    assert found_by("||", None) == ()
    assert rank(query("Игоревна Еж"), [known])


@given(st.integers(1, 10**8), st.data())
def test_d_2_2_a_wrong_digit_is_noticed_and_the_right_id_is_near(
    serial: int, data: st.DataObject
) -> None:
    good = player_id(serial)
    at = data.draw(st.integers(0, len(good) - 1))
    wrong = good[:at] + data.draw(st.sampled_from("0123456789")) + good[at + 1 :]
    if wrong[0] != "0" and len(wrong) > 2:
        assert has_wrong_check_digit(query(f"№ {wrong}")) is (wrong != good)
    assert good in near_ids(wrong)
    assert all(map(is_player_id, near_ids(wrong)))


@given(st.integers(100, 10**8), st.data())
def test_d_2_2_the_serials_of_a_bit_are_those_of_the_ids_that_begin_so(
    serial: int, data: st.DataObject
) -> None:
    whole = player_id(serial)
    bit = whole[: data.draw(st.integers(2, len(whole) - 1))]
    ranges = serials_begun(query(bit))
    assert [first <= serial <= last for first, last in ranges].count(True) == 1
    assert ranges == sorted(ranges)
    other = player_id(data.draw(st.integers(100, 10**8)))
    asked = any(first <= int(other[:-1]) <= last for first, last in ranges)
    assert asked is (other.startswith(bit) and len(other) > len(bit))


@pytest.mark.parametrize("text", ["7", "04", "К-12", "", "1234567890", "1007 1010"])
def test_d_2_2_what_begins_no_id_has_no_serials(text: str) -> None:
    assert serials_begun(query(text)) == []


@pytest.mark.parametrize(
    ("text", "is_bit"),
    [
        ("42", True),
        ("К-12", True),
        ("Fox77", True),
        ("4", False),
        ("К-1", True),
        ("к-к", False),
        ("а б 12", False),
    ],
)
def test_d_2_2_a_bit_of_a_number_has_two_signs_and_a_digit(text: str, is_bit: bool) -> None:
    assert is_number_bit(query(text)) is is_bit


def test_d_2_2_a_shorter_number_is_likelier() -> None:
    found = [like_number(query("k-12"), each) for each in ("к 12", "к 123", "к 1234", "к 12345")]
    assert found == sorted(found, reverse=True)
    assert like_number(query("55"), "00557") == like_number(query("55"), "557") > 0


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(WORDS, max_size=4))
def test_d_2_3_closeness_is_a_hundred_if_all_that_is_typed_is_there(
    typed: list[str], more: list[str]
) -> None:
    assert closeness(typed, [*more, *typed]) == 100
    assert 0 <= closeness(typed, more) <= 100
    assert closeness(["7", *typed], typed) < 100


@pytest.mark.parametrize(
    ("written", "number", "digits"),
    [
        ("1007", "1007", "1007"),
        (" № 007 ", "007", "7"),
        ("#17", "17", "17"),
        ("ID: 1007", "1007", "1007"),
        ("К-17", "к 17", None),
        ("0", "0", "0"),
        ("１００７", "1007", "1007"),
    ],
)
def test_d_2_2_how_numbers_are_written(written: str, number: str, digits: str | None) -> None:
    asked = query(written)
    assert (asked.number, asked.digits) == (number, digits)


@pytest.mark.parametrize(
    "line",
    [
        "Ежова Алёна",
        "1. Ежова Алёна",
        "12) Ежова Алёна",
        "\t3.\tЕжова Алёна",
        "4\tЕжова Алёна",
        "- Ежова Алёна",
        "• Ежова Алёна  ",
        "— Ежова Алёна",
    ],
)
def test_d_2_3_a_pasted_line_may_be_numbered(line: str) -> None:
    assert without_bullet(line) == "Ежова Алёна"


@pytest.mark.parametrize("line", ["1007", "007", "5 элемент", "1007 ", "17-К"])
def test_d_2_3_a_number_that_is_the_answer_stays(line: str) -> None:
    assert without_bullet(line) == line.strip()
