"""The page of a tournament that a hall looks at and prints. Read only, no script, two languages."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Literal

from services.pairing import notices
from services.pairing.domain.state import TournamentState
from services.pairing.pages import words
from services.pairing.pages.markup import Html, joined, tag
from services.pairing.pages.pairings import by_player, by_table
from services.pairing.pages.parts import titled
from services.pairing.pages.places import bracket_part, standings_part
from services.pairing.views import View
from shared import rulesets
from shared.problems import say
from shared.refusals import Text

Part = Literal["tables", "names", "standings", "bracket"]
PARTS: dict[Part, Callable[[View], Html]] = {
    "tables": by_table,
    "names": by_player,
    "standings": standings_part,
    "bracket": bracket_part,
}
_FOLDER = Path(__file__).parent.parent / "templates"
_PAGE = Template((_FOLDER / "tournament.html").read_text(encoding="utf-8"))
_STYLE = (_FOLDER / "tournament.css").read_text(encoding="utf-8")
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()

HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
}
"""Nothing but this page's own style: no script, no picture, no form, no frame."""


@dataclass(frozen=True)
class Page:
    """What to show: which part, None for all; ``city``: the name of the tournament's."""

    view: View
    city: str
    part: Part | None = None

    def said(self, text: Text) -> str:
        """In the page's language."""
        return say(text, self.view.lang)


def document(page: Page) -> str:
    """The whole page."""
    view = page.view
    shown = _all_parts(view.state) if page.part is None else [page.part]
    body = joined(_header(page), *(PARTS[part](view) for part in shown))
    name = joined(view.state.created.name)
    return _PAGE.substitute(lang=view.lang, title=name, style=_STYLE, body=body)


def _all_parts(state: TournamentState) -> list[Part]:
    """What there is to see by now, places first once it is over."""
    pairings: list[Part] = ["tables", "names"]
    places: list[Part] = ["standings"] if state.rounds else []
    if state.top:
        places.append("bracket")
    return [*places, *pairings] if state.finished else [*pairings, *places]


def _header(page: Page) -> Html:
    state, created = page.view.state, page.view.state.created
    played = rulesets.load(created.rule_set).formats[created.format]
    day = date.fromisoformat(created.date)
    facts = [
        page.city,
        page.said(Text(f"{day:%d.%m.%Y}", created.date)),
        page.said(Text(played.name_ru, played.name_en)),
        page.said(words.STATUS[state.status]),
        f"{page.said(words.PLAYERS).lower()}: {state.players}",
    ]
    return tag(
        "header",
        tag("h1", created.name),
        tag("p", ", ".join(facts), class_="facts"),
        _round_now(page),
        _navigation(page),
        _warnings(page),
        tag("p", f"{page.said(words.SEED)}: {created.seed}. {page.said(words.SEED_IS)}"),
    )


def _round_now(page: Page) -> Html | None:
    """Which round is out, of how many, and how many tables are open."""
    state = page.view.state
    if state.current is None or state.structure is None:
        return None
    of = "" if state.top else f" {page.said(words.OF)} {state.structure.rounds}"
    open_tables = sum(len(each.open_tables) for each in state.rounds)
    still = f"; {page.said(words.OPEN_TABLES)}: {open_tables}" if open_tables else ""
    return tag("p", page.said(titled(state.current)), of, still, class_="facts")


def _navigation(page: Page) -> Html:
    def link(part: Part | None, lang: str, text: Text) -> Html:
        asked = f"?lang={lang}" if part is None else f"?view={part}&lang={lang}"
        here = "page" if (part, lang) == (page.part, page.view.lang) else None
        return tag("a", page.said(text), href=asked, aria_current=here)

    lang, other = ("en", "ru") if page.view.lang == "en" else ("ru", "en")
    return tag(
        "nav",
        *(link(part, lang, words.VIEWS[part]) for part in PARTS),
        link(None, lang, words.ALL),
        link(page.part, other, words.OTHER_LANGUAGE),
        aria_label=page.said(words.PARTS),
    )


def _warnings(page: Page) -> Html | None:
    """What was recorded at the start, and of the round that is out."""
    state = page.view.state
    found = notices.of_tournament(state, (), ())
    if state.current is not None:
        found += notices.of_round(state, state.current)
    told = {each.code: page.said(each.text) for each in found}
    if not told:
        return None
    return tag(
        "aside",
        tag("h2", page.said(words.WARNINGS)),
        tag("ul", *(tag("li", text) for text in told.values())),
        class_="warnings",
    )
