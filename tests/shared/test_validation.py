"""What a judge reads when a field is not accepted: plain words, each in its own language."""

from datetime import datetime
from typing import Annotated, Any, Literal

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, StringConstraints, ValidationError

from services.registry.schemas.fields import Email
from shared.contract import Day, Moment
from shared.refusals import Text
from shared.validation import explain


class Form(BaseModel):
    """A field of each kind."""

    email: Email = "alyona@example.org"
    day: Day | None = None
    at: Moment | None = None
    name: Annotated[str, StringConstraints(min_length=1)] = "Ёж"
    code: Annotated[str, StringConstraints(min_length=3)] = "абв"
    slug: Annotated[str, StringConstraints(pattern=r"^[a-z]+$")] = "a"
    kind: Literal["clean", "technical", "no_show"] = "clean"
    yes: Literal["yes"] = "yes"
    level: Literal[1, 2] = 1


def told(**given: Any) -> Text:
    """The message about the one field that is wrong."""
    with pytest.raises(ValidationError) as caught:
        Form.model_validate(given)
    (row,) = explain(RequestValidationError(caught.value.errors())).details
    message: Text = row["message"]
    return message


@pytest.mark.parametrize(
    ("given", "russian", "english"),
    [
        ({"email": "алёна"}, "нужен адрес вида имя@пример.ру", "must look like name@example.org"),
        ({"email": 7}, "нужна строка", "must be a string"),
        ({"day": "2026-02-30"}, "такой даты нет", "there is no such date"),
        ({"day": "30.02.2026"}, "нужна дата ГГГГ-ММ-ДД", "must be a date, YYYY-MM-DD"),
        ({"day": "1999-12-31"}, "не раньше 2000-01-01", "not before 2000-01-01"),
        ({"day": "2100-01-01"}, "не позже 2099-12-31", "not after 2099-12-31"),
        (
            {"at": "2000-01-01T02:59:59+03:00"},
            "не раньше 2000-01-01, UTC",
            "not before 2000-01-01, UTC",
        ),
        (
            {"at": "9999-12-31T23:59:59-14:00"},
            "не позже 2099-12-31, UTC",
            "not after 2099-12-31, UTC",
        ),
        (
            {"at": 1_700_000_000},
            "нужно время с датой и поясом",
            "must be a date and time with its offset",
        ),
        ({"name": ""}, "не заполнено", "is empty"),
        (
            {"code": ""},
            "слишком коротко: знаков нужно не меньше 3",
            "too short: at least 3 characters",
        ),
        ({"slug": "Казань"}, "не тот вид: ^[a-z]+$", "not of the right form: ^[a-z]+$"),
        (
            {"kind": "победа"},
            "допустимо: 'clean', 'technical', 'no_show'",
            "must be one of: 'clean', 'technical', 'no_show'",
        ),
        ({"yes": "no"}, "допустимо: 'yes'", "must be one of: 'yes'"),
        ({"level": 3}, "допустимо: 1, 2", "must be one of: 1, 2"),
    ],
)
def test_law_8_a_wrong_field_is_told_in_both_languages(
    given: dict[str, Any], russian: str, english: str
) -> None:
    assert told(**given) == Text(russian, english)


def test_what_is_right_is_taken() -> None:
    taken = Form.model_validate({"email": "  алёна@пример.рф ", "day": "2028-02-29"})
    assert taken.email == "алёна@пример.рф"
    assert str(taken.day) == "2028-02-29"


@pytest.mark.parametrize("moment", ["2000-01-01T03:00:00+03:00", "2099-12-31T23:59:59.999999Z"])
@pytest.mark.parametrize("day", ["2000-01-01", "2099-12-31"])
def test_law_8_the_limits_of_time_are_themselves_within(day: str, moment: str) -> None:
    taken = Form.model_validate({"day": day, "at": moment})
    assert (str(taken.day), taken.at) == (day, datetime.fromisoformat(moment))
