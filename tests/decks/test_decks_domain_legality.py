"""Verdicts on constructed decks, rule by rule, on the sample catalogue."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import services.decks
from services.decks.domain.bans import in_force
from services.decks.domain.legality import Verdict, Violation, judge
from services.decks.domain.loading import bans_from, catalogue_from
from services.decks.domain.text import Deck, deck_of, read_deck
from shared.rulesets import DEFAULT, load

DATA = Path(services.decks.__file__).parent / "catalogue"
CATALOGUE = catalogue_from(json.loads((DATA / "sample.json").read_text(encoding="utf-8")))
LISTS = bans_from(json.loads((DATA / "bans.json").read_text(encoding="utf-8")))
CLASSIC = "constructed-classic"
RULES = load(DEFAULT).formats[CLASSIC]
DAY = date(2011, 11, 5)
BANS = in_force(LISTS, CLASSIC, DAY)
assert BANS

PLAIN = [
    card.name
    for card in CATALOGUE.cards.values()
    if not (card.horde or card.overlord or BANS.bans(card.name) or BANS.limits(card.name))
    and CATALOGUE.first_released(card) <= DAY
]
"""Cards that nothing is to be said against."""


def plain(size: int) -> list[tuple[int, str]]:
    """Rows of a legal deck's cards: three copies each, the last of what is left."""
    full, rest = divmod(size, 3)
    rows = [(3, name) for name in PLAIN[:full]]
    return [*rows, (rest, PLAIN[full])] if rest else rows


def verdict(deck: Deck, as_of: date = DAY) -> Verdict:
    return judge(deck, CATALOGUE, RULES, in_force(LISTS, CLASSIC, as_of), as_of)


def judged(*rows: tuple[int, str]) -> tuple[Violation, ...]:
    """Violations of a legal deck of 30 cards with these besides."""
    return verdict(deck_of([*plain(30), *rows])).violations


def facts(violations: tuple[Violation, ...]) -> list[tuple[str, str, int, int]]:
    return [(one.rule, one.code, one.count, one.limit) for one in violations]


@pytest.mark.parametrize("size", [30, 31, 50])
def test_rule_7_2_1_from_30_to_50_cards_are_legal(size: int) -> None:
    found = verdict(deck_of(plain(size)))
    assert found.legal
    assert (found.size, found.rules, found.warnings) == (size, (), ())
    assert (found.as_of, found.ban_list) == (DAY, "constructed-classic/2011-01-01")


@pytest.mark.parametrize(
    ("size", "code", "limit", "fix"),
    [
        (29, "deck_too_small", 30, "Добавьте карт: 1."),
        (0, "deck_too_small", 30, "Добавьте карт: 30."),
        (51, "deck_too_large", 50, "Уберите карт: 1."),
    ],
)
def test_rule_7_2_1_fewer_than_30_or_more_than_50_are_not(
    size: int, code: str, limit: int, fix: str
) -> None:
    found = verdict(deck_of(plain(size)))
    assert not found.legal
    assert facts(found.violations) == [("7.2.1", code, size, limit)]
    assert found.violations[0].fix.ru == fix


def test_rule_7_2_1_three_copies_of_a_name_and_not_four() -> None:
    name = PLAIN[-1]
    assert judged((3, name)) == ()
    (four,) = judged((4, name))
    assert (four.rule, four.card, four.count, four.limit) == ("7.2.1", name, 4, 3)
    assert name in four.message.ru
    assert name in four.message.en
    assert four.fix.ru == f"Уберите копий «{name}»: 1."


@pytest.mark.parametrize("name", ["Степной пёс", "Бородач с киркой", "Топляк"])
def test_rule_7_2_1_five_copies_of_a_horde_card_and_not_six(name: str) -> None:
    assert judged((5, name)) == ()
    assert facts(judged((6, name))) == [("7.2.1", "too_many_copies", 6, 5)]


def test_c_4_copies_are_counted_by_name_over_lines_spellings_and_printings() -> None:
    """«Каменный привратник» is in two sets; «Снежный ёкай» is written in two ways."""
    gate = CATALOGUE.find("Каменный привратник")
    assert gate and len(gate.printings) == 2
    text = "\n".join(f"{count} {name}" for count, name in plain(30))
    found = verdict(read_deck(text + "\n2 Снежный ёкай\n\nСНЕЖНЫЙ ЕКАЙ x2"))
    (yokai,) = (one for one in found.violations if one.card == "Снежный ёкай")
    assert (yokai.count, yokai.limit, yokai.lines) == (4, 3, (11, 13))


def test_rule_7_2_3_an_overlord_card_is_in_no_classic_deck() -> None:
    assert facts(judged((1, "Тень Повелителя"))) == [("7.5.6", "overlord_card", 1, 0)]


def test_rule_7_5_6_every_overlord_card_is_refused() -> None:
    overlords = [card.name for card in CATALOGUE.cards.values() if card.overlord]
    found = judged(*((1, name) for name in overlords))
    assert [one.card for one in found] == overlords
    assert len(overlords) >= 2


@pytest.mark.parametrize(
    "name",
    [
        "Кьедель", "Хранитель Древа", "Эльята", "Повозка Инквизиции", "Змей Хаоса",
        "Сфера молний", "Узник памяти", "Плащ-невидимка", "Вестник битв", "Следопыт",
        "Посох искажения", "Кседдэн", "Древо Жизни", "Дух Адрелиана", "Кианна", "Кром", "Нут",
    ],
)  # fmt: skip
def test_rule_7_8_2_cards_banned_in_classic(name: str) -> None:
    (found,) = judged((1, name))
    assert facts((found,)) == [("7.8.2", "banned", 1, 0)]
    assert "constructed-classic/2011-01-01" in found.message.ru


@pytest.mark.parametrize("name", ["Сфера смерти", "Вергельд"])
def test_rule_7_8_3_cards_limited_to_one(name: str) -> None:
    assert judged((1, name)) == ()
    assert facts(judged((2, name))) == [("7.8.3", "limited", 2, 1)]


def test_rule_7_8_bans_hold_from_their_date_on() -> None:
    rows = deck_of([*plain(30), (1, "Кром")])
    before = verdict(rows, date(2010, 12, 31))
    assert before.legal
    assert [one.code for one in before.warnings] == ["no_ban_list"]
    assert before.ban_list is None
    assert not verdict(rows, date(2011, 1, 1)).legal


def test_rule_7_8_the_newest_list_not_later_than_the_date_counts() -> None:
    assert BANS
    freed = replace(BANS, since=date(2011, 12, 1), banned=("Нут",))
    lists = [freed, BANS]
    assert in_force(lists, CLASSIC, date(2011, 11, 30)) == BANS
    assert in_force(lists, CLASSIC, date(2011, 12, 1)) == freed
    assert in_force(lists, "sealed", date(2011, 12, 1)) is None
    deck = deck_of([*plain(30), (1, "Кром")])
    assert judge(deck, CATALOGUE, RULES, freed, date(2011, 12, 1)).legal


def test_rule_7_8_1_without_a_list_no_card_is_banned() -> None:
    deck = deck_of([*plain(30), (1, "Кром"), (2, "Вергельд")])
    assert judge(deck, CATALOGUE, RULES, None, DAY).legal


def test_c_1_a_card_is_legal_from_the_day_of_its_first_printing() -> None:
    deck = deck_of([*plain(30), (1, "Кит-остров")])
    (early,) = verdict(deck).violations
    assert facts((early,)) == [("C.1", "not_released", 1, 0)]
    assert "12.10.2012" in early.message.ru
    assert not verdict(deck, date(2012, 10, 11)).legal
    assert verdict(deck, date(2012, 10, 12)).legal


def test_c_1_one_printing_in_time_is_enough() -> None:
    assert judged((1, "Каменный привратник")) == ()


def test_c_1_an_unknown_card_is_refused_with_the_names_most_like_it() -> None:
    (found,) = judged((3, "Болотная кикимра"))
    assert (found.rule, found.code, found.card) == ("C.1", "unknown_card", "Болотная кикимра")
    assert found.nearest[0] == "Болотная кикимора"
    assert len(found.nearest) <= 3
    assert "«Болотная кикимора»" in found.fix.ru
    (nothing_like,) = judged((1, "Qwertyuiop"))
    assert nothing_like.nearest == ()
    assert nothing_like.fix.ru == "Проверьте название."


def test_c_2_a_nonstandard_back_is_not_for_the_list_to_show() -> None:
    mirror = CATALOGUE.find("Зеркало ста лиц")
    assert mirror and mirror.printings[0].nonstandard_back
    assert judged((1, "Зеркало ста лиц")) == ()


def test_rule_7_2_1_a_line_that_cannot_be_read_makes_no_legal_deck() -> None:
    text = "\n".join(f"{count} {name}" for count, name in plain(30))
    (found,) = verdict(read_deck(text + "\n0 Топляк")).violations
    assert (found.code, found.lines) == ("unreadable_line", (11,))
    assert "0 Топляк" in found.message.ru


def test_law_8_every_violation_is_told_at_once() -> None:
    found = verdict(
        read_deck("4 Кром\n2 Вергельд\nТень Повелителя\n6 Топляк\n1 Кит-остров\n1 Ктулху\n3")
    )
    assert facts(found.violations) == [
        ("7.2.1", "deck_too_small", 15, 30),
        ("7.2.1", "unreadable_line", 1, 0),
        ("7.8.2", "banned", 4, 0),
        ("7.2.1", "too_many_copies", 4, 3),
        ("7.8.3", "limited", 2, 1),
        ("7.5.6", "overlord_card", 1, 0),
        ("7.2.1", "too_many_copies", 6, 5),
        ("C.1", "not_released", 1, 0),
        ("C.1", "unknown_card", 1, 0),
    ]
    assert found.rules == ("7.2.1", "7.8.2", "7.8.3", "7.5.6", "C.1")
    assert all(one.message.ru and one.message.en and one.fix.ru for one in found.violations)


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.sampled_from(sorted(CATALOGUE.cards))),
        max_size=25,
        unique_by=lambda row: row[1],
    ),
)
def test_c_4_the_order_of_lines_cannot_matter(rows: list[tuple[int, str]]) -> None:
    turned = sorted(rows, key=lambda row: row[1])
    assert sorted(facts(verdict(deck_of(rows)).violations)) == sorted(
        facts(verdict(deck_of(turned)).violations)
    )
