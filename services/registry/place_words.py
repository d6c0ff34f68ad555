"""Refusals of cities and clubs that nobody knows, with the likest that there are."""

from collections.abc import Iterable, Mapping
from typing import Literal

from services.registry.domain.directory import nearest
from shared.refusals import Refusal, Text


def no_city_named(city: str, names: Iterable[str], where: str = "body.city") -> Refusal:
    """2.1.2: a city by its name (or id) that the registry has not, or one with a slip.

    names: those of all there are.
    """
    likest = nearest(city, names)
    meant_ru = f" Может быть, {' или '.join(likest)}?" if likest else ""
    meant_en = f" Perhaps {' or '.join(likest)}?" if likest else ""
    return Refusal(
        "invalid",
        "city_not_found",
        Text(
            f"Города «{city}» в реестре нет.{meant_ru}",
            f"The registry has no city “{city}”.{meant_en}",
        ),
        rule="2.1.2",
        where=where,
        todo=Text(
            "Список городов: GET /v1/cities; новый добавляет офис: PUT /v1/cities/{city}.",
            "The cities: GET /v1/cities; the office adds a new one: PUT /v1/cities/{city}.",
        ),
        extra={"nearest": likest},
    )


def no_city(city: str, names: Mapping[str, str], where: str) -> Refusal:
    """A city by its id that the registry has not. names: id -> name of all there are."""
    ids, likest = _offered(city, names)
    return Refusal(
        _kind(where),
        "city_not_found",
        Text(f"Города {city} в реестре нет.", f"The registry has no city {city}."),
        where=where,
        todo=Text(
            f"{likest.ru}Все города: GET /v1/cities; новый: PUT /v1/cities/{{city}}.",
            f"{likest.en}All cities: GET /v1/cities; a new one: PUT /v1/cities/{{city}}.",
        ),
        extra={"nearest": ids},
    )


def no_club(club: str, names: Mapping[str, str], where: str = "body.club") -> Refusal:
    """A club by its id that nobody founded. names: id -> name of all there are."""
    ids, likest = _offered(club, names)
    return Refusal(
        _kind(where),
        "club_not_found",
        Text(f"Клуба {club} нет.", f"There is no club {club}."),
        where=where,
        todo=Text(
            f"{likest.ru}Все клубы: GET /v1/clubs; новый: POST /v1/clubs.",
            f"{likest.en}All clubs: GET /v1/clubs; a new one: POST /v1/clubs.",
        ),
        extra={"nearest": ids},
    )


def _kind(where: str) -> Literal["invalid", "not_found"]:
    """The address itself names what is not there, or a field of the body does."""
    return "invalid" if where.startswith("body.") else "not_found"


def _offered(text: str, names: Mapping[str, str]) -> tuple[list[str], Text]:
    """The likest ids; and with their names, as a sentence, empty if none is like it."""
    ids = nearest(text, names)
    listed = ", ".join(f"{each} ({names[each]})" for each in ids)
    return ids, Text(f"Похоже: {listed}. ", f"Like it: {listed}. ") if ids else Text("", "")
