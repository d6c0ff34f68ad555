"""What a neighbour is asked before a transaction begins, and what its silence means."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from services.pairing import notices, store
from services.pairing.clients import Asked, Neighbours
from services.pairing.domain.state import Entry, TournamentState
from services.pairing.journal import Journal
from services.pairing.notices import Notice
from services.pairing.service import own
from services.pairing.shown import Shown
from shared import people, rulesets
from shared.auth import Principal
from shared.clock import day_in
from shared.db import Database
from shared.player_ids import is_player_id
from shared.refusals import Refusal, Text


@dataclass(frozen=True)
class Desk:
    """What the use cases of one process share. today: the local day of an IANA zone, ISO (5.1)."""

    journal: Journal
    neighbours: Neighbours
    shown: Shown = field(default_factory=Shown)
    today: Callable[[str], str] = day_in


def registered(
    db: Database, desk: Desk, players: Sequence[str], where: str = "body.players.{}"
) -> list[Notice]:
    """Rule 2.1.1: refuses IDs that nobody has; a registry that is away is a warning.

    where: of the n-th of them in what was sent.

    The own copy answers first; the registry is asked about those it doesn't know, all at once.
    Of an ID that nobody is known by, the check digit tells whether it is mistyped (D.2.2).
    """
    with db.read() as tx:
        known = people.named(tx, players)
    strangers = [player for player in dict.fromkeys(players) if player not in known]
    if not strangers:
        return []
    asked = desk.neighbours.registered(strangers)
    unasked = [player for player in strangers if player not in asked.answers]
    unknown = [player for player, exists in asked.answers.items() if not exists]
    if mistyped := [player for player in strangers if _mistypes(player, asked)]:
        others = [each for each in unknown if each not in mistyped]
        raise _mistyped(mistyped, _rows(players, where, mistyped, others))
    if unknown:
        raise _nobody(unknown, _rows(players, where, (), unknown))
    return [notices.registry_away(unasked)] if unasked else []


def deck_lists(db: Database, desk: Desk, tournament: str, caller: Principal) -> Asked:
    """6.2, 6.3: ask decks about those who play their first round and have no legal list here."""
    with db.read() as tx:
        state = desk.journal.load(tx, tournament)
        own(state, caller)
        if not lists_matter(state):
            return Asked()
        legal = legal_lists(tx, state, Asked())
    doubtful = [each.player for each in beginners(state) if each.player not in legal]
    return desk.neighbours.legal_lists(tournament, doubtful) if doubtful else Asked()


def may_enter(db: Database, desk: Desk, tournament: str, caller: Principal) -> None:
    """Refuse another club's tournament before anybody is asked anything."""
    with db.read() as tx:
        own(desk.journal.load(tx, tournament), caller)


def lists_matter(state: TournamentState) -> bool:
    """Whether deck lists are looked at in this tournament at all."""
    created = state.created
    return rulesets.load(created.rule_set).levels[created.level].deck_lists != "none"


def beginners(state: TournamentState) -> list[Entry]:
    """Whose lists are looked at: all in round 1, in a later one who joins in it (S.7)."""
    return [each for each in state.playing(state.due) if each.from_round == state.due]


def legal_lists(tx: Session, state: TournamentState, asked: Asked) -> set[str]:
    """Players with a legal list, by the own copy or by what decks has just said."""
    known = {**store.verdicts(tx, state.id), **asked.answers}
    return {player for player, legal in known.items() if legal}


def _mistypes(player: str, asked: Asked) -> bool:
    return not asked.answers.get(player) and not is_player_id(player)


def _nobody(unknown: Sequence[str], rows: tuple[dict[str, str], ...]) -> Refusal:
    listed = ", ".join(unknown)
    return Refusal(
        "invalid",
        "player_not_found",
        Text(f"Таких игроков нет: {listed}.", f"There are no such players: {listed}."),
        rule="2.1.1",
        where=rows[0]["where"],
        todo=Text(
            "Зарегистрируйте их: POST /v1/players у службы registry.",
            "Register them: POST /v1/players at the registry.",
        ),
        details=rows,
    )


def _mistyped(wrong: Sequence[str], rows: tuple[dict[str, str], ...]) -> Refusal:
    listed = ", ".join(wrong)
    return Refusal(
        "invalid",
        "player_id_mistyped",
        Text(
            f"Опечатка в номере, контрольная цифра не сходится: {listed}.",
            f"Mistyped, the check digit is wrong: {listed}.",
        ),
        rule="D.2.2",
        where=rows[0]["where"],
        todo=Text(
            "Какая цифра неверна, по номеру не узнать: сверьте его с карточкой игрока или найдите "
            "по имени: GET /v1/players:identify у службы registry.",
            "Which digit is wrong can't be told: compare it with the player's card, or look up "
            "the name: GET /v1/players:identify at the registry.",
        ),
        details=rows,
    )


def _rows(
    players: Sequence[str], where: str, mistyped: Sequence[str], unknown: Sequence[str]
) -> tuple[dict[str, str], ...]:
    """``unknown``: those well written that nobody has, so that one answer names all."""
    wrong = [(player, "D.2.2") for player in mistyped] + [(player, "2.1.1") for player in unknown]
    return tuple(
        {"where": where.format(players.index(player)), "player": player, "rule": rule}
        for player, rule in wrong
    )
