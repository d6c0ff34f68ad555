"""The decks service's public contract."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field
from pydantic import StringConstraints as Constraints

from services.decks.domain.cards import CardType, Element, Rarity, SetKind
from shared.contract import Day, PlayerId, Strict
from shared.rulesets import DEFAULT

MOST_CHARACTERS = 20_000
MOST_LINES = 300
"""Six times the largest deck of single copies (7.2.1): the rest is remarks."""

_EXAMPLE = "#Болотный дозор\n3 Топляк\n3x Болотная кикимора\nКром"


def _readable(text: str) -> str:
    if not text.strip():
        raise ValueError("список пуст|the list is empty")
    if len(text.splitlines()) > MOST_LINES:
        raise ValueError(f"строк больше {MOST_LINES}|there are more than {MOST_LINES} lines")
    return text


Code = Annotated[str, Constraints(min_length=1, max_length=60)]
DeckText = Annotated[
    str, Constraints(min_length=1, max_length=MOST_CHARACTERS), AfterValidator(_readable)
]


class DeckIn(Strict):
    """A deck to be judged. ``text``: a card a line, ``3 Name``, ``3x Name``, ``Name x3``."""

    format: Code = Field(examples=["constructed-classic"])
    text: DeckText = Field(examples=[_EXAMPLE])
    rule_set: Code = Field(default=DEFAULT, examples=[DEFAULT])


class DeckCheckIn(DeckIn):
    """A deck to be judged and forgotten."""

    as_of: Day | None = Field(
        default=None,
        description="The date whose cards and bans count; without it, today in Europe/Moscow.",
        examples=["2011-11-05"],
    )


class DeckListIn(Strict):
    """A player's list for a tournament, judged by the tournament's format, rules and date.

    These may be named: others than the tournament's are refused.
    """

    tournament: UUID
    player: PlayerId = Field(description="The ID.", examples=["1007"])
    text: DeckText = Field(examples=[_EXAMPLE])
    format: Code | None = Field(default=None, examples=["constructed-classic"])
    rule_set: Code | None = Field(default=None, examples=[DEFAULT])
    as_of: Day | None = Field(
        default=None, description="The tournament's date.", examples=["2011-11-05"]
    )


class BothLanguages(BaseModel):
    """A sentence in Russian and in English."""

    ru: str
    en: str


class DeckViolationOut(BaseModel):
    """One rule broken by the deck or by one of its cards."""

    rule: str = Field(description="Id in the rules index.", examples=["7.8.2"])
    code: str = Field(description="Stable name for programs.", examples=["banned"])
    card: str | None = Field(description="The card; null when it is the deck.", examples=["Кром"])
    count: int = Field(description="How many there are.")
    limit: int = Field(description="The most allowed; of a deck too small, the least.")
    message: str = Field(description="What is wrong, in the language asked for.")
    fix: str = Field(description="What repairs it.")
    message_in: BothLanguages
    fix_in: BothLanguages
    lines: list[int] = Field(description="Of the list, from 1.")
    nearest: list[str] = Field(description="Of an unknown card: the names most like it.")


class DeckWarningOut(BaseModel):
    """Something that the judge should know and that makes no deck illegal."""

    code: str = Field(examples=["no_ban_list"])
    message: str
    message_in: BothLanguages


class DeckVerdictOut(BaseModel):
    """Rules 7.2.1, 7.2.3, 7.8: what the rules say of a deck, as of a date."""

    legal: bool
    rules: list[str] = Field(description="Ids of the rules broken, each once.")
    violations: list[DeckViolationOut]
    warnings: list[DeckWarningOut]
    size: int = Field(description="Cards in the lines that could be read.")
    name: str | None = Field(description="The deck's, from its # line.")
    format: str
    rule_set: str
    as_of: date
    ban_list: str | None = Field(examples=["constructed-classic/2011-01-01"])
    catalogue: int = Field(description="Version of the catalogue judged by.")


class DeckListVerdictRow(BaseModel):
    """The verdict on a player's newest list, among all of a tournament."""

    player: str = Field(description="The ID.", examples=["1007"])
    legal: bool = Field(examples=[True])
    rules: list[str] = Field(description="Ids of the rules broken; empty when legal.")
    version: int = Field(description="From 1; a changed list is the next.", examples=[2])


class DeckListVerdictOut(BaseModel):
    """The verdict on a player's newest list; never what is in it."""

    list_id: str = Field(
        description="Names the list in all its versions.",
        examples=["0d5b7f0c-2f64-4a0e-8a57-3f3a5f6f9b21"],
    )
    tournament: str = Field(examples=["6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"])
    player: str = Field(description="The ID.", examples=["1007"])
    player_name: str = Field(
        description="As known here; № and the ID where it is not.", examples=["Воронцова Алёна"]
    )
    version: int = Field(description="From 1; a changed list is the next.", examples=[2])
    legal: bool = Field(examples=[True])
    rules: list[str] = Field(description="Ids of the rules broken; empty when legal.")
    format: str = Field(examples=["constructed-classic"])
    rule_set: str = Field(examples=[DEFAULT])
    as_of: date = Field(examples=["2011-11-05"])
    ban_list: str | None = Field(examples=["constructed-classic/2011-01-01"])
    catalogue: int = Field(description="Version of the catalogue judged by.", examples=[1])
    submitted_at: datetime = Field(examples=["2011-11-04T18:30:00Z"])


class DeckListSubmittedOut(DeckListVerdictOut):
    """A list that was accepted, and what the judge should know of it."""

    size: int
    warnings: list[DeckWarningOut]


class DeckRowOut(BaseModel):
    """A card of a list, its copies over all lines (C.4)."""

    name: str = Field(examples=["Топляк"])
    count: int = Field(examples=[3])


class DeckListOut(DeckListVerdictOut):
    """A list with its cards, for the judge."""

    name: str | None = Field(description="The deck's, from its # line.")
    size: int
    cards: list[DeckRowOut]
    text: str = Field(description="As it was sent.")
    submitted_by: str


class CardSetOut(BaseModel):
    """A release of cards."""

    set: str = Field(description="era/number", examples=["first/1"])
    name: str
    kind: SetKind
    parent: str | None = Field(description="The big set that a small one belongs to.")
    released: date


class CatalogueOut(BaseModel):
    """The catalogue in force."""

    version: int
    cards: int = Field(description="How many.")
    printings: int = Field(description="How many.")
    sets: list[CardSetOut] = Field(description="In the order of their release.")
    loaded_at: datetime


class PrintingOut(BaseModel):
    """A card in one set."""

    set: str = Field(examples=["first/1"])
    rarity: Rarity
    nonstandard_back: bool = Field(description="To be looked at on the table (7.8.2, C.2).")


class CardOut(BaseModel):
    """All printings of one name (C.4)."""

    name: str
    element: Element
    type: CardType
    classes: list[str]
    cost: int | None
    horde: bool = Field(description="7.2.1: five copies.")
    incorporeal: bool
    overlord: bool = Field(description="7.5.6: only in the Overlord's own deck.")
    first_released: date = Field(description="C.1: legal from this day on.")
    printings: list[PrintingOut]


class BanListOut(BaseModel):
    """Rule 7.8: what is banned and what is limited to one copy, from a date on."""

    id: str
    since: date
    banned: list[str]
    banned_rule: str = Field(examples=["7.8.2"])
    limited: list[str]
    limited_rule: str = Field(examples=["7.8.3"])


class BansOut(BaseModel):
    """A format's list on a date."""

    format: str
    as_of: date
    ban_list: BanListOut | None = Field(description="Null: the format has none on that date.")
