"""An explanation of a draw in plain words, Russian and English."""

from collections.abc import Callable, Mapping

from services.pairing.domain.explain import Alternative, ByeReason, Decided, Explanation
from shared.refusals import Text

Called = Callable[[int], str]
"""How an entry is called in a sentence."""

OF_RULE: Mapping[Decided, Text] = {
    "S.2": Text("повторных встреч было бы больше", "more players would have to meet again"),
    "S.3": Text(
        "без соперника остался бы тот, кто уже получал победу без игры",
        "the bye would go to one who has had a win without a game already",
    ),
    "S.4": Text(
        "без соперника остался бы игрок, у которого больше очков",
        "the bye would go to a player with more points",
    ),
    "S.5": Text(
        "соперники в туре сильнее различались бы по очкам",
        "opponents would differ more in points",
    ),
    "S.6": Text(
        "больше игроков второй раз подряд играли бы с теми, у кого больше (или меньше) очков",
        "more players would meet those with more (or fewer) points for the second time running",
    ),
    "lot": Text("она ничем не хуже, решил жребий", "it is no worse, the lot has decided"),
}
PASSED: Mapping[Decided, Text] = {
    "S.2": Text(
        "тогда кому-то пришлось бы играть повторно", "then somebody would have to meet again"
    ),
    "S.3": Text("побед без игры уже больше", "has had more wins without a game"),
    "S.4": Text("больше очков", "has more points"),
}


def told(found: Explanation, called: Called) -> Text:
    """Why this player does in the round what he does."""
    parts = [_what(found, called)]
    if found.rematch:
        parts.append(Text("Они уже играли друг с другом.", "They have met before."))
    if found.how == "drawn":
        parts.append(_otherwise(found, called))
    if found.how == "bye" and found.bye is not None:
        parts.append(of_bye(found.bye, called))
    return Text(" ".join(each.ru for each in parts), " ".join(each.en for each in parts))


def of_bye(bye: ByeReason, called: Called) -> Text:
    """S.3, S.4: why the bye is his."""
    who, points = called(bye.entry), bye.points
    ru = f"{who} без соперника: побед без игры раньше {bye.byes}, очков {_ru(points)}."
    en = f"{who} has the bye: {bye.byes} before, {_en(points)} points."
    if bye.equals:
        ru += f" Столько же у других: {len(bye.equals)}."
        en += f" As much have others: {len(bye.equals)}."
    for each in bye.passed_over[:5]:
        why = PASSED[each.rule]
        ru += f" Не {called(each.entry)} ({_ru(each.points)}): {why.ru}."
        en += f" Not {called(each.entry)} ({_en(each.points)}): {why.en}."
    if bye.other is None:
        return Text(f"{ru} Больше некому.", f"{en} There is nobody else.")
    other = bye.other.bye
    then = Text(
        f"Следующий — {called(other)}" if other else "Иначе",
        f"The next one is {called(other)}" if other else "Otherwise",
    )
    reason = _reason(bye.other)
    return Text(f"{ru} {then.ru}: {reason.ru}.", f"{en} {then.en}: {reason.en}.")


def _what(found: Explanation, called: Called) -> Text:
    who = called(found.entry)
    other = "" if found.opponent is None else called(found.opponent)
    number, table = found.round, found.table
    match found.how:
        case "absent":
            return Text(
                f"{who} в туре {number} не участвует.", f"{who} takes no part in round {number}."
            )
        case "bye":
            return Text(
                f"Тур {number}: пары для {who} не осталось, это победа без игры.",
                f"Round {number}: {who} is the one left over: a win without a game.",
            )
        case "bye_by_hand":
            return Text(
                f"Тур {number}: победа без игры у {who} не от жеребьёвки: от судьи или из файла.",
                f"Round {number}: no draw gave {who} the bye, but the judge or the uploaded file.",
            )
        case "by_hand":
            return Text(
                f"Тур {number}, стол {table}: пару {who} — {other} поставил судья.",
                f"Round {number}, table {table}: {who} and {other} are the judge's own pair.",
            )
        case "drawn":
            return _pair(found, who, other)
    return _of_bracket(found, who, other)


def _pair(found: Explanation, who: str, other: str) -> Text:
    mine, his = (points or 0 for points in found.points)
    gap = abs(mine - his)
    ru = f"Тур {found.round}, стол {found.table}: {who} ({_ru(mine)}) — {other} ({_ru(his)}), "
    en = f"Round {found.round}, table {found.table}: {who} ({_en(mine)}), {other} ({_en(his)}), "
    if not gap:
        return Text(f"{ru}очков поровну.", f"{en}with equal points.")
    return Text(f"{ru}разница {_ru(gap)}.", f"{en}{_en(gap)} apart.")


def _otherwise(found: Explanation, called: Called) -> Text:
    best = found.other
    if best is None:
        return Text("Другой жеребьёвки нет.", "There is no other draw.")
    then = Text("остаётся без соперника", "has the bye")
    if best.opponent is not None:
        then = Text(f"играет с {called(best.opponent)}", f"meets {called(best.opponent)}")
    who, why = called(found.entry), _reason(best)
    return Text(
        f"В лучшей из других жеребьёвок {who} {then.ru}: {why.ru}.",
        f"In the best other draw {who} {then.en}: {why.en}.",
    )


def _reason(best: Alternative) -> Text:
    """What decided against it."""
    if best.decided is None:
        return Text(
            "по этим правилам она лучше, значит, тур составлен не по ним",
            "by these rules it is the better one, so the round was not drawn by them",
        )
    why = OF_RULE[best.decided]
    if best.decided == "S.5":
        return Text(
            f"{why.ru}, сумма квадратов разниц больше на {_quarters(best.more, ',')}",
            f"{why.en}, the sum of squared differences is {_quarters(best.more, '.')} more",
        )
    if best.decided in ("S.2", "S.6"):
        return Text(f"{why.ru} (на {best.more})", f"{why.en} ({best.more} more)")
    return why


def _of_bracket(found: Explanation, who: str, other: str) -> Text:
    """T.9."""
    mine, his = found.seeds
    if found.how == "third_place":
        return Text(
            f"Игра за третье место: {who} и {other} проиграли в полуфинале.",
            f"The game for third place: {who} and {other} lost their semifinals.",
        )
    if found.how == "bracket_bye":
        return Text(
            f"ТОП: место соседа по сетке пусто, {who} проходит дальше без игры.",
            f"TOP: the neighbouring place of the bracket is empty, {who} goes on without a game.",
        )
    if mine is None or his is None:
        return Text(
            f"ТОП: {who} и {other} — пара сетки; посев при загрузке не указан.",
            f"TOP: {who} and {other} are a pair of the bracket; the upload names no seeds.",
        )
    return Text(
        f"ТОП: {who} (посев {mine}) и {other} (посев {his}) — соседи по сетке, "
        "между турами её не перестраивают.",
        f"TOP: {who} (seed {mine}) and {other} (seed {his}) are neighbours in the bracket, "
        "which is never reshuffled.",
    )


def _en(points: int) -> str:
    return f"{points / 2:g}"


def _ru(points: int) -> str:
    return _en(points).replace(".", ",")


def _quarters(squares: int, mark: str) -> str:
    """S.5: a sum of squares of points ×2, as one of points."""
    whole, rest = divmod(squares, 4)
    return f"{whole}{('', mark + '25', mark + '5', mark + '75')[rest]}"
