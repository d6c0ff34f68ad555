"""A pasted list with the registry there: names, nicknames, namesakes, old numbers (D.2.3)."""

from typing import Any

import httpx

from tests.house import Federation, ok, wait_until

DAY = "2026-11-05"


def person(number: int, **more: Any) -> dict[str, Any]:
    """A registrable person."""
    return {
        "no_patronymic": True,
        "email": f"bulk{number}@example.org",
        "city": "Казань",
        "first_name": "Алёна",
        **more,
    }


def registered(federation: Federation, *people: dict[str, Any]) -> list[str]:
    """Register people one by one, twins too; their IDs."""
    return [
        ok(federation.registry.post("/v1/players", json={**each, "namesake": True}))["player"]
        for each in people
    ]


def announced(federation: Federation) -> str:
    """A tournament of Kazan's club."""
    body = {
        "name": "Кубок Казани",
        "city": "Казань",
        "date": DAY,
        "format": "constructed-classic",
        "club": "kazan",
    }
    made: str = ok(federation.pairing.post("/v1/tournaments", json=body))["tournament"]
    return made


def paste(client: httpx.Client, tournament: str, lines: Any, **more: Any) -> Any:
    """The report."""
    path = f"/v1/tournaments/{tournament}/entries:bulk"
    return ok(client.post(path, json={"lines": lines, **more}))


def test_d_2_3_a_pasted_evening(federation: Federation) -> None:
    federation.found()
    ok(federation.registry.put("/v1/cities/omsk", json={"name": "Омск", "zone": "Asia/Omsk"}))
    one, crow, twin, other_twin, old = registered(
        federation,
        person(1, surname="Ёлкина"),
        person(2, surname="Воронцова", nickname="Ворона"),
        person(3, surname="Ежова"),
        person(4, surname="Ежова", city="Омск", nickname="Иголка"),
        person(5, surname="Щукина", old_numbers=["00417"]),
    )
    made = announced(federation)
    club = federation.client("pairing", federation.club_key("kazan"))
    wrong = str(int(one[:-1])) + str((int(one[-1]) + 1) % 10)
    lines = [
        "1. Ёлкина Алёна",  # a name, numbered
        "Ворона,",  # a nickname with a comma
        "ежова алена",  # two of that name
        "№ 00417",  # an old number
        wrong,
        "Никтошина Зинаида",
        f"7) {one}",  # the first one again, by his ID
        "Иголка, Омск",  # a nickname and more
    ]
    dry = paste(club, made, lines, dry_run=True)
    expected = [
        "entered",
        "entered",
        "candidates",
        "entered",
        "mistyped",
        "unknown",
        "same_person",
        "entered",
    ]
    assert [row["outcome"] for row in dry["rows"]] == expected
    report = paste(club, made, "\n".join(lines))
    assert [row["outcome"] for row in report["rows"]] == expected
    assert (report["entered"], report["undone"]) == (4, 3)
    rows = report["rows"]
    assert [rows[at]["player"] for at in (0, 1, 3, 7)] == [one, crow, old, other_twin]
    assert rows[0]["name"] == "Ёлкина Алёна"
    told = {each["player"]: each for each in rows[2]["candidates"]}
    assert {each["city"] for each in told.values()} == {"Казань", "Омск"}
    assert (set(told), told[other_twin]["nickname"]) == ({twin, other_twin}, "Иголка")
    assert not {"email", "patronymic", "phone"} & set(rows[2]["candidates"][0])  # no contacts
    again = [row["outcome"] for row in paste(club, made, lines)["rows"]]
    assert again == [
        "already_in" if each in ("entered", "same_person") else each for each in expected
    ]
    listed = ok(federation.anonymous("pairing").get(f"/v1/tournaments/{made}/entries"))
    assert [each["player"] for each in listed["entries"]] == [one, crow, old, other_twin]


def test_a_desk_pastes_with_its_own_token(federation: Federation) -> None:
    """Whoever registers at the door has a right for this tournament alone."""
    federation.found()
    (player,) = registered(federation, person(1, surname="Ёлкина"))
    made = announced(federation)

    def granted() -> Any:
        body = {"player": player, "role": "desk", "tournament": made}
        answer = federation.registry.post("/v1/staff", json=body)
        return answer.json() if answer.is_success else None

    code = wait_until(granted)["code"]
    sign_in = federation.anonymous("registry").post("/v1/sign-in", json={"code": code})
    desk = federation.client_of("pairing", ok(sign_in)["access_token"])
    wait_until(lambda: desk.get(f"/v1/tournaments/{made}/entries").is_success)
    (row,) = paste(desk, made, ["Алёна Ёлкина"])["rows"]
    assert (row["outcome"], row["player"]) == ("entered", player)


def test_the_registry_goes_away_and_comes_back_to_nobodys_harm(federation: Federation) -> None:
    federation.found()
    one, other = registered(federation, person(1, surname="Ёлкина"), person(2, surname="Воронцова"))
    made = announced(federation)
    club = federation.client("pairing", federation.club_key("kazan"))
    paste(club, made, ["Ёлкина Алёна"])
    federation.stop("registry")
    report = paste(club, made, ["Воронцова Алёна", other, one])
    assert [row["outcome"] for row in report["rows"]] == ["registry_away", "entered", "already_in"]
