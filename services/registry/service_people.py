"""Use cases about people who are registered. One transaction each: state + outbox."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlmodel import Session

from services.registry import turns
from services.registry.domain.names import name_key
from services.registry.domain.people import identity, is_lapsed, lapse_line
from services.registry.place_words import no_city_named
from services.registry.schemas.people import Consent, PlayerOut, Status
from services.registry.store import directory
from services.registry.store import numbers as numbers_store
from services.registry.store import people as store
from services.registry.tables.people import Player
from shared import rulesets
from shared.clock import now
from shared.events.players import PlayerChanged
from shared.folding import fold
from shared.outbox import publish_all
from shared.refusals import Refusal, Text

AT_ONCE = 2000
"""People renamed with their city in one go."""


def known(tx: Session, player: str) -> Player:
    """The person of an ID. Refuses one that nobody has (2.1.1)."""
    row = store.player(tx, player)
    if row is None:
        raise not_found(player)
    return row


def public(
    tx: Session, people: Sequence[Player], asked: Sequence[str] | None = None
) -> list[PlayerOut]:
    """What anybody may see of people; asked: by which number each was asked for."""
    numbers = numbers_store.old_numbers_of(tx, {row.player for row in people})
    line = not_lapsed_since()
    return [
        PlayerOut(
            player=row.player,
            first_name=row.first_name,
            surname=row.surname,
            nickname=row.nickname,
            city=row.city,
            club=row.club,
            status=_status(row, line),
            old_numbers=numbers.get(row.player, []),
            erased=row.erased_at is not None,
            asked=asked[at] if asked else None,
        )
        for at, row in enumerate(people)
    ]


def not_lapsed_since() -> datetime:
    """D.2.2: a newcomer who waits since before this, a season of the default rules, has lapsed."""
    return lapse_line(now(), rulesets.load(rulesets.DEFAULT).newcomer_lapses_days)


def has_lapsed(row: Player) -> bool:
    """D.2.2: whether a newcomer has waited for longer than a season of the default rule set."""
    return is_lapsed(row.status, row.waiting_since, not_lapsed_since())


def announce(tx: Session, row: Player, who: str) -> None:
    """Publish a person's public state."""
    announce_all(tx, [row], who)


def announce_all(tx: Session, people: Iterable[Player], who: str) -> None:
    """Publish the public states of thousands of people."""
    rows = list(people)
    numbers = numbers_store.old_numbers_of(tx, {row.player for row in rows})
    states = ((f"player:{row.player}", _state(row, numbers)) for row in rows)
    publish_all(tx, states, who=who)


def rename_city(tx: Session, old_key: str, name: str, who: str) -> None:
    """A city is called otherwise: its people are shown with its new name everywhere.

    old_key: its folded name until now. In the transaction that renames it.
    """
    turns.about_people(tx)
    after = 0
    while rows := store.living_in(tx, old_key, after, AT_ONCE):
        for row in rows:
            row.city, row.city_key = name, fold(name)
            row.revision += 1
            tx.add(row)
        announce_all(tx, rows, who)
        after = rows[-1].serial


def city_key(tx: Session, city: str) -> str:
    """A city's folded name, by its name or id, for a list of its people.

    Refuses one that nobody knows, with the likest (2.1.2): an empty list would hide a slip.
    """
    found = store.cities(tx, [fold(city)])
    if not found:
        raise no_city_named(city, directory.city_names(tx).values(), "query.city")
    return found[0][1]


def keyed(row: Player) -> None:
    """Fold anew what a person is compared by (D.2.3)."""
    same = identity(row.first_name, row.surname, row.patronymic, row.email)
    row.full_key, row.short_key, row.email_key = same.full, same.short, same.email
    row.nickname_key = name_key(row.nickname) if row.nickname else None


def consents(row: Player, given: Consent | None) -> None:
    """Keep which text was agreed to, when, and by whom for a minor."""
    row.consent_version = given.version if given else None
    row.consent_date = given.date.isoformat() if given else None
    row.guardian = given.guardian if given else None


def not_found(player: str, where: str = "player") -> Refusal:
    """Rule 2.1.1: nobody has this ID or old number. where: in the address, or a field of a body."""
    return Refusal(
        "invalid" if where.startswith("body") else "not_found",
        "player_not_found",
        Text(f"Игрока № {player} нет.", f"There is no player {player}."),
        rule="2.1.1",
        where=where,
        todo=Text(
            "Проверьте номер или найдите по имени: GET /v1/players:identify.",
            "Check the number, or look up the name: GET /v1/players:identify.",
        ),
    )


def _status(row: Player, line: datetime) -> Status:
    if row.status == "registered":
        return "registered"
    return "lapsed" if is_lapsed(row.status, row.waiting_since, line) else "provisional"


def _state(row: Player, numbers: dict[str, list[str]]) -> PlayerChanged:
    return PlayerChanged(
        player=row.player,
        revision=row.revision,
        first_name=row.first_name,
        surname=row.surname,
        nickname=row.nickname,
        city=row.city,
        status="registered" if row.status == "registered" else "provisional",
        club=row.club,
        old_numbers=tuple(numbers.get(row.player, ())),
        erased=row.erased_at is not None,
    )
