"""What the parts of a tournament's page share: people, numbers, tables."""

from collections.abc import Iterable, Sequence

from services.pairing.domain.state import Round
from services.pairing.pages import words
from services.pairing.pages.markup import Html, joined, tag
from services.pairing.schemas.parts import SeatOut
from services.pairing.views import View
from shared.erasure import numbered
from shared.folding import fold
from shared.problems import say
from shared.refusals import Text


def points(twice: int, lang: str) -> str:
    """Points ×2 as people write them: 6,5 in Russian, 6.5 in English."""
    whole, half = divmod(twice, 2)
    return f"{whole}{',' if lang == 'ru' else '.'}5" if half else str(whole)


def person(seat: SeatOut) -> Html:
    """Name and ID, for there are namesakes; who has no name here is his ID alone."""
    shown = numbered(seat.player)
    return joined(seat.name) if seat.name == shown else joined(seat.name, " ", tag("small", shown))


def people(seats: Iterable[SeatOut]) -> Html:
    """A list of them, as one on a wall is read: ё as е, namesakes by ID."""
    return tag("ul", *(tag("li", person(seat)) for seat in by_name(seats)), class_="two")


def by_name(seats: Iterable[SeatOut]) -> list[SeatOut]:
    """In the order of such a list."""
    return sorted(seats, key=lambda seat: (fold(seat.name), len(seat.player), seat.player))


def titled(at: Round) -> Text:
    """A round as it is called."""
    name = words.ROUND if at.stage == "swiss" else words.TOP_ROUND
    return Text(f"{name.ru} {at.number}", f"{name.en} {at.number}")


def grid(view: View, caption: Text, columns: Sequence[Text], rows: Iterable[Html]) -> Html:
    """A table with a caption, and a heading over each column: people's on the left."""

    def heading(column: Text) -> Html:
        number = None if column in (words.PLAYER, words.OPPONENT) else "n"
        return tag("th", say(column, view.lang), scope="col", class_=number)

    return tag(
        "table",
        tag("caption", say(caption, view.lang)),
        tag("thead", tag("tr", *(heading(column) for column in columns))),
        tag("tbody", *rows),
    )


def section(view: View, part: str, *content: object) -> Html:
    """A part of the page under its heading."""
    return tag("section", tag("h2", say(words.VIEWS[part], view.lang)), *content, id=part)
