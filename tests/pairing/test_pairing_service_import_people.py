"""2.1.2, 2.1.4, D.2.3: lines and newcomers of an upload, with the registry there, on both pairs."""

from typing import Any

from tests.house import Federation, ok, person, refused
from tests.pairing.pairing_service_hall import CLASSIC, DAY


def body(players: list[Any], called: list[str], **more: Any) -> dict[str, Any]:
    """An upload of one round: those who are called so meet in their order."""
    pairs = zip(called[::2], called[1::2], strict=True)
    matches = [{"a": a, "b": b, "kind": "clean", "winner": a} for a, b in pairs]
    said: dict[str, Any] = {
        "source": "свой-листок",
        "external_id": "осень",
        "name": "Кубок двора",
        "city": "Казань",
        "date": DAY,
        "finished_at": f"{DAY}T19:30:00+03:00",
        "format": CLASSIC,
        "players": players,
        "rounds": [{"stage": "swiss", "matches": matches}],
    }
    return {**said, **more}


def send(
    federation: Federation,
    sent: dict[str, Any],
    dry_run: bool = False,
    headers: dict[str, str] | None = None,
) -> Any:
    path = f"/v1/tournaments:import?dry_run={str(dry_run).lower()}"
    return federation.pairing.post(path, json=sent, headers=headers)


def newcomer(number: int, **more: Any) -> dict[str, Any]:
    """His data, without a city: it is the tournament's."""
    data = {name: value for name, value in person(number).items() if name != "city"}
    return {**data, **more}


def people_of(federation: Federation) -> list[str]:
    """Everybody whom the registry knows by the names that these tests give."""
    answer = federation.registry.get("/v1/players:identify", params={"q": "Ежова"})
    return sorted(each["player"] for each in ok(answer)["players"])


def test_rule_2_1_2_lines_and_newcomers_are_told_line_by_line_and_nobody_is_made_twice(
    federation: Federation,
) -> None:
    federation.found()
    one, two = federation.newcomers(2)
    twin = {**person(0), "email": "other@example.org", "patronymic": "Игоревна"}
    players = [
        one,
        {"ref": "вторая", "line": f"Ежова{'б'} Алёна{'б'}"},
        {"ref": "новая", "newcomer": newcomer(7)},
        {"ref": "двойник", "newcomer": {**twin, "no_patronymic": False}},
        {"ref": "никто", "line": "Щукин Пётр"},
        {"ref": "кто-то", "line": "Ежова"},
        {"ref": "без почты", "newcomer": newcomer(8, email="нет")},
        {"ref": "опечатка", "line": "1008"},
    ]
    called = [one, *(each["ref"] for each in players[1:] if isinstance(each, dict))]
    told = ok(send(federation, body(players, called), dry_run=True))
    outcomes = {line["ref"]: (line["outcome"], line["code"]) for line in told["lines"]}
    assert outcomes == {
        one: ("known", None),
        "вторая": ("known", None),
        "новая": ("new", None),
        "двойник": ("candidates", "twin"),
        "никто": ("error", "player_not_found"),
        "кто-то": ("candidates", "player_ambiguous"),
        "без почты": ("error", "newcomer_incomplete"),
        "опечатка": ("error", "player_id_mistyped"),
    }
    assert told["lines"][1]["player"] == two
    assert [each["player"] for each in told["lines"][3]["candidates"]] == [one]
    assert {each["player"] for each in told["lines"][5]["candidates"]} == {one, two}
    assert "email" in told["lines"][6]["message"]
    problem = refused(send(federation, body(players, called)), 422, "twin", "D.2.4")
    assert problem["lines"] == told["lines"]
    assert [row["where"] for row in problem["errors"]] == [
        f"body.players.{at}" for at in range(3, 8)
    ]
    assert people_of(federation) == sorted([one, two])

    clear = body(
        [
            *players[:3],
            {"ref": "двойник", "newcomer": {**twin, "no_patronymic": False, "namesake": True}},
        ],
        called[:4],
    )
    dry = ok(send(federation, clear, dry_run=True))
    assert (dry["outcome"], dry["counts"]["new"]) == ("created", 2)
    assert people_of(federation) == sorted([one, two])
    made = ok(send(federation, clear))
    there = people_of(federation)
    assert (made["players"], len(there)) == (4, 4)
    assert ok(send(federation, clear))["outcome"] == "known"
    assert people_of(federation) == there
    entries = ok(federation.pairing.get(f"/v1/tournaments/{made['tournament']}/export"))["players"]
    assert {each["player"] for each in entries} == set(there)


def test_rule_2_1_3_one_person_under_two_lines_is_named_and_nobody_is_registered(
    federation: Federation,
) -> None:
    federation.found()
    ids = federation.newcomers(3)
    players = [*ids, {"ref": "снова", "line": "Ежоваа Алёнаа"}]
    problem = refused(
        send(federation, body(players, [*ids, "снова"])), 422, "player_listed_twice", "2.1.3"
    )
    assert problem["errors"][0]["where"] == "body.players.3"
    twice = [*ids[:2], *({"ref": ref, "newcomer": newcomer(9)} for ref in ("раз", "два"))]
    refused(
        send(federation, body(twice, [*ids[:2], "раз", "два"])), 422, "player_listed_twice", "2.1.3"
    )
    assert people_of(federation) == sorted(ids)


def test_rule_2_1_2_faults_elsewhere_register_nobody(federation: Federation) -> None:
    federation.found()
    ids = federation.newcomers(3)
    players = [*ids, {"ref": "новая", "newcomer": newcomer(9)}]
    sent = body(players, [*ids, "новая"])
    sent["rounds"][0]["matches"][0]["winner"] = "новая"
    refused(send(federation, sent), 422, "winner_not_at_table", "R.1")
    refused(send(federation, {**sent, "format": "вольный"}), 422, "winner_not_at_table", "R.1")
    sent = body(players, [*ids, "новая"], format="вольный")
    refused(send(federation, sent), 422, "format_unknown", "7.2.1")
    assert people_of(federation) == sorted(ids)


def test_law_3_an_idempotency_key_gets_the_same_answer(federation: Federation) -> None:
    federation.found()
    ids = federation.newcomers(3)
    sent = body([*ids, {"ref": "новая", "newcomer": newcomer(9)}], [*ids, "новая"])
    key = {"Idempotency-Key": "осень-1".encode().hex()}
    ok(send(federation, sent, dry_run=True, headers=key))
    first = send(federation, sent, headers=key)
    again = send(federation, sent, headers=key)
    assert ok(first) == ok(again)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(people_of(federation)) == 4
