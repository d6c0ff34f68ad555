"""What a cell says: text as it should have been typed, from what Excel made of it."""

import re
import unicodedata
from collections.abc import Container
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from openpyxl.utils.datetime import WINDOWS_EPOCH

from services.registry.rosters.grid import Cell, NoValue
from shared.folding import fold
from shared.refusals import Text

FLAGS = ("no_patronymic", "namesake")
YES = "yes"

_YES = {"да", "д", "yes", "y", "true", "истина", "1", "+", "x", "х", "v", "✓", "✔", "☑", "есть"}
_NO = {"нет", "н", "no", "n", "false", "ложь", "0", "", "☐"}  # a dash folds to nothing
_NOTHING = {"", "нет", "отсутствует", "none", "no"}
_NO_NAME = {"нет", "отсутствует"}  # No is a surname
_NONE = _NOTHING | {"бо", "б/о", "без отчества", "не имеет"}
_OPTIONAL = (
    "nickname",
    "old_number",
    "club",
    "phone",
    "guardian",
    "consent_version",
    "consent_date",
)
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_AS_TEXT = re.compile(r'="(.*)"')
_EXCEL_ERRORS = re.compile(
    r"#(?:N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|GETTING_DATA"
    r"|Н/Д|ССЫЛКА!|ЗНАЧ!|ДЕЛ/0!|ИМЯ\?|ПУСТО!|ЧИСЛО!|ПЕРЕНОС!|ВЫЧИСЛ!|ПОЛЕ!)|#{3,}",
    re.IGNORECASE,
)
_SCIENTIFIC = re.compile(r"([1-9])(?:[.,](\d+))?[eEеЕ]\+?(\d{1,2})")
_WHOLE = re.compile(r"^(\d+)[.,]0+$")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\s?г\.?)?")
_YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_CLOCK = re.compile(r"[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$")
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_SHORTENED = re.compile(r"[^\W\d_]\.|^[^\W\d_]$")
"""«И.», «Вл.», «И»; a surname may be of one letter, or St. John."""
_SERIAL = re.compile(r"[2-7]\d{4}")
"""Excel's number of a day between 1954 and 2118."""


class Unclear(Exception):
    """A cell that can't be understood, and why."""

    def __init__(self, ru: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(ru, en)


def read_cell(field: str, cell: Cell, epoch: datetime = WINDOWS_EPOCH) -> str:
    """The cell's text for its field, composed and tidy; "" for nothing.

    A flag is ``yes`` or "", a date YYYY-MM-DD; epoch: the day before Excel's day 1. Raises Unclear
    rather than guess.
    """
    if field == "consent_date" and isinstance(cell, date):  # with a time of day, or without
        return cell.isoformat()[:10]
    text = _text(cell)
    if _EXCEL_ERRORS.fullmatch(text):
        raise Unclear(f"в ячейке ошибка Excel: {text}", f"an error of Excel: {text}")
    if field in _OPTIONAL and _says(text, _NOTHING):
        return ""
    if field == "consent_date":
        return _day(text, epoch)
    if field in FLAGS:
        return _flag(text)
    if field in ("phone", "old_number"):
        return _number(text)
    if field in ("surname", "first_name", "patronymic", "full_name", "city") and "??" in text:
        raise Unclear("вместо букв знаки вопроса", "question marks instead of letters")
    if field in ("surname", "first_name") and _says(text, _NO_NAME):
        raise Unclear(f"«{text}» вместо имени: оно нужно", f"“{text}” is no name: one is needed")
    refuse_shortened(field, text)
    return text


def says_none(patronymic: str) -> bool:
    """D.2.1: whether a patronymic's cell says that there is none: «нет», «-», «б/о»."""
    return _says(patronymic, _NONE)


def refuse_shortened(field: str, text: str) -> None:
    """Rule 2.1.2: raise Unclear if a part of a name is an initial, or shortened by a dot."""
    pattern = {"surname": _INITIAL, "first_name": _SHORTENED, "patronymic": _SHORTENED}.get(field)
    if pattern and not says_none(text) and pattern.search(text):
        raise Unclear(
            f"«{text}»: нужны имена полностью, а не инициалы и сокращения",
            f"“{text}”: names are needed in full, no initials or abbreviations",
        )


def tidy(text: str) -> str:
    """Composed (NFC), every space a plain and single one, nothing invisible, no Excel wrapping."""
    if wrapped := _AS_TEXT.fullmatch(text.strip()):  # ="007": how Excel is told to keep zeros
        text = wrapped[1]
    return unicodedata.normalize("NFC", " ".join(_UNSEEN.sub("", text).split()))


def _says(text: str, words: Container[str]) -> bool:
    return bool(text) and fold(text).rstrip(".") in words


def _text(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, NoValue):
        raise Unclear(
            "в файле нет значения этой формулы: откройте его в Excel, сохраните и пришлите снова",
            "the file lacks the value of this formula: open it in Excel, save it, send it again",
        )
    if isinstance(cell, bool):
        return "да" if cell else "нет"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime | date | time | timedelta):
        raise Unclear(
            "Excel превратил значение в дату; задайте ячейке формат «Текстовый»",
            "Excel made a date of the value; format the cell as text",
        )
    return tidy(str(cell))


def _flag(text: str) -> str:
    word = text.casefold().rstrip(".")
    if word in _YES:
        return YES
    if word in _NO or fold(word) == "":
        return ""
    raise Unclear("нужно да или нет", "must be yes or no")


def _number(text: str) -> str:
    """A phone or an old number, of which Excel may have made 7,9001234567E+10 or 123.0."""
    text = text.removeprefix("'")
    if whole := _WHOLE.fullmatch(text):
        return whole[1]
    if power := _SCIENTIFIC.fullmatch(text):
        digits = power[1] + (power[2] or "")
        if len(digits) <= int(power[3]):
            raise Unclear(
                f"Excel сократил номер до {text}, цифры потеряны; задайте формат «Текстовый»",
                f"Excel shortened the number to {text}, digits are lost; format it as text",
            )
        return str(Decimal(f"{power[1]}.{power[2] or 0}e{power[3]}").normalize().to_integral())
    return text


def _day(text: str, epoch: datetime) -> str:
    text = _WHOLE.sub(r"\1", _CLOCK.sub("", text))
    if not text:
        return ""
    if _SERIAL.fullmatch(text):
        return (epoch + timedelta(days=int(text))).date().isoformat()
    if parts := _DAY_FIRST.fullmatch(text):
        return _iso(parts[3], parts[2], parts[1])
    if parts := _YEAR_FIRST.fullmatch(text):
        return _iso(parts[1], parts[2], parts[3])
    return _no_day()


def _iso(year: str, month: str, day: str) -> str:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        raise Unclear("такой даты нет", "there is no such date") from None


def _no_day() -> str:
    raise Unclear(
        "нужна дата ДД.ММ.ГГГГ или ГГГГ-ММ-ДД", "must be a date, DD.MM.YYYY or YYYY-MM-DD"
    )
