"""CP1251 is believed only where it is clearly that: sweeps over rosters of one person and more."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from services.registry.rosters import read_roster
from shared.refusals import Refusal
from tests.bench.people import people
from tests.registry.files import csv_of, refusal_of

ENGLISH = ("surname", "first name", "patronymic", "e-mail", "city", "club")
SMALL = ("фамилия", "имя", "отчество", "почта", "город", "клуб")
OTHERS = ("koi8-r", "cp866", "mac-cyrillic", "iso8859-5")
CITIES = ("kazan", "Казань", "Уфа", "Йошкар-Ола", "Омск")
CLUBS = ("", "", "№ 5", "«Ветер»", "Клуб – Север")
CASES = {"Aa": str.title, "AA": str.upper, "aa": str.lower}
ODD = ["Цой", "Ким", "Пак", "Ли", "Тен", "Хван", "Хегай", "Гогоберидзе", "Мкртчян", "Тхакахов",
       "Дзюба", "Эйхе", "Юшков", "Яшин", "Ёлкин", "Ёршов", "Жеребцов", "Щукин", "Шпак",
       "Чхеидзе"]  # fmt: skip
ODD_FIRST = ["Яша", "Юля", "Юра", "Ян", "Яна", "Ия", "Эля", "Лёва", "Саша", "Ева", "Зоя",
             "Юлиан"]  # fmt: skip

Line = tuple[str, ...]


def ordinary(rows: int, seed: int) -> Iterator[list[Line]]:
    """Rosters of the bench's nation, which is not what the letter pairs were learnt from."""
    chance = Random(seed)
    nation = list(people(40 * rows, chance))
    for first in range(0, len(nation), rows):
        yield [
            (p.surname, p.first_name, chance.choice([p.patronymic, "no", "-"]), "a@example.org",
             chance.choice(CITIES), chance.choice(CLUBS))
            for p in nation[first : first + rows]
        ]  # fmt: skip


def odd(rows: int, seed: int) -> Iterator[list[Line]]:
    """Rosters of the shortest and rarest names, the hardest to tell."""
    chance = Random(seed)
    for _ in range(40):
        yield [
            (chance.choice(ODD), chance.choice(ODD_FIRST), "no", "a@example.org", "kazan", "")
            for _ in range(rows)
        ]


def read(body: bytes) -> list[dict[str, str]] | None:
    try:
        return [row.values for row in read_roster(body).rows]
    except Refusal as refusal:
        assert refusal.code == "file_encoding"
        return None


@pytest.mark.parametrize("header", [ENGLISH, SMALL], ids=["english", "small-russian"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("made", [ordinary, odd])
@pytest.mark.parametrize("rows", [1, 2, 5])
def test_law_8_no_roster_of_another_encoding_is_read_wrongly(
    rows: int, made: Callable[[int, int], Iterator[list[Line]]], case: Callable[[str], str],
    header: Line,
) -> None:  # fmt: skip
    refused = Counter[str]()
    for roster in made(rows, rows):
        lines = [tuple(map(case, line)) for line in roster]
        for encoding in OTHERS:
            body = csv_of(header, *lines).decode().encode(encoding, "ignore")  # some have no «№
            right = read(body.decode(encoding).encode("utf-8-sig"))
            assert right is not None
            told = read(body)
            assert told in (None, right), (encoding, lines)  # Mac: the same bytes, the same text
            refused[encoding] += told is None
    assert refused["koi8-r"] == refused["cp866"] == refused["iso8859-5"] == 40
    assert refused["mac-cyrillic"] == 40 or case is str.lower


@pytest.mark.parametrize(
    ("case", "rows", "at_least"),
    [("Aa", 1, 39), ("AA", 1, 39), ("aa", 1, 32), ("Aa", 3, 40), ("AA", 3, 40), ("aa", 3, 36)],
)
def test_d_2_3_small_rosters_in_cp1251_are_read(case: str, rows: int, at_least: int) -> None:
    done = 0
    for roster in ordinary(rows, rows):
        lines = [tuple(map(CASES[case], line)) for line in roster]
        told = read(csv_of(ENGLISH, *lines, encoding="cp1251"))
        assert told in (None, read(csv_of(ENGLISH, *lines)))
        done += told is not None
    assert done >= at_least


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_d_2_3_a_russian_header_proves_cp1251_whatever_the_names(
    case: Callable[[str], str],
) -> None:
    header = ("Фамилия", "Имя", "Отчество", "E-mail", "Город", "Клуб")
    for roster in odd(1, 7):
        lines = [tuple(map(case, line)) for line in roster]
        assert read(csv_of(header, *lines, encoding="cp1251")) == read(csv_of(header, *lines))


@pytest.mark.parametrize("encoding", ["cp1250", "cp1252", "cp1253", "cp1255", "gbk", "cp855"])
def test_law_8_alphabets_that_are_not_offered_are_no_cp1251(encoding: str) -> None:
    name, city = {
        "cp1250": ("Wałęsa", "Łódź"),
        "cp1252": ("Müller", "Köln"),
        "cp1253": ("Παπαδόπουλος", "Αθήνα"),
        "cp1255": ("כהן", "חיפה"),
        "gbk": ("王伟", "北京"),
        "cp855": ("Щукин", "Казань"),
    }[encoding]
    line = (name, name, "no", "a@example.org", city, "")
    assert refusal_of(csv_of(ENGLISH, line, encoding=encoding)).code == "file_encoding"
    assert read_roster(csv_of(ENGLISH, line)).rows[0].values["surname"] == name


@pytest.mark.parametrize(("names", "encoding"), [("ЯН", "iso8859-5"), ("тен;яна", "cp866")])
def test_law_8_a_few_letters_that_happen_to_be_utf_8(names: str, encoding: str) -> None:
    surname, first_name = (*names.split(";"), names)[:2]
    body = csv_of(
        ENGLISH, (surname, first_name, "no", "a@example.org", "kazan", ""), encoding=encoding
    )
    body.decode("utf-8")
    assert encoding[:3] in refusal_of(body).message.en.lower().replace(" ", "")


@pytest.mark.parametrize("header", [ENGLISH, SMALL], ids=["english", "russian-in-utf-8"])
def test_law_8_letters_that_unicode_does_not_have_are_of_another_encoding(header: Line) -> None:
    people = ["юнга", "юла", "юда", "юма", "юга", "юна", "юка", "юбка"]
    lines = [(name[:3], "Ann", "no", "a@example.org", "kazan", "") for name in people]
    body = csv_of(header) + csv_of(*lines, encoding="cp866")
    body.decode("utf-8")
    assert refusal_of(body).code == "file_encoding"
    unassigned = ("\u0378", *lines[0][1:])
    assert refusal_of(csv_of(header, unassigned)).code == "file_encoding"


@pytest.mark.parametrize("nickname", ["🐺", "\U0001fae8", "\U0001faff"])
def test_d_2_3_an_emoji_is_a_letter_also_if_it_is_new(nickname: str) -> None:
    header, line = (*SMALL, "ник"), ("Цой", "Ян", "нет", "a@example.org", "Уфа", "", nickname)
    assert read_roster(csv_of(header, line)).rows[0].values["nickname"] == nickname


@pytest.mark.parametrize(
    "name",
    ["Ын", "О", "Ли", "Ё", "Ґалаґан", "Їжак", "Ђорђевић", "Әхмәтов", "王", "João", "김철수"],
)
def test_d_2_3_a_rare_name_alone_in_utf_8_is_read(name: str) -> None:
    line = (name, "John", "no", "a@example.org", "kazan", "")
    assert read_roster(csv_of(ENGLISH, line)).rows[0].values["surname"] == name
