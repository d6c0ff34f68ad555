"""Names are read as they were written, or not at all: encodings, delimiters, quotes."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.registry.rosters import Roster, read_roster
from shared.refusals import Refusal
from tests.registry.files import ALYONA, HEADER, YAN, csv_of, refusal_of, xlsx_of

ENGLISH = ("surname", "first_name", "patronymic", "email", "city")
PEOPLE = [ALYONA, YAN, ("Щёголев", "Пётр", "Юрьевич", "p@example.org", "Элиста")]
READABLE = ["utf-8", "utf-8-sig", "utf-16", "cp1251"]
OTHERS = ["koi8-r", "cp866", "mac-cyrillic", "iso8859-5"]


def not_read(body: bytes, code: str = "file_encoding") -> Refusal:
    """The refusal, which says what to do in both languages."""
    refusal = refusal_of(body)
    assert refusal.code == code
    assert refusal.todo is not None
    assert not refusal.todo.ru.isascii()
    assert refusal.todo.en
    return refusal


def people_of(roster: Roster) -> list[tuple[int, dict[str, str], Any]]:
    return [(row.number, row.values, row.faults) for row in roster.rows]


@pytest.mark.parametrize("header", [HEADER, ENGLISH], ids=["russian", "english"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"], ids=["semicolon", "comma", "tab"])
@pytest.mark.parametrize("encoding", READABLE)
def test_d_2_3_the_same_roster_in_every_encoding(
    encoding: str, delimiter: str, header: tuple[str, ...]
) -> None:
    roster = read_roster(csv_of(header, *PEOPLE, encoding=encoding, delimiter=delimiter))
    assert (roster.kind, roster.encoding) == ("csv", encoding.removesuffix("-sig"))
    assert roster.delimiter == delimiter
    assert people_of(roster) == people_of(read_roster(xlsx_of(header, *PEOPLE)))
    assert roster.rows[0].values == dict(zip(ENGLISH, ALYONA, strict=True))
    assert roster.rows[1].values["no_patronymic"] == "yes"
    assert roster.columns == dict(zip(ENGLISH, header, strict=True))


NAMES = st.text(
    alphabet=st.sampled_from("АБВГДЕЁЖЗИЙКЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя-’«»\"';, "),
    min_size=1,
    max_size=30,
).map(lambda text: f"Ж{text}й")


@settings(deadline=None)
@given(people=st.lists(st.tuples(NAMES, NAMES, NAMES, NAMES), min_size=1, max_size=5))
def test_d_2_3_the_same_names_however_the_file_was_saved(
    people: list[tuple[str, str, str, str]],
) -> None:
    header = (*HEADER, "Клуб")
    lines = [header, *((*names[:3], "a@example.org", "Уфа", names[3]) for names in people)]
    decomposed = [[unicodedata.normalize("NFD", cell) for cell in line] for line in lines]
    expected = people_of(read_roster(xlsx_of(*lines)))
    assert [row[1]["surname"] for row in expected] == [" ".join(p[0].split()) for p in people]
    for encoding in READABLE:
        for delimiter in ";,\t":
            body = csv_of(*lines, encoding=encoding, delimiter=delimiter)
            assert people_of(read_roster(body)) == expected
    for body in (csv_of(*decomposed), csv_of(*decomposed, encoding="utf-16"), xlsx_of(*decomposed)):
        assert people_of(read_roster(body)) == expected


@pytest.mark.parametrize("header", [HEADER, ENGLISH], ids=["russian", "english"])
@pytest.mark.parametrize("case", [str.title, str.upper, str.lower], ids=["Aa", "AA", "aa"])
@pytest.mark.parametrize("encoding", OTHERS)
def test_law_8_other_encodings_are_refused_and_named(
    encoding: str, case: Any, header: tuple[str, ...]
) -> None:
    people = [[case(cell) for cell in line] for line in PEOPLE]
    refusal = not_read(csv_of(header, *people, encoding=encoding))
    if case is str.title:  # DOS and Mac have the same capitals
        named = refusal.message.en.lower().replace(" ", "").replace("-", "")
        assert encoding.replace("-", "") in named


def test_law_8_a_header_that_mac_writes_alike_proves_nothing() -> None:
    lines = (("фио", "почта", "город"), ("Воронцова Алёна Игоревна", "a@example.org", "Казань"))
    assert read_roster(csv_of(*lines, encoding="cp1251")).rows[0].values["surname"] == "Воронцова"
    not_read(csv_of(*lines, encoding="mac-cyrillic"))


@pytest.mark.parametrize("case", [str.title, str.upper, str.lower], ids=["Aa", "AA", "aa"])
@pytest.mark.parametrize("person", PEOPLE, ids=["f", "m", "m2"])
def test_law_8_one_person_in_cp1251_is_enough_to_be_read(person: Any, case: Any) -> None:
    line = [case(cell) for cell in person]
    (row,) = read_roster(csv_of(ENGLISH, line, encoding="cp1251")).rows
    assert row.values["surname"] == line[0]


@pytest.mark.parametrize("saved_as", ["utf-8", "utf-16", "cp1251"])
@pytest.mark.parametrize(
    ("written", "read"),
    [("utf-8", "cp1251"), ("utf-8", "cp1252"), ("cp1251", "cp1252"), ("cp1251", "koi8-r"),
     ("koi8-r", "cp1251"), ("cp866", "cp1251"), ("utf-8", "cp866"), ("cp1251", "ascii"),
     ("utf-8", "ascii")],
)  # fmt: skip
@pytest.mark.parametrize("header", [HEADER, ENGLISH], ids=["russian", "english"])
def test_law_8_text_spoilt_before_it_was_saved_is_refused(
    written: str, read: str, saved_as: str, header: tuple[str, ...]
) -> None:
    spoilt = csv_of(header, *PEOPLE, encoding=written).decode(read, "replace")
    not_read(spoilt.encode(saved_as, "replace"))


@pytest.mark.parametrize(
    "cell", ["РђР»С‘РЅР°", "пїЅпїЅ", "Ал\ufffdна", "ÐÐ»ÑÐ½Ð°", "Àë¸íà", "└ы╕эр"]
)
def test_law_8_one_spoilt_cell_is_found_and_its_row_named(cell: str) -> None:
    spoilt = ("Белова", cell, "Игоревна", "b@example.org", "Уфа")
    for body in (csv_of(HEADER, ALYONA, spoilt), xlsx_of(HEADER, ALYONA, spoilt)):
        assert not_read(body).where == "row 3"


@pytest.mark.parametrize(
    "body",
    [csv_of(HEADER, ["?????????", "?????", "????????", "a@example.org", "??????"]),
     csv_of(ENGLISH, ["?????????", "?????", "????????", "a@example.org", "??????"]),
     csv_of(HEADER, ALYONA).replace("ё".encode(), b"\xd1"),
     csv_of(HEADER, ALYONA, encoding="utf-16")[2:],
     csv_of(HEADER, ALYONA, encoding="utf-16")[:-1],
     csv_of(HEADER, ALYONA, encoding="utf-32"),
     b"\xef\xbb\xbf" + csv_of(HEADER, ALYONA, encoding="cp1251"),
     b"\x89PNG\r\n\x1a\n\x00\x00", b"\x98\x98;\x98"],
    ids=["questions", "questions-en", "cut-letter", "utf-16-no-bom", "utf-16-cut", "utf-32",
         "bom-lies", "picture", "no-letters"],
)  # fmt: skip
def test_law_8_bytes_that_no_reading_explains(body: bytes) -> None:
    not_read(body)


@pytest.mark.parametrize(
    "name", ["Сёрёгина", "СЁРЁГИНА", "О’Нил", "Ким-Цой", "Ґалаґан", "Müller", "Ђорђевић", "王",
             "Josée", "Әхмәтов", "РОСС»", "СССР–2"],
)  # fmt: skip
def test_d_2_3_no_real_name_is_taken_for_spoilt(name: str) -> None:
    line = (name, *ALYONA[1:])
    for body in (csv_of(HEADER, line), csv_of(ENGLISH, line), xlsx_of(ENGLISH, line)):
        assert read_roster(body).rows[0].values["surname"] == name


def test_law_8_a_few_question_marks_are_the_rows_own_fault() -> None:
    rows = read_roster(csv_of(HEADER, ALYONA, ("Белова", "Анна", "???", *YAN[3:]))).rows
    assert rows[0].faults == {}
    assert list(rows[1].faults) == ["patronymic"]
    assert "patronymic" not in rows[1].values


def test_excels_own_first_line_is_no_row() -> None:
    body = "sep=,\r\n".encode("utf-16") + csv_of(HEADER, ALYONA, delimiter=",").decode().encode(
        "utf-16-le"
    )
    roster = read_roster(body)
    assert (roster.delimiter, [row.number for row in roster.rows]) == (",", [2])


def test_rows_are_numbered_as_a_spreadsheet_shows_them() -> None:
    blank = ("", " ", "\u00a0", "", "")
    twice = ("Воронцова\nБелова", *ALYONA[1:])
    body = csv_of(("Клуб «Ветер», 5 ноября",), (), HEADER, twice, blank, (), YAN, blank)
    roster = read_roster(body)
    assert [(row.number, row.values["surname"]) for row in roster.rows] == [
        (4, "Воронцова Белова"),
        (7, "Цой"),
    ]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_end_of_line_is_understood(ends: str) -> None:
    body = ends.join([";".join(HEADER), ";".join(ALYONA), ";".join(YAN)]).encode()
    assert len(read_roster(body).rows) == 2


@pytest.mark.parametrize(
    ("line", "row"),
    [('Белова;"Анна;Игоревна;b@example.org;Уфа', 3), ('Белова;"Анна" Ия;нет;b@example.org;Уфа', 3),
     ('Белова;Анна;"нет;b@example.org;Уфа\nЦой;Ян;нет";y@example.org;Уфа', 3),
     ('Белова;"' + "я" * 140_000 + '";нет;b@example.org;Уфа', 3)],
    ids=["unclosed", "within", "swallowing", "endless"],
)  # fmt: skip
def test_law_8_quotes_that_swallow_rows_are_refused(line: str, row: int) -> None:
    body = csv_of(HEADER, ALYONA) + line.encode()
    assert not_read(body, "file_quotes").where == f"row {row}"


def test_law_8_a_row_with_a_delimiter_too_many_is_at_fault() -> None:
    body = csv_of(HEADER, ALYONA) + "Цой;Ян;нет;yan@example.org;Йошкар;Ола\n".encode()
    first, second = read_roster(body).rows
    assert (first.faults, list(second.faults)) == ({}, ["row"])


@settings(deadline=None)
@given(body=st.binary(max_size=300))
def test_law_8_any_bytes_are_read_or_refused(body: bytes) -> None:
    for start in (b"", csv_of(HEADER), b"PK\x03\x04", "sep=;\n".encode("utf-16")):
        try:
            read_roster(start + body)
        except Refusal as refusal:
            assert refusal.todo is not None
