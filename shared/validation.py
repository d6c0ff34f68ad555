"""FastAPI's validation errors in words that a judge can act on, in both languages."""

from collections.abc import Iterator
from typing import Any

from fastapi.exceptions import RequestValidationError

from shared.contract import ONE_LINE, PLAYER_ID, SLUG
from shared.refusals import Refusal, Text

_MESSAGES: dict[str, Text] = {
    "missing": Text("обязательное поле не заполнено", "this field is required"),
    "extra_forbidden": Text("такого поля нет", "there is no such field"),
    "string_type": Text("нужна строка", "must be a string"),
    "string_too_short": Text(
        "слишком коротко: знаков нужно не меньше {min_length}",
        "too short: at least {min_length} characters",
    ),
    "string_empty": Text("не заполнено", "is empty"),
    "string_too_long": Text(
        "слишком длинно: знаков можно не больше {max_length}",
        "too long: at most {max_length} characters",
    ),
    "string_pattern_mismatch": Text("не тот вид: {pattern}", "not of the right form: {pattern}"),
    "string_unicode": Text(
        "есть знаки, которые нельзя хранить", "it has characters that can't be stored"
    ),
    "int_type": Text("нужно целое число", "must be a whole number"),
    "int_parsing": Text("нужно целое число", "must be a whole number"),
    "int_from_float": Text("нужно целое число", "must be a whole number"),
    "int_parsing_size": Text("слишком большое число", "the number is too large"),
    "finite_number": Text("нужно целое число", "must be a whole number"),
    "bool_type": Text("нужно true или false", "must be true or false"),
    "bool_parsing": Text("нужно true или false", "must be true or false"),
    "list_type": Text("нужен список", "must be a list"),
    "dict_type": Text("нужен объект", "must be an object"),
    "model_attributes_type": Text("нужен объект JSON", "must be a JSON object"),
    "too_short": Text("мало строк: не меньше {min_length}", "too few items: at least {min_length}"),
    "too_long": Text("много строк: не больше {max_length}", "too many items: at most {max_length}"),
    "greater_than_equal": Text("не меньше {ge}", "must be at least {ge}"),
    "greater_than": Text("больше {gt}", "must be more than {gt}"),
    "less_than_equal": Text("не больше {le}", "must be at most {le}"),
    "less_than": Text("меньше {lt}", "must be less than {lt}"),
    "literal_error": Text("допустимо: {expected}", "must be one of: {expected}"),
    "enum": Text("допустимо: {expected}", "must be one of: {expected}"),
    "date_from_datetime_parsing": Text("нужна дата ГГГГ-ММ-ДД", "must be a date, YYYY-MM-DD"),
    "date_parsing": Text("нужна дата ГГГГ-ММ-ДД", "must be a date, YYYY-MM-DD"),
    "date_type": Text("нужна дата ГГГГ-ММ-ДД", "must be a date, YYYY-MM-DD"),
    "datetime_from_date_parsing": Text("нужно время с датой", "must be a date and time"),
    "datetime_parsing": Text("нужно время с датой", "must be a date and time"),
    "datetime_type": Text("нужно время с датой", "must be a date and time"),
    "datetime_object_invalid": Text("такого времени нет", "there is no such time"),
    "timezone_aware": Text("у времени нужен пояс", "the time needs its offset"),
    "uuid_parsing": Text("нужен UUID", "must be a UUID"),
    "uuid_type": Text("нужен UUID", "must be a UUID"),
}

_FORMS: dict[str, Text] = {
    SLUG: Text(
        "короткое имя: от двух латинских строчных букв, цифр, дефисов, например kazan",
        "a short name: two or more small Latin letters, digits, hyphens, such as kazan",
    ),
    PLAYER_ID: Text("ID игрока, число, например 1007", "a player's ID, a number such as 1007"),
    ONE_LINE: Text(
        "одна строка, без невидимых управляющих знаков",
        "one line, without invisible control characters",
    ),
}
"""What the patterns of the contract ask for, in words; the contract itself shows the patterns."""


_UNSEEN = object()
"""Not part of a body that was read."""


def explain(exc: RequestValidationError) -> Refusal:
    """All faults of a request in one refusal; broken JSON is a ``malformed`` one."""
    errors = exc.errors()
    for error in errors:
        if error["type"] == "json_invalid":
            return not_json(error["loc"][-1])
    rows = _deepest([_row(error, exc.body) for error in errors])
    first = rows[0]
    return Refusal(
        "invalid",
        "validation",
        Text(
            f"Не принято полей: {len(rows)}. {first['where']}: {first['message'].ru}.",
            f"Fields not accepted: {len(rows)}. {first['where']}: {first['message'].en}.",
        ),
        where=first["where"],
        todo=Text("Исправьте поля из списка errors.", "Correct the fields listed in errors."),
        details=rows,
    )


def not_said_json(content_type: str) -> Refusal:
    """A body that was not said to be JSON, and so was not read; or none at all."""
    sent = Text(f"Тело прислано как «{content_type}».", f"The body was sent as “{content_type}”.")
    nothing = Text("Тела нет, или не сказано, что оно JSON.", "No body, or none said to be JSON.")
    return Refusal(
        "malformed",
        "content_type_not_json",
        sent if content_type else nothing,
        where="Content-Type",
        todo=Text(
            "Пошлите JSON с заголовком Content-Type: application/json.",
            "Send JSON with the header Content-Type: application/json.",
        ),
    )


def not_json(at: object = None) -> Refusal:
    """A body that is no JSON; ``at``: the character where reading it failed, if known."""
    ru, en = ("", "") if at is None else (f" (знак {at})", f" (character {at})")
    return Refusal(
        "malformed",
        "malformed_json",
        Text(f"Тело запроса не JSON{ru}.", f"The request's body is not JSON{en}."),
        where="body",
        todo=Text(
            "Проверьте кавычки, запятые и кодировку: нужна UTF-8.",
            "Check quotes, commas and the encoding, which must be UTF-8.",
        ),
    )


def _deepest(rows: list[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Without the faults of a whole that is at fault within: of two kinds, it is of the other."""
    paths = [row["where"].split(".") for row in rows]
    wholes = {".".join(path[:end]) for path in paths for end in range(1, len(path))}
    return tuple(row for row in rows if row["where"] not in wholes)


def _row(error: dict[str, Any], body: Any) -> dict[str, Any]:
    """One fault: the place (``body.players.3.email``), a stable kind, a sentence."""
    values = dict(error.get("ctx", {}))
    if expected := values.get("expected"):  # "'a', 'b' or 'c'": no English "or" in Russian
        values["expected"] = ", ".join(str(expected).rsplit(" or ", 1))
    kind = error["type"]
    if kind == "string_too_short" and values.get("min_length") == 1:
        kind = "string_empty"
    known = _FORMS.get(values.get("pattern", "")) or _MESSAGES.get(kind)
    if known:
        message = Text(known.ru.format_map(_Known(values)), known.en.format_map(_Known(values)))
    else:
        message = _spoken(error)
    return {
        "where": ".".join(map(str, _place(error, body))),
        "kind": error["type"],
        "message": message,
    }


def _place(error: dict[str, Any], body: Any) -> Iterator[int | str]:
    """Where the fault is, without pydantic's names of the kinds that a field may be of."""
    at: Any = {"body": body} if error["loc"][0] == "body" and body is not None else _UNSEEN
    for part in error["loc"]:
        sent = isinstance(at, dict) and (part in at or error["type"] == "missing")
        if isinstance(part, str) and at is not _UNSEEN and not sent:
            continue
        yield part
        try:
            at = at[part]
        except (KeyError, IndexError, TypeError):
            at = _UNSEEN


def _spoken(error: dict[str, Any]) -> Text:
    """A validator of ours may raise a bilingual ``ValueError("русский|English")``."""
    english = str(error["msg"]).removeprefix("Value error, ")
    russian, _, other = english.partition("|")
    return Text(russian if other else f"не принято ({english})", other or english)


class _Known(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"
