"""D.2.3: lines of lists that say more than a name, on both databases."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.house import ok
from tests.registry.registry_asking import ALYONA, ask, found, someone
from tests.registry.registry_office import enrol, merge, registry

__all__ = ["registry"]


def alyona(client: TestClient) -> str:
    """Ежова Алёна Игоревна of Казань, «Ворона», club kazan, once 00417 and К-17."""
    more: Any = {"nickname": "Ворона", "old_numbers": ["00417", "К-17"], "club": "kazan"}
    return enrol(client, ALYONA, **more)


AGREEING = [
    "{id} Ежова",
    "№{id} Ежова Алёна",
    "№ {id}, Ежова Алёна Игоревна",
    "{id} Ежова А.",
    "{id}, г. Казань",
    "{id}. Ворона",
    "Ежова Алёна {id}",
    "Ежова Алёна№{id}",
    "Ежова Алёна #{id}",
    "417 Алёна Ежова",
    "К-17 Ежова",
    "K-17 Ежова",  # Latin
    "Ежова Алена, Казань",
    "Ежова Алена, г. Казань",
    "Ежова Алена г. Казань",
    "Ежова Алена, гор Казань",
    "{id}-Ежова",
    "{id}:Ежова Алёна",
    "Ежова Алёна (Казань)",
    "Ежова Алёна - Казань",
    "Ежова Алёна — клуб «kazan»",
    "Ежова Алёна Игоревна; Казань; Ворона; {id}; 417",
    "Ежова Алёна (Ворона)",
    "Ворона (Ежова Алёна)",
    "Ворона, Казань",
    "Ворона Казань",
    "Ворона!",
    "«Ворона».",
    "Ворона,",
    "Ежова Алёна Казань",
    "Ежова Алёна И.",
    "1. Ежова Алёна, Казань",
]


def test_d_2_3_all_that_a_line_says_may_agree(registry: TestClient) -> None:
    player = alyona(registry)
    someone(registry, "Белов Илья", city="Омск")
    lines = [text.format(id=player) for text in AGREEING]
    rows = ok(registry.post("/v1/players:identify", json={"lines": lines}))["rows"]
    for row in rows:
        told = (row["outcome"], [each["player"] for each in row["players"]])
        assert told == ("exact", [player]), row["line"]


UNSURE = [
    ("Ежова Алёна - 1500", "a"),  # a rating, perhaps
    ("Ежова Алёна 12.03.2015", "a"),
    ("Ежова Алёна (Омск)", "a"),
    ("Ежова Алёна, Нижняя Казань", "a"),
    ("Ежова Алёна, дебют", "a"),
    ("Ежова Алёна Петровна", "a"),
    ("Ежова Алёна П.", "a"),
    ("Ежова Г. Алёна", "a"),
    ("Ежова Алёна 2001 г.р.", "a"),
    ("Ежова, Казань", "a"),
    ("Ежава Алёна, Казань", "a"),
    ("Ежава Алёна - 1500", "a"),
    ("Ворона - 1500", "a"),
    ("Ворона, Омск", "a"),
    ("Ежова Казань", "a"),
    ("Кузнецов Казань", ""),
    ("Ежова Омск", "a"),
    ("{a} Ежава", "a"),
    ("{a} Белов", "ab"),
    ("Белов Илья {a}", "ab"),
    ("{a} {b}", "ab"),
    ("Ежова Алёна, Белов Илья", "ab"),
    ("{a} Петрова", "a"),
    ("илья белов петрович", "b"),
    ("Иван Белов Олегович", "b"),
    ("Громов Илья Олегович", ""),
    ("Кузнецов Олег (новичок)", ""),
    ("Кузнецов, Казань", ""),
    ("1500", ""),
    ("1500, Казань", ""),
]


def test_d_2_3_what_contradicts_or_is_nobodys_makes_it_a_choice(registry: TestClient) -> None:
    ids = {"a": alyona(registry), "b": someone(registry, "Белов Илья Олегович", city="Омск")}
    for text, meant in UNSURE:
        outcome, players = found(registry, text.format(**ids))
        wanted = {ids[each] for each in meant}
        assert (outcome, set(players)) == ("several" if meant else "none", wanted), text


def test_d_2_3_what_agrees_comes_first_and_less_agreement_scores_less(
    registry: TestClient,
) -> None:
    one = someone(registry, "Ежова Алёна Игоревна")
    two = someone(registry, "Ежова Алёна Петровна", city="Омск")
    for text, wanted in (
        ("Ежова Алёна, Омск", [two, one]),
        ("Ежова Алёна, Казань", [one, two]),
        ("Ежова, Омск", [two, one]),
        (f"{one} Ежова Алёна Петровна", [two, one]),
    ):
        answer = ask(registry, text)
        assert answer["outcome"] == "several", text
        assert [row["player"] for row in answer["players"]] == wanted, text
        scores = [row["score"] for row in answer["players"]]
        assert scores == sorted(scores, reverse=True)
    assert found(registry, "Ежова Алёна Петровна, Омск") == ("exact", [two])
    assert found(registry, f"{two} Ежова Алёна, Омск") == ("exact", [two])
    assert ask(registry, "Ежова Алёна Олеговна")["players"][0]["score"] < 100


def test_d_2_3_a_number_of_two_people_makes_a_line_exact_only_by_the_name(
    registry: TestClient,
) -> None:
    one = someone(registry, "Ежова Алёна")
    two = someone(registry, "Ежова Анна", old_numbers=[one])
    assert found(registry, f"{one} Ежова Анна") == ("exact", [two])
    assert found(registry, f"{one} Ежова") == ("several", [one, two])


def test_d_2_3_the_owner_of_a_number_is_not_hidden_by_a_nickname(registry: TestClient) -> None:
    one = someone(registry, "Ежова Алёна")
    two = someone(registry, "Белов Илья", nickname=f"Крот{one}")
    assert found(registry, f"{one} Белов") == ("several", [two, one])


def test_d_2_3_a_nickname_with_a_digit_may_stand_beside_what_agrees(registry: TestClient) -> None:
    player = someone(registry, "Зубкова Анна", nickname="Б-52", city="Омск")
    someone(registry, "Громов Олег", old_numbers=["Б-5"])
    for text in ("Б-52", "Б-52.", "Б-52, Омск", "Б-52 Зубкова", "Зубкова Б-52", "Б-52, г. Омск"):
        assert found(registry, text) == ("exact", [player]), text
    assert found(registry, "Б-52, Казань") == ("several", [player])


def test_d_2_3_a_nickname_that_is_anothers_whole_name_is_never_guessed(
    registry: TestClient,
) -> None:
    one = someone(registry, "Белова Ворона")
    two = someone(registry, "Ежова Алёна", nickname="Ворона Белова")
    assert found(registry, "Ворона Белова, Казань") == ("several", [one, two])


def test_d_2_3_the_hundredth_namesake_counts_too(registry: TestClient) -> None:
    people = [
        {**ALYONA, "patronymic": f"{father}овна", "email": f"p{at}@example.org", "namesake": True}
        for at, father in enumerate(["Иван"] * 101 + ["Олег", "Олег"])
    ]
    report = ok(registry.post("/v1/players:bulk", json={"players": people}))
    two = [row["player"] for row in report["rows"]][-2:]
    for text in ("Ежова Алёна Олеговна", "Ежова Алёна Олеговна, Казань"):
        outcome, players = found(registry, text)
        assert (outcome, players[:2]) == ("several", two), text


def test_d_2_4_a_line_may_say_what_was_true_of_a_merged_id(registry: TestClient) -> None:
    old = someone(registry, "Ежова Алёна", old_numbers=["К-17"], city="Омск")
    now = someone(registry, "Громова Алёна")
    merge(registry, old, now)
    for text in (
        f"{old} Громова",
        f"{now} Ежова",
        "К-17 Громова Алёна",
        "Ежова Алёна, Казань",
        "Громова Алёна, Омск",
    ):
        assert found(registry, text) == ("exact", [now]), text


def test_law_11_a_line_finds_the_erased_by_number_alone(registry: TestClient) -> None:
    player = alyona(registry)
    ok(registry.post(f"/v1/players/{player}/erase", json={"confirm": player}))
    assert found(registry, f"{player} Ежова") == ("several", [player])
    assert found(registry, "Ежова Алёна, Казань") == ("none", [])


def test_d_2_3_which_number_was_asked_is_said_of_those_who_have_it(registry: TestClient) -> None:
    old = someone(registry, "Ежова Алёна", old_numbers=["00417"])
    now = someone(registry, "Громова Алёна")
    other = someone(registry, "Белов Илья")
    merge(registry, old, now)
    for text, asked in (
        (old, {now: old}),
        (f" № {now}", {now: now}),
        ("417", {now: "417"}),
        ("417 Громова", {now: "417"}),
        (f"{other} Громова Алёна", {now: None, other: other}),
        ("Громова Алёна", {now: None}),
        ("Алёна", {now: None}),
        (now[:3], {now: None, old: None, other: None}),
    ):
        said = {row["player"]: row["asked"] for row in ask(registry, text)["players"]}
        assert said == {player: each for player, each in asked.items() if player in said}, text
        assert said


NAMES = ["Ежова", "Алёна", "Игоревна", "Петровна", "Ворона", "Белов", "Илья", "И."]
WORDS = st.sampled_from([*NAMES, "Казань", "Омск", "{0}", "{1}", "{2}", "417", "К-17", "1500"])


def test_d_2_3_no_text_is_exact_for_two_and_exact_is_true(registry: TestClient) -> None:
    ids = [
        alyona(registry),
        someone(registry, "Ежова Алёна Петровна", city="Омск"),
        someone(registry, "Белов Илья", old_numbers=["1500"]),
    ]
    false = [
        ["Петровна", "Омск", "Белов", "Илья", ids[1], ids[2], "1500"],
        ["Игоревна", "Ворона", "Казань", "Белов", "Илья", ids[0], ids[2], "417", "К-17", "1500"],
        ["Ежова", "Алёна", "Игоревна", "Петровна", "Ворона", "Омск", *ids[:2], "417", "К-17"],
    ]

    @settings(
        max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    @given(st.lists(WORDS, min_size=1, max_size=5), st.sampled_from([" ", ", ", " - "]))
    def one(words: list[str], between: str) -> None:
        said = [word.format(*ids) for word in words]
        answer = ask(registry, between.join(said))
        assert (answer["outcome"] == "none") is (answer["players"] == [])
        if answer["outcome"] == "exact":
            (row,) = answer["players"]
            assert not set(said) & set(false[ids.index(row["player"])]), said

    one()


@pytest.mark.parametrize("text", ["1 " * 60, "1007, " * 20, "(((", "№", "г.", "- - -", "1,2;3(4"])
def test_law_8_a_line_of_anything_has_an_answer(registry: TestClient, text: str) -> None:
    alyona(registry)
    assert ask(registry, text)["outcome"] in ("none", "several")
