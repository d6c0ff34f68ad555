"""Rule 2.1.2, D.2.1: a whole name in one column is taken apart where its order is sure."""

import pytest

from services.registry.rosters import Row, read_roster
from tests.registry.files import HEADER, csv_of, refusal_of

SURNAME_LAST = "Имя Отчество Фамилия"


def row_of(header: str, written: str) -> Row:
    (row,) = read_roster(csv_of((header, "E-mail", "Город"), (written, "a@b.example", "Уфа"))).rows
    return row


@pytest.mark.parametrize(
    ("header", "written", "expected"),
    [
        ("ФИО", "Абрамович Роман Аркадьевич", ("Абрамович", "Роман", "Аркадьевич")),
        ("ФИО", "Абрамович Роман", ("Абрамович", "Роман", None)),
        ("ФИО", "Кузьмич Илья Ильич", ("Кузьмич", "Илья", "Ильич")),
        ("ФИО", "Оглы Степан Иванович", ("Оглы", "Степан", "Иванович")),
        ("ФИО", "О Дмитрий Сергеевич", ("О", "Дмитрий", "Сергеевич")),
        ("ФИО", "Ким Чен Ын", ("Ким", "Чен", "Ын")),
        ("ФИО", "Мамедова Лейла Гейдар Кызы", ("Мамедова", "Лейла", "Гейдар Кызы")),
        ("ФИО", "Анна Петрова нет", ("Анна", "Петрова", None)),
        (SURNAME_LAST, "Алёна Игоревна Воронцова", ("Воронцова", "Алёна", "Игоревна")),
        (SURNAME_LAST, "Роман Аркадьевич Абрамович", ("Абрамович", "Роман", "Аркадьевич")),
        (SURNAME_LAST, "Али Гейдар оглы Мамедов", ("Мамедов", "Али", "Гейдар оглы")),
        (SURNAME_LAST, "Ян нет Цой", ("Цой", "Ян", None)),
        (SURNAME_LAST, "Ян Цой без отчества", ("Цой", "Ян", None)),
        ("first name, surname", "Ян Цой", ("Цой", "Ян", None)),
    ],
)
def test_rule_2_1_2_in_the_order_that_the_header_says(
    header: str, written: str, expected: tuple[str | None, ...]
) -> None:
    row = row_of(header, written)
    assert row.faults == {}
    assert tuple(map(row.values.get, ("surname", "first_name", "patronymic"))) == expected


@pytest.mark.parametrize(
    ("header", "written", "said"),
    [
        ("ФИО", "Иван Иванович Иванов", SURNAME_LAST),
        ("ФИО", "Анна Ильинична Белова", SURNAME_LAST),
        ("ФИО", "Ivan Ivanovich Ivanov", SURNAME_LAST),
        ("ФИО", "Роман Абрамович Аркадьевич", SURNAME_LAST),
        ("ФИО", "Иван Петрович", SURNAME_LAST),
        ("ФИО", "Милош Петрович нет", SURNAME_LAST),
        (SURNAME_LAST, "Иванов Иван Иванович", "ФИО"),
        (SURNAME_LAST, "Али Гейдар оглы", "ФИО"),
        ("ФИО", "Али Гейдар оглы", "разнесите"),
        ("ФИО", "Мамедов Али Гейдарович оглы", "разнесите"),
        ("ФИО", "Ким Чен Ын Младший", "разнесите"),
        ("ФИО", "И.И. Иванов", "полностью"),
        ("ФИО", "Иванов И И", "полностью"),
        ("ФИО", "Иванов Вл. Ильич", "полностью"),
        (SURNAME_LAST, "И. Иванов", "полностью"),
    ],
)
def test_rule_2_1_2_another_order_and_initials_are_never_names(
    header: str, written: str, said: str
) -> None:
    row = row_of(header, written)
    assert list(row.faults) == ["full_name"]
    assert said in row.faults["full_name"].ru
    assert not row.values.keys() & {"surname", "first_name", "patronymic"}


def faults_of(surname: str, first_name: str, patronymic: str) -> dict[str, str]:
    line = (surname, first_name, patronymic, "a@b.example", "Уфа")
    (row,) = read_roster(csv_of(HEADER, line)).rows
    return {field: text.ru for field, text in row.faults.items()}


@pytest.mark.parametrize(
    ("written", "field"),
    [
        ("Соколов;Петрович;Иван", "first_name"),
        ("Соколов;Петрович;", "first_name"),
        ("Соколов;Иван Петрович;нет", "first_name"),
        ("Соколов;Иван Петрович;", "first_name"),
        ("Соколов Иван;Петрович;нет", "first_name"),
        ("Иван;Петрович;Соколов", "first_name"),
        ("Белова;Ильинична;Анна", "first_name"),
        ("Sokolov;Ivan Petrovich;нет", "first_name"),
        ("Мамедов;Али Гейдар оглы;нет", "first_name"),
        ("Соколов Иван Петрович;Иван;Петрович", "surname"),
        ("СОКОЛОВ ИВАН ПЕТРОВИЧ;Иван;Петрович", "surname"),
        ("Соколов Иван Петрович;Соколов;нет", "surname"),
        ("Иван Петрович;Соколов;нет", "surname"),
        ("Соколов Иван;Иван;Петрович", "surname"),
        ("Соколов Петрович;Иван;Петрович", "surname"),
        ("Соколов;Соколов Иван;Петрович", "first_name"),
        ("Соколов;Иван;Иван Петрович", "patronymic"),
        ("Соколов;Иван;Соколов Иван Петрович", "patronymic"),
        ("Мамедов Али Гейдар оглы;Али;Гейдар оглы", "surname"),
    ],
)
def test_rule_2_1_2_parts_in_each_others_columns_are_refused(written: str, field: str) -> None:
    faults = faults_of(*written.split(";"))
    assert list(faults) == [field]
    assert "не на своём месте" in faults[field]


@pytest.mark.parametrize(
    "written",
    [
        "Абрамович;Роман;Аркадьевич",
        "Абрамович;Роман;нет",
        "Мицкевич;Адам;Миколай",
        "Али-заде;Фуад;Вагиф",
        "Ага Заде;Фуад;нет",
        "Рабинович;Анна;Ильинична",
        "Воронцова-Абрамович;Анна;нет",
        "Бонч Бруевич;Владимир;Дмитриевич",
        "Салтыков Щедрин;Михаил;Евграфович",
        "Кузьмич;Илья;Ильич",
        "Оглы;Степан;Иванович",
        "Иванов;Иван;Иванович",
        "Иван;Иван;Иванович",
        "Мамедов;Гейдар;Гейдар оглы",
        "Мамедова;Лейла;Гейдар-кызы",
        "Мамедов;Али;Гейдароглы",
        "Али-заде;Али;Гейдар оглы",
        "Асанов;Бакыт;Асан уулу",
        "Хасан;Али;ибн Хасан",
        "Ким;Чен Ын;нет",
        "Цой;Ян;-",
        "Перес Гарсия;Хуан Карлос;нет",
        "Белова;Анна-Мария;Ильинична",
        "Мария;Анна-Мария;нет",
    ],
)
def test_rule_2_1_2_real_names_in_columns_of_their_own_are_read(written: str) -> None:
    assert faults_of(*written.split(";")) == {}


@pytest.mark.parametrize("header", ["name", "Full Name", "full_name", "Игрок", "Участник"])
def test_rule_2_1_2_a_header_that_says_no_order_is_refused(header: str) -> None:
    line = ("Белова Анна", "a@b.example", "Уфа")
    for names in ((header,), ("Фамилия", header), ("ФИО", header)):
        body = csv_of((*names, "E-mail", "Город"), (*line[: len(names)], *line[1:]))
        refusal = refusal_of(body)
        assert (refusal.code, refusal.rule) == ("file_column_unclear", "2.1.2")
        assert refusal.todo is not None
        assert SURNAME_LAST in refusal.todo.ru
        assert "first name patronymic surname" in refusal.todo.en
