"""The shipped sample, and the refusal of data that make no catalogue."""

import copy
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import services.decks
from services.decks.domain.cards import CARD_TYPES, ELEMENTS, SetKey
from services.decks.domain.loading import bans_from, catalogue_from
from shared.refusals import Refusal

DATA = Path(services.decks.__file__).parent / "catalogue"
SAMPLE = json.loads((DATA / "sample.json").read_text(encoding="utf-8"))
BANS = json.loads((DATA / "bans.json").read_text(encoding="utf-8"))

SMALL: dict[str, Any] = {
    "sets": [
        {"era": "first", "number": 1, "name": "Начало", "kind": "big", "released": "2004-09-01"},
        {
            "era": "first",
            "number": 2,
            "name": "Продолжение",
            "kind": "small",
            "parent": "first/1",
            "released": "2005-03-15",
        },
    ],
    "cards": [
        {
            "name": "Лесной ёж",
            "element": "forest",
            "type": "creature",
            "classes": ["Зверь"],
            "cost": 1,
            "horde": True,
            "printings": [
                {"set": "first/2", "rarity": "rare", "nonstandard_back": True},
                {"set": "first/1", "rarity": "common"},
            ],
        },
        {
            "name": "Чаща",
            "element": "forest",
            "type": "terrain",
            "printings": [{"set": "first/1", "rarity": "common"}],
        },
    ],
}


def test_c_4_the_sample_has_what_the_rules_need() -> None:
    catalogue = catalogue_from(SAMPLE)
    cards = catalogue.cards.values()
    assert {card.element for card in cards} == set(ELEMENTS)
    assert {card.type for card in cards} == set(CARD_TYPES)
    assert sum(card.horde for card in cards) >= 5
    assert any(card.incorporeal for card in cards)
    assert any(len(card.classes) > 1 for card in cards)
    assert any(catalogue.first_released(card) > date(2011, 12, 31) for card in cards)
    assert any(one.nonstandard_back for card in cards for one in card.printings)
    assert all(any(mark in card.name for card in cards) for mark in "ё,'-«")


def test_rule_7_8_2_every_listed_name_is_in_the_sample() -> None:
    catalogue = catalogue_from(SAMPLE)
    (classic,) = bans_from(BANS)
    assert classic.since == date(2011, 1, 1)
    assert (len(classic.banned), len(classic.limited)) == (17, 2)
    for name in classic.banned + classic.limited:
        assert catalogue.find(name), name


def test_c_4_a_card_is_found_in_any_spelling_of_its_name() -> None:
    catalogue = catalogue_from(SMALL)
    for spelling in ("Лесной ёж", "лесной еж", " ЛЕСНОЙ  ЁЖ ", "Лесной-ёж", "«Лесной ёж»"):
        card = catalogue.find(spelling)
        assert card and card.name == "Лесной ёж"
    assert catalogue.find("Лесной уж") is None
    assert catalogue.nearest("Лесной уж") == ("Лесной ёж",)


def test_c_1_the_earliest_printing_gives_the_date() -> None:
    catalogue = catalogue_from(SMALL)
    hedgehog = catalogue.find("Лесной ёж")
    assert hedgehog and hedgehog.horde and hedgehog.cost == 1
    assert catalogue.first_released(hedgehog) == date(2004, 9, 1)
    assert catalogue.sets[SetKey("first", 2)].parent == SetKey("first", 1)


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("sets",), "нет", "sets"),
        (("sets", 0), 7, "sets[0]"),
        (("sets", 0, "number"), "1", "sets[0].number"),
        (("sets", 0, "number"), True, "sets[0].number"),
        (("sets", 0, "kind"), "huge", "sets[0].kind"),
        (("sets", 0, "released"), "вчера", "sets[0].released"),
        (("sets", 1, "parent"), "first/9", "sets[1].parent"),
        (("sets", 1, "parent"), "first", "sets[1].parent"),
        (("sets", 1, "number"), 1, "sets[1]"),
        (("cards", 0, "name"), " ", "cards[0].name"),
        (("cards", 1, "name"), "ЛЕСНОЙ ЕЖ", "cards[1]"),
        (("cards", 0, "element"), "вода", "cards[0].element"),
        (("cards", 0, "type"), None, "cards[0].type"),
        (("cards", 0, "classes"), ["Зверь", 5], "cards[0].classes[1]"),
        (("cards", 0, "cost"), "1", "cards[0].cost"),
        (("cards", 0, "horde"), "да", "cards[0].horde"),
        (("cards", 1, "printings"), [], "cards[1].printings"),
        (("cards", 0, "printings", 1, "set"), "first/9", "cards[0].printings[1].set"),
        (("cards", 0, "printings", 1, "rarity"), "gold", "cards[0].printings[1].rarity"),
    ],
)
def test_law_8_bad_data_are_refused_with_their_place(
    path: tuple[str | int, ...], value: object, where: str
) -> None:
    raw = copy.deepcopy(SMALL)
    at: Any = raw
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(Refusal, match="bad_data") as refused:
        catalogue_from(raw)
    assert refused.value.where == where
    assert where in refused.value.message.ru


@pytest.mark.parametrize("raw", [None, [], "cards", {}])
def test_law_8_what_is_no_catalogue_at_all_is_refused(raw: object) -> None:
    with pytest.raises(Refusal, match="bad_data"):
        catalogue_from(raw)


def test_rule_7_8_two_lists_of_one_date_are_refused() -> None:
    with pytest.raises(Refusal, match="bad_data") as refused:
        bans_from({"lists": BANS["lists"] * 2})
    assert refused.value.where == "lists[1]"


def test_rule_7_8_a_list_says_which_rule_it_stands_on() -> None:
    raw = copy.deepcopy(BANS)
    del raw["lists"][0]["banned"]["rule"]
    with pytest.raises(Refusal) as refused:
        bans_from(raw)
    assert refused.value.where == "lists[0].banned.rule"
