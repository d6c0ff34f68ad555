"""Law 11: who has no scope for contacts learns none, by no route, filter, sort or error text."""

import re
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from services.registry.schemas.people import NewPlayer, PlayerOut
from tests.contracts.export import OPERATIONAL
from tests.contracts.roles import Route, routes_of
from tests.house import ok, person
from tests.registry.registry_signin_office import Office, office
from tests.tokens import signed_in

__all__ = ["office"]
SECRET = {
    "email": "zagadka@example.net",
    "phone": "+79261112233",
    "patronymic": "Тайнометовна",
    "guardian": "Хранителев Пётр Сидорович",
}
"""Of a person in the registry."""
UNUSED = {
    "email": "otgadka@example.net",
    "phone": "+79264445566",
    "patronymic": "Явнопутовна",
    "guardian": "Сторожилов Глеб Фомич",
}
"""Of the same shape, of nobody."""
TELLING = ("zagadka", "926111", "9261112233", "111-22-33", "тайномет", "хранител")
"""Parts that would give the secret away, in small letters."""
INVENTED = ("email", "phone", "patronymic", "sort", "order_by", "fields", "filter", "include")
"""Parameters that no route has, and that must not come to be."""


@pytest.fixture
def marked(office: Office) -> Iterator[Office]:
    """The registry with a person whose private data are marked."""
    body = {
        **person(7),
        "no_patronymic": False,
        **{name: SECRET[name] for name in ("email", "phone", "patronymic")},
        "consent": {"version": "2026-1", "date": "2026-11-05", "guardian": SECRET["guardian"]},
    }
    office.people.append(ok(office.call("POST", "/v1/players", **body))["player"])
    ok(office.call("GET", f"/v1/players/{office.people[-1]}/contacts"))
    yield office


def reading(office: Office) -> list[Route]:
    """All GET routes of the registry, but for the probes, which tell the time."""
    found = [route for route in routes_of(office.app) if route.method == "GET"]
    return [route for route in found if route.path not in (*OPERATIONAL, "/docs", "/openapi.json")]


def addresses(office: Office, route: Route, player: str, sent: str) -> Iterator[str]:
    """A route with a text wherever its caller may put one: in the path, in each filter."""
    sent = quote(sent, safe="")
    names = re.findall(r"\{(\w+)\}", route.path)
    for own in names:
        path = route.path.replace(f"{{{own}}}", sent)
        yield re.sub(r"\{\w+\}", player, path)
    path = re.sub(r"\{\w+\}", player, route.path)
    for name in filters(office, route):
        yield f"{path}?{name}={sent}"
    yield f"{path}?q={sent}&" + "&".join(f"{name}={sent}" for name in INVENTED)


def filters(office: Office, route: Route) -> list[str]:
    """The query parameters that a route declares."""
    operation = office.app.openapi()["paths"].get(route.path, {}).get("get", {})
    return [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]


SAID = ("location", "link", "warning", "set-cookie", "content-location")
"""Headers that could tell something."""


def told(answer: Any) -> str:
    """All that an answer says, but for its own number."""
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name in SAID]
    return re.sub(r"[0-9a-f]{32}", "#", f"{answer.status_code}\n{answer.text}\n{headers}")


def test_law_11_no_route_shows_contacts_to_whoever_may_not_read_them(marked: Office) -> None:
    for role in (None, "reader", "floor_judge", "desk", "head_judge"):
        headers = signed_in(marked.db, role) if role else {}
        for route, player in product(reading(marked), (marked.people[-1], "1044")):
            path = re.sub(r"\{\w+\}", player, route.path)
            asked = f"{path}?q=ежова" if "q" in filters(marked, route) else path
            said = told(marked.http.get(asked, headers=headers)).casefold()
            assert [part for part in TELLING if part in said] == [], (role, asked)


@pytest.mark.parametrize("role", ["reader", "desk"])
def test_law_11_no_filter_path_or_error_tells_a_contact_that_is_there_from_one_that_is_not(
    marked: Office, role: str
) -> None:
    headers, player = signed_in(marked.db, role), marked.people[-1]

    def answers(route: Route, sent: str) -> list[str]:
        said = [
            told(marked.http.get(address, headers=headers))
            for address in addresses(marked, route, player, sent)
        ]
        echoes = (sent, quote(sent), sent.lstrip("+"))  # what he sent himself tells him nothing
        return [reduce(lambda text, echo: text.replace(echo, "…"), echoes, each) for each in said]

    for route in reading(marked):
        for kind, secret in SECRET.items():
            assert answers(route, secret) == answers(route, UNUSED[kind]), (route.name, kind)


def test_law_11_the_office_does_see_them_so_the_marks_are_good(marked: Office) -> None:
    path = f"/v1/players/{marked.people[-1]}/contacts"
    said = marked.http.get(path, headers=marked.office).text.casefold()
    assert all(value.casefold() in said for value in SECRET.values())


def test_law_11_what_is_asked_in_bulk_shows_no_contacts(marked: Office) -> None:
    desk = signed_in(marked.db, "desk")
    public = TestClient(marked.app)
    looked_up = public.post("/v1/players:lookup", json={"players": [marked.people[-1]]})
    lines = {"lines": [*SECRET.values(), marked.people[-1]]}
    identified = marked.http.post("/v1/players:identify", json=lines, headers=desk)
    ok(looked_up)
    by_contact = ok(identified)
    assert [part for part in TELLING if part in looked_up.text.casefold()] == []
    outcomes = [row["outcome"] for row in by_contact["rows"]]
    assert outcomes == ["none"] * len(SECRET) + ["exact"]


def test_law_11_the_public_state_has_no_private_field() -> None:
    private = {"email", "phone", "patronymic", "no_patronymic", "consent", "namesake"}
    assert private <= set(NewPlayer.model_fields)
    assert private.isdisjoint(PlayerOut.model_fields)
