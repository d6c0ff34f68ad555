"""What a verdict says, in both languages: each a pair of (what is wrong, what repairs it).

Numbers follow a colon, so that no word has to agree with them.
"""

from datetime import date

from shared.refusals import Text

Wording = tuple[Text, Text]


def too_few(count: int, least: int) -> Wording:
    """Rule 7.2.1."""
    return (
        Text(
            f"Слишком маленькая колода. Карт: {count}, нужно не меньше: {least}.",
            f"The deck is too small. Cards: {count}, at least: {least}.",
        ),
        Text(f"Добавьте карт: {least - count}.", f"Cards to add: {least - count}."),
    )


def too_many(count: int, most: int) -> Wording:
    """Rule 7.2.1."""
    return (
        Text(
            f"Слишком большая колода. Карт: {count}, можно не больше: {most}.",
            f"The deck is too large. Cards: {count}, at most: {most}.",
        ),
        Text(f"Уберите карт: {count - most}.", f"Cards to take out: {count - most}."),
    )


def copies(card: str, count: int, most: int, *, horde: bool) -> Wording:
    """Rule 7.2.1, C.4."""
    return (
        Text(
            f"Слишком много копий карты «{card}»: {count}, можно не больше: {most}"
            + (" (карта с Ордой)." if horde else "."),
            f"Too many copies of “{card}”: {count}, at most: {most}"
            + (" (a card with Horde)." if horde else "."),
        ),
        _take_out(card, count - most),
    )


def limited(card: str, count: int, list_id: str) -> Wording:
    """Rule 7.8.3."""
    return (
        Text(
            f"Карта «{card}» ограничена одной копией (список {list_id}), в колоде: {count}.",
            f"“{card}” is limited to one copy (list {list_id}), the deck has: {count}.",
        ),
        _take_out(card, count - 1),
    )


def banned(card: str, count: int, list_id: str) -> Wording:
    """Rule 7.8.2."""
    return (
        Text(
            f"Карта «{card}» запрещена (список {list_id}).",
            f"“{card}” is banned (list {list_id}).",
        ),
        _take_out(card, count),
    )


def overlord(card: str, count: int) -> Wording:
    """Rules 7.2.3, 7.5.6."""
    return (
        Text(
            f"«{card}» — карта Повелителя: её можно играть только в колоде самого Повелителя.",
            f"“{card}” is an Overlord card: only the Overlord's own deck may play it.",
        ),
        _take_out(card, count),
    )


def not_released(card: str, count: int, released: date, as_of: date) -> Wording:
    """C.1."""
    return (
        Text(
            f"Карта «{card}» вышла {released:%d.%m.%Y}, позже дня проверки ({as_of:%d.%m.%Y}).",
            f"“{card}” was released on {released}, later than the day judged ({as_of}).",
        ),
        _take_out(card, count),
    )


def unknown(card: str, nearest: tuple[str, ...]) -> Wording:
    """C.1: a name of no printing."""
    ru, en = "Проверьте название.", "Check the name."
    if nearest:
        ru += " Похожие: " + ", ".join(f"«{name}»" for name in nearest) + "."
        en += " Like it: " + ", ".join(f"“{name}”" for name in nearest) + "."
    return (
        Text(f"Карты «{card}» нет в каталоге.", f"The catalogue has no “{card}”."),
        Text(ru, en),
    )


def unread(line: int, text: str, reason: Text) -> Wording:
    """A line of the list that says nothing readable."""
    return (
        Text(f"Строка {line} не читается: «{text}».", f"Line {line} can't be read: “{text}”."),
        reason,
    )


def no_bans(format_name: Text, as_of: date) -> Text:
    """A warning: the verdict rests on no list of banned cards."""
    return Text(
        f"На {as_of:%d.%m.%Y} списка запрещённых карт формата «{format_name.ru}» нет.",
        f"There is no list of banned cards of {format_name.en} for {as_of}.",
    )


def _take_out(card: str, count: int) -> Text:
    return Text(f"Уберите копий «{card}»: {count}.", f"Copies of “{card}” to take out: {count}.")
