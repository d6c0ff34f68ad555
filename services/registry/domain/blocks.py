"""D.2.2: blocks of serials that clubs lease, so that a newcomer has his ID without a network."""

from shared.player_ids import is_player_id
from shared.refusals import Refusal, Text

MOST_LEASED = 1000
"""IDs in one block."""
MOST_UNUSED = 2000
"""IDs that a club may have leased and not given to anybody yet, as far as the registry knows."""
_LARGEST = 2**31 - 2
"""The largest serial in a block: every database of ours holds the one after it too."""


def serial_of(player: str, where: str) -> int:
    """The serial in an ID, named at ``where``. Refuses one whose check digit is wrong."""
    if is_player_id(player) and int(player[:-1]) <= _LARGEST:
        return int(player[:-1])
    raise Refusal(
        "invalid",
        "player_id_mistyped",
        Text(
            f"{player} — не ID: контрольная цифра не сходится.",
            f"{player} is no ID: the check digit is wrong.",
        ),
        rule="D.2.2",
        where=where,
        todo=Text(
            "Возьмите first_id и last_id из ответа о блоке.",
            "Take first_id and last_id from the answer about the block.",
        ),
    )


def in_order(first: int, last: int, where: str) -> None:
    """Refuses serials that can't be the first and the last one of a leased block."""
    if first <= last < first + MOST_LEASED:
        return
    raise Refusal(
        "invalid",
        "block_malformed",
        Text(
            f"В блоке от 1 до {MOST_LEASED} номеров, а здесь {last - first + 1}.",
            f"A block has 1 to {MOST_LEASED} IDs; this would have {last - first + 1}.",
        ),
        rule="D.2.2",
        where=where,
        todo=Text(
            "Первым называют меньший номер блока, вторым — больший.",
            "Name the block's lowest ID first and its highest one last.",
        ),
    )


def may_lease(size: int, unused: int) -> None:
    """Refuses more than a club can need: ``unused`` are leased to it and nobody's yet."""
    if size + unused <= MOST_UNUSED:
        return
    raise Refusal(
        "conflict",
        "too_many_leased",
        Text(
            f"У клуба уже {unused} свободных номеров, вместе с новыми можно {MOST_UNUSED}.",
            f"The club has {unused} unused IDs; with the new ones it may have {MOST_UNUSED}.",
        ),
        rule="D.2.2",
        where="body.size",
        todo=Text(
            "Сначала загрузите новичков, которым номера уже выданы, или возьмите блок поменьше.",
            "Upload the newcomers that IDs were given to first, or lease a smaller block.",
        ),
        extra={"unused": unused, "most": MOST_UNUSED},
    )
