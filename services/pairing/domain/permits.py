"""Who may: call a tournament official (D.2.5), head it and play in it (6.1–6.3)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from services.pairing.domain.state import TournamentState
from shared.events.players import on_day
from shared.events.tournaments import Level
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet

RULE_OF: Mapping[Level, str] = {"amateur": "6.1", "professional": "6.2", "highest": "6.3"}
"""The rule that makes a strictness level."""


class Certificate(NamedTuple):
    """A judge's level, 1–4, from an ISO date to another, None: no end is set."""

    since: str
    level: int
    until: str | None


def official(asked: bool | None, *, office: bool, accredited: bool) -> bool:
    """D.2.5: whether a tournament is official: as asked, else whatever its maker may.

    Only the office and a club that is accredited on its day may; another's wish is refused.
    """
    entitled = office or accredited
    if asked and not entitled:
        raise Refusal(
            "forbidden",
            "official_not_allowed",
            Text(
                "Официальные турниры проводят офис, координаторы городов и клубы, "
                "аккредитованные на день турнира.",
                "Official tournaments are run by the office, cities' coordinators and clubs "
                "accredited on their day.",
            ),
            rule="D.2.5",
            where="body.official",
            todo=Text(
                "Создайте обычный турнир или попросите офис об аккредитации.",
                "Make it an ordinary one, or ask the office for accreditation.",
            ),
        )
    return entitled if asked is None else asked


def may_head(
    player: str, levels: Sequence[Certificate], level: Level, ruleset: RuleSet, on: str
) -> None:
    """Rules 6.1–6.3: refuses a head judge whose level is too low on the tournament's date.

    levels: all that is known of him here, oldest first, empty when he is not known as a judge.
    """
    needed = ruleset.levels[level].head_judge
    if not levels:
        raise _no_head_judge(
            "head_judge_unknown",
            level,
            Text(f"№ {player} здесь не известен как судья.", f"{player} is not known as a judge."),
        )
    first = levels[0]
    if first.since > on:
        raise _no_head_judge(
            "head_judge_not_yet",
            level,
            Text(
                f"№ {player} судья только с {first.since}, а турнир {on}.",
                f"{player} is a judge from {first.since} on; the tournament is on {on}.",
            ),
        )
    certificate = on_day(levels, on)
    if certificate is None:
        raise _no_head_judge(
            "head_judge_no_more",
            level,
            Text(
                f"Удостоверение судьи № {player} закончилось до {on}, дня турнира.",
                f"The certificate of judge {player} ended before {on}, the tournament's day.",
            ),
        )
    if certificate.level < needed:
        raise _no_head_judge(
            "head_judge_level",
            level,
            Text(
                f"Уровень судьи № {player} — {certificate.level}, а нужен {needed}.",
                f"The level of judge {player} is {certificate.level}; {needed} is needed.",
            ),
        )


def _no_head_judge(code: str, level: Level, message: Text) -> Refusal:
    return Refusal(
        "invalid",
        code,
        message,
        rule=RULE_OF[level],
        where="body.head_judge",
        todo=Text(
            "Назовите другого судью или смягчите уровень турнира.",
            "Name another judge, or a milder level of the tournament.",
        ),
    )


def may_play(
    state: TournamentState, players: Sequence[str], where: str = "body.players.{}"
) -> None:
    """6.2, 6.3: the head judge plays at amateur level only. ``where`` the n-th was named."""
    head, level = state.created.head_judge, state.created.level
    if head is None or level == "amateur" or head not in players:
        return
    raise Refusal(
        "invalid",
        "head_judge_plays",
        Text(
            f"№ {head} судит этот турнир и играть в нём не может.",
            f"{head} is the head judge of this tournament and can't play in it.",
        ),
        rule=RULE_OF[level],
        where=where.format(players.index(head)),
        todo=Text("Уберите его из списка.", "Take him off the list."),
    )


class Term(NamedTuple):
    """A suspension in force: of an ID, to the last day as an ISO date, None: no end is set."""

    player: str
    until: str | None


def suspended(
    players: Sequence[str], terms: Sequence[Term], into: Mapping[str, str]
) -> dict[str, str | None]:
    """D.3.1: those of these IDs that are suspended -> the last day as an ISO date, None: no end.

    terms: the suspensions in force on that day; into: ID -> the ID it is merged into: a person is
    suspended under all of his IDs.
    """
    ends: dict[str, str | None] = {}
    for term in sorted(terms, key=lambda each: each.until or "9999"):  # the last to end counts
        ends[known_as(into, term.player)] = term.until
    return {each: ends[who] for each in players if (who := known_as(into, each)) in ends}


def not_suspended(
    players: Sequence[str],
    barred: Mapping[str, str | None],
    day: str,
    where: str = "body.players.{}",
) -> None:
    """D.3.1: a live desk refuses whoever is suspended on the tournament's local start date.

    barred: as ``suspended``; ``where`` the n-th of the players was named.
    """
    if not barred:
        return
    listed = ", ".join(barred)
    raise Refusal(
        "conflict",
        "player_suspended",
        Text(
            f"Отстранены от турниров на {day}: {listed}.",
            f"Suspended from tournaments on {day}: {listed}.",
        ),
        rule="D.3.1",
        where=where.format(players.index(next(iter(barred)))),
        todo=Text(
            "Уберите их из списка; снять отстранение могут координатор города и офис.",
            "Take them off the list; the city's coordinator and the office may lift a suspension.",
        ),
        details=tuple(
            {
                "where": where.format(players.index(player)),
                "player": player,
                "until": until,
                "rule": "D.3.1",
            }
            for player, until in barred.items()
        ),
    )


def known_as(into: Mapping[str, str], player: str) -> str:
    """D.2.4: the ID that a person is known under now.

    Copies of merges arrive in any order: a circle, which the registry never makes, ends where it
    closes.
    """
    passed = {player}
    while (step := into.get(player)) is not None and step not in passed:
        passed.add(step)
        player = step
    return player


def entered_twice(state: TournamentState, into: Mapping[str, str]) -> list[tuple[int, ...]]:
    """D.2.4: the entries of each person who has more than one that is not dropped, by number.

    into: ID -> the ID it is merged into. It stops nothing: only what two IDs have both played
    shows that they are two people.
    """
    people: dict[str, list[int]] = {}
    for entry in state.entries.values():
        if entry.dropped_after is None:
            people.setdefault(known_as(into, entry.player), []).append(entry.number)
    return [tuple(entries) for entries in people.values() if len(entries) > 1]
