"""What is said of a registration: why there is no ID yet, and what somebody should look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.registry.domain.names import mixed_alphabets as is_mixed
from services.registry.domain.numbers import MOST_OLD
from services.registry.schemas.people import NewPlayer, PlayerChange, TwinOut
from shared.refusals import Refusal, Text
from shared.versions import etag

_NAMED = 3
"""Likely twins in a sentence; all are in its details."""


@dataclass(frozen=True)
class Remark:
    """What somebody should look at; nothing is stopped by it. where: the field."""

    code: str
    where: str
    text: Text


def known(name: str, player: str) -> Refusal:
    """D.2.4: the same person has an ID."""
    return Refusal(
        "conflict",
        "player_known",
        Text(
            f"{name}: уже есть в реестре, № {player}.", f"{name} is registered already: {player}."
        ),
        rule="D.2.4",
        todo=Text("Пользуйтесь этим номером.", "Use that ID."),
        extra={"player": player},
    )


def twin(name: str, candidates: Sequence[TwinOut]) -> Refusal:
    """D.2.4: likely twins, to be confirmed."""
    shown, rest = candidates[:_NAMED], len(candidates[_NAMED:])
    ru = "; ".join(f"№ {each.player} {_called(each)}" for each in shown)
    en = "; ".join(f"{each.player} {_called(each)}" for each in shown)
    return Refusal(
        "conflict",
        "likely_twin",
        Text(
            f"{name}: возможно, уже есть в реестре: {ru}{f' и ещё {rest}' if rest else ''}.",
            f"{name} may be registered already: {en}{f' and {rest} more' if rest else ''}.",
        ),
        rule="D.2.4",
        where="body.namesake",
        todo=Text(
            "Если это тот же человек, пользуйтесь его номером; если другой, повторите с "
            "namesake: true.",
            "If it is the same person, use that ID; if it is another one, send namesake: true.",
        ),
        details=tuple(each.model_dump() for each in candidates),
    )


def _called(twin: TwinOut) -> str:
    return f"{twin.surname} {twin.first_name} ({twin.city})"


def nickname_taken(nickname: str, player: str) -> Refusal:
    """Rule 2.1.4: a nickname identifies one person."""
    return Refusal(
        "conflict",
        "nickname_taken",
        Text(
            f"Прозвище «{nickname}» занято: № {player}.",
            f"The nickname “{nickname}” is taken: {player}.",
        ),
        rule="2.1.4",
        where="body.nickname",
        todo=Text("Выберите другое или не указывайте.", "Choose another, or leave it out."),
        extra={"player": player},
    )


def number_taken(number: str, player: str, *, is_erased: bool) -> Refusal:
    """An old number is another person's. is_erased: who asked for it can't be told any more."""
    todo = Text(
        f"Если это один человек, его ID {player}; иначе сверьте номер.",
        f"If it is one person, the ID is {player}; if not, check the number.",
    )
    if is_erased:
        todo = Text(
            "Его данные стёрты по просьбе, и номер остаётся за ним: регистрируйте без номера.",
            "Those data were erased on request, and the number stays: register without it.",
        )
    return Refusal(
        "conflict",
        "number_taken",
        Text(
            f"Прежний номер {number} уже есть у игрока № {player}.",
            f"The old number {number} is player {player}'s already.",
        ),
        rule="D.2.2",
        where="body.old_numbers",
        todo=todo,
        extra={"player": player},
    )


def too_many_numbers(player: str) -> Refusal:
    """D.2.2: more old numbers than there were bases."""
    return Refusal(
        "conflict",
        "too_many_numbers",
        Text(
            f"Прежних номеров у № {player} было бы больше {MOST_OLD}.",
            f"{player} would have more than {MOST_OLD} old numbers.",
        ),
        rule="D.2.2",
        where="body.old_numbers",
        todo=Text(
            "Укажите только номера, по которым его ещё ищут.",
            "Give only numbers that he is still looked up by.",
        ),
        extra={"most": MOST_OLD},
    )


def id_not_leased(player: str) -> Refusal:
    """D.2.2: an ID that the caller had no right to give."""
    return Refusal(
        "forbidden",
        "id_not_leased",
        Text(
            f"ID {player} не из блока, который взял ваш клуб.",
            f"The ID {player} is in no block that your club leased.",
        ),
        rule="D.2.2",
        where="body.player",
        todo=Text(
            "Не указывайте player: номер даст реестр.",
            "Leave player out: the registry gives the ID.",
        ),
    )


def id_taken(player: str) -> Refusal:
    """D.2.2: another person has this ID."""
    return Refusal(
        "conflict",
        "id_taken",
        Text(
            f"ID {player} уже у другого человека.", f"The ID {player} is another person's already."
        ),
        rule="D.2.2",
        where="body.player",
        todo=Text(
            "Зовите офис: один номер выдан дважды. Игры обоих остаются под этим номером.",
            "Call the office: one ID was given twice. The games of both stay under it.",
        ),
        extra={"player": player},
    )


def merged(player: str, survivor: str) -> Refusal:
    """D.2.4: an ID that was merged is changed no more."""
    return Refusal(
        "conflict",
        "player_merged",
        Text(f"№ {player} объединён с № {survivor}.", f"{player} was merged into {survivor}."),
        rule="D.2.4",
        where="player",
        todo=Text(f"Исправляйте № {survivor}.", f"Change {survivor}."),
        extra={"player": survivor},
    )


def erased(player: str) -> Refusal:
    """Law 11: what was erased on request stays so."""
    return Refusal(
        "conflict",
        "player_erased",
        Text(
            f"Данные игрока № {player} стёрты по его просьбе.",
            f"The data of player {player} were erased on request.",
        ),
        where="player",
        todo=Text(
            "Если он снова хочет играть, зарегистрируйте его заново.",
            "If he wants to play again, register him anew.",
        ),
    )


def revision_differs(player: str, revision: int, expected: int | None) -> Refusal:
    """Law 10: overwriting needs the revision that one has seen."""
    seen = etag(revision)
    said = (
        Text("Не указано, какую запись вы видели.", "It is not said which state you saw.")
        if expected is None
        else Text(
            f"Запись игрока № {player} уже другая: версия {revision}.",
            f"The record of player {player} has changed: version {revision}.",
        )
    )
    return Refusal(
        "precondition",
        "if_match_missing" if expected is None else "player_changed",
        said,
        where="If-Match",
        todo=Text(
            f"Посмотрите её снова (GET /v1/players/{player}) и повторите с If-Match: {seen}.",
            f"Read it again (GET /v1/players/{player}), and repeat with If-Match: {seen}.",
        ),
        extra={"revision": revision},
    )


def mixed_alphabets(where: str, name: str) -> Remark:
    """D.2.3: Latin letters among Cyrillic ones; kept as written."""
    text = Text(
        f"В «{name}» смешаны русские и латинские буквы. Так и записано; если это опечатка, "
        "исправьте.",
        f"“{name}” mixes Cyrillic and Latin letters. It is kept so; if it is a slip, correct it.",
    )
    return Remark("mixed_alphabets", where, text)


SPELT = ("surname", "first_name", "patronymic", "nickname")


def spelling(given: NewPlayer | PlayerChange) -> list[Remark]:
    """D.2.3: the spelling is kept; what looks like a slip of the keyboard is said."""
    names = ((where, getattr(given, where)) for where in SPELT)
    return [mixed_alphabets(where, name) for where, name in names if name and is_mixed(name)]


def nickname_moved(nickname: str, player: str) -> Remark:
    """Rule 2.1.4: it was under an ID that is merged into his; an undo does not give it back."""
    text = Text(
        f"Прозвище «{nickname}» было за № {player}, теперь оно за этим номером и останется за ним, "
        "если объединение отменят.",
        f"The nickname “{nickname}” was {player}'s; now it is this ID's, and stays if the merge is "
        "undone.",
    )
    return Remark("nickname_moved", "nickname", text)


def left_out(new: NewPlayer, where: str, value: str) -> Remark:
    """D.2.2: an ID that was played under is taken even if something about it is another's."""
    text = Text(
        f"«{value}» уже у другого человека, поэтому у № {new.player} не записано.",
        f"“{value}” is another person's already, so it was left out for {new.player}.",
    )
    return Remark(f"{where}_taken", where, text)


def not_kept(numbers: Sequence[str]) -> Remark:
    """D.2.2: a known person has as many old numbers as one can have."""
    named = ", ".join(numbers)
    text = Text(
        f"Не записаны номера {named}: прежних номеров не бывает больше {MOST_OLD}.",
        f"The numbers {named} were left out: nobody has more than {MOST_OLD} old ones.",
    )
    return Remark("too_many_numbers", "old_numbers", text)
