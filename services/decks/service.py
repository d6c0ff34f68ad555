"""Use cases about decks: judge one, take a list for a tournament, show it."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID, uuid5

from sqlmodel import Session

from services.decks import store, views
from services.decks.domain.legality import Verdict, judge
from services.decks.domain.text import Deck, read_deck
from services.decks.library import Library, bans_on, rules_of
from services.decks.schemas import (
    DeckCheckIn,
    DeckListIn,
    DeckListOut,
    DeckListSubmittedOut,
    DeckListVerdictOut,
    DeckListVerdictRow,
    DeckVerdictOut,
)
from services.decks.service_catalogue import today
from services.decks.tables import DeckList, TournamentCopy
from shared import people
from shared.auth import Principal
from shared.clock import now
from shared.db import wait_for
from shared.events.decks import DeckListJudged
from shared.outbox import publish
from shared.refusals import Refusal, Text


@dataclass(frozen=True)
class Judged:
    """A deck as read, its verdict, and the catalogue's version that it was judged by."""

    deck: Deck
    verdict: Verdict
    catalogue: int


@dataclass(frozen=True)
class Terms:
    """What a deck is judged by: a format of a rule set, on a date."""

    format: str
    rule_set: str
    as_of: date


class _Sheet(NamedTuple):
    """Whose list it is, where, and what it says."""

    tournament: UUID
    player: str
    text: str


def check(tx: Session, library: Library, given: DeckCheckIn, lang: str) -> DeckVerdictOut:
    """Rules 7.2.1, 7.2.3, 7.8: the verdict on a deck; nothing is stored."""
    terms = Terms(given.format, given.rule_set, given.as_of or today())
    judged = _judge(tx, library, given.text, terms)
    return views.verdict(judged.verdict, given, judged.deck.name, judged.catalogue, lang)


def submit(
    tx: Session, library: Library, given: DeckListIn, caller: Principal, lang: str
) -> DeckListSubmittedOut:
    """Rules 6.2, 6.3: take a player's list for a tournament; only a legal one (P.1.1).

    The same list again changes nothing; another one is the next version, and the former are kept.
    Refuses another club's tournament, other terms than the tournament's, and what is illegal with
    every violation.
    """
    held = _tournament(tx, given.tournament)
    caller.must_run(held.tournament, held.club, held.city)
    terms = _terms(given, held)
    judged = _judge(tx, library, given.text, terms)
    if not judged.verdict.legal:
        raise _illegal(judged.verdict)
    wait_for(tx, f"list {held.tournament} {given.player}")  # two desks at once make two versions
    row = store.deck_list(tx, held.tournament, given.player)
    if row is None or row.text != given.text:
        row = _add(
            tx, _Sheet(given.tournament, given.player, given.text), terms, judged, row, caller.who
        )
    return views.submitted(row, _name(tx, given.player), judged.verdict, lang)


def judge_again(tx: Session, library: Library, tournament: UUID) -> None:
    """6.2, 6.3: another format or day: every list there is judged anew, as the next version.

    One that is not legal any more stays, with what it breaks.
    """
    held = _tournament(tx, tournament)
    terms = Terms(held.format, held.rule_set, date.fromisoformat(held.date))
    for player, _, _ in store.verdicts(tx, str(tournament)):
        wait_for(tx, f"list {tournament} {player}")
        row = _list(tx, tournament, player)
        judged = _judge(tx, library, row.text, terms)
        _add(tx, _Sheet(tournament, player, row.text), terms, judged, row, row.submitted_by)


def list_verdict(tx: Session, tournament: UUID, player: str) -> DeckListVerdictOut:
    """The verdict on a player's newest list, for anybody. Refuses where there is no list."""
    row = _list(tx, tournament, player)
    return views.list_verdict(row, _name(tx, player))


def list_verdicts(tx: Session, tournament: UUID) -> list[DeckListVerdictRow]:
    """The verdicts on all newest lists of a tournament, for anybody; none is an empty list."""
    return [
        DeckListVerdictRow(player=player, legal=not rules, rules=rules, version=version)
        for player, version, rules in store.verdicts(tx, str(tournament))
    ]


def whole_list(
    tx: Session, tournament: UUID, player: str, version: int | None, caller: Principal
) -> DeckListOut:
    """A list with its cards, the newest or one version, for who runs the tournament."""
    row = _list(tx, tournament, player, version)
    held = _tournament(tx, tournament)
    caller.must_run(held.tournament, held.club, held.city)
    return views.whole_list(row, _name(tx, player))


def _judge(tx: Session, library: Library, text: str, terms: Terms) -> Judged:
    rules = rules_of(terms.rule_set, terms.format, "body.")
    edition = library.in_force(tx)
    deck = read_deck(text)
    bans_then = bans_on(terms.format, terms.as_of)
    verdict = judge(deck, edition.catalogue, rules, bans_then, terms.as_of)
    return Judged(deck, verdict, edition.version)


def _terms(given: DeckListIn, held: TournamentCopy) -> Terms:
    """6.3, 7.2.1: the tournament's format, rules and date. Refuses others that were named."""
    asked = {"format": given.format, "rule_set": given.rule_set, "as_of": given.as_of}
    terms = Terms(held.format, held.rule_set, date.fromisoformat(held.date))
    for field, value in asked.items():
        own = getattr(terms, field)
        if value not in (None, own):
            raise _other_terms(field, str(value), str(own))
    return terms


def _add(
    tx: Session,
    sheet: _Sheet,
    terms: Terms,
    judged: Judged,
    former: DeckList | None,
    who: str,
) -> DeckList:
    """Store the next version and publish its verdict."""
    verdict = judged.verdict
    row = DeckList(
        tournament=str(sheet.tournament),
        player=sheet.player,
        revision=former.revision + 1 if former else 1,
        list_id=str(uuid5(sheet.tournament, sheet.player)),
        format=terms.format,
        rule_set=terms.rule_set,
        as_of=terms.as_of.isoformat(),
        text=sheet.text,
        rules=list(verdict.rules),
        ban_list=verdict.ban_list,
        catalogue=judged.catalogue,
        submitted_at=now(),
        submitted_by=who,
    )
    tx.add(row)
    event = DeckListJudged(
        list_id=row.list_id,
        tournament=row.tournament,
        player=row.player,
        revision=row.revision,
        format=row.format,
        as_of=row.as_of,
        legal=verdict.legal,
        rules=verdict.rules,
        rule_set=row.rule_set,
    )
    publish(tx, event, key=f"list:{row.tournament}:{row.player}", who=who)
    return row


def _tournament(tx: Session, tournament: UUID) -> TournamentCopy:
    held = store.tournament(tx, str(tournament))
    if held is None:
        raise Refusal(
            "conflict",
            "tournament_unknown",
            Text(
                f"Турнир {tournament} здесь ещё неизвестен.",
                f"The tournament {tournament} is not known here yet.",
            ),
            rule="6.3",
            where="body.tournament",
            todo=Text(
                "Если его объявили только что, повторите через несколько секунд.",
                "If it was announced just now, try again in a few seconds.",
            ),
        )
    return held


def _list(tx: Session, tournament: UUID, player: str, version: int | None = None) -> DeckList:
    row = store.deck_list(tx, str(tournament), player, version)
    if row is None:
        raise Refusal(
            "not_found",
            "list_not_found",
            Text(
                f"У игрока № {player} на этом турнире нет такого списка колоды.",
                f"Player {player} has no such deck list at this tournament.",
            ),
            rule="P.1.1",
            where="player" if version is None else "version",
            todo=Text("Подайте его: POST /v1/lists.", "Submit it: POST /v1/lists."),
        )
    return row


def _name(tx: Session, player: str) -> str:
    return people.display(people.named(tx, [player]), player)


def _other_terms(field: str, asked: str, own: str) -> Refusal:
    """A list judged by other terms would say nothing of this tournament."""
    return Refusal(
        "invalid",
        "not_as_the_tournament",
        Text(
            f"Поле {field} — «{asked}», а у турнира «{own}».",
            f"The field {field} is “{asked}”; the tournament's is “{own}”.",
        ),
        rule="7.2.1" if field == "format" else "6.3",
        where=f"body.{field}",
        todo=Text(
            "Уберите это поле: колоду судят по турниру.",
            "Leave the field out: a list is judged by its tournament.",
        ),
        extra={"tournament_has": own},
    )


def _illegal(found: Verdict) -> Refusal:
    """P.1.1: told before the tournament, it is no penalty yet."""
    first, number = found.violations[0], len(found.violations)
    return Refusal(
        "invalid",
        "deck_illegal",
        Text(
            f"Список не принят, нарушений: {number}. {first.message.ru}",
            f"The list is not accepted, violations: {number}. {first.message.en}",
        ),
        rule=first.rule,
        where="body.text",
        todo=Text(
            "Исправьте всё, что названо в errors, и подайте список снова; "
            "проверить, не подавая: POST /v1/checks.",
            "Mend everything named in errors and submit again; "
            "POST /v1/checks judges without submitting.",
        ),
        details=tuple(vars(violation) for violation in found.violations),
        extra={
            "size": found.size,
            "as_of": found.as_of.isoformat(),
            "ban_list": found.ban_list,
        },
    )
