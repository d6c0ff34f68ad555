"""Law 11: what a person wrote freely into his lists goes with his name; the cards stay."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.decks.domain.text import cards_only, read_deck
from tests.decks.decks_service_desk import LEGAL, PLAYER, Desk
from tests.house import inside, ok
from tests.registry.registry_forgetting import found_in
from tests.shared.copies import player, record

HERS = f"# Дека Ёлкиной\n// Алёна Ёлкина, стол 3\n{LEGAL.partition(chr(10))[2]}"
MARKS = ("Ёлкин", "Алёна")
WRITTEN = st.lists(
    st.sampled_from(
        ["#Имя", " # Имя", "3 Топляк", "3 Топляк // моё", "//", "", "Шакал\u2028#", "/\u200b/ я"]
    ),
    max_size=8,
).map("\n".join)


@given(st.text(st.characters(codec="utf-8")) | WRITTEN)
def test_law_11_cards_and_the_numbers_of_their_lines_stay(text: str) -> None:
    left = cards_only(text)
    assert read_deck(left).entries == read_deck(text).entries
    assert read_deck(left).name is None
    assert "//" not in left
    assert read_deck(cards_only(left)) == read_deck(left)


@pytest.mark.parametrize("player_id", [PLAYER, "1010"])
def test_law_11_the_lists_of_an_erased_person_keep_their_cards_alone(
    desk: Desk, player_id: str
) -> None:
    known = player(player_id, 1)
    inside(desk.http).applier.apply([record(known, f"player:{player_id}", 0)])
    ok(desk.submit(HERS))
    ok(desk.submit(f"{HERS}// Ёлкина А."))
    before = ok(desk.whole(desk.kazan))
    blank = replace(known, revision=2, first_name="", surname="", city="", erased=True)
    inside(desk.http).applier.apply([record(blank, f"player:{player_id}", 1)])
    after = ok(desk.whole(desk.kazan))
    assert (after["cards"], after["size"]) == (before["cards"], 30)
    if player_id == PLAYER:
        assert (after["name"], after["player_name"]) == (None, f"№ {PLAYER}")
        assert found_in(desk.db, MARKS) == set()
    else:
        assert after == before
        assert [row.text for row in desk.stored()] == [HERS, f"{HERS}// Ёлкина А."]
