"""What a judge is told without being stopped: a stable code, a sentence, the rule."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.pairing.domain.permits import RULE_OF
from services.pairing.domain.state import Round, TournamentState
from shared.events.tournaments import Level
from shared.refusals import Text
from shared.rulesets import RuleSet


@dataclass(frozen=True)
class Notice:
    """A warning, in both languages."""

    code: str
    text: Text
    rule: str
    entries: tuple[int, ...] = ()
    """Whose they are is shown beside the sentence, which never has a name (law 11)."""


def of_tournament(
    state: TournamentState, ruleset: RuleSet, unconfirmed: Sequence[str]
) -> list[Notice]:
    """All there is to know of a tournament now, and what was recorded at its start.

    unconfirmed: entered IDs that this service has heard nothing of.
    """
    created, players = state.created, state.players
    found: list[Notice] = []
    if created.head_judge is None and created.level != "amateur" and state.imported is None:
        found.append(_head_judge_missing(created.level))
    if state.status == "announced" and players < ruleset.min_players:
        found.append(_few_players(players, ruleset.min_players))
    if players >= ruleset.large_from and state.imported is None:
        found.append(_large(players))
    if unconfirmed:
        found.append(_unconfirmed(unconfirmed))
    recorded = state.structure.warnings if state.structure else ()
    return found + [recorded_notice(code, created.level) for code in recorded]


def of_round(state: TournamentState, at: Round) -> list[Notice]:
    """What was recorded when a round was paired, and its rematches."""
    codes = at.warnings
    if at.number == 1 and state.structure:
        codes = (*state.structure.warnings, *codes)
    found = [recorded_notice(code, state.created.level) for code in codes]
    if at.rematches:
        tables = ", ".join(map(str, at.rematches))
        text = Text(
            f"Играли раньше, но иначе пар не составить: столы {tables}.",
            f"Met before, and there is no pairing without: tables {tables}.",
        )
        found.append(Notice("rematches", text, "S.2"))
    return found


def recorded_notice(code: str, level: Level) -> Notice:
    """A code out of a log, as a sentence."""
    if code in _STRUCTURE:
        return Notice(code, _STRUCTURE[code], "7.2.2")
    return Notice(code, _DECK_LISTS.get(code, Text(code, code)), RULE_OF[level])


_STRUCTURE = {
    "rounds_overridden": Text(
        "Число туров судья назначил сам.", "The judge set the number of rounds himself."
    ),
    "top_overridden": Text("Размер ТОПа судья назначил сам.", "The judge set the TOP himself."),
}
_DECK_LISTS = {
    "deck_lists_missing": Text(
        "Не у всех игроков есть принятый список колоды.",
        "Not every player has a legal deck list.",
    ),
    "deck_lists_overridden": Text(
        "Пары составлены решением судьи без части списков колод.",
        "Paired by the judge's decision with some deck lists missing.",
    ),
    "decks_away": Text(
        "Служба колод не ответила: проверены только уже известные списки.",
        "The decks service did not answer: only lists known here were checked.",
    ),
}


def registry_away(players: Sequence[str]) -> Notice:
    """2.1.1: they were entered unasked, for the hall goes on."""
    listed = ", ".join(players)
    return Notice(
        "registry_away",
        Text(
            f"Реестр не отвечает: номера {listed} приняты без проверки.",
            f"The registry does not answer: {listed} were accepted unchecked.",
        ),
        "2.1.1",
    )


def entered_twice(state: TournamentState, entries: Sequence[int]) -> Notice:
    """D.2.4: these entries are one person's; only before the finish can one be dropped."""
    listed = ", ".join(state.entries[entry].player for entry in entries)
    todo = Text(
        "Оставьте одну запись, остальные снимите: "
        "POST /v1/tournaments/{tournament}/entries/{player}/drop.",
        "Keep one entry and drop the others: "
        "POST /v1/tournaments/{tournament}/entries/{player}/drop.",
    )
    if state.finished:
        todo = Text(
            "Турнир завершён: если играли под несколькими, один ли это человек, решает офис.",
            "The tournament is finished: if several of them played, the office decides whether "
            "they are one person.",
        )
    text = Text(
        f"Один человек записан под несколькими номерами: {listed}. {todo.ru}",
        f"One person is entered under several IDs: {listed}. {todo.en}",
    )
    return Notice("person_entered_twice", text, "D.2.4", tuple(entries))


def suspended_played(players: Sequence[str], day: str) -> Notice:
    """D.3.1: for whoever uploads, not for everybody: suspensions are for staff alone."""
    listed = ", ".join(players)
    text = Text(
        f"Отстранены от турниров на {day}, а играли: {listed}. Сообщите офису: он решает, "
        "учитывать ли турнир.",
        f"Suspended from tournaments on {day}, and played: {listed}. Tell the office: it decides "
        "whether the tournament counts.",
    )
    return Notice("suspended_played", text, "D.3.1")


def _unconfirmed(players: Sequence[str]) -> Notice:
    shown = ", ".join(players[:10]) + (" …" if len(players) > 10 else "")
    text = Text(
        f"Реестр ещё не подтвердил номера: {shown}.",
        f"Not confirmed by the registry yet: {shown}.",
    )
    return Notice("players_unconfirmed", text, "2.1.1")


def _head_judge_missing(level: Level) -> Notice:
    text = Text("Главный судья не назван.", "No head judge is named.")
    return Notice("head_judge_missing", text, RULE_OF[level])


def _few_players(players: int, minimum: int) -> Notice:
    text = Text(
        f"Игроков {players}; чтобы начать, нужно {minimum}.",
        f"{players} players; {minimum} are needed to start.",
    )
    return Notice("few_players", text, "7.2.1")


def _large(players: int) -> Notice:
    text = Text(
        f"Турнир крупный ({players}): о нём сообщают координатору за две недели.",
        f"A large tournament ({players}): the coordinator is told two weeks ahead.",
    )
    return Notice("large_tournament", text, "5.1")
