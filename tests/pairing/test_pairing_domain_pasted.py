"""Lines of a pasted list: which are plain IDs, and where each line stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairing.domain.pasted import bare, number_in, placed


@pytest.mark.parametrize(
    "line",
    [
        "1007",
        "  1007  ",
        "1. 1007",
        "1) 1007",
        "12: 1007",
        "3\t1007",
        "- 1007",
        "• 1007,",
        "№ 1007",
        "№1007;",
        "#1007",
        "ID 1007",
        "id: 1007.",
        "2. № 1007 , ",
    ],
)
def test_d_2_2_an_id_is_found_through_the_noise_of_a_table(line: str) -> None:
    assert number_in(line) == "1007"


@pytest.mark.parametrize(
    "line",
    ["", "Ежова Алёна", "1007 Ежова Алёна", "0417", "1007, 1010", "Ёж 7", "7", "1234567890123"],
)
def test_d_2_3_anything_else_is_not_a_plain_id(line: str) -> None:
    assert number_in(line) is None


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("1. Ежова Алёна", "Ежова Алёна"),
        ("1000) Ежова", "Ежова"),
        ("7\tЕжова\tКазань", "Ежова\tКазань"),
        ("— Ворона", "Ворона"),
        ("1007. Ежова", "1007. Ежова"),
        ("1007 Ежова", "1007 Ежова"),
        ("12.", "12."),
        ("  Ёж  ", "Ёж"),
    ],
)
def test_a_line_without_its_number_or_bullet(line: str, left: str) -> None:
    assert bare(line) == left


def test_lines_keep_their_places_as_sent() -> None:
    text = "1. Ежова\n\n \n2. Щукин\r\n3. О’Нил"
    assert placed(text) == [(0, "1. Ежова"), (3, "2. Щукин"), (4, "3. О’Нил")]
    assert placed(["Ежова", "", "Щукин\nО’Нил"]) == [(0, "Ежова"), (2, "Щукин"), (2, "О’Нил")]


@given(st.text())
def test_no_line_is_lost_but_empty_ones(text: str) -> None:
    lines = text.splitlines()
    assert [line for _, line in placed(text)] == [line for line in lines if line.strip()]
    assert all(lines[place] == line for place, line in placed(text))


@given(st.from_regex(r"[1-9][0-9]{1,11}", fullmatch=True), st.integers(1, 1000))
def test_a_numbered_id_is_itself(player: str, number: int) -> None:
    assert number_in(player) == number_in(f"{number}. {player}") == player
