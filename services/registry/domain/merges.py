"""D.2.4: which IDs are one person, which merges are refused, and which can't stand.

``into`` below is the alias table: ID -> the ID it is merged into, of the active merges alone.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from shared.refusals import Refusal, Text


@dataclass(frozen=True)
class Link:
    """An active merge. number: merges count up, the newest has the highest."""

    merge: str
    number: int
    player: str
    into: str


@dataclass(frozen=True)
class Met:
    """A finished tournament and which IDs were paired in it; day: its local start."""

    tournament: str
    name: str
    day: str
    paired: frozenset[str]


def chain(into: Mapping[str, str], player: str) -> list[str]:
    """An ID and what it is known as, step by step; the last is the person's own."""
    found = [player]
    while found[-1] in into:
        found.append(into[found[-1]])
    return found


def played_as(into: Mapping[str, str], paired: Iterable[str]) -> set[str]:
    """D.2.2: the IDs that were paired, and every ID that one of them is known as."""
    return {each for player in paired for each in chain(into, player)}


def to_suspend(links: Iterable[Link], paired: Collection[str]) -> dict[str, tuple[str, str]]:
    """D.2.4: merges that make one person of two who were paired in one tournament, with the two.

    paired: the IDs paired in it. On the way between two such IDs it is the newest merge, again and
    again until no two are left. The merges are walked from the oldest, each standing unless it
    joins two who played: the same ones, and it can't matter which two are looked at first.
    """
    person: dict[str, set[str]] = {}
    found: dict[str, tuple[str, str]] = {}
    for link in sorted(links, key=lambda each: each.number):
        one = person.setdefault(link.player, {link.player})
        other = person.setdefault(link.into, {link.into})
        here, there = one.intersection(paired), other.intersection(paired)
        if here and there:
            found[link.merge] = (min(here), min(there))
        else:
            one |= other
            person.update(dict.fromkeys(other, one))
    return found


def check(player: str, into: str, known_as: Mapping[str, str], met: Sequence[Met]) -> None:
    """D.2.4: refuse to merge what is one person already, a merged ID, or two who met.

    known_as: the alias table; met: where IDs of either person were paired.
    """
    if player == into:
        raise _refused(
            "merge_with_itself",
            Text(
                f"№ {player} нельзя слить с самим собой.", f"{player} can't be merged into itself."
            ),
            Text("Укажите два разных номера.", "Give two different IDs."),
        )
    own, other = chain(known_as, player)[-1], chain(known_as, into)[-1]
    if own == other:
        raise _one_person(player, into, own)
    if own != player:
        raise _refused(
            "merge_player_merged",
            Text(
                f"№ {player} уже слит: теперь это № {own}.", f"{player} is merged: he is {own} now."
            ),
            Text(f"Сливайте № {own}.", f"Merge {own} instead."),
            survivor=own,
        )
    ends = (own, other)
    apart = [each for each in met if {chain(known_as, p)[-1] for p in each.paired} >= set(ends)]
    if apart:
        raise _both_paired(apart)


def erased(player: str) -> Refusal:
    """D.2.4: nobody can tell any more whose ID this was, and a merge would name him again."""
    return _refused(
        "merge_erased",
        Text(
            f"Данные № {player} стёрты по просьбе.", f"The data of {player} were erased on request."
        ),
        Text(
            "Такой номер остаётся отдельным: сверить, кто это, больше нельзя.",
            "Such an ID stays by itself: who he was can't be checked any more.",
        ),
    )


def _one_person(player: str, into: str, survivor: str) -> Refusal:
    """They are one already; a circle, if it is ``player`` whom ``into`` is known as."""
    if survivor == player:
        code = "merge_cycle"
        text = Text(
            f"№ {into} сам слит с № {player}: вышел бы круг.",
            f"{into} is merged into {player}: that would make a circle.",
        )
    else:
        code = "merge_same_person"
        text = Text(
            f"№ {player} и № {into} уже один человек: № {survivor}.",
            f"{player} and {into} are one person already: {survivor}.",
        )
    todo = Text(
        "Их слияния: GET /v1/merges?player=; любое можно отменить.",
        "Their merges: GET /v1/merges?player=; each can be undone.",
    )
    return _refused(code, text, todo, survivor=survivor)


def _both_paired(met: Sequence[Met]) -> Refusal:
    first = met[0]
    one, other, *_ = sorted(first.paired)
    return _refused(
        "merge_both_paired",
        Text(
            f"№ {one} и № {other} оба играли в турнире «{first.name}» ({first.day}):"
            " это разные люди.",
            f"{one} and {other} both played in the tournament “{first.name}” ({first.day}):"
            " they are two people.",
        ),
        Text(
            "Если в турнир вписали не того, пусть его клуб исправит запись.",
            "If somebody was entered wrongly, his club is to correct the entry.",
        ),
        details=tuple(
            {
                "tournament": each.tournament,
                "name": each.name,
                "day": each.day,
                "players": sorted(each.paired),
            }
            for each in met
        ),
    )


def _refused(
    code: str,
    message: Text,
    todo: Text,
    *,
    survivor: str | None = None,
    details: tuple[dict[str, object], ...] = (),
) -> Refusal:
    extra = {"survivor": survivor} if survivor else None
    return Refusal("conflict", code, message, rule="D.2.4", todo=todo, details=details, extra=extra)
