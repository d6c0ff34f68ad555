"""What the tests of the look-up have in common: people, and the question who one is."""

from typing import Any

from fastapi.testclient import TestClient

from tests.house import ok
from tests.registry.registry_office import enrol

ALYONA = {
    "first_name": "Алёна",
    "surname": "Ежова",
    "patronymic": "Игоревна",
    "email": "alyona.e@example.org",
    "city": "Казань",
}


def ask(client: TestClient, text: str) -> Any:
    """The whole answer to one question."""
    return ok(client.get("/v1/players:identify", params={"q": text}))


def found(client: TestClient, text: str) -> tuple[str, list[str]]:
    """The outcome and the IDs."""
    answer = ask(client, text)
    return answer["outcome"], [row["player"] for row in answer["players"]]


def someone(client: TestClient, name: str, **more: Any) -> str:
    """Register ``Surname First_name [Patronymic]``; the ID."""
    surname, first, *patronymic = name.split()
    whole = {
        "surname": surname,
        "first_name": first,
        "patronymic": patronymic[0] if patronymic else None,
        "no_patronymic": not patronymic,
        "email": f"{'x'.join(format(ord(c), 'x') for c in name)[:50]}@example.org",
        "city": "Казань",
        "namesake": True,
    }
    return enrol(client, {**whole, **more})
