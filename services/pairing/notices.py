"""What a judge is told without being stopped: a stable code, a sentence, the rule."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.pairing import setup_words
from services.pairing.domain.permits import RULE_OF
from services.pairing.domain.setup import Remark
from services.pairing.domain.state import Round, TournamentState
from shared.events.tournaments import Level
from shared.refusals import Refusal, Text


@dataclass(frozen=True)
class Notice:
    """A warning, in both languages."""

    code: str
    text: Text
    rule: str
    entries: tuple[int, ...] = ()
    """Whose they are is shown beside the sentence, which never has a name (law 11)."""


def of_tournament(
    state: TournamentState, found: Sequence[Remark], unconfirmed: Sequence[str]
) -> list[Notice]:
    """All there is to know of a tournament now, and what was recorded at its start.

    found: of its set-up; unconfirmed: entered IDs that this service has heard nothing of.
    """
    told = [Notice(each.code, setup_words.said(each), each.rule) for each in found]
    if unconfirmed:
        told.append(_unconfirmed(unconfirmed))
    recorded = state.structure.warnings if state.structure else ()
    return told + [recorded_notice(code, state.created.level) for code in recorded]


def unfit(no: Refusal) -> Notice:
    """6.1–6.3: what would be refused if it were done now, of what was done when it was right."""
    return Notice(no.code, no.message, no.rule or "")


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


def late_entries(round_number: int, entries: Sequence[int]) -> Notice:
    """S.7: whoever comes after a pairing is out plays from the next one on."""
    text = Text(
        f"Турнир уже идёт: играют с тура {round_number}, пропущенные туры — 0 очков, если судья "
        "не назначит за них результат.",
        f"The tournament is running: they play from round {round_number} on; missed rounds are 0 "
        "points unless the judge grants a result for them.",
    )
    return Notice("late_entries", text, "S.7", tuple(entries))


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
