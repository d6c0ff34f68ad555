"""Clubs, cities and their accreditation, on both databases."""

import pytest

from services.registry.domain.directory import nearest

CITIES = ["Казань", "Рязань", "Орёл", "Омск", "Томск", "Санкт-Петербург", "Нижний Новгород"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Казнь", ["Казань"]),
        ("КАЗАН", ["Казань"]),
        ("орел", ["Орёл"]),
        ("Томск", ["Томск", "Омск"]),
        ("Санкт Петербург", ["Санкт-Петербург"]),
        ("Нижний", ["Нижний Новгород"]),
        ("Владивосток", []),
        ("", []),
    ],
)
def test_rule_2_1_2_a_city_that_nobody_knows_is_answered_by_the_likest(
    text: str, meant: list[str]
) -> None:
    assert nearest(text, CITIES) == meant
