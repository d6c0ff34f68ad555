"""Deck lists in the spellings that people use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.decks.domain.text import Deck, Entry, deck_of, read_deck


def entries(text: str) -> list[tuple[int, str]]:
    deck = read_deck(text)
    assert deck.unread == ()
    return [(entry.count, entry.name) for entry in deck.entries]


@pytest.mark.parametrize(
    "line",
    [
        "3 Кулеврина орков",
        "3x Кулеврина орков",
        "3х Кулеврина орков",  # Cyrillic ха
        "3X Кулеврина орков",
        "3 x Кулеврина орков",
        "3xКулеврина орков",
        "3× Кулеврина орков",
        "3×Кулеврина орков",
        "3*Кулеврина орков",
        "3\tКулеврина\tорков",
        "3\u00a0Кулеврина\u00a0орков",
        "  3   Кулеврина  орков  ",
        "\ufeff3 Кулеврина орков",
        "3 Кулеврина орков // основа колоды",
        "Кулеврина орков x3",
        "Кулеврина орков х3",
        "Кулеврина орков X 3",
        "Кулеврина орков ×3",
        "Кулеврина орков×3",
        "Кулеврина орков\u00a0x3",
    ],
)
def test_c_4_a_line_is_a_count_and_a_name_however_it_is_written(line: str) -> None:
    assert entries(line) == [(3, "Кулеврина орков")]


@pytest.mark.parametrize(
    "name",
    [
        "Хранитель Древа",  # begins with what could be a sign of multiplication
        "Ххар",
        "Плащ-невидимка",
        "Ньярл, глашатай бурь",
        "Тал'Гурат",
        "«Чёрная метка»",
    ],
)
def test_c_4_names_are_kept_as_written(name: str) -> None:
    assert entries(f"2 {name}\n{name} x1") == [(3, name)]
    assert entries(name) == [(1, name)]


def test_c_4_the_first_line_may_name_the_deck() -> None:
    deck = read_deck("\n# Орда степей\n\n3 Шакал\n")
    assert deck == Deck("Орда степей", (Entry("Шакал", 3, (4,)),))
    assert read_deck("#\nШакал").name is None


def test_c_4_one_card_on_several_lines_is_summed_and_its_lines_are_kept() -> None:
    deck = read_deck("2 Тёмный ёж\n// второй набор\n1 Шакал\nтемный ЕЖ x2")
    assert deck.entries == (Entry("Тёмный ёж", 4, (1, 4)), Entry("Шакал", 1, (3,)))
    assert deck.size == 5


@pytest.mark.parametrize("line", ["3", "3 5", "0 Шакал", "100 Шакал", "9" * 5000 + " Шакал", "***"])
def test_c_4_a_line_that_cannot_be_read_is_reported_with_its_number(line: str) -> None:
    deck = read_deck(f"1 Шакал\n{line}\n1 Гном")
    assert [(bad.line, bad.text) for bad in deck.unread] == [(2, line)]
    assert deck.size == 2


@pytest.mark.parametrize(
    ("line", "hint"), [("3 Шакал x2", "дважды"), ("# Существа", "первой строке")]
)
def test_c_4_a_bad_line_says_what_is_wrong(line: str, hint: str) -> None:
    (bad,) = read_deck(f"1 Гном\n{line}").unread
    assert hint in bad.message.ru
    assert bad.message.en


@given(st.text(st.characters(codec="utf-8")))
def test_c_4_no_line_of_any_text_is_dropped(text: str) -> None:
    deck = read_deck(text)
    seen = {line for entry in deck.entries for line in entry.lines}
    seen |= {bad.line for bad in deck.unread}
    for number, line in enumerate(text.splitlines(), 1):
        written = line.partition("//")[0]
        if any(letter.isalnum() for letter in written) and not written.strip().startswith("#"):
            assert number in seen


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["Шакал", "Нёхо", "Змей Хаоса"])), max_size=9
    )
)
def test_c_4_text_and_rows_mean_the_same_deck(rows: list[tuple[int, str]]) -> None:
    text = "\n".join(f"{count} {name}" for count, name in rows)
    assert read_deck(text) == deck_of(rows)
    assert read_deck(text).size == sum(count for count, _ in rows)
