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
        if not at.hand_tables and not at.hand_byes:
            return [*found, Notice("rematches", text, "S.2")]
        text = Text(f"Играли раньше: столы {tables}.", f"Met before: tables {tables}.")
        found.append(Notice("rematches", text, "S.2"))
    return found


def recorded_notice(code: str, level: Level) -> Notice:
    """A code out of a log, as a sentence."""
    if code in _STRUCTURE:
        return Notice(code, _STRUCTURE[code], "7.2.2")
    if code in _OF_ROUNDS:
        rule, text = _OF_ROUNDS[code]
        return Notice(code, text, rule)
    return Notice(code, _STRICTNESS.get(code, Text(code, code)), RULE_OF[level])


_STRUCTURE = {
    "rounds_overridden": Text(
        "Число туров судья назначил сам.", "The judge set the number of rounds himself."
    ),
    "top_overridden": Text("Размер ТОПа судья назначил сам.", "The judge set the TOP himself."),
}
_OF_ROUNDS = {
    "results_open_overridden": (
        "7.0.1",
        Text(
            "Тур составлен решением судьи, пока не все результаты известны.",
            "Paired by the judge's decision while results were open.",
        ),
    ),
    "hand_rematch": (
        "S.2",
        Text("Из-за пар судьи кто-то встретился снова.", "By the judge's pairs some meet again."),
    ),
    "hand_second_bye": (
        "S.3",
        Text(
            "Решением судьи автовыигрыш у того, у кого он уже был.",
            "By the judge's decision the bye is with one who has had more of them.",
        ),
    ),
    "hand_bye_not_lowest": (
        "S.4",
        Text(
            "Решением судьи автовыигрыш не у того, у кого меньше всех очков.",
            "By the judge's decision the bye is not with the fewest points.",
        ),
    ),
    "hand_more_byes": (
        "S.3",
        Text(
            "Решением судьи автовыигрышей больше, чем нужно.",
            "By the judge's decision there are more byes than needed.",
        ),
    ),
    "hand_costs_more": (
        "S.5",
        Text(
            "Из-за пар судьи соперники дальше друг от друга по очкам.",
            "By the judge's pairs opponents are farther apart in points.",
        ),
    ),
}
_STRICTNESS = {
    "head_judge_overridden": Text(
        "Тур опубликован без главного судьи нужного уровня.",
        "Published without a head judge of the level needed.",
    ),
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


def lists_missing(state: TournamentState, players: Sequence[str]) -> Notice:
    """6.2, 6.3: who has no legal list, as far as it is known here; for the staff."""
    numbers = {each.player: each.number for each in state.entries.values()}
    text = _STRICTNESS["deck_lists_missing"]
    entries = tuple(numbers[player] for player in players)
    return Notice("deck_lists_missing", text, RULE_OF[state.created.level], entries)


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
        f"Отстранены от турниров на {day}, а играли: {listed}. Такой турнир ждёт в карантине: в "
        "рейтинг его пускают офис или координатор города.",
        f"Suspended from tournaments on {day}, and played: {listed}. Such a tournament waits in "
        "quarantine: the office or the city's coordinator lets it into the rating.",
    )
    return Notice("suspended_played", text, "D.3.1")


def rounds_missing(rounds: Sequence[int]) -> Notice:
    """7.0.1: of an upload with a gap: the missing half may still come."""
    listed = ", ".join(map(str, rounds))
    text = Text(
        f"Туров нет: {listed}. Их можно загрузить отдельно.",
        f"Rounds that are not here: {listed}. They can be uploaded by themselves.",
    )
    return Notice("rounds_missing", text, "7.0.1")


def _unconfirmed(players: Sequence[str]) -> Notice:
    shown = ", ".join(players[:10]) + (" …" if len(players) > 10 else "")
    text = Text(
        f"Реестр ещё не подтвердил номера: {shown}.",
        f"Not confirmed by the registry yet: {shown}.",
    )
    return Notice("players_unconfirmed", text, "2.1.1")
