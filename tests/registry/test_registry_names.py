"""D.2.3: spellings of one name are compared as one."""

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registry.domain.names import LATIN, key_words, mixed_alphabets, name_key, seen_alike
from services.registry.domain.people import identity
from shared.folding import fold

CYRILLIC = "авсеніјкморѕтхуе"
RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
NAMES = st.text(RUSSIAN, min_size=1, max_size=20)
SPELT = st.text(RUSSIAN + RUSSIAN.upper() + "-  \u00a0", min_size=1, max_size=40)
ANYTHING = st.text(max_size=40)
TWINS = {
    "а": "a",
    "в": "B",
    "с": "c",
    "е": "e",
    "н": "H",
    "к": "k",
    "м": "M",
    "о": "o",
    "р": "p",
} | {
    "т": "T",
    "х": "x",
    "у": "y",
}
"""Russian letters and the Latin ones that are taken for them."""


@given(SPELT)
def test_d_2_3_case_composition_spaces_and_yo_do_not_matter(name: str) -> None:
    same = unicodedata.normalize("NFD", name.upper()).replace("-", " — ").replace(" ", "\u00a0 ")
    assert name_key(same) == name_key(name)
    assert name_key(name.replace("ё", "е").replace("Ё", "Е")) == name_key(name)


@given(ANYTHING)
def test_d_2_3_a_key_has_no_needless_space_and_never_vanishes(text: str) -> None:
    key = name_key(text)
    assert key == " ".join(key.split())
    assert bool(key) is bool(fold(text))


@given(SPELT)
def test_d_2_3_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@given(NAMES, st.data())
def test_d_2_3_latin_look_alikes_in_a_russian_word_are_its_letters(
    name: str, data: st.DataObject
) -> None:
    swapped = data.draw(st.sets(st.integers(0, len(name) - 1)))
    mixed = "".join(TWINS.get(c, c) if n in swapped else c for n, c in enumerate(name))
    assert name_key(mixed) == name_key(name)
    assert mixed_alphabets(mixed) is (mixed != name and any(c in RUSSIAN for c in mixed))


@given(st.text(LATIN + CYRILLIC + "dflnruvz0", min_size=1, max_size=20), st.data())
def test_d_2_3_look_alikes_are_one_letter_in_any_word(name: str, data: st.DataObject) -> None:
    pairs = dict(zip(LATIN, CYRILLIC, strict=True)) | dict(zip(CYRILLIC, LATIN, strict=True))
    swapped = data.draw(st.sets(st.integers(0, len(name) - 1)))
    other = "".join(pairs.get(c, c) if n in swapped else c for n, c in enumerate(name))
    assert name_key(other) == name_key(name)
    assert name_key(name_key(name)) == name_key(name)


@given(st.text("abcdefghijklmnopqrstuvwxyz", max_size=20), st.data())
def test_d_2_3_latin_names_stay_apart(name: str, data: st.DataObject) -> None:
    other = data.draw(st.text("abcdefghijklmnopqrstuvwxyz", max_size=20))
    assert (name_key(name) == name_key(other)) is (name == other)


@pytest.mark.parametrize("number", ["к 12", "k 12"])
def test_d_2_3_what_is_kept_as_written_is_asked_in_either_alphabet(number: str) -> None:
    assert {"к 12", "k 12"} <= seen_alike(number)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("BOBA", "вова"),  # nothing but look-alikes: no eye can tell it from the Russian word
        ("Boвa", "вова"),
        ("ëж", "еж"),  # the Latin ë
        ("Iван", "іван"),
        ("Ива\u0301н", "иван"),  # a dictionary's stress
        ("O’Хара", "охара"),
        ("Пeтрова-Smith", "петрова ѕмітн"),
        ("Smіth", "ѕмітн"),  # і is Cyrillic
        ("Smith", "ѕмітн"),
        ("Lund", "lund"),  # nothing that looks Cyrillic
        ("Max_2", "мах_2"),
    ],
)
def test_d_2_3_what_is_meant_by_what_is_written(written: str, meant: str) -> None:
    assert name_key(written) == meant


@pytest.mark.parametrize(
    ("text", "mixed"),
    [("Петрова-Smith", False), ("Пeтрова", True), ("COBA", False), ("", False), ("№ 5", False)],
)
def test_d_2_3_only_a_word_can_mix_alphabets(text: str, mixed: bool) -> None:
    assert mixed_alphabets(text) is mixed


def test_d_2_3_words_are_without_the_signs_between_them() -> None:
    assert key_words(name_key("Петрова-Водкина, А. И.")) == ("петрова", "водкина", "а", "и")
    assert key_words(name_key("🦊 🦊")) == ("🦊", "🦊")
    assert key_words(name_key(" ")) == ()


@given(st.lists(NAMES, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_d_2_3_the_short_key_is_the_same_in_any_order(parts: list[str], chance: Random) -> None:
    key = identity(parts[0], " ".join(parts[1:]), None, "").short
    chance.shuffle(parts)
    assert identity(", ".join(parts[1:]), parts[0], None, "").short == key


def test_d_2_3_a_person_typed_with_a_latin_keyboard_is_the_same_person() -> None:
    typed = identity("Aлёнa", "Bopoнцoвa", "Игopeвнa", "a@example.org")
    assert typed == identity("алена", "ВОРОНЦОВА", "Игоревна", "A@example.org")
