"""A roster's row as the newcomer of the API (2.1.2), or why it is none, column by column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError

from services.registry.domain.directory import nearest
from services.registry.place_words import no_city_named
from services.registry.rosters import Row
from services.registry.rosters.columns import NAMES
from services.registry.schemas.people import NewPlayer
from shared.folding import fold
from shared.refusals import Text
from shared.validation import explain

_PLAIN = ("surname", "first_name", "patronymic", "email", "city", "nickname", "phone")
_CONSENT = {"consent_version": "version", "consent_date": "date", "guardian": "guardian"}
_FIELD_OF = {
    **{f"consent.{name}": field for field, name in _CONSENT.items()},
    "old_numbers.0": "old_number",
}
"""Where the API's model keeps what a column of its own says."""

NAME_PARTS = ("surname", "first_name", "patronymic")


@dataclass(frozen=True)
class Reason:
    """Why a row is as it is. code: stable, for programs; field: whose column, if it is one's."""

    code: str
    field: str | None
    text: Text


class Places:
    """Clubs and cities as people write them: «Степной ветер» or «Клуб „Степной ветер“».

    clubs, cities: id -> name.
    """

    def __init__(self, clubs: Mapping[str, str], cities: Mapping[str, str]) -> None:
        self._names = clubs
        self._ids: dict[str, str | None] = {}
        for club, name in clubs.items():
            for key in {_club_key(name), fold(name)}:
                self._ids[key] = None if key in self._ids else club
        self._ids.update((fold(club), club) for club in clubs)
        self._cities = cities
        self._city_keys = {fold(each) for pair in cities.items() for each in pair}

    def no_city(self, text: str) -> Reason | None:
        """Why nobody can be of this city; None: the registry knows it."""
        if fold(text) in self._city_keys:
            return None
        refusal = no_city_named(text, self._cities.values())
        return Reason(refusal.code, "city", refusal.message)

    def club(self, text: str) -> str | Reason:
        """The id of the club that is meant, or why it is not clear."""
        club = self._ids.get(fold(text)) or self._ids.get(_club_key(text))
        if club:
            return club
        likely = ", ".join(f"«{name}»" for name in nearest(text, self._names.values()))
        ru, en = (f" Может быть, {likely}?", f" Perhaps {likely}?") if likely else ("", "")
        return Reason(
            "club_not_found",
            "club",
            Text(
                f"клуба «{text}» в реестре нет, или таких несколько: впишите его id.{ru}",
                f"the registry has no club “{text}”, or several: give its id.{en}",
            ),
        )


def _club_key(name: str) -> str:
    return fold(name).removeprefix("клуб ").removeprefix("club ")


def newcomer(row: Row, places: Places, is_namesake: bool) -> NewPlayer | list[Reason]:
    """The person of a row, validated as the API's callers' are; or all that is wrong with it.

    is_namesake: D.2.4, confirmed to be another person than the likely twins, here or in the file.
    """
    reasons = [Reason("unclear", field, text) for field, text in row.faults.items()]
    values = row.values
    given: dict[str, Any] = {name: values[name] for name in _PLAIN if name in values}
    given["namesake"] = is_namesake or "namesake" in values
    if "old_number" in values:
        given["old_numbers"] = [values["old_number"]]
    if consent := {name: values[field] for field, name in _CONSENT.items() if field in values}:
        given["consent"] = consent
    if "club" in values:
        club = places.club(values["club"])
        if isinstance(club, Reason):
            reasons.append(club)
        else:
            given["club"] = club
    given["no_patronymic"] = "no_patronymic" in values
    if wrong := _patronymic(row):
        reasons.append(wrong)
    if ("patronymic" in values) is given["no_patronymic"]:  # said above, in words of the file
        given |= {"patronymic": None, "no_patronymic": True}
    try:
        person = NewPlayer.model_validate(given)
    except ValidationError as exc:
        reasons += [each for each in _explained(exc) if not _is_unclear(each, row)]
        return reasons + _of_no_city(values, places, reasons)
    return reasons + _of_no_city(values, places, reasons) if reasons else person


def _of_no_city(
    values: Mapping[str, str], places: Places, reasons: Sequence[Reason]
) -> list[Reason]:
    """All that is wrong with a row is said at once; who is registered needs no known city here."""
    if "city" not in values or any(each.field == "city" for each in reasons):
        return []
    return [why] if (why := places.no_city(values["city"])) else []


def _patronymic(row: Row) -> Reason | None:
    """D.2.1: a patronymic, or the statement that there is none."""
    has, has_none = "patronymic" in row.values, "no_patronymic" in row.values
    if has and has_none:
        return Reason(
            "patronymic_unclear",
            "no_patronymic",
            Text(
                "вписано и отчество, и что его нет (D.2.1)",
                "both a patronymic and that there is none (D.2.1)",
            ),
        )
    if has or has_none or row.faults.keys() & {"patronymic", "no_patronymic", "full_name"}:
        return None
    return Reason(
        "patronymic_missing",
        "patronymic",
        Text(
            "впишите отчество, а если его у человека нет, напишите «нет» (D.2.1)",
            "give the patronymic; if the person has none, write “нет” or “none” (D.2.1)",
        ),
    )


def _explained(exc: ValidationError) -> list[Reason]:
    rows = explain(RequestValidationError(exc.errors())).details
    return [
        _named(Reason(each["kind"], _FIELD_OF.get(each["where"], each["where"]), each["message"]))
        for each in rows
    ]


def _named(reason: Reason) -> Reason:
    """A value that is missing may have no column that could be named beside it."""
    name = NAMES.get(reason.field or "")
    if reason.code != "missing" or name is None:
        return reason
    text = Text(
        f"не заполнено: колонка «{name.ru}» пуста, или её нет",
        f"not given: the column “{name.en}” is empty, or is not there",
    )
    return Reason(reason.code, reason.field, text)


def _is_unclear(reason: Reason, row: Row) -> bool:
    """Whether a field seems to be missing only because its cell was not understood."""
    return reason.code == "missing" and (
        reason.field in row.faults or ("full_name" in row.faults and reason.field in NAME_PARTS)
    )
