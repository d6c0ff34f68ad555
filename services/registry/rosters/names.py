"""Rule 2.1.2, D.2.1: a name in parts, also from one column; nothing is invented."""

from services.registry.rosters.cells import YES, Unclear, says_none
from shared.folding import fold

_PATRONYMIC_ENDS = {"оглы", "оглу", "кызы", "гызы", "улы", "уулу"}
"""Second words of one patronymic: «Гейдар оглы»."""


def split_name(full_name: str) -> dict[str, str]:
    """«Воронцова Алёна Игоревна»: surname, first name, patronymic if there is one.

    Raises Unclear if the words can't be told apart.
    """
    surname, *rest = full_name.replace(",", " ").split()
    if not rest:
        raise Unclear(
            "нужны фамилия, имя и отчество, в этом порядке",
            "needs surname, first name and patronymic, in this order",
        )
    first_name, *patronymic = rest
    whole = " ".join(patronymic)
    one = len(patronymic) < 2 or says_none(whole)
    if not one and not (len(patronymic) == 2 and fold(patronymic[1]) in _PATRONYMIC_ENDS):
        raise Unclear(
            "слов больше трёх: разнесите по колонкам Фамилия, Имя, Отчество",
            "more than three words: use the columns surname, first name, patronymic",
        )
    return {"surname": surname, "first_name": first_name} | ({"patronymic": whole} if whole else {})


def settle_name(values: dict[str, str]) -> None:
    """Put the parts of a whole name in their places, and «нет» for a patronymic into its flag.

    Raises Unclear if the row says two things.
    """
    if "full_name" in values:
        parts = split_name(values.pop("full_name"))
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
