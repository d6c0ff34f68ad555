"""What is pointed out of a tournament's set-up, in words: a sentence for each code of ``setup``."""

from services.pairing.domain.setup import Remark
from shared.refusals import Text


def said(remark: Remark) -> Text:
    """A remark as a sentence. Raises KeyError for a code without one."""
    text = WORDS[remark.code]
    return Text(text.ru.format(**remark.values), text.en.format(**remark.values))


WORDS = {
    "few_players": Text(
        "Игроков {players}; чтобы начать, нужно {minimum}.",
        "{players} players; {minimum} are needed to start.",
    ),
    "capacity_below_minimum": Text(
        "Мест {capacity}, а чтобы начать, нужно {minimum} игрока.",
        "There are {capacity} places; {minimum} players are needed to start.",
    ),
    "capacity_below_expected": Text(
        "Мест {capacity}, а ждут {expected} игроков: остальные попадут в очередь.",
        "There are {capacity} places and {expected} players are expected: the rest will wait.",
    ),
    "large_tournament": Text(
        "Турнир крупный ({players}): координатору о нём сообщают за {days} дней.",
        "A large tournament ({players}): the coordinator is told {days} days ahead.",
    ),
    "large_announced_late": Text(
        "Турнир крупный ({players}), а объявлен меньше чем за {days} дней: это записано.",
        "A large tournament ({players}), announced less than {days} days ahead: that is recorded.",
    ),
    "date_past": Text(
        "Когда турнир объявили, день {date} уже прошёл: проверьте дату.",
        "When it was announced, {date} was over already: check the date.",
    ),
    "date_far": Text(
        "До {date} больше года: проверьте дату.",
        "{date} is more than a year ahead: check the date.",
    ),
    "minutes_odd": Text(
        "Раунд в минутах — {minutes}: проверьте, нет ли опечатки.",
        "A round of {minutes} minutes: check for a slip.",
    ),
    "rounds_exhaust_opponents": Text(
        "Игроков {players}, а туров {rounds}: после тура {last} новых соперников не останется, и "
        "повторных встреч не избежать.",
        "{players} players and {rounds} rounds: after round {last} nobody has a new opponent left, "
        "and rematches can't be avoided.",
    ),
    "rematches_possible": Text(
        "Игроков {players}, а туров {rounds}: без повторных встреч наверняка удастся составить "
        "только туры до {surely}.",
        "{players} players and {rounds} rounds: only up to round {surely} is a pairing without "
        "rematches certain.",
    ),
    "top_above_field": Text(
        "ТОП {top} больше числа игроков ({players}): он сократится до числа тех, кто есть.",
        "A TOP of {top} is larger than the field of {players}: it will be cut down to it.",
    ),
    "top_is_everybody": Text(
        "В ТОП {top} попадут все {players}: места в швейцарке ничего не решат, кроме посева.",
        "A TOP of {top} takes all {players}: the Swiss will decide nothing but the seeds.",
    ),
    "top_after_all_met": Text(
        "За {rounds} туров все {players} встретятся между собой: ТОП ни к чему.",
        "In {rounds} rounds all {players} meet each other: there is no need of a TOP.",
    ),
    "head_judge_missing": Text("Главный судья не назван.", "No head judge is named."),
    "judges_unknown": Text(
        "Здесь не известны как судьи: {judges}.", "Not known here as judges: {judges}."
    ),
    "judges_few": Text(
        "Кроме главного, обычно нужны {wanted} судьи уровня {level} или выше; названо {judges}.",
        "Besides the head judge, {wanted} judges of level {level} or higher are usual; {judges} "
        "named.",
    ),
    "deck_lists_awaited_required": Text(
        "Списки колод обязательны, а приняты не у всех: ждём {missing} из {players}.",
        "Deck lists are required, and not all are in: {missing} of {players} are awaited.",
    ),
    "deck_lists_awaited_desirable": Text(
        "Списки колод желательны: ждём {missing} из {players}.",
        "Deck lists are desirable: {missing} of {players} are awaited.",
    ),
}
