"""Rule 2.1.2, D.2.1: a name in parts, also from one column; nothing is invented."""

import re
from collections.abc import Mapping, Sequence

from services.registry.rosters.cells import YES, Unclear, refuse_shortened, says_none
from shared.folding import fold
from shared.refusals import Text

_SECOND_WORDS = {"оглы", "оглу", "кызы", "гызы", "улы", "уулу", "заде"}
"""Second words of one patronymic: «Гейдар оглы»."""

_PARTICLES = _SECOND_WORDS | {"ибн", "бин", "бен", "бинт"}
"""Words of a patronymic that the father's name stands beside: a son may bear it too."""

_PATRONYMIC = re.compile(r"\w{2,}(?:ич|овна|евна|ична|оглы|оглу|кызы|гызы|[oe]vich|[oe]vna)")
"""Endings that no first name has; a surname may: Абрамович."""

MISPLACED = Text(
    "отчество или другая часть имени не на своём месте: фамилия, имя и отчество должны стоять "
    "каждое в своей колонке",
    "the patronymic or another part of the name is not in its place: surname, first name and "
    "patronymic must each be in its own column",
)


def split_name(full_name: str, *, surname_last: bool = False) -> dict[str, str]:
    """«Воронцова Алёна Игоревна»: surname, first name, patronymic if there is one.

    surname_last: the column's header says «Имя Отчество Фамилия». Raises Unclear if the words are
    initials, stand in another order than the header says, or can't be told apart.
    """
    words = full_name.replace(",", " ").split()
    if len(words) < 2:
        raise Unclear(
            "нужны фамилия, имя и отчество, в порядке заголовка",
            "needs surname, first name and patronymic, in the header's order",
        )
    surname, first_name, rest = _in_order(words, surname_last)
    parts = {"surname": surname, "first_name": first_name, "patronymic": " ".join(rest)}
    for field, text in parts.items():
        refuse_shortened(field, text)
    if says_none(parts["patronymic"]):
        rest = []
    if _is_other_order(surname, first_name, " ".join(rest)):
        raise _other_order(surname_last)
    if not _is_one(rest):
        raise Unclear(
            "не ясно, где имя, а где отчество: разнесите по колонкам Фамилия, Имя, Отчество",
            "unclear which is the patronymic: use the columns surname, first name, patronymic",
        )
    return {field: text for field, text in parts.items() if text}


def settle_name(values: dict[str, str], *, surname_last: bool = False) -> None:
    """Put the parts of a whole name in their places, and «нет» for a patronymic into its flag.

    Raises Unclear if the row says two things, or not all.
    """
    if "full_name" in values:
        parts = split_name(values.pop("full_name"), surname_last=surname_last)
        stated = values.get("patronymic")
        if stated and fold(parts.get("patronymic", stated)) != fold(stated):
            raise Unclear(
                "отчество в ФИО и в своей колонке разное",
                "the full name and the patronymic's column disagree",
            )
        values.update(parts)
    if says_none(values.get("patronymic", "")):
        del values["patronymic"]
        values["no_patronymic"] = YES


def misplaced_part(values: Mapping[str, str]) -> str | None:
    """The part of a name in whose column another stands: «Соколов; Петрович; Иван».

    None: each may be what its header says. Surnames may end as patronymics do: Абрамович, Али-заде.
    """
    parts = {part: values.get(part, "") for part in ("surname", "first_name", "patronymic")}
    surname, first_name, patronymic = parts.values()
    words = surname.split()
    if _is_patronymic(first_name):
        return "first_name"
    is_whole = len(words) > 2 or (len(words) > 1 and not _is_patronymic(patronymic))
    if is_whole and fold(words[-1]) != "заде" and _is_patronymic(surname):
        return "surname"
    return next((part for part in parts if _has_others(part, parts)), None)


def _has_others(part: str, parts: Mapping[str, str]) -> bool:
    """Whether a part has several words, of which one is another part: «Соколов Иван; Иван»."""
    words = {fold(word) for word in parts[part].split()}
    others = {fold(text) for other, text in parts.items() if other != part}
    return len(words) > 1 and not words & _PARTICLES and not words.isdisjoint(others)


def _in_order(words: Sequence[str], surname_last: bool) -> tuple[str, str, Sequence[str]]:
    """Surname, first name, and the words of the patronymic: also «Ян Цой нет»."""
    first, second, *rest = words
    if not surname_last:
        return first, second, rest
    if not rest or says_none(" ".join(rest)):
        return second, first, rest
    return words[-1], first, words[1:-1]


def _is_other_order(surname: str, first_name: str, patronymic: str) -> bool:
    """Whether a patronymic stands where the header has another part of the name."""
    misplaced = bool(patronymic) and _is_patronymic(surname) and not _is_patronymic(patronymic)
    return misplaced or _is_patronymic(first_name)


def _is_patronymic(text: str) -> bool:
    """By its ending. Not each patronymic has one of them."""
    last = fold(text).split()[-1:]
    return any(word in _SECOND_WORDS or _PATRONYMIC.fullmatch(word) for word in last)


def _is_one(patronymic: Sequence[str]) -> bool:
    """Whether the words are one patronymic, or none."""
    match patronymic:
        case []:
            return True
        case [word]:
            return fold(word) not in _SECOND_WORDS
        case [name, second]:
            return fold(second) in _SECOND_WORDS and not _is_patronymic(name)
        case _:
            return False


def _other_order(surname_last: bool) -> Unclear:
    ru, en = (
        ("ФИО", "surname first name patronymic")
        if surname_last
        else ("Имя Отчество Фамилия", "first name patronymic surname")
    )
    return Unclear(
        "отчество не на своём месте: напишите в порядке заголовка; если так во всём файле, "
        f"назовите колонку «{ru}»",
        "the patronymic is not in its place: keep the header's order; if all the file is so, "
        f"call the column “{en}”",
    )
