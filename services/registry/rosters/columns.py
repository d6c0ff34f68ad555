"""Which column is which field: headers in any order, in Russian or English."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.registry.rosters.grid import MOST_COLUMNS, Cell, NoValue, NumberedRow, clip
from shared.folding import fold
from shared.refusals import Refusal, Text

HEADER_WITHIN = 10
"""Rows that are looked through for the header: titles often stand above it."""

_ENOUGH = 2
"""Columns that must say something for a row to be the header."""

NAMES = {
    "surname": Text("фамилия", "surname"),
    "first_name": Text("имя", "first name"),
    "patronymic": Text("отчество", "patronymic"),
    "full_name": Text("ФИО", "surname first name patronymic"),
    "no_patronymic": Text("без отчества", "no patronymic"),
    "email": Text("e-mail", "e-mail"),
    "city": Text("город", "city"),
    "club": Text("клуб", "club"),
    "nickname": Text("прозвище", "nickname"),
    "phone": Text("телефон", "phone"),
    "old_number": Text("старый номер", "old number"),
    "consent_version": Text("версия согласия", "consent version"),
    "consent_date": Text("дата согласия", "consent date"),
    "guardian": Text("представитель", "guardian"),
    "namesake": Text("тёзка", "namesake"),
}
"""Every field that a column may be, as it is called in reports; these words are headers too."""

_OTHER_HEADERS = {
    "surname": "last name; family name; фамилия игрока",
    "first_name": "given name; имя игрока",
    "patronymic": "отчество при наличии; отчество если есть; middle name",
    "full_name": "ф.и.о.; фио игрока; фио участника; фио полностью; фамилия имя отчество; "
    "фамилия имя; фамилия и имя; surname first name; surname and first name; "
    "last name first name; last name first name middle name",
    "no_patronymic": "нет отчества; отчества нет; отчество отсутствует",
    "email": "емейл; е-мейл; имейл; мейл; почта; эл почта; электронная почта; "
    "адрес электронной почты; электронный адрес; е-mail; mail; email address",
    "city": "город проживания; населённый пункт; town",
    "club": "название клуба; club name",
    "nickname": "ник; никнейм; псевдоним; nick",
    "phone": "тел; номер телефона; мобильный; мобильный телефон; моб. телефон; моб. тел.; "
    "сотовый; сотовый телефон; контактный телефон; phone number; mobile",
    "old_number": "номер в базе; № в базе; прежний номер; старый id; id; old id",
    "consent_version": "версия; согласие версия; редакция согласия; version",
    "consent_date": "согласие дата; согласие от; date of consent",
    "guardian": "законный представитель; родитель; опекун; parent",
    "namesake": "тезка; однофамилец; другой человек; не двойник",
}
_SURNAME_LAST = (
    "имя отчество фамилия; имя фамилия; имя и фамилия; first name patronymic surname; "
    "first name surname; first name last name; first name middle name last name"
)
"""Headers of a whole name in the other order."""

_NO_ORDER = "name; full name; игрок; участник"
"""Headers of a whole name that say no order of its parts."""

_COUNTERS = "№; №№; n; nr; num; number; номер; номер игрока; № игрока; номер участника; № участника"
"""Headers that may number the rows, or be the old number: also one that does not count 1, 2, 3."""


def _squeezed(header: str) -> str:
    """A header without case, spaces, dashes, dots, ё; # alone is №, which folds to no."""
    return re.sub(r"[\W_]+", "", fold(header)) or ("no" if "#" in header else "")


_FIELD_OF = {
    _squeezed(word): field
    for field, name in NAMES.items()
    for word in (field, name.ru, name.en, *_OTHER_HEADERS[field].split(";"))
}
_OTHER_ORDER = {_squeezed(word) for word in _SURNAME_LAST.split(";")}
_FIELD_OF |= dict.fromkeys(_OTHER_ORDER, "full_name")
_UNORDERED = {_squeezed(word) for word in _NO_ORDER.split(";")}
_FIELD_OF |= dict.fromkeys(_UNORDERED, "name")
_FIELD_OF |= {_squeezed(word): "number" for word in _COUNTERS.split(";")}


@dataclass(frozen=True)
class Header:
    """The header of a file.

    at: its place among the file's rows; fields: index of a column -> field; columns: field ->
    header as written; ignored: headers that say nothing to us; width: cells that the row has;
    surname_last: the whole name's header says that order.
    """

    at: int
    fields: dict[int, str]
    columns: dict[str, str]
    ignored: list[str]
    width: int
    surname_last: bool


def said_by(cells: Sequence[Cell]) -> dict[int, str]:
    """Which cells of a row are headers that we know: index -> field."""
    return {
        index: field
        for index, cell in enumerate(cells)
        if isinstance(cell, str) and (field := _FIELD_OF.get(_squeezed(cell[:80])))
    }


def header_at(rows: Sequence[NumberedRow]) -> int | None:
    """Where the header is: the row, among the first, that says most; None: no row says enough."""
    known = [len(set(said_by(cells).values())) for _, cells in rows[:HEADER_WITHIN]]
    most = max(known, default=0)
    return known.index(most) if most >= _ENOUGH else None


def read_header(rows: Sequence[NumberedRow]) -> Header:
    """The columns of a file. Refuses no header, a column twice, one that is missing."""
    at = header_at(rows)
    if at is None:
        raise _no_header(_written(rows[0][1]) if rows else [])
    cells = rows[at][1]
    fields = said_by(cells)
    if len(cells) > MOST_COLUMNS:
        raise _too_wide()
    _refuse_formulas(cells)
    _refuse_unordered(fields, cells)
    _refuse_counters(fields, cells, rows[at + 1 :])
    fields = {index: field for index, field in fields.items() if field != "number"}
    _refuse_doubled(fields, cells)
    columns = {field: clip(str(cells[index])) for index, field in fields.items()}
    rest = (cell for index, cell in enumerate(cells) if index not in fields)
    surname_last = _squeezed(columns.get("full_name", "")) in _OTHER_ORDER
    header = Header(at, fields, columns, _written(rest), len(cells), surname_last)
    _refuse_missing(header)
    return header


def proves_cyrillic(header: Header) -> bool:
    """Whether a known header could not be read so in another encoding than the right one.

    Mac Cyrillic has the small letters where CP1251 has them, but for я, its «я» is the «Я» of
    CP1251, and its «ё» is «Ю».
    """
    written = "".join(header.columns.values())
    return re.search("[А-ЬЁёя]", written) is not None


def _written(cells: Iterable[Cell]) -> list[str]:
    return [clip(str(cell)) for cell in cells if cell is not None and str(cell).strip()]


def _refuse_formulas(cells: Sequence[Cell]) -> None:
    """A header whose text the file does not hold may be of a column that we read."""
    if NoValue.FORMULA in cells:
        raise _columns(
            "file_column_unclear",
            Text(
                "Заголовок колонки — формула, значения которой в файле нет.",
                "A column's header is a formula whose value the file lacks.",
            ),
            Text(
                "Откройте файл в Excel, сохраните и пришлите снова.",
                "Open the file in Excel, save it, and send it again.",
            ),
            found=_written(cells),
        )


def _refuse_unordered(fields: dict[int, str], cells: Sequence[Cell]) -> None:
    """A column of whole names whose header does not say if the surname comes first: don't guess."""
    for index, field in fields.items():
        if field == "name":
            written = clip(str(cells[index]))
            raise _columns(
                "file_column_unclear",
                Text(
                    f"Колонка «{written}» не говорит, что в имени стоит первым: фамилия или имя.",
                    f"The header {written} does not say whether the surname comes first.",
                ),
                Text(
                    "Назовите её «ФИО», если первой стоит фамилия, «Имя Отчество Фамилия», если "
                    "последней, или «Имя», если в ней только имя; лишнюю уберите.",
                    "Call it “surname first name patronymic” or “first name patronymic surname”, "
                    "as it is, or “first name” if that is all; or remove it.",
                ),
                found=[written],
            )


def _refuse_counters(
    fields: dict[int, str], cells: Sequence[Cell], people: Sequence[NumberedRow]
) -> None:
    """A column «№» may number the rows or be the old number, whatever it says: don't guess."""
    for index, field in fields.items():
        said = (row[index] for _, row in people if index < len(row))
        if field == "number" and _written(said):
            written = clip(str(cells[index]))
            raise _columns(
                "file_column_unclear",
                Text(
                    f"Колонка «{written}»: это номера строк или номера старой базы?",
                    f"The column {written}: does it number the rows, or are these old numbers?",
                ),
                Text(
                    "Назовите её «№ п/п», если это номера строк, или «Старый номер».",
                    "Call it “row” if it numbers the rows, or “old number”.",
                ),
                found=[written],
            )


def _refuse_doubled(fields: dict[int, str], cells: Sequence[Cell]) -> None:
    """A column twice, or the name both whole and in parts: which of the two is right?"""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for index, field in fields.items():
        places["full_name" if field in ("surname", "first_name") else field].append(
            clip(str(cells[index]))
        )
    names = set(fields.values()) & {"full_name", "surname", "first_name"}
    if "full_name" not in names and len(places["full_name"]) == len(names):
        places.pop("full_name")  # surname and first name, each once
    for field, headers in places.items():
        if len(headers) > 1:
            listed = ", ".join(f"«{header}»" for header in headers)
            raise _columns(
                "file_columns_doubled",
                Text(
                    f"Несколько колонок об одном ({NAMES[field].ru}): {listed}.",
                    f"Several columns say the same ({NAMES[field].en}): {listed}.",
                ),
                Text("Оставьте одну из них.", "Keep one of them."),
                found=headers,
            )


def _refuse_missing(header: Header) -> None:
    """Rule 2.1.2: what must be handed over needs a column, the patronymic or its absence too."""
    has = header.columns.keys()
    needed = ["email", "city"]
    if "full_name" not in has:
        needed += ["surname", "first_name"]
        needed += [] if "no_patronymic" in has else ["patronymic"]
    missing = [field for field in NAMES if field in needed and field not in has]
    if missing:
        ru, en = _listed(missing)
        raise _columns(
            "file_columns_missing",
            Text(f"Нет колонок: {ru}.", f"Columns are missing: {en}."),
            Text(
                "Добавьте их; заголовки могут стоять в любом порядке.",
                "Add them; headers may stand in any order.",
            ),
            found=[*header.columns.values(), *header.ignored],
            missing=missing,
        )


def _no_header(found: list[str]) -> Refusal:
    ru, en = _listed(["surname", "first_name", "patronymic", "email", "city"])
    return _columns(
        "file_header_missing",
        Text(
            f"Среди первых строк ({HEADER_WITHIN}) нет строки с заголовками колонок.",
            f"None of the first rows ({HEADER_WITHIN}) has the columns' headers.",
        ),
        Text(
            f"Добавьте строку с заголовками: {ru} (или ФИО вместо трёх первых).",
            f"Add a row with headers: {en} (or “{NAMES['full_name'].en}” for the first three).",
        ),
        found=found,
    )


def _too_wide() -> Refusal:
    return _columns(
        "file_too_wide",
        Text(f"Колонок больше {MOST_COLUMNS}.", f"There are more than {MOST_COLUMNS} columns."),
        Text("Оставьте нужные колонки.", "Keep the columns that are needed."),
        found=[],
    )


def _listed(fields: Sequence[str]) -> tuple[str, str]:
    return ", ".join(NAMES[f].ru for f in fields), ", ".join(NAMES[f].en for f in fields)


def _columns(
    code: str, message: Text, todo: Text, found: list[str], missing: Sequence[str] = ()
) -> Refusal:
    """``found``: headers as written; ``missing``: fields that need a column."""
    extra = {"found": found[:MOST_COLUMNS], "missing": list(missing)}
    return Refusal("invalid", code, message, rule="2.1.2", where="header", todo=todo, extra=extra)
