"""Columns in any order by any usual header, and what their cells say."""

import pytest

from services.registry.rosters import MOST_ROWS, Row, read_roster
from services.registry.rosters.columns import NAMES
from tests.registry.files import ALYONA, HEADER, YAN, csv_of, refusal_of, xlsx_of


def only(body: bytes) -> Row:
    (row,) = read_roster(body).rows
    return row


@pytest.mark.parametrize(
    ("field", "headers"),
    [
        ("surname", ["Фамилия", " ФАМИЛИЯ* ", "surname", "Last Name", "фамилия игрока:"]),
        ("first_name", ["Имя", "ИМЯ", "first_name", "First name", "given-name"]),
        ("patronymic", ["Отчество", "Отчество (при наличии)", "Отчество (если есть)"]),
        ("email", ["E-mail", "Е-mail", "email", "Эл. почта", "Почта", "Электронная  почта",
                   "E_MAIL", "адрес электронной почты", "Емейл"]),
        ("city", ["Город", "Населённый пункт", "населенный пункт", "city"]),
        ("club", ["Клуб", "club"]),
        ("nickname", ["Ник", "Прозвище", "Никнейм", "«Прозвище»", "nickname"]),
        ("phone", ["Телефон", "Тел.", "Мобильный телефон", "моб. тел.", "phone"]),
        ("old_number", ["Старый номер", "Номер в базе", "№ в базе", "ID", "old_number"]),
        ("no_patronymic", ["Без отчества", "Нет отчества", "no_patronymic"]),
        ("consent_version", ["Версия", "Версия согласия", "Согласие (версия)", "consent version",
                             "version"]),
        ("consent_date", ["Дата согласия", "Согласие: дата", "consent_date"]),
        ("guardian", ["Представитель", "Законный представитель", "Родитель", "guardian"]),
        ("namesake", ["Тёзка", "Тезка", "Однофамилец", "namesake"]),
        ("full_name", ["ФИО", "Ф.И.О.", "фио", "Фамилия, имя, отчество", "Фамилия и имя",
                       "Surname, first name, patronymic", "Last name, first name"]),
    ],
)  # fmt: skip
def test_headers_in_any_usual_spelling(field: str, headers: list[str]) -> None:
    values = {"full_name": "Белова Анна Ильинична", "no_patronymic": "да", "namesake": "да",
              "consent_date": "05.11.2026"}  # fmt: skip
    parts = {"surname", "first_name"} if field == "full_name" else {field}
    if field == "no_patronymic":
        parts |= {"patronymic"}
    kept = [(h, v) for h, v in zip(HEADER, ALYONA, strict=True) if _field(h) not in parts]
    if field == "full_name":
        kept = [(h, v) for h, v in kept if h != "Отчество"]
    for written in headers:
        for at in (0, 2, len(kept)):
            table = [*kept[:at], (written, values.get(field, "Значение 7")), *kept[at:]]
            roster = read_roster(csv_of(*zip(*table, strict=True)))
            assert roster.columns[field] == " ".join(written.split())
            assert roster.ignored == []


def _field(header: str) -> str:
    return next(field for field, name in NAMES.items() if name.ru == header.casefold())


def test_columns_that_say_nothing_are_named() -> None:
    header = ("№ п/п", *HEADER, "Взнос, руб.", "", "Заметки")
    roster = read_roster(csv_of(header, ("1", *ALYONA, "500", "без заголовка", "")))
    assert roster.ignored == ["№ п/п", "Взнос, руб.", "Заметки"]
    assert roster.rows[0].faults == {}
    assert roster.rows[0].values["surname"] == "Воронцова"


@pytest.mark.parametrize(
    ("header", "code", "missing"),
    [
        (HEADER[:4], "file_columns_missing", ["city"]),
        (("Имя", "Город"), "file_columns_missing", ["surname", "patronymic", "email"]),
        (("ФИО", "Телефон"), "file_columns_missing", ["email", "city"]),
        ((*HEADER, "Почта"), "file_columns_doubled", []),
        ((*HEADER, "фамилия "), "file_columns_doubled", []),
        ((*HEADER, "ФИО"), "file_columns_doubled", []),
        (("ФИО", "Имя", "E-mail", "Город"), "file_columns_doubled", []),
        (ALYONA, "file_header_missing", []),
        (("Клуб",), "file_header_missing", []),
        (("Фамилия|Имя|Отчество|E-mail|Город",), "file_header_missing", []),
        ((*HEADER, *map(str, range(100))), "file_too_wide", []),
    ],
    ids=["city", "several", "whole-name", "two-emails", "two-surnames", "name-twice",
         "name-partly-twice", "no-header", "one-word", "other-delimiter", "wide"],
)  # fmt: skip
def test_rule_2_1_2_what_is_wrong_with_the_header_is_said(
    header: tuple[str, ...], code: str, missing: list[str]
) -> None:
    for body in (csv_of(header, YAN), xlsx_of(header, YAN)):
        refusal = refusal_of(body)
        assert (refusal.kind, refusal.code, refusal.rule) == ("invalid", code, "2.1.2")
        assert refusal.extra["missing"] == missing
        assert refusal.todo is not None
        assert all(NAMES[field].ru in refusal.message.ru for field in missing)
        assert set(refusal.extra["found"]) <= {" ".join(each.split()) for each in header}
        assert refusal.extra["found"] or code == "file_too_wide"


def test_law_8_a_long_header_is_not_sent_back_whole() -> None:
    refusal = refusal_of(csv_of(("я" * 5000, "ю")))
    assert [len(each) for each in refusal.extra["found"]] == [60, 1]


COUNTERS = ["№", "N", "No", "No.", "#", "Номер", "number", "№ игрока", "Номер участника"]


@pytest.mark.parametrize("header", COUNTERS)
def test_law_8_a_column_that_may_number_the_rows_is_never_guessed(header: str) -> None:
    for first, second in ((1, 2), (1, 4), (2, 1), (2, 3), (10, 11), (1, 1), ("1.", "2."),
                          ("001", "007"), ("А-5", ""), ("", 9)):  # fmt: skip
        table = ((header, *HEADER), (first, *ALYONA), (second, *YAN))
        for body in (csv_of(*table), xlsx_of(*table)):
            refusal = refusal_of(body)
            assert (refusal.code, refusal.extra["found"]) == ("file_column_unclear", [header])
            assert refusal.todo is not None
            assert "«№ п/п»" in refusal.todo.ru
            assert "«Старый номер»" in refusal.todo.ru
    empty = read_roster(csv_of((header, *HEADER), ("", *ALYONA), (" ", *YAN)))
    assert (empty.ignored, len(empty.rows)) == ([header], 2)


@pytest.mark.parametrize("header", ["№ п/п", "п/п", "N п/п", "# п/п", "row"])
def test_law_8_the_numbers_of_rows_are_no_old_numbers(header: str) -> None:
    roster = read_roster(csv_of(("Старый номер", header, *HEADER), ("2", "1", *ALYONA)))
    assert (roster.ignored, roster.rows[0].values["old_number"]) == ([header], "2")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Воронцова Алёна Игоревна", ("Воронцова", "Алёна", "Игоревна", None)),
        ("  Воронцова,  Алёна\u00a0Игоревна ", ("Воронцова", "Алёна", "Игоревна", None)),
        ("Цой Ян", ("Цой", "Ян", None, None)),
        ("Цой Ян нет", ("Цой", "Ян", None, "yes")),
        ("Цой Ян -", ("Цой", "Ян", None, "yes")),
        ("Цой Ян Без отчества", ("Цой", "Ян", None, "yes")),
        ("Мамедов Али Гейдар оглы", ("Мамедов", "Али", "Гейдар оглы", None)),
        ("Салтыков-Щедрин Михаил Евграфович", ("Салтыков-Щедрин", "Михаил", "Евграфович", None)),
        ("Салтыков Щедрин Михаил Евграфович", None),
        ("Воронцова", None),
    ],
    ids=lambda value: None if value is None or isinstance(value, tuple) else value.strip()[:12],
)
def test_rule_2_1_2_a_whole_name_is_split_and_never_filled_up(
    written: str, expected: tuple[str | None, ...] | None
) -> None:
    row = only(csv_of(("ФИО", "E-mail", "Город"), (written, "a@example.org", "Уфа")))
    fields = ("surname", "first_name", "patronymic", "no_patronymic")
    if expected is None:
        assert list(row.faults) == ["full_name"]
    else:
        assert tuple(row.values.get(field) for field in fields) == expected
    assert "full_name" not in row.values


def test_d_2_1_a_whole_name_beside_a_patronymics_own_column() -> None:
    def values(full_name: str, patronymic: str) -> Row:
        header = ("ФИО", "Отчество", "E-mail", "Город")
        return only(csv_of(header, (full_name, patronymic, "a@example.org", "Уфа")))

    assert values("Цой Ян", "нет").values["no_patronymic"] == "yes"
    assert values("Белова Анна", "Ильинична").values["patronymic"] == "Ильинична"
    assert values("Белова Анна Ильинична", "ильинична").faults == {}
    assert list(values("Белова Анна Ильинична", "Игоревна").faults) == ["full_name"]


@pytest.mark.parametrize("cell", ["нет", "Нет", "НЕТ.", "-", "—", "–", "б/о", "Б/О", "отсутствует"])
def test_d_2_1_a_patronymics_cell_may_say_that_there_is_none(cell: str) -> None:
    row = only(csv_of(HEADER, ("Цой", "Ян", cell, "yan@example.org", "Уфа")))
    assert (row.values["no_patronymic"], row.faults) == ("yes", {})
    assert "patronymic" not in row.values


def test_law_8_as_many_people_as_are_stated_and_no_more() -> None:
    line = csv_of(ALYONA)
    assert len(read_roster(csv_of(HEADER) + line * MOST_ROWS).rows) == MOST_ROWS
    refusal = refusal_of(csv_of(HEADER) + line * (MOST_ROWS + 1))
    assert (refusal.kind, refusal.code) == ("too_large", "file_too_many_rows")
    assert refusal.extra == {"limit_rows": MOST_ROWS}
