"""Rule 2.1.4, D.2.3: any slip, any people, any text, and lists as they are pasted."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from services.registry.domain.names import name_key
from services.registry.schemas.identify import ASKED, LINES
from tests.house import ok, refused
from tests.registry.registry_asking import ALYONA, ask, found, someone
from tests.registry.registry_office import registry

__all__ = ["registry"]

LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
SURNAMES = (
    "Ли Ю Цой Ким Ян Ге Ежов Ежова Белов Белова Титов Иванов Иванова Ивановский Петров Петрова"
    " Воронцов Воронцова Петрова-Водкина Мамин-Сибиряк Рождественский Рождественская Щука Ёлкин"
    " Цицианашвили Гаджимагомедов O’Коннор Объедкова Ё Подъячев"
)
PEOPLE = [(surname, first) for surname in SURNAMES.split() for first in ("Алёна", "Пётр")] + [
    ("Ежова", "Алёна"),
    ("Пётр", "Ежов"),
]  # a namesake; and a name that is a surname


def town(client: TestClient) -> dict[str, tuple[str, str]]:
    """ID -> (surname, first name) of everybody, registered now."""
    people = [
        {
            **ALYONA,
            "surname": surname,
            "first_name": first,
            "email": f"p{number}@example.org",
            "namesake": True,
        }
        for number, (surname, first) in enumerate(PEOPLE)
    ]
    report = ok(client.post("/v1/players:bulk", json={"players": people}))
    return dict(zip([row["player"] for row in report["rows"]], PEOPLE, strict=True))


@st.composite
def slipped(draw: st.DrawFn) -> tuple[int, str]:
    """A person, and his surname with one letter missing, doubled, wrong or swapped.

    Of a name of one letter nothing is left if that is wrong.
    """
    who = draw(st.sampled_from([at for at, (name, _) in enumerate(PEOPLE) if len(name) > 1]))
    name = PEOPLE[who][0].lower()
    at = draw(st.integers(0, len(name) - 1))
    wrong = draw(st.sampled_from(LETTERS))
    typed = [
        name[:at] + name[at] + name[at:],
        name[:at] + wrong + name[at + 1 :],
        name[:at] + name[at + 1 :],
        *([name[:at] + name[at + 1] + name[at] + name[at + 2 :]] if at + 1 < len(name) else []),
    ]
    return who, draw(st.sampled_from(typed))


several_asked = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_d_2_3_any_slip_of_a_surname_lists_the_person(registry: TestClient) -> None:
    ids = list(town(registry))

    @several_asked
    @given(slipped())
    def listed(case: tuple[int, str]) -> None:
        who, typed = case
        assume(name_key(typed) not in {name_key(name) for name, _ in PEOPLE})  # is that person
        first = PEOPLE[who][1]
        for text in (f"{typed} {first}", f"{first} {typed}"):
            answer = ask(registry, text)
            assert ids[who] in [row["player"] for row in answer["players"]], text

    listed()


def test_d_2_3_a_double_surname_is_found_without_its_hyphen(registry: TestClient) -> None:
    ids = {pair: player for player, pair in town(registry).items()}
    surname, first = next(pair for pair in PEOPLE if pair[0] == "Петрова-Водкина")
    for typed in ("петроваводкина", "петровааводкина", "петро-ваводкина"):
        answer = ask(registry, f"{typed} {first}")
        assert answer["outcome"] == "several", typed
        assert answer["players"][0]["player"] == ids[surname, first], typed


def test_d_2_3_exact_is_one_who_is_called_so_and_nobody_else_is(registry: TestClient) -> None:
    people = town(registry)
    names = sorted({name for pair in PEOPLE for name in pair})

    @several_asked
    @given(st.lists(st.sampled_from(names), min_size=1, max_size=3))
    def one(words: list[str]) -> None:
        answer = ask(registry, " ".join(words))
        called = {
            player
            for player, pair in people.items()
            if sorted(" ".join(pair).replace("-", " ").split())
            == sorted(" ".join(words).replace("-", " ").split())
        }
        assert (answer["outcome"] == "exact") is (len(called) == 1), words
        if called:
            assert {row["player"] for row in answer["players"]} == called
        assert (answer["outcome"] == "none") is (answer["players"] == [])

    one()


ODD_TEXTS = [
    "%", "_", "Еж%", "Ежо_а", "'", "\"", "'; drop table player; --", "\\", "--", "|", "||",
    "ежова|алена|", "-", "-ежова", " ", "   ", ".", "...", ",,,", "🦊", "🦊🦊 🦊", "\u200b",
    "\u0301", "\t\n", "０", "0", "-1", "1e9", "null", "ё" * 120, "а " * 60, "\ud55c\uae00",
    "a" * 120, "1" * 120, "\u202eёж", "ﷺ", "ß", "İ",
]  # fmt: skip


def test_law_8_whatever_is_asked_has_an_answer(registry: TestClient) -> None:
    someone(registry, "Ежова Алёна")
    for text in ODD_TEXTS:
        answer = ask(registry, text)
        assert answer["outcome"] == "none" or answer["players"], text
    lines = ["Ежова Алёна", *ODD_TEXTS]
    rows = ok(registry.post("/v1/players:identify", json={"lines": lines}))["rows"]
    assert rows[0]["outcome"] == "exact"


def test_law_8_what_nobody_can_ask_is_refused_in_words(registry: TestClient) -> None:
    for text in ("", "а" * (ASKED + 1)):
        refused(registry.get("/v1/players:identify", params={"q": text}), 422, "validation")
    nul = registry.get("/v1/players:identify?q=%00")
    refused(nul, 400, "nul_in_address")


@pytest.mark.parametrize("name", ["🦊", "%", "О’Нил", "עברית", "王", "Я", "!?"])
def test_rule_2_1_4_a_nickname_of_any_signs_identifies(registry: TestClient, name: str) -> None:
    player = someone(registry, "Ежова Алёна", nickname=name)
    someone(registry, "Белов Илья", nickname="!!")
    assert found(registry, name) == ("exact", [player])


PASTED = """Список на вечер

1. Ежова Алёна
2)\tБелов Илья
•  ворона
\t3.\tЕжава Алёна
1007
Кузнецов Олег (новичок)
"""


def test_d_2_3_a_pasted_list_is_answered_line_by_line(registry: TestClient) -> None:
    alyona = someone(registry, "Ежова Алёна")
    ilya = someone(registry, "Белов Илья", nickname="Ворона")
    wanted = [
        ("Список на вечер", "none", []),
        ("1. Ежова Алёна", "exact", [alyona]),
        ("2)\tБелов Илья", "exact", [ilya]),
        ("•  ворона", "exact", [ilya]),
        ("\t3.\tЕжава Алёна", "several", [alyona]),
        ("1007", "exact", [alyona]),
        ("Кузнецов Олег (новичок)", "none", []),
    ]
    places = [0, 2, 3, 4, 5, 6, 7]
    for lines, sent in (
        (PASTED, places),
        (PASTED.split("\n"), places),
        (PASTED.replace("\n", "\r\n"), places),
        (["", PASTED, ""], [1] * 7),
        (["", "", *(line for line, _, _ in wanted)], list(range(2, 9))),
    ):
        answer = ok(registry.post("/v1/players:identify", json={"lines": lines}))
        told = [
            (row["line"], row["outcome"], [each["player"] for each in row["players"]])
            for row in answer["rows"]
        ]
        assert told == wanted
        assert [row["row"] for row in answer["rows"]] == sent
        assert (answer["exact"], answer["several"], answer["none"]) == (4, 1, 2)


def test_d_2_3_a_bullet_alone_is_a_number(registry: TestClient) -> None:
    player = someone(registry, "Ежова Алёна", old_numbers=["417"])
    rows = ok(registry.post("/v1/players:identify", json={"lines": ["417.", "1. 417."]}))["rows"]
    assert [(row["outcome"], row["players"][0]["player"]) for row in rows] == [
        ("exact", player)
    ] * 2


NO_LISTS: list[Any] = [
    [],
    "",
    " \n \n",
    ["Ежова"] * (LINES + 1),
    "Ежова\n" * (LINES + 1),
    ["а" * (ASKED + 1)],
    "а" * (ASKED + 1),
    ["Еж\0ова"],
    "Еж\0ова",
    [1],
    None,
    [None],
    {"a": "b"},
]


def test_law_8_a_list_that_is_none_is_refused(registry: TestClient) -> None:
    for lines in NO_LISTS:
        answer = registry.post("/v1/players:identify", json={"lines": lines})
        errors = refused(answer, 422, "validation")["errors"]
        places = {row["where"] for row in errors}
        assert places <= {"body.lines", "body.lines.0"}, errors
        assert len(errors) == 1 or places == {"body.lines"}, errors
