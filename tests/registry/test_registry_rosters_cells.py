"""What the cells of a roster say: numbers, days, yes and no, nothing, what Excel made of them."""

from datetime import date, datetime, time
from typing import Any

import pytest

from services.registry.rosters import Row, read_roster
from tests.registry.files import ALYONA, HEADER, csv_of, xlsx_of


def only(body: bytes) -> Row:
    (row,) = read_roster(body).rows
    return row


@pytest.mark.parametrize(
    ("cell", "said"),
    [("да", True), ("ДА", True), ("+", True), ("x", True), ("Х", True), (1, True), ("true", True),
     ("Истина", True), (True, True), ("✓", True), ("нет", False), ("", False), ("-", False),
     (0, False), ("ложь", False), (False, False), ("может быть", None), (2, None)],
    ids=repr,
)  # fmt: skip
def test_flags_are_yes_or_no_in_every_usual_way(cell: Any, said: bool | None) -> None:
    header = ("Фамилия", "Имя", "Без отчества", "Тёзка", "E-mail", "Город")
    line = ("Цой", "Ян", cell, cell, "yan@example.org", "Уфа")
    for body in (csv_of(header, line), xlsx_of(header, line)):
        row = only(body)
        for flag in ("no_patronymic", "namesake"):
            assert row.values.get(flag) == ("yes" if said else None)
            assert (flag in row.faults) is (said is None)


WITH_ALL = (*HEADER, "Телефон", "Старый номер", "Дата согласия", "Ник")


def with_all(phone: Any = "", old: Any = "", day: Any = "", nick: Any = "") -> tuple[Any, ...]:
    return (*ALYONA, phone, old, day, nick)


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        (79001234567, "79001234567"), (79001234567.0, "79001234567"),
        ("79001234567.0", "79001234567"), ("79001234567,0", "79001234567"),
        ("7.9001234567E+10", "79001234567"), ("7,9001234567E+10", "79001234567"),
        ("7,9001234567Е+10", "79001234567"),
        ("'89001234567", "89001234567"), ('="89001234567"', "89001234567"),
        ("+7 (900) 123-45-67", "+7 (900) 123-45-67"), ("8\u00a0900\u200b 1234567", "8 900 1234567"),
    ],
    ids=repr,
)  # fmt: skip
def test_excels_phones_are_the_digits_again(cell: Any, read: str) -> None:
    for body in (csv_of(WITH_ALL, with_all(cell)), xlsx_of(WITH_ALL, with_all(f"\u00a0{cell} "))):
        row = only(body)
        assert (row.values["phone"], row.faults) == (read, {})


@pytest.mark.parametrize("cell", ["7,90012E+10", "7.9E+10", "8,800555353E+10"])
def test_law_8_a_phone_that_excel_shortened_is_not_filled_up(cell: str) -> None:
    row = only(csv_of(WITH_ALL, with_all(cell)))
    assert list(row.faults) == ["phone"]
    assert "phone" not in row.values


@pytest.mark.parametrize(
    ("cell", "read"),
    [(123, "123"), (123.0, "123"), ("123.0", "123"), ("00123", "00123"), ("'007", "007"),
     ("А-17/2", "А-17/2"), (12.5, "12.5"), ("1 204", "1 204")],
    ids=repr,
)  # fmt: skip
def test_d_2_2_old_numbers_are_kept_as_written(cell: Any, read: str) -> None:
    for body in (csv_of(WITH_ALL, with_all("", cell)), xlsx_of(WITH_ALL, with_all("", cell))):
        assert only(body).values["old_number"] == read


@pytest.mark.parametrize(
    "cell",
    [datetime(2026, 11, 5), datetime(2026, 11, 5, 18, 30), date(2026, 11, 5), 46331, 46331.0,
     "46331", "05.11.2026", "5.11.2026", "05.11.2026 г.", "2026-11-05", "2026-11-05 00:00:00",
     "2026-11-05T18:30:00", "05.11.2026 0:00"],
    ids=repr,
)  # fmt: skip
def test_dates_as_excel_and_people_write_them(cell: Any) -> None:
    for body in (
        csv_of(WITH_ALL, with_all("", "", cell)),
        xlsx_of(WITH_ALL, with_all("", "", cell)),
    ):
        row = only(body)
        assert (row.values.get("consent_date"), row.faults) == ("2026-11-05", {})


@pytest.mark.parametrize(
    "cell", ["11/05/2026", "05.11.26", "30.02.2026", "2026-13-01", "да", "осень", 5, time(12, 30)],
    ids=repr,
)  # fmt: skip
def test_law_8_an_unclear_date_is_at_fault(cell: Any) -> None:
    row = only(xlsx_of(WITH_ALL, with_all("", "", cell)))
    assert list(row.faults) == ["consent_date"]


@pytest.mark.parametrize(
    ("phone", "old", "nick"),
    [(datetime(2026, 5, 10), "", ""), ("", datetime(2026, 5, 10), ""),
     ("", "", datetime(2026, 5, 10)), ("#ЗНАЧ!", "", ""), ("", "#REF!", ""), ("", "", "#####")],
    ids=["phone-day", "number-day", "nick-day", "value", "ref", "narrow"],
)  # fmt: skip
def test_law_8_what_excel_made_of_a_value_is_at_fault(phone: Any, old: Any, nick: Any) -> None:
    row = only(xlsx_of(WITH_ALL, with_all(phone, old, "", nick)))
    assert len(row.faults) == 1
    (text,) = row.faults.values()
    assert "Excel" in text.ru
    assert "Excel" in text.en


ERRORS = ["#N/A", "#Н/Д", "#REF!", "#ССЫЛКА!", "#VALUE!", "#ЗНАЧ!", "#NAME?", "#ИМЯ?", "#DIV/0!",
          "#ДЕЛ/0!", "#н/д", "#ПЕРЕНОС!", "########"]  # fmt: skip


@pytest.mark.parametrize("cell", ERRORS)
def test_law_8_an_error_of_excel_is_said_in_every_column(cell: str) -> None:
    for table in ((WITH_ALL, with_all(cell, cell, cell, cell)), (HEADER, (cell,) * 5)):
        for body in (csv_of(*table), xlsx_of(*table)):
            faults = only(body).faults
            assert len(faults) == (4 if table[0] is WITH_ALL else 5)
            assert all("ошибка Excel" in text.ru for text in faults.values())


OPTIONAL = {"Ник": "nickname", "Старый номер": "old_number", "Клуб": "club", "Телефон": "phone",
            "Представитель": "guardian", "Версия согласия": "consent_version",
            "Дата согласия": "consent_date"}  # fmt: skip


@pytest.mark.parametrize("cell", ["нет", "Нет", "НЕТ.", "-", "—", "–", "---", " - ", "none", "No"])
def test_law_8_nothing_said_in_words_is_nothing(cell: str) -> None:
    table = ((*HEADER, *OPTIONAL), (*ALYONA, *([cell] * len(OPTIONAL))))
    for body in (csv_of(*table), xlsx_of(*table)):
        row = only(body)
        assert (row.faults, row.values.keys() & {*OPTIONAL.values()}) == ({}, set())


def test_d_2_3_the_surname_no_is_one() -> None:
    assert only(csv_of(HEADER, ("No", *ALYONA[1:]))).values["surname"] == "No"


@pytest.mark.parametrize("nickname", ["Нетопырь", "Нет-нет", "—7—", "Нос"])
def test_a_nickname_that_begins_like_nothing_is_one(nickname: str) -> None:
    assert only(csv_of(WITH_ALL, with_all(nick=nickname))).values["nickname"] == nickname
