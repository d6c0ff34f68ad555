"""Forgetting people in what every service keeps beside its own tables (law 11).

Stored answers to an Idempotency-Key, parked events and the trail about them may hold a name. An
answer is redacted, not deleted: without it a repeated POST would create twice.

Fields go by the ID beside them. A sentence may call a person by a name that nobody knows any more
to be his, so every sentence of every stored answer goes: they are two days old at most.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlmodel import Session, col

from shared.events.players import TOPIC
from shared.tables import Idempotency, Parked, ParkedAction

SHOWN = frozenset({"name", "player_name", "opponent_name"})
"""Fields that show a person's name beside his ID."""
STATE = frozenset(
    {"first_name", "surname", "patronymic", "nickname", "email", "phone", "city", "club"}
)
"""Fields of a person's own state."""
SAID = frozenset(
    {
        *("message", "message_in", "reason", "line", "ref"),
        *("sheet", "other_sheets", "columns", "column", "ignored"),
    }
)
"""Fields of sentences, and of what somebody wrote freely into a file or pasted: with all within."""
_GONE = "…"


def numbered(player: str) -> str:
    """How a person without a name is shown."""
    return f"№ {player}"


def called(player: str, surname: str, first_name: str) -> str:
    """Surname first, as lists show it; the number alone of one who has no name."""
    return f"{surname} {first_name}" if surname else numbered(player)


def forget(tx: Session, players: Collection[str]) -> None:
    """Blank these people, by ID, in the house's tables."""
    places = [f"player:{player}" for player in players]
    parked = delete(Parked).where(col(Parked.topic) == TOPIC, col(Parked.key).in_(places))
    tx.execute(parked)  # a newer state replaces it anyhow
    trail = update(ParkedAction).where(col(ParkedAction.topic) == TOPIC)
    tx.execute(trail.where(col(ParkedAction.key).in_(places)).values(outcome=_GONE))
    for client, route, key, response in _answers(tx, players):
        answer = json.loads(response)
        left = redacted(answer, players)
        if left != answer:
            this = update(Idempotency).where(
                col(Idempotency.client) == client,
                col(Idempotency.route) == route,
                col(Idempotency.key) == key,
            )
            written = json.dumps(left, ensure_ascii=False, separators=(",", ":"))
            tx.execute(this.values(response=written))


def redacted(answer: Any, players: Collection[str]) -> Any:
    """A JSON answer without sentences and the names of these people, of the same form."""
    if isinstance(answer, Mapping):
        return dict(_fields(answer, players))
    if isinstance(answer, list):
        return [redacted(each, players) for each in answer]
    return answer


def _fields(answer: Mapping[str, Any], players: Collection[str]) -> Iterator[tuple[str, Any]]:
    """The fields of one object, which speaks of a person if it has his ID."""
    about = _said(answer, "player", players)
    opponent = _said(answer, "opponent", players)
    for field, value in answer.items():
        if isinstance(value, str) and field in SHOWN:
            whose = opponent if field == "opponent_name" else about
            yield field, numbered(whose) if whose else value
        elif isinstance(value, str) and field in STATE:  # another's own may be the same name
            yield field, "" if about and "surname" in answer else value
        elif field in SAID:
            yield field, _unsaid(value)
        else:
            yield field, redacted(value, players)


def _unsaid(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {field: _unsaid(each) for field, each in value.items()}
    if isinstance(value, list):
        return [_unsaid(each) for each in value]
    return _GONE if isinstance(value, str) else value


def _said(answer: Mapping[str, Any], field: str, players: Collection[str]) -> str | None:
    player = answer.get(field)
    return player if isinstance(player, str) and player in players else None


def _answers(tx: Session, players: Iterable[str]) -> list[tuple[str, str, str, str]]:
    """(client, route, key, answer) of those that name one of these IDs or say anything."""
    response = col(Idempotency.response)
    marks = [*players, *(f'"{field}":' for field in sorted(SAID))]
    query = select(
        col(Idempotency.client), col(Idempotency.route), col(Idempotency.key), response
    ).where(or_(*(response.contains(mark) for mark in marks)))
    return [(row[0], row[1], row[2], row[3]) for row in tx.execute(query)]
